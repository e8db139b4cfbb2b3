//! What is to be seen of games while they are played: a bar on a terminal, and elsewhere a line for each.

use std::{
    collections::{HashMap, HashSet},
    io::{self, IsTerminal, Write},
    time::Duration,
};

use indicatif::HumanDuration;

use crate::{
    cli::{output::note, progress::Bar},
    escape,
    hypercube::{
        Board,
        referee::{GameRecord, Pairing},
    },
};

/// What reports finished games on standard error.
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
    /// Takes the games that were played before, here or elsewhere, those that are left, and how many are played at a time.
    pub(super) fn new(
        before: usize,
        left: &[Pairing],
        played: &[GameRecord],
        jobs: u16,
        is_quiet: bool,
    ) -> Self {
        let all = before + left.len();
        let length = if is_quiet { 0 } else { all };
        let mut time_left = TimeLeft::new(left, jobs);
        played.iter().for_each(|game| time_left.learn(game));
        Self {
            is_quiet,
            is_terminal: io::stderr().is_terminal(),
            bar: Bar::of_things(before, length, "games played"),
            done: before,
            all,
            time_left,
            faulty: HashSet::new(),
        }
    }

    /// Reports a game, and the first fault of each player.
    pub(super) fn finished(&mut self, game: &GameRecord) {
        self.done += 1;
        self.bar.add(1);
        self.time_left.learn(game);
        self.time_left.count_off(game.board);
        if self.is_quiet {
            return;
        }
        if !self.is_terminal {
            let digits = self.all.to_string().len();
            let line = format!(
                "{:>digits$}/{}  {}  {game}\n",
                self.done, self.all, game.board
            );
            // If that fails, there is nowhere left to say so.
            let _ = io::stderr().write_all(line.as_bytes());
        }
        if let Some(message) = self.describe_first_fault(game) {
            self.bar.suspend(|| note(&message));
        }
    }

    /// Shows behind the bar how long it will take, and how it stands.
    pub(super) fn tell(&mut self, standing: impl FnOnce() -> String) {
        let left = self.time_left.estimate();
        self.bar.tell(|| {
            let left = left.map_or_else(String::new, |left| {
                format!(", about {} left", HumanDuration(left))
            });
            format!("{left}; {}", standing())
        });
    }

    /// Says how a player lost by its first fault, with the last lines that it wrote on standard error.
    fn describe_first_fault(&mut self, game: &GameRecord) -> Option<String> {
        const MAX_LINES: usize = 5;
        let fault = game.reason.fault()?;
        let loser = game.winner?.other();
        let name = game.name(loser);
        if !self.faulty.insert(name.to_string()) {
            return None;
        }
        let mut message = format!(
            "{} lost by {fault} as {loser} on {}: {}",
            escape::line(name),
            game.board,
            game.message
        );
        let lines: Vec<_> = game.stderr.lines().collect();
        for line in &lines[lines.len().saturating_sub(MAX_LINES)..] {
            message += "\n  ";
            message += &escape::line(line);
        }
        Some(message)
    }
}

/// How long the games take that are left: each as long as the others on its board did, on average; on a board where none
/// was played yet, as long for each cell as on the other boards.
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

impl TimeLeft {
    fn new(left: &[Pairing], jobs: u16) -> Self {
        let mut boards: HashMap<Board, Pace> = HashMap::new();
        for game in left {
            boards.entry(game.board).or_default().left += 1;
        }
        Self { boards, jobs }
    }

    fn learn(&mut self, game: &GameRecord) {
        let pace = self.boards.entry(game.board).or_default();
        pace.played += 1;
        pace.seconds += game.milliseconds.iter().sum::<f64>() / 1e3;
    }

    fn count_off(&mut self, board: Board) {
        let pace = self.boards.entry(board).or_default();
        pace.left = pace.left.saturating_sub(1);
    }

    /// Returns nothing where no game was played yet, or there is no end in sight.
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
        let mut left = TimeLeft::new(&schedule(&names, &boards), 2);
        assert_eq!(left.estimate(), None);
        let mut finish = |board: &str, milliseconds| {
            let game = played(board, milliseconds);
            left.learn(&game);
            left.count_off(game.board);
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
