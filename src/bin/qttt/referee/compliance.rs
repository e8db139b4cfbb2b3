//! Checks that a bot follows the contest's protocol.

use std::{
    hint,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use qttt::hypercube::{Board, Cell, Position, RandomCells};

use super::{
    Referee,
    game_record::{Cause, Forfeit},
};
use crate::{
    escape,
    process::{RunEnd, is_not_run},
};

/// Returns the questions for a board: the first move, one in the middle of a game, and a late one.
pub(crate) fn questions(board: Board) -> [Position; 3] {
    let late = late(board);
    let middle = Position::after(board, &late.moves()[..late.moves().len() / 2]);
    let middle = middle.expect("every part of a legal game is legal");
    [Position::new(board), middle, late]
}

/// Plays at random until one cell is left or nearly every move would win, but at most 1000 plies.
fn late(board: Board) -> Position {
    const MAX_PLIES: usize = 1000;
    const MAX_FAILURES: usize = 100;
    let plies = board
        .cells()
        .map_or(MAX_PLIES, |cells| MAX_PLIES.min(cells as usize - 1));
    let mut cells = RandomCells::new(board, []);
    let mut position = Position::new(board);
    let mut failures = 0;
    while position.moves().len() < plies && failures < MAX_FAILURES {
        let cell = cells.empty_in(&position).expect("a cell is empty");
        let mut next = position.clone();
        next.play(cell)
            .expect("the cell is free, and nobody has won");
        if next.winner().is_none() {
            position = next;
            failures = 0;
        } else {
            failures += 1;
        }
    }
    position
}

impl Referee {
    /// Asks a bot each question twice, the second time while every core is busy, and returns the first fault with
    /// its question. Calls `asked` after each question without a fault.
    ///
    /// # Errors
    ///
    /// If the check is stopped, or the bot can't be run.
    pub(crate) fn check_protocol<'q>(
        &self,
        command: &str,
        questions: &'q [Position],
        mut asked: impl FnMut(&Position),
    ) -> anyhow::Result<Option<(&'q Position, Forfeit)>> {
        for position in questions {
            let first = match self.ask_strictly(command, position)? {
                Ok(cell) => cell,
                Err(fault) => return Ok(Some((position, fault))),
            };
            let mut fault = match beside_load(|| self.ask_strictly(command, position))? {
                Ok(cell) if cell == first => {
                    asked(position);
                    continue;
                }
                Ok(cell) => {
                    let message =
                        format!("answered {first} the first time and {cell} the second time");
                    Forfeit::new(Cause::Output, message, &[])
                }
                Err(fault) => fault,
            };
            fault.message = Some(format!(
                "{fault}, when asked again while every core was busy"
            ));
            return Ok(Some((position, fault)));
        }
        Ok(None)
    }

    /// Asks for a move. The bot must print a single line and then exit.
    fn ask_strictly(
        &self,
        command: &str,
        position: &Position,
    ) -> anyhow::Result<Result<Cell, Forfeit>> {
        const MAX_OUTPUT: usize = 1 << 20;
        let (output, ended) =
            self.output_of(command, position, |output, _| output.len() > MAX_OUTPUT)?;
        self.check_first(command, &output, &ended, is_not_run)?;
        let mut lines = output.split_inclusive(|&byte| byte == b'\n');
        let (first, second) = (lines.next().unwrap_or_default(), lines.next());
        let message = if ended.end == RunEnd::TimedOut && first.ends_with(b"\n") {
            format!("did not exit within {} s", self.timeout.as_secs_f64())
        } else if ended.end != RunEnd::TimedOut && second.is_some() {
            format!("printed more than one line: {:?}", escape::excerpt(&output))
        } else {
            return Ok(self.read_move(&ended, first, position));
        };
        Ok(Err(Forfeit::new(
            Cause::Output,
            message,
            &ended.stderr_tail,
        )))
    }
}

/// Works while another thread keeps each core busy.
fn beside_load<T>(work: impl FnOnce() -> T) -> T {
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        let done = work();
        is_done.store(true, Ordering::Relaxed);
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_questions_are_late_and_nobody_has_won() {
        for (n, d, least) in [
            (3, 2, 6),
            (3, 3, 12),
            (4, 2, 14),
            (4, 3, 50),
            (5, 4, 500),
            (6, 5, 1000),
            (10, 10, 1000),
        ] {
            let board = Board::new(n, d).expect("a board");
            let [first, middle, late] = questions(board);
            assert!(first.moves().is_empty());
            assert!(late.winner().is_none() && !late.is_full());
            assert!(
                late.moves().len() >= least,
                "{board}: {}",
                late.moves().len()
            );
            assert_eq!(middle.moves(), &late.moves()[..late.moves().len() / 2]);
        }
    }
}
