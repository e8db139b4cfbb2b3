//! Starts processes, sends them signals, and waits for them.

use std::io::{self, PipeWriter, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rustix::process::{Pid, Signal, kill_process};

use super::qttt;

/// The command, with a mark in the environment of all processes that it starts. The mark identifies them.
pub(crate) fn marked(mark: &str, arguments: &[&str]) -> Command {
    let mut command = qttt(arguments);
    command.env("QTTT_TEST", mark);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns `true` if this process was started with the signal ignored, as in the background of a script or after nohup.
/// If so, the commands that it starts also ignore the signal. Only Linux shows this.
pub(crate) fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = u64::from_str_radix(mask.unwrap_or("0").trim(), 16).expect("digits");
    mask >> (signal.as_raw() - 1) & 1 == 1
}

/// The signals that end a run. They come from a terminal or a script, and a process may be told to ignore them.
pub(crate) fn ending_signals() -> Vec<Signal> {
    let mut signals = vec![Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];
    signals.retain(|&signal| !is_ignored(signal));
    signals
}

#[track_caller]
pub(crate) fn send(signal: Signal, child: &Child) {
    kill_process(Pid::from_child(child), signal).expect("it was not waited for");
}

/// Waits for something that is sure to happen, even if the machine is busy.
pub(crate) fn wait_until(what: impl Fn() -> bool) {
    let started = Instant::now();
    while !what() {
        let is_over = started.elapsed() > Duration::from_secs(60);
        assert!(!is_over, "it never happened");
        thread::sleep(Duration::from_millis(1));
    }
}

pub(crate) fn wait_for_file(path: &str) {
    wait_until(|| fs::exists(path).is_ok_and(|exists| exists));
}

/// Checks cases in parallel, because most of them only wait.
pub(crate) fn in_parallel<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

/// Returns an output that nobody reads.
pub(crate) fn closed_pipe() -> PipeWriter {
    io::pipe().expect("a pipe").1
}

/// Reads until a text has arrived, or to the end.
pub(crate) fn read_up_to(end: &str, screen: &mut impl Read) -> String {
    let (mut seen, mut byte) = (Vec::new(), [0]);
    while !seen.ends_with(end.as_bytes()) && screen.read(&mut byte).is_ok_and(|len| len == 1) {
        seen.push(byte[0]);
    }
    String::from_utf8_lossy(&seen).into_owned()
}

/// Waits for the end of a process and returns its exit code and what it wrote on standard error.
pub(crate) fn ended(process: Child) -> (Option<i32>, String) {
    let output = process.wait_with_output().expect("it ends");
    let stderr = String::from_utf8(output.stderr).expect("text");
    (output.status.code(), stderr)
}
