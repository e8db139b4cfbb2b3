//! Checks that a bot follows the contest's protocol.

use std::collections::BTreeSet;
use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};

use qttt::hypercube::{Board, Cell, Line, Position};
use qttt::support::excerpt;
use qttt::{ByPlayer, Player, Rng};

use super::ask::Answer;
use super::contestant::builtin;
use super::record::{Fault, Forfeit};
use super::{Contestant, Referee};
use crate::process::{RunEnd, Stop, USED_TERMINAL, Until};
use crate::threads::{STACK, cores, start_threads};

/// More bytes on standard error than this are mentioned.
const MUCH_STDERR: usize = 64 << 10;

/// The number of questions for a board.
pub(crate) const QUESTIONS: usize = 3;

/// Returns the questions for a board, each with its name.
pub(crate) fn questions(board: Board) -> [(&'static str, Position); QUESTIONS] {
    let late = late(board);
    let middle = Position::from_moves(board, &late.moves()[..late.moves().len() / 2]);
    let middle = middle.expect("every part of a legal game is legal");
    [
        ("first move", Position::new(board)),
        ("mid-game move", middle),
        ("late move", late),
    ]
}

/// Plays until one cell is left, or until every move would complete a line. Moves block lines if they can, and are
/// otherwise random. Very large boards are not filled.
fn late(board: Board) -> Position {
    const MAX_CELLS: u64 = 10_000;
    const MAX_PLIES: usize = 1000;
    let cells = board.cell_count().filter(|&cells| cells <= MAX_CELLS);
    let plies = cells.map_or(MAX_PLIES, |cells| cells as usize - 1);
    let mut rng = Rng::from_seed(1);
    let mut position = Position::new(board);
    // The cells that X and O lacked in a line when they lacked only one. The opponent may have taken them.
    let mut wanted = ByPlayer([Vec::new(), Vec::new()]);
    let mut failures = 0;
    // The probability that this many draws miss a given cell is e^-20.
    while let Some(player) = position.turn()
        && position.moves().len() < plies
        && failures < 20 * (plies + 1)
    {
        let block = wanted[player.opponent()].pop();
        let cell = block.unwrap_or_else(|| board.random_cell(&mut rng));
        let is_taken = position.stone(&cell).is_some();
        if is_taken || lacking(&position, player, &cell).any(|cells| cells.is_empty()) {
            failures += 1;
            continue;
        }
        failures = 0;
        let last_cells = lacking(&position, player, &cell).filter(|cells| cells.len() == 1);
        wanted[player].extend(last_cells.flatten());
        position.play(cell).expect("a legal move");
    }
    position
}

/// Returns the cells that a player lacks in each line through a cell and another of the player's stones.
fn lacking<'p>(
    position: &'p Position,
    player: Player,
    cell: &'p Cell,
) -> impl Iterator<Item = Vec<Cell>> + 'p {
    let lines = (position.stones_of(player))
        .filter_map(move |other| Line::through(position.board(), cell, other));
    let is_lacking = move |other: &Cell| other != cell && position.stone(other) != Some(player);
    lines.map(move |line| line.cells().filter(is_lacking).collect())
}

impl Referee {
    /// Asks a player for a move twice, the second time while every core is busy. Returns the first answer, or the first
    /// fault, and adds what else the bot did to the remarks.
    ///
    /// # Errors
    ///
    /// If the check is interrupted, or the bot can't be run.
    pub(crate) fn check_answers(
        &self,
        player: &Contestant,
        position: &Position,
        remarks: &mut BTreeSet<String>,
    ) -> Result<Answer, Stop> {
        let mut answer = self.ask_strictly(player, position, remarks)?;
        if let Ok(first) = &answer.played {
            let again = while_busy(|| self.ask_strictly(player, position, remarks))?;
            match again.played {
                Ok(cell) if cell == *first => {}
                Ok(cell) => {
                    // A bot that chooses at random does so on an idle machine, too.
                    let message = format!("answered {first}, and then {cell}, when asked again");
                    answer.played = Err(Forfeit::new(Fault::Output, message, &[]));
                }
                Err(mut forfeit) => {
                    forfeit.message += ", when asked again while every core was busy";
                    answer.played = Err(forfeit);
                }
            }
        }
        Ok(answer)
    }

    /// Asks for a move. A bot must print a single line and then exit.
    fn ask_strictly(
        &self,
        player: &Contestant,
        position: &Position,
        remarks: &mut BTreeSet<String>,
    ) -> Result<Answer, Stop> {
        if builtin(&player.command).is_some() {
            return self.ask(player, position);
        }
        let (text, time, run) = self.run_bot(player, position, Until::Exit)?;
        let mut lines = text.split_inclusive(|&byte| byte == b'\n');
        let (first, second) = (lines.next().unwrap_or_default(), lines.next());
        let is_late = run.end == RunEnd::TimedOut;
        let fault = |message| Err(Forfeit::new(Fault::Output, message, &run.stderr_tail));
        let played = if run.end == RunEnd::UsedTerminal {
            fault(USED_TERMINAL.to_string())
        } else if is_late && first.ends_with(b"\n") {
            let seconds = self.timeout.as_secs_f64();
            fault(format!("did not exit within {seconds} s"))
        } else if !is_late && second.is_some() {
            let text = excerpt(&text);
            fault(format!("printed more than one line: {text:?}"))
        } else {
            self.judge(first, &run, position)
        };
        // What is allowed, but probably not intended.
        if let RunEnd::Exited(status) = run.end
            && !status.success()
        {
            remarks.insert(format!("The bot ends with {status} after its move.\n"));
        }
        if run.left_processes {
            let remark = "The bot leaves processes behind, which are then killed.\n";
            remarks.insert(remark.to_string());
        }
        if run.stderr_len > MUCH_STDERR {
            let remark = "The bot prints more than 64 KiB on standard error.\n";
            remarks.insert(remark.to_string());
        }
        Ok(Answer { played, time })
    }
}

/// Works while another thread keeps each core busy.
fn while_busy<T>(work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
    let is_done = AtomicBool::new(false);
    start_threads(cores(), STACK)?.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, _| {
            while !is_done.load(Ordering::Relaxed) {
                hint::spin_loop();
            }
        });
        let done = work();
        is_done.store(true, Ordering::Relaxed);
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_positions_are_nearly_full_and_not_won() {
        for (n, d, least) in [
            (3, 2, 6),
            (3, 3, 15),
            (4, 2, 15),
            (4, 3, 55),
            (5, 4, 620),
            (6, 5, 7_770),
            (10, 10, 1000),
        ] {
            let board = Board::new(n, d).expect("a board");
            let [first, middle, late] = questions(board).map(|(_, position)| position);
            assert!(first.moves().is_empty());
            assert!(late.winner().is_none() && !late.is_full());
            let plies = late.moves().len();
            assert!(plies >= least, "{board}: {plies}");
            assert_eq!(middle.moves(), &late.moves()[..plies / 2]);
        }
    }
}
