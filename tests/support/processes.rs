//! Starts processes, also in a terminal, waits for them, and finds and kills those that are left.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rustix::process::{Pid, Signal, kill_process};

use super::{qttt, shell};

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

/// A shell command in a terminal, which `script` of util-linux provides.
pub(crate) struct Terminal {
    pub(crate) child: Child,
    keyboard: ChildStdin,
    screen: ChildStdout,
}

impl Terminal {
    pub(crate) fn start(line: &str) -> Self {
        let mut child = shell("exec script -qec \"$0\" /dev/null")
            .arg(line)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        Self {
            keyboard: child.stdin.take().expect("a pipe"),
            screen: child.stdout.take().expect("a pipe"),
            child,
        }
    }

    pub(crate) fn enter(&mut self, keys: impl AsRef<[u8]>) {
        self.keyboard.write_all(keys.as_ref()).expect("it reads");
    }

    pub(crate) fn read_up_to(&mut self, end: &str) -> String {
        read_up_to(end, &mut self.screen)
    }

    /// Waits for the end of the command and returns its exit code and what is left to read.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let mut rest = Vec::new();
        self.screen.read_to_end(&mut rest).expect("it ends");
        let ended = self.child.wait().expect("it ends");
        (ended.code(), String::from_utf8_lossy(&rest).into_owned())
    }
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

/// Waits until no process with a mark is left.
pub(crate) fn wait_for_end(mark: &str) {
    wait_until(|| alive(mark).is_empty());
}

/// Kills all processes with a mark: those that nothing else will end.
pub(crate) fn end(mark: &str) {
    wait_until(|| {
        let alive = alive(mark);
        for &pid in &alive {
            let pid = Pid::from_raw(pid as i32).expect("a process");
            // It may have ended by itself.
            let _ = kill_process(pid, Signal::KILL);
        }
        alive.is_empty()
    });
}

/// Lists the processes whose environment contains a mark. This works only on Linux.
pub(crate) fn alive(mark: &str) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("Linux has it");
    let pids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_marked = |pid: &u32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(mark)
    };
    pids.filter(is_marked).collect()
}
