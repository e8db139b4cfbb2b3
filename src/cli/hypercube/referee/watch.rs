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
pub(super) struct Watch {
    is_quiet: bool,
    is_terminal: bool,
    bar: Bar,
    done: usize,
    all: usize,
    time_left: TimeLeft,
    /// Whose faults have been shown.
    faulty: HashSet<String>,
}

impl Watch {
    /// Takes how many games of the share are done, those that are left, all games played so far, and how many are played at a
    /// time.
    pub(super) fn new(
        before: usize,
        left: &[Pairing],
        played: &[GameRecord],
        jobs: u16,
        is_quiet: bool,
    ) -> Self {
        let all = before + left.len();
        let length = if is_quiet { 0 } else { all };
        Self {
            is_quiet,
            is_terminal: io::stderr().is_terminal(),
            bar: Bar::of_things(before, length, "games played"),
            done: before,
            all,
            time_left: TimeLeft::new(left, played, jobs),
            faulty: HashSet::new(),
        }
    }

    /// Reports a game: on a terminal only the first fault of each player, with what it wrote on standard error.
    pub(super) fn finished(&mut self, game: &GameRecord) {
        const MAX_LINES: usize = 5;
        self.done += 1;
        self.bar.add(1);
        self.time_left.finished(game);
        let loser = game.winner.filter(|_| game.reason.is_fault());
        let loser = loser.map(|winner| game.name(winner.other()).to_string());
        let is_first_fault = loser.is_some_and(|name| self.faulty.insert(name));
        if self.is_quiet || (self.is_terminal && !is_first_fault) {
            return;
        }
        let digits = self.all.to_string().len();
        let (done, all, board) = (self.done, self.all, game.board);
        let mut report = format!("{done:>digits$}/{all}  {board}  {game}");
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

    /// Shows the time left and how it stands, behind the bar.
    pub(super) fn tell(&mut self, standing: impl FnOnce() -> String) {
        let left = self.time_left.estimate();
        self.bar.tell(|| {
            let left = left.map_or_else(String::new, |left| {
                format!(", about {} left", HumanDuration(left))
            });
            format!("{left}; {}", standing())
        });
    }
}

/// Estimates the time left: a game takes as long as the average of its board or, before the first one there, as long for
/// each cell as games on the other boards.
struct TimeLeft {
    boards: HashMap<Board, Pace>,
    jobs: u16,
}

#[derive(Default)]
struct Pace {
    left: u32,
    played: u32,
    seconds: f64,
}

impl Pace {
    fn add(&mut self, game: &GameRecord) {
        self.played += 1;
        self.seconds += game.milliseconds.iter().sum::<f64>() / 1e3;
    }
}

impl TimeLeft {
    fn new(left: &[Pairing], played: &[GameRecord], jobs: u16) -> Self {
        let mut boards: HashMap<Board, Pace> = HashMap::new();
        for game in left {
            boards.entry(game.board).or_default().left += 1;
        }
        for game in played {
            boards.entry(game.board).or_default().add(game);
        }
        Self { boards, jobs }
    }

    fn finished(&mut self, game: &GameRecord) {
        let pace = self.boards.entry(game.board).or_default();
        pace.left = pace.left.saturating_sub(1);
        pace.add(game);
    }

    /// Returns nothing before the first game, or if there is no end in sight.
    fn estimate(&self) -> Option<Duration> {
        let cells = |board: &Board| f64::from(board.width()).powi(board.dimensions() as i32);
        let (mut seconds, mut all_cells) = (0.0, 0.0);
        for (board, pace) in &self.boards {
            seconds += pace.seconds;
            all_cells += f64::from(pace.played) * cells(board);
        }
        let of_game = |board: &Board, pace: &Pace| match pace.played {
            0 => seconds / all_cells * cells(board),
            played => pace.seconds / f64::from(played),
        };
        let left = self.boards.iter().filter(|(_, pace)| pace.left > 0);
        let left: f64 = left
            .map(|(board, pace)| f64::from(pace.left) * of_game(board, pace))
            .sum();
        Duration::try_from_secs_f64(left / f64::from(self.jobs)).ok()
    }
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
        let mut left = TimeLeft::new(&schedule(&names, &boards), &[], 2);
        assert_eq!(left.estimate(), None);
        let mut finish = |board: &str, milliseconds| {
            left.finished(&played(board, milliseconds));
            left.estimate().map(|left| left.as_millis())
        };
        // Another one on 3,2, two on 3,3 with three times the cells, two on 9,2 with nine times: by two at a time.
        assert_eq!(finish("3,2", "[600,400]"), Some((1 + 2 * 3 + 2 * 9) * 500));
        assert_eq!(finish("3,2", "[1000]"), Some((2 * 3 + 2 * 9) * 500));
        // Now it is known that 3,3 takes no longer; for each cell, that was 3 s for 45.
        assert_eq!(finish("3,3", "[1000]"), Some(500 + 2 * 81 * 3000 / 45 / 2));
        assert_eq!(finish("9,2", "[2000]"), Some(500 + 1000));
    }
}
