//! Checks that a program keeps the contest's protocol.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use super::{
    ask::{hear, judge},
    conditions::{Conditions, RefereeError},
    random_cells::RandomCells,
};
use crate::{
    hypercube::{
        board::{Board, Cell},
        line_counts::LineCounts,
        lines::Lines,
        position::Position,
        protocol,
    },
    process::End,
};

/// The first fault.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Complaint {
    /// What the program read.
    pub(crate) input: String,
    /// What was expected, and what was found.
    pub(crate) message: String,
    /// The end of what it wrote on standard error.
    pub(crate) stderr_tail: String,
    /// Whether the shell could not run it at all.
    pub(crate) is_not_run: bool,
}

/// Returns the questions for a board: the first move, one in the middle of a game, and one as late as possible without a
/// winner, or after 200 plies on boards whose lines don't fit into memory.
pub(crate) fn questions(board: Board) -> Vec<Position> {
    const PLIES_ON_HUGE_BOARDS: usize = 200;
    let mut late = Position::new(board);
    let mut cells = RandomCells::of_board(board, std::iter::empty());
    match Lines::of(board) {
        Some(lines) => fill(&mut late, &lines, &mut cells),
        None => {
            while late.moves().len() < PLIES_ON_HUGE_BOARDS && late.winner().is_none() {
                let _ = late.play(cells.free_in(&late));
            }
        }
    }
    let middle = Position::after(board, &late.moves()[..late.moves().len() / 2]);
    let middle = middle.expect("every part of a legal game is legal");
    vec![Position::new(board), middle, late]
}

/// Plays cells at random that complete no line, until one cell is left, or none but such.
fn fill(position: &mut Position, lines: &Lines, cells: &mut RandomCells) {
    let mut counts = LineCounts::new(lines);
    let mut free: Vec<u32> = counts.empty_cells().collect();
    while free.len() > 1 {
        let turn = position.next();
        let wins = |cell: u32, counts: &LineCounts<'_>| {
            let mut through = lines.through(cell as usize).iter();
            through.any(|&line| counts.lacks(line, turn) == Some(1))
        };
        let start = cells.below(free.len());
        let mut places = (start..free.len()).chain(0..start);
        let Some(place) = places.find(|&place| !wins(free[place], &counts)) else {
            return;
        };
        let cell = free.swap_remove(place);
        counts.place(cell, turn);
        let _ = position.play(lines.cell(cell));
    }
}

/// Asks each question twice, the second time while every core is busy, and returns the first complaint. `asked` is called
/// after each question.
///
/// # Errors
///
/// When it is stopped, or no program can be run.
pub(crate) fn check_protocol(
    command: &str,
    questions: &[Position],
    conditions: &Conditions<'_>,
    mut asked: impl FnMut(),
) -> Result<Option<Complaint>, RefereeError> {
    for position in questions {
        let first = match ask(command, position, conditions)? {
            Ok(cell) => cell,
            Err(complaint) => return Ok(Some(complaint)),
        };
        match beside_load(|| ask(command, position, conditions))? {
            Ok(cell) if cell == first => asked(),
            Ok(cell) => {
                return Ok(Some(Complaint {
                    input: protocol::write(position),
                    message: format!(
                        "expected the same answer again, on a busy machine, too: found {first}, and then {cell}"
                    ),
                    ..Complaint::default()
                }));
            }
            Err(mut complaint) => {
                complaint.message += ", when asked again on a busy machine";
                return Ok(Some(complaint));
            }
        }
    }
    Ok(None)
}

/// Does something while another thread keeps each core busy.
fn beside_load<T>(work: impl FnOnce() -> T) -> T {
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores {
            let spin = || {
                while !is_done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            };
            // If it fails, the machine is only less busy.
            let _ = thread::Builder::new().spawn_scoped(scope, spin);
        }
        let done = work();
        is_done.store(true, Ordering::Relaxed);
        done
    })
}

/// Asks for a move: a single line, by a program that then exits.
fn ask(
    command: &str,
    position: &Position,
    conditions: &Conditions<'_>,
) -> Result<Result<Cell, Complaint>, RefereeError> {
    const MAX_OUTPUT: usize = 1 << 20;
    let (output, ended) = hear(
        &conditions.job(command),
        position,
        conditions,
        |output, _| output.len() > MAX_OUTPUT,
    )?;
    let mut lines = output.split_inclusive(|&byte| byte == b'\n');
    let (first, second) = (lines.next().unwrap_or_default(), lines.next());
    let answer = match ended.end {
        End::TimedOut if first.ends_with(b"\n") => {
            let seconds = conditions.limits.timeout.as_secs_f64();
            Err(format!("expected that it exits within {seconds} s"))
        }
        End::Enough | End::Exited(_) if second.is_some() => {
            let start = String::from_utf8_lossy(&output[..output.len().min(60)]);
            Err(format!("expected a single line, found {start:?}"))
        }
        end => judge(end, first, position, &conditions.limits).map_err(|fault| fault.message),
    };
    Ok(answer.map_err(|message| Complaint {
        input: protocol::write(position),
        message,
        stderr_tail: String::from_utf8_lossy(&ended.stderr_tail).into_owned(),
        is_not_run: output.is_empty()
            && matches!(ended.end, End::Exited(status) if matches!(status.code(), Some(126 | 127))),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_questions_are_as_late_as_they_can_be_and_nobody_has_won() {
        for (n, d) in [(3, 2), (3, 3), (4, 2), (4, 3), (5, 4), (6, 2)] {
            let board = Board::new(n, d).expect("a board");
            let [first, middle, late] = &questions(board)[..] else {
                panic!("three questions");
            };
            assert!(first.moves().is_empty());
            assert!(late.winner().is_none() && !late.is_full());
            assert_eq!(middle.moves(), &late.moves()[..late.moves().len() / 2]);
            // Either there is one cell left, or whatever is played completes a line.
            let free = board.cells().expect("few") as usize - late.moves().len();
            let wins = |cell: usize| {
                let mut position = late.clone();
                position.play(board.cell(cell)).is_err() || position.winner().is_some()
            };
            assert!(free == 1 || (0..n.pow(d) as usize).all(wins), "{board}");
        }
        assert_eq!(
            questions(Board::new(10, 10).expect("a board"))[2]
                .moves()
                .len(),
            200
        );
    }
}
