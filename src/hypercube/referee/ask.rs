//! Asks a player for a move.

use std::{
    io::{self, ErrorKind},
    ops::ControlFlow,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use super::{
    builtin::Builtin,
    conditions::{Conditions, RefereeError},
    player::PlayerKind,
    record::Reason,
};
use crate::{
    hypercube::{
        board::{Board, Cell},
        position::Position,
        protocol,
    },
    process::{End, Ended, Job, Limits, Stop},
};

/// A player's answer.
pub(crate) struct Reply {
    /// A legal move, or what it loses a game by.
    pub(crate) cell: Result<Cell, Fault>,
    /// How long it took.
    pub(crate) time: Duration,
    /// The end of what a program wrote on standard error.
    pub(crate) stderr_tail: String,
    /// Whether a fault may be another program's.
    is_doubtful: bool,
}

/// How a player loses a game without a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(super) reason: Reason,
    pub(crate) message: String,
}

/// Asks a player for a move.
///
/// # Errors
///
/// When it is stopped, or no program can be run.
pub(crate) fn ask(
    player: &PlayerKind,
    position: &Position,
    conditions: &Conditions<'_>,
) -> Result<Reply, RefereeError> {
    ask_for(player, position, conditions, Result::is_ok)
}

/// Asks a player for a move. If the reply is not as expected and another program may be to blame, asks again with no other
/// program running.
pub(super) fn ask_for(
    player: &PlayerKind,
    position: &Position,
    conditions: &Conditions<'_>,
    is_expected: impl Fn(&Result<Cell, Fault>) -> bool,
) -> Result<Reply, RefereeError> {
    let ask = |is_alone| {
        let reply = match player {
            PlayerKind::Builtin(builtin) => ask_builtin(*builtin, position, conditions.stop),
            PlayerKind::Program(command) => {
                let job = Job {
                    is_alone,
                    ..conditions.job(command)
                };
                ask_program(&job, position, conditions)
            }
        };
        match conditions.stop.is_stopped() {
            // A program that was ended by us has not lost.
            true => Err(RefereeError::Stopped),
            false => reply,
        }
    };
    let reply = ask(false)?;
    match reply.is_doubtful && !is_expected(&reply.cell) {
        true => ask(true),
        false => Ok(reply),
    }
}

fn ask_builtin(builtin: Builtin, position: &Position, stop: &Stop) -> Result<Reply, RefereeError> {
    let started = Instant::now();
    let cell = match builtin {
        Builtin::Qttt => think_aside(builtin, position.clone(), stop)?,
        _ => builtin.choose(position),
    };
    let no_move = || Fault {
        reason: Reason::Output,
        message: "the player found no move".to_string(),
    };
    Ok(Reply {
        cell: cell
            .ok_or_else(no_move)
            .and_then(|cell| check(position, cell)),
        time: started.elapsed(),
        stderr_tail: String::new(),
        is_doubtful: false,
    })
}

/// Lets a player that thinks for seconds choose in a thread, which is abandoned when the games are stopped.
fn think_aside(
    builtin: Builtin,
    position: Position,
    stop: &Stop,
) -> Result<Option<Cell>, RefereeError> {
    const GLANCE: Duration = Duration::from_millis(20);
    let (answer, answered) = mpsc::channel();
    // Nobody listens any more if the games were stopped.
    let think = move || drop(answer.send(builtin.choose(&position)));
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

/// What counts is the first line that a program prints or, if it exits before ending that line, what it has printed by
/// then. So no clock but the time limit decides a game.
fn ask_program(
    job: &Job<'_>,
    position: &Position,
    conditions: &Conditions<'_>,
) -> Result<Reply, RefereeError> {
    let longest = longest_line(position.board());
    let (mut line, ended) = hear(job, position, conditions, |output, is_end| {
        let is_cut = is_end && !output.is_empty();
        output.contains(&b'\n') || is_cut || output.len() > longest
    })?;
    let end = line.iter().position(|&byte| byte == b'\n');
    line.truncate(end.map_or(line.len(), |end| end + 1));
    Ok(Reply {
        cell: judge(ended.end, &line, position, &job.limits),
        time: ended.time,
        stderr_tail: String::from_utf8_lossy(&ended.stderr_tail).into_owned(),
        is_doubtful: ended.is_doubtful,
    })
}

/// Gives a position to a program, and returns its output up to where it is enough. `is_enough` is called with what has come
/// so far, and with `true` when no more will.
pub(super) fn hear(
    job: &Job<'_>,
    position: &Position,
    conditions: &Conditions<'_>,
    is_enough: impl Fn(&[u8], bool) -> bool,
) -> Result<(Vec<u8>, Ended), RefereeError> {
    let mut output = Vec::new();
    let mut read = |bytes: &[u8]| {
        output.extend(bytes);
        match is_enough(&output, bytes.is_empty()) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let input = protocol::write(position);
    let ended = (conditions.pool).run(job, &mut input.as_bytes(), &mut read);
    let ended = ended.map_err(|error| match error.kind() {
        ErrorKind::Interrupted => RefereeError::Stopped,
        _ => RefereeError::Run(error),
    })?;
    Ok((output, ended))
}

/// Returns the maximum length of a move, with white space after it.
fn longest_line(board: Board) -> usize {
    const WHITE_SPACE: usize = 64 << 10;
    let digits = (board.width() - 1).to_string().len();
    board.dimensions() as usize * (digits + 1) + WHITE_SPACE
}

/// Reads the move that a program printed: its first line, in the protocol's form. White space after it doesn't matter,
/// nor does what the program does next; without output, an exit code other than 0 or a signal is a crash.
pub(super) fn judge(
    end: End,
    line: &[u8],
    position: &Position,
    limits: &Limits,
) -> Result<Cell, Fault> {
    let board = position.board();
    let found = |what: &str| format!("expected a move, found {what}");
    let (reason, message) = match end {
        End::TimedOut => {
            let seconds = limits.timeout.as_secs_f64();
            (Reason::Time, format!("expected a move within {seconds} s"))
        }
        End::Unending => {
            let what = "that processes were started that can't be killed";
            (Reason::Crash, found(what))
        }
        End::Lost => {
            let what = "that the process that runs the program was killed or stopped, and was so again with no other \
                program running";
            (Reason::Crash, found(what))
        }
        End::Exited(status) if line.is_empty() && !status.success() => {
            let why = match status.code() {
                // The shell found no such program, or none that it may run.
                Some(127) => ": command not found (exit status 127)".to_string(),
                Some(126) => ": the command can't be run (exit status 126)".to_string(),
                Some(code) => format!(" (exit status {code})"),
                None => format!(" ({status})"),
            };
            (Reason::Crash, found(&format!("no output{why}")))
        }
        End::Enough if line.len() > longest_line(board) && !line.ends_with(b"\n") => {
            let found = line.len();
            let message = format!("expected a move on a line, found no end of it in {found} bytes");
            (Reason::Output, message)
        }
        End::Exited(_) | End::Enough => {
            let text = line.trim_ascii_end();
            let start = String::from_utf8_lossy(&text[..text.len().min(60)]);
            let d = board.dimensions();
            let message = match board.read_cell(text) {
                Some(cell) => return check(position, cell),
                _ if line.is_empty() => found("no output"),
                _ if text.is_empty() => found("an empty first line"),
                _ => format!("expected a move as {d} numbers with commas between, found {start:?}"),
            };
            (Reason::Output, message)
        }
    };
    Err(Fault { reason, message })
}

fn check(position: &Position, cell: Cell) -> Result<Cell, Fault> {
    match position.check(&cell) {
        Ok(()) => Ok(cell),
        Err(error) => Err(Fault {
            reason: Reason::Illegal,
            message: error.to_string(),
        }),
    }
}
