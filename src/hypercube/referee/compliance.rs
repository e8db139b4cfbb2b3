//! Whether a program keeps the contest's protocol: what it is asked, and what can be wrong with an answer.

use std::{
    io,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use super::{contest::RefereeError, random_cells::RandomCells};
use crate::{
    hypercube::{
        board::{Board, Cell},
        line_counts::LineCounts,
        lines::Lines,
        position::Position,
        protocol,
    },
    process::{End, Job, Limits, Pool, Runner, Stop},
};

/// What was wrong first.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// Returns what a program is asked on a board: the first move, one in the middle of a game, and one as late as it gets
/// without a winner. Boards whose lines don't fit into memory are never nearly full: there it is a late move of any game.
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
    let moves = late.moves();
    let after = |plies: usize| {
        let mut position = Position::new(board);
        for cell in &moves[..plies] {
            // A part of a legal game is legal.
            let _ = position.play(cell.clone());
        }
        position
    };
    vec![after(0), after(moves.len() / 2), after(moves.len())]
}

/// Plays cells in random order that complete no line, as long as there are any but the last.
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

/// Asks each question twice, the second time while every core is busy, and returns the first complaint. `asked` is told
/// of each question.
///
/// # Errors
///
/// When it is stopped, or no program can be run.
pub(crate) fn check_protocol(
    command: &str,
    questions: &[Position],
    limits: Limits,
    pool: &Pool,
    stop: &Stop,
    mut asked: impl FnMut(),
) -> Result<Option<Complaint>, RefereeError> {
    let job = Job {
        command,
        limits,
        stop,
        is_alone: false,
    };
    let mut runner = pool.runner();
    for position in questions {
        let first = match ask(&job, &mut runner, position)? {
            Ok(cell) => cell,
            Err(complaint) => return Ok(Some(complaint)),
        };
        let again = beside_load(|| ask(&job, &mut runner, position))?;
        let message = match again {
            Ok(cell) if cell == first => {
                asked();
                continue;
            }
            Ok(cell) => format!(
                "expected the same answer again, on a busy machine, too: found {first}, and then {cell}"
            ),
            Err(complaint) => {
                let message = format!("{}, when asked again on a busy machine", complaint.message);
                return Ok(Some(Complaint {
                    message,
                    ..complaint
                }));
            }
        };
        return Ok(Some(Complaint {
            input: protocol::write(position),
            message,
            stderr_tail: String::new(),
            is_not_run: false,
        }));
    }
    Ok(None)
}

/// Does something while there is a thread for each core that does nothing else.
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
            // With fewer threads the machine is less busy, and nothing else is different.
            let _ = thread::Builder::new().spawn_scoped(scope, spin);
        }
        let done = work();
        is_done.store(true, Ordering::Relaxed);
        done
    })
}

/// Asks for a move: a single line, by a program that then exits.
fn ask(
    job: &Job<'_>,
    runner: &mut Runner<'_>,
    position: &Position,
) -> Result<Result<Cell, Complaint>, RefereeError> {
    const MAX_OUTPUT: usize = 1 << 20;
    let input = protocol::write(position);
    let mut output = Vec::new();
    let mut read = |bytes: &[u8]| {
        output.extend(bytes);
        match output.len() > MAX_OUTPUT {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let ended = match runner.run(job, &mut input.as_bytes(), &mut read) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            return Err(RefereeError::Stopped);
        }
        ended => ended.map_err(RefereeError::Run)?,
    };
    let status = match ended.end {
        End::Exited(status) => Some(status),
        _ => None,
    };
    let is_not_run =
        output.is_empty() && status.is_some_and(|status| matches!(status.code(), Some(126 | 127)));
    let found = match (ended.end, status) {
        (End::TimedOut, _) => {
            let seconds = job.limits.timeout.as_secs_f64();
            let what = if output.contains(&b'\n') {
                "that it exits"
            } else {
                "a move"
            };
            Err(format!("expected {what} within {seconds} s"))
        }
        (End::Unending, _) => {
            Err("expected nothing left running, found what can't be killed".into())
        }
        (End::Lost, _) => {
            Err("expected a move, found that the process that runs it was killed".into())
        }
        (_, Some(status)) if output.is_empty() && !status.success() => {
            Err(format!("expected a move, found no output and {status}"))
        }
        _ => read_move(&output, position),
    };
    Ok(found.map_err(|message| Complaint {
        input,
        message,
        stderr_tail: String::from_utf8_lossy(&ended.stderr_tail).into_owned(),
        is_not_run,
    }))
}

/// Reads an output that should be a legal move on one line.
fn read_move(output: &[u8], position: &Position) -> Result<Cell, String> {
    let found = || {
        let start = &output[..output.len().min(60)];
        format!("found {:?}", String::from_utf8_lossy(start))
    };
    if output.is_empty() {
        return Err("expected a move, found no output".to_string());
    }
    let line = output.strip_suffix(b"\n").unwrap_or(output);
    if line.contains(&b'\n') {
        return Err(format!("expected a single line, {}", found()));
    }
    let cell =
        Cell::from_ascii(line.trim_ascii_end()).map_err(|error| format!("{error}; {}", found()))?;
    match position.check(&cell) {
        Ok(()) => Ok(cell),
        Err(error) => Err(error.to_string()),
    }
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
