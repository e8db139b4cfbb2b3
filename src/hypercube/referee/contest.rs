//! One game between two players.

use std::{
    io,
    ops::ControlFlow,
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use rustix::{
    io::Errno,
    process::{Resource, getrlimit},
};

use super::{
    builtin::Builtin,
    player::{Player, PlayerKind},
    record::{GameRecord, Reason, ReplayError},
    record_file::RecordFileError,
};
use crate::{
    hypercube::{
        board::{Board, Cell},
        position::{Position, PositionError, Stone},
    },
    process::{End, Job, Limits, Pool, Runner, Stop},
};

/// What all games of a tournament have in common.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// What a program may use.
    pub limits: Limits,
    /// What runs the programs.
    pub pool: &'a Pool,
    /// What ends the games before their time.
    pub stop: &'a Stop,
}

/// Why a game was not played to its end. It is never a player's fault: that ends a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// [`Stop::now`] was called.
    #[error("the games were stopped")]
    Stopped,
    /// No process or thread can be started, or a process can't be watched.
    #[error("cannot run a program{}", limit_behind(.0))]
    Run(#[source] io::Error),
    /// So many games at a time are too many for the system's limits.
    #[error("cannot play {jobs} games at a time{}", limit_behind(source))]
    Jobs {
        /// How many.
        jobs: usize,
        /// What can't be had for them.
        source: io::Error,
    },
    /// A record that is to be checked is of no game by the rules.
    #[error("expected the record of a game by the rules")]
    Replay(#[source] ReplayError),
    /// A finished game could not be recorded.
    #[error("a finished game is not recorded")]
    Record(#[source] RecordFileError),
}

/// A move as it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose it is.
    pub stone: Stone,
    /// The cell it took.
    pub cell: Cell,
    /// How long it took.
    pub time: Duration,
}

/// How a player lost a game other than by the other's line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) reason: Reason,
    pub(super) message: String,
}

/// A player's answer: a legal move, or a fault.
pub(super) struct Reply {
    pub(super) cell: Result<Cell, Fault>,
    pub(super) time: Duration,
    /// The end of what a program wrote on standard error.
    pub(super) stderr_tail: String,
    /// Whether a fault may be another program's.
    is_doubtful: bool,
}

/// Names the limit that an error comes from, if there is one.
fn limit_behind(error: &io::Error) -> String {
    let limit = |resource| getrlimit(resource).current;
    match Errno::from_io_error(error) {
        Some(Errno::MFILE) => limit(Resource::Nofile).map_or_else(String::new, |files| {
            format!(": the limit is {files} open files (ulimit -n)")
        }),
        // A thread that there is no memory for fails with AGAIN, too.
        Some(Errno::AGAIN | Errno::NOMEM) => match (limit(Resource::As), limit(Resource::Nproc)) {
            (None, Some(processes)) => {
                format!(": the limit is {processes} processes and threads (ulimit -u)")
            }
            _ => ": there are limits of memory and of processes (ulimit -v, ulimit -u)".to_string(),
        },
        _ => String::new(),
    }
}

/// Plays a game, and calls `made` with each move as it is made.
///
/// # Errors
///
/// When it is stopped, or no program can be run.
pub fn play(
    board: Board,
    players: [&Player; 2],
    conditions: &Conditions<'_>,
    made: impl FnMut(&Turn),
) -> Result<GameRecord, RefereeError> {
    let opening = Position::new(board);
    play_with(
        &mut conditions.pool.runner(),
        opening,
        players,
        conditions,
        made,
    )
}

/// Plays a game on from an opening.
pub(super) fn play_with(
    runner: &mut Runner<'_>,
    opening: Position,
    [x, o]: [&Player; 2],
    conditions: &Conditions<'_>,
    mut made: impl FnMut(&Turn),
) -> Result<GameRecord, RefereeError> {
    let mut game = GameRecord::new(opening.board(), x, o);
    game.opening = opening.moves().len();
    for cell in opening.moves() {
        game.add_move(cell);
        game.add_time(Duration::ZERO);
    }
    let mut position = Arc::new(opening);
    while position.winner().is_none() && !position.is_full() {
        let stone = position.next();
        let player = if stone == Stone::X { x } else { o };
        let reply = ask(
            player,
            runner,
            &position,
            &game.moves,
            conditions,
            Result::is_ok,
        )?;
        let time = reply.time;
        game.add_time(time);
        // Nobody else has the position now, so this copies nothing.
        let position = Arc::make_mut(&mut position);
        match reply.cell.and_then(|cell| make(position, cell)) {
            Ok(cell) => {
                game.add_move(&cell);
                made(&Turn { stone, cell, time });
            }
            Err(fault) => {
                game.winner = Some(stone.other());
                game.reason = fault.reason;
                game.message = fault.message;
                game.stderr = reply.stderr_tail;
                return Ok(game);
            }
        }
    }
    game.winner = position.winner();
    game.reason = match game.winner {
        Some(_) => Reason::Line,
        None => Reason::Draw,
    };
    Ok(game)
}

/// Plays moves that must be legal.
pub(super) fn position_after(board: Board, moves: &[Cell]) -> Result<Position, RefereeError> {
    let mut position = Position::new(board);
    for (ply, cell) in (1..).zip(moves) {
        let illegal = |error| RefereeError::Replay(ReplayError::Illegal { ply, error });
        position.play(cell.clone()).map_err(illegal)?;
    }
    Ok(position)
}

fn make(position: &mut Position, cell: Cell) -> Result<Cell, Fault> {
    match position.play(cell.clone()) {
        Ok(()) => Ok(cell),
        Err(error) => Err(illegal(&error)),
    }
}

fn illegal(error: &PositionError) -> Fault {
    Fault {
        reason: Reason::Illegal,
        message: error.to_string(),
    }
}

/// Asks a player for a move. What is not as expected is asked for again, with no other program running, if another one
/// may be to blame.
///
/// The moves so far are given twice, as a position and as text: to write them anew for each move of a long game would
/// cost more than the game.
pub(super) fn ask(
    player: &Player,
    runner: &mut Runner<'_>,
    position: &Arc<Position>,
    moves: &str,
    conditions: &Conditions<'_>,
    is_expected: impl Fn(&Result<Cell, Fault>) -> bool,
) -> Result<Reply, RefereeError> {
    let ask = |runner: &mut Runner<'_>, is_alone| {
        let reply = match &player.kind {
            PlayerKind::Builtin(builtin) => ask_builtin(*builtin, position, conditions.stop),
            PlayerKind::Program(command) => {
                let job = Job {
                    command,
                    limits: conditions.limits,
                    stop: conditions.stop,
                    is_alone,
                };
                ask_program(&job, runner, position, moves)
            }
        };
        match conditions.stop.is_stopped() {
            // A program that was ended by us has not lost.
            true => Err(RefereeError::Stopped),
            false => reply,
        }
    };
    let reply = ask(runner, false)?;
    match reply.is_doubtful && !is_expected(&reply.cell) {
        true => ask(runner, true),
        false => Ok(reply),
    }
}

fn ask_builtin(
    builtin: Builtin,
    position: &Arc<Position>,
    stop: &Stop,
) -> Result<Reply, RefereeError> {
    let started = Instant::now();
    let no_move = || Fault {
        reason: Reason::Output,
        message: "the player found no move".to_string(),
    };
    Ok(Reply {
        cell: choose(builtin, position, stop)?.ok_or_else(no_move),
        time: started.elapsed(),
        stderr_tail: String::new(),
        is_doubtful: false,
    })
}

/// What counts is the first line that a program prints or, if it exits before ending that line, what it has printed by
/// then. So no clock but the time limit decides a game.
fn ask_program(
    job: &Job<'_>,
    runner: &mut Runner<'_>,
    position: &Position,
    moves: &str,
) -> Result<Reply, RefereeError> {
    let board = position.board();
    let longest = longest_line(board);
    let mut line = Vec::new();
    let mut read = |bytes: &[u8]| {
        line.extend(bytes);
        let end = line.iter().position(|&byte| byte == b'\n');
        line.truncate(end.map_or(line.len(), |end| end + 1));
        let is_cut = bytes.is_empty() && !line.is_empty();
        match end.is_some() || is_cut || line.len() > longest {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let input = format!("{board}\n{moves}\n");
    let ended = runner
        .run(job, &mut input.as_bytes(), &mut read)
        .map_err(RefereeError::Run)?;
    let cell = judge(ended.end, &line, board, &job.limits).and_then(|cell| {
        position.check(&cell).map_err(|error| illegal(&error))?;
        Ok(cell)
    });
    Ok(Reply {
        cell,
        time: ended.time,
        stderr_tail: String::from_utf8_lossy(&ended.stderr_tail).into_owned(),
        is_doubtful: ended.is_doubtful,
    })
}

/// Lets a built-in player choose. The one that thinks for seconds does so in a thread, which is abandoned when the games
/// are stopped.
fn choose(
    builtin: Builtin,
    position: &Arc<Position>,
    stop: &Stop,
) -> Result<Option<Cell>, RefereeError> {
    const GLANCE: Duration = Duration::from_millis(20);
    if builtin != Builtin::Qttt {
        return Ok(builtin.choose(position));
    }
    let (answer, answered) = mpsc::channel();
    let position = Arc::clone(position);
    let think = move || {
        let cell = builtin.choose(&position);
        drop(position);
        // Nobody listens any more if the games were stopped.
        let _ = answer.send(cell);
    };
    let thinker = thread::Builder::new().spawn(think);
    thinker.map_err(RefereeError::Run)?;
    loop {
        match answered.recv_timeout(GLANCE) {
            Ok(cell) => return Ok(cell),
            Err(_) if stop.is_stopped() => return Err(RefereeError::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let error = io::Error::other("a built-in player has failed");
                return Err(RefereeError::Run(error));
            }
        }
    }
}

/// Returns how long a line can be that is a move, white space after it included.
fn longest_line(board: Board) -> usize {
    const WHITE_SPACE: usize = 64 << 10;
    let digits = (board.width() - 1).to_string().len();
    board.dimensions() as usize * (digits + 1) + WHITE_SPACE
}

/// Reads the move that a program printed: its first line, in the protocol's form. White space after it doesn't matter,
/// nor does what the program does next; without output, an exit code other than 0 or a signal is a crash.
fn judge(end: End, line: &[u8], board: Board, limits: &Limits) -> Result<Cell, Fault> {
    let (reason, message) = match end {
        End::TimedOut => {
            let seconds = limits.timeout.as_secs_f64();
            (Reason::Time, format!("expected a move within {seconds} s"))
        }
        End::Enough if line.len() > longest_line(board) && !line.ends_with(b"\n") => {
            let found = line.len();
            let message = format!("expected a move on a line, found no end of it in {found} bytes");
            (Reason::Output, message)
        }
        End::Unending => (
            Reason::Crash,
            "expected a move, found that processes were started that can't be killed".into(),
        ),
        End::Lost => (
            Reason::Crash,
            "expected a move, found that the process that runs the program was killed or stopped, \
             and was so again with no other program running"
                .into(),
        ),
        End::Exited(status) if !status.success() => (
            Reason::Crash,
            match status.code() {
                // What the shell says where there is no such program, or none that it may run.
                Some(127) => {
                    "expected a move, found no output: command not found (exit status 127)".into()
                }
                Some(126) => {
                    "expected a move, found no output: the command can't be run (exit status 126)"
                        .into()
                }
                _ => format!("expected a move, found no output and {status}"),
            },
        ),
        End::Exited(_) | End::Enough => {
            let cell = Cell::from_ascii(line.trim_ascii_end()).ok();
            match cell.filter(|cell| cell.0.len() == board.dimensions() as usize) {
                Some(cell) => return Ok(cell),
                None => (Reason::Output, wrong_output(line, board)),
            }
        }
    };
    Err(Fault { reason, message })
}

fn wrong_output(output: &[u8], board: Board) -> String {
    let line = output.trim_ascii_end();
    let start = String::from_utf8_lossy(&line[..line.len().min(60)]);
    match board.dimensions() {
        _ if output.is_empty() => "expected a move, found no output".to_string(),
        _ if line.is_empty() => "expected a move, found an empty first line".to_string(),
        d => format!("expected a move as {d} numbers with commas between, found {start:?}"),
    }
}
