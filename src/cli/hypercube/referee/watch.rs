//! Progress of games: a bar on a terminal, elsewhere a line for each finished game.

use std::{
    collections::{HashMap, HashSet},
    io::{self, IsTerminal, Write},
    time::Duration,
};

use indicatif::HumanDuration;

use crate::{
    cli::progress::Bar,
    escape,
    hypercube::{
        Board,
        referee::{GameRecord, Pairing},
    },
};

/// Reports finished games on standard error.
pub(super) struct Watch<'a> {
    is_quiet: bool,
    is_terminal: bool,
    bar: Bar,
    /// How many games there are, with those of an earlier run.
    all: usize,
    /// Those that this run plays.
    left: &'a [Pairing],
    jobs: u16,
    /// How many this run has played.
    done: usize,
    /// Whose faults have been shown.
    faulty: HashSet<String>,
}

impl<'a> Watch<'a> {
    /// Takes how many games there are, those that are left, and how many are played at a time.
    pub(super) fn new(all: usize, left: &'a [Pairing], jobs: u16, is_quiet: bool) -> Self {
        let length = if is_quiet { 0 } else { all };
        Self {
            is_quiet,
            is_terminal: io::stderr().is_terminal(),
            bar: Bar::of_things(all - left.len(), length, "games played"),
            all,
            left,
            jobs,
            done: 0,
            faulty: HashSet::new(),
        }
    }

    /// Reports a game: on a terminal only the first fault of each player, with what it wrote on standard error.
    pub(super) fn finished(&mut self, game: &GameRecord) {
        const MAX_LINES: usize = 5;
        self.done += 1;
        self.bar.add(1);
        let loser = game.winner.filter(|_| game.reason.is_fault());
        let loser = loser.map(|winner| game.name(winner.other()).to_string());
        let is_first_fault = loser.is_some_and(|name| self.faulty.insert(name));
        if self.is_quiet || (self.is_terminal && !is_first_fault) {
            return;
        }
        let (all, digits) = (self.all, self.all.to_string().len());
        let (nth, board) = (all - self.left.len() + self.done, game.board);
        let mut report = format!("{nth:>digits$}/{all}  {board}  {game}");
        if is_first_fault {
            report += &format!(": {}", escape::line(&game.message));
            let lines: Vec<_> = game.stderr.lines().collect();
            for line in &lines[lines.len().saturating_sub(MAX_LINES)..] {
                report += &format!("\n  {}", escape::line(line));
            }
        }
        // If that fails, there is nowhere left to say so.
        let write = || drop(writeln!(io::stderr(), "{report}"));
        self.bar.suspend(write);
    }

    /// Shows the time left and how it stands after these games, behind the bar.
    pub(super) fn tell(&mut self, played: &[GameRecord], standing: impl FnOnce() -> String) {
        // With several at a time, others may be left, but as many.
        let left = &self.left[self.done..];
        self.bar.tell(|| {
            let left = time_left(left, played, self.jobs).map_or_else(String::new, |left| {
                format!(", about {} left", HumanDuration(left))
            });
            format!("{left}; {}", standing())
        });
    }
}

/// Estimates how long games will take: each as long as the average of its board or, before the first one there, as long for
/// each cell as games on other boards. Returns nothing before the first game, or if there is no end in sight.
fn time_left(left: &[Pairing], played: &[GameRecord], jobs: u16) -> Option<Duration> {
    let cells = |board: Board| f64::from(board.width()).powi(board.dimensions() as i32);
    let (mut boards, mut all_seconds, mut all_cells) = (HashMap::new(), 0.0, 0.0);
    for game in played {
        let took = game.milliseconds.iter().sum::<f64>() / 1e3;
        let (count, seconds) = boards.entry(game.board).or_insert((0.0, 0.0));
        *count += 1.0;
        *seconds += took;
        all_seconds += took;
        all_cells += cells(game.board);
    }
    let of_game = |game: &Pairing| match boards.get(&game.board) {
        Some((count, seconds)) => seconds / count,
        None => all_seconds / all_cells * cells(game.board),
    };
    let seconds: f64 = left.iter().map(of_game).sum();
    Duration::try_from_secs_f64(seconds / f64::from(jobs)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypercube::referee::schedule;

    fn played(board: &str, milliseconds: &str) -> GameRecord {
        let text = format!(
            r#"{{"board":"{board}","x":"a","o":"b","winner":null,"reason":"draw","moves":"","milliseconds":{milliseconds}}}"#
        );
        serde_json::from_str(&text).expect("a record")
    }

    #[test]
    fn games_that_are_left_take_as_long_as_others_on_their_board_or_as_its_cells_let_expect() {
        let boards = ["3,2", "3,3", "9,2"].map(|board| board.parse().expect("a board"));
        let names = ["a", "b"].map(String::from);
        let mut left = schedule(&names, &boards);
        assert_eq!(time_left(&left, &[], 2), None);
        let mut games = Vec::new();
        let mut finish = |board: &str, milliseconds| {
            games.push(played(board, milliseconds));
            let place = left.iter().position(|game| game.board.to_string() == board);
            left.remove(place.expect("a game"));
            time_left(&left, &games, 2).map(|left| left.as_millis())
        };
        // Another one on 3,2, two on 3,3 with three times the cells, two on 9,2 with nine times: by two at a time.
        assert_eq!(finish("3,2", "[600,400]"), Some((1 + 2 * 3 + 2 * 9) * 500));
        assert_eq!(finish("3,2", "[1000]"), Some((2 * 3 + 2 * 9) * 500));
        // Now it is known that 3,3 takes no longer; for each cell, that was 3 s for 45.
        assert_eq!(finish("3,3", "[1000]"), Some(500 + 2 * 81 * 3000 / 45 / 2));
        assert_eq!(finish("9,2", "[2000]"), Some(500 + 1000));
    }
}
