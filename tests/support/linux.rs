//! Terminals, and processes that are left: what tests can have only on Linux.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::{read_up_to, shell, wait_until};

/// A shell command in a terminal, which `script` of util-linux provides.
pub(crate) struct Terminal {
    pub(crate) child: Child,
    keyboard: ChildStdin,
    screen: ChildStdout,
}

impl Terminal {
    pub(crate) fn start(line: &str) -> Self {
        let mut script = shell("exec script -qec \"$0\" /dev/null");
        script.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = script.arg(line).spawn().expect("it starts");
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

/// Lists the processes whose environment contains a mark.
pub(crate) fn alive(mark: &str) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("Linux has it");
    let pids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_marked = |pid: &u32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(mark)
    };
    pids.filter(is_marked).collect()
}
