//! The process that runs commands for a pool, and the messages between them.

use std::{
    io::{self, IoSlice, IoSliceMut, Read, Write},
    mem::MaybeUninit,
    os::{
        fd::{AsFd, OwnedFd},
        unix::{
            net::UnixStream,
            process::{CommandExt, ExitStatusExt},
        },
    },
    process::{Child, Command, ExitStatus},
};

use rustix::{
    cmsg_space,
    event::{PollFd, PollFlags},
    io::{FdFlags, fcntl_setfd},
    net::{
        RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
        SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
    },
    process::{Pid, WaitId, WaitIdOptions, waitid},
};
use serde::{Deserialize, Serialize};

use super::{GLANCE, orphans, wait_for};

/// The first message of a supervisor: one that fails to start was not killed by a program.
pub(super) const READY: &[u8] = b"ready";

/// Ends a command. Each order is followed by one, even if the command has ended by itself.
pub(super) const END: &[u8] = b".";

/// Standard input, output and error of a command.
pub(super) type Streams = [OwnedFd; 3];

/// What a supervisor is to run.
#[derive(Serialize, Deserialize)]
pub(super) struct Order {
    /// The command, for `sh -c`.
    pub(super) command: String,
    /// How many MiB of address space each of its processes may have.
    pub(super) memory: Option<u64>,
}

/// How it ended.
#[derive(Serialize, Deserialize)]
pub(super) struct Report {
    /// The raw exit status of the shell, or the number of the error that kept it from being run.
    pub(super) status: Result<i32, i32>,
    /// Whether all that the command has started is gone.
    pub(super) is_all_ended: bool,
}

/// Serves a pool on standard input, until it hangs up. Call it in a process of its own that catches SIGCHLD, and the other
/// signals that a program may send it.
///
/// # Errors
///
/// When standard input is no socket of a pool, or a program can't be ended.
pub fn supervise() -> io::Result<()> {
    orphans::adopt();
    // Even if a program has stopped this process, it must clean up when the pool is gone.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::CONT));
    let mut pool = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    pool.write_all(READY)?;
    while let Some((order, streams)) = receive(&pool)? {
        let status = run(&order, streams, &pool);
        let report = Report {
            status: status.map_err(|error| error.raw_os_error().unwrap_or(0)),
            is_all_ended: orphans::end(&[]),
        };
        let message = serde_json::to_vec(&report)?;
        if pool.write_all(&message).is_err() || pool.read_exact(&mut [0]).is_err() {
            break;
        }
    }
    match orphans::end(&[]) {
        true => Ok(()),
        // The pool will try again.
        false => Err(io::Error::other("something of a program can't be ended")),
    }
}

/// Runs a command until it exits, the pool sends [`END`], or hangs up.
fn run(order: &Order, streams: Streams, pool: &UnixStream) -> io::Result<i32> {
    let mut child = start(order, streams)?;
    let pid = Pid::from_child(&child);
    // It stays a zombie, so that its group can still be killed by its number.
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let runs = || matches!(waitid(WaitId::Pid(pid), look), Ok(None));
    // Its SIGCHLD interrupts the wait. One that comes a moment too early is noticed after a glance.
    let mut woken = Ok(false);
    while matches!(woken, Ok(false)) && runs() {
        woken = wait_for(&mut [PollFd::new(pool, PollFlags::IN)], GLANCE);
    }
    let status = orphans::end_child(&mut child);
    woken?;
    // Unknown where SIGCHLD is ignored.
    Ok(status.map_or(0, ExitStatus::into_raw))
}

fn start(order: &Order, [stdin, stdout, stderr]: Streams) -> io::Result<Child> {
    let mut shell = Command::new("sh");
    match order.memory {
        None => shell.args(["-c", &order.command]),
        // The second shell parses the command as it would be without a limit.
        Some(mib) => shell
            .args(["-c", r#"ulimit -v "$1" && exec sh -c "$2""#, "sh"])
            .args([&mib.saturating_mul(1 << 10).to_string(), &order.command]),
    };
    shell.stdin(stdin).stdout(stdout).stderr(stderr);
    shell.process_group(0).spawn()
}

/// Sends an order: its length along with the streams, then itself.
pub(super) fn send(mut to: &UnixStream, order: &Order, streams: &Streams) -> io::Result<()> {
    let message = serde_json::to_vec(order)?;
    let len = (message.len() as u64).to_le_bytes();
    let streams = streams.each_ref().map(AsFd::as_fd);
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(&streams));
    sendmsg(to, &[IoSlice::new(&len)], &mut control, SendFlags::empty())?;
    to.write_all(&message)
}

/// Receives an order; nothing when the pool has hung up.
fn receive(mut pool: &UnixStream) -> io::Result<Option<(Order, Streams)>> {
    let mut len = [0; 8];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut buffers = [IoSliceMut::new(&mut len)];
    if recvmsg(pool, &mut buffers, &mut control, RecvFlags::empty())?.bytes == 0 {
        return Ok(None);
    }
    let mut streams = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = message {
            streams.extend(received);
        }
    }
    for stream in &streams {
        fcntl_setfd(stream, FdFlags::CLOEXEC)?;
    }
    let streams = streams
        .try_into()
        .map_err(|_| io::Error::other("expected three streams with an order"))?;
    let order = (&mut pool).take(u64::from_le_bytes(len));
    Ok(Some((serde_json::from_reader(order)?, streams)))
}
