//! Kills the processes of a command outside its process group: daemons, and jobs of an interactive shell.
//!
//! On Linux this process becomes a "child subreaper": when the parent of a descendant dies, the descendant becomes a
//! child of this process. A variable in the environment of a command's processes marks them. Other children are left
//! alone: a shell that has replaced itself by this process has started them, or they have cleared their environment.
//!
//! On other systems, init adopts orphans, and they stay alive.

use std::fs;

use rustix::process::{Pid, Signal, WaitIdOptions, kill_process};

use super::{Running, has_ended};

/// Makes this process adopt its orphaned descendants.
pub(super) fn adopt() {
    // Kernels before 3.4 can't.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Returns the name of the variable that marks the processes of a run. It differs for each run, so that the command may
/// run commands in the same way.
pub(super) fn mark(process: u32, run: u64) -> String {
    format!("QTTT_RUN_{process}_{run}")
}

/// Kills the orphans with a mark, and forgets the other ones that have ended. Returns `true` if no orphan with the mark
/// is left.
pub(super) fn kill(mark: &str, running: &Running) -> bool {
    let mut is_done = true;
    // Newest first: a program that never stops forking can only be stopped at its newest process.
    for &child in children().iter().rev() {
        if running.shells.contains(&child) || running.strangers.contains(&child) {
            continue;
        }
        // What a child has started that has ended is a child now, perhaps too late for this list.
        if has_ended(child, WaitIdOptions::empty()) {
            is_done = false;
            continue;
        }
        let is_marked = has_mark(child, mark);
        if is_marked == Some(true) {
            let _ = kill_process(child, Signal::KILL);
        }
        is_done &= is_marked == Some(false);
    }
    is_done
}

/// Lists the children of all threads of this process, on Linux.
pub(super) fn children() -> Vec<Pid> {
    let tasks = fs::read_dir("/proc/self/task")
        .into_iter()
        .flatten()
        .flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers =
        |list: String| -> Vec<i32> { list.split_whitespace().flat_map(str::parse).collect() };
    lists.flat_map(numbers).filter_map(Pid::from_raw).collect()
}

/// Returns whether the environment of a child has a mark; `None` while it has no environment, because it is about to
/// execute another program, or to end.
fn has_mark(child: Pid, mark: &str) -> Option<bool> {
    let read = |what| {
        let path = format!("/proc/{}/{what}", child.as_raw_nonzero());
        fs::read(path).unwrap_or_default()
    };
    let mut environment = read("environ");
    if environment.is_empty() {
        // Then it has no arguments, either. Otherwise the environment is there by now, or was cleared.
        if read("cmdline").is_empty() {
            return None;
        }
        environment = read("environ");
    }
    let mut variables = environment.split(|&byte| byte == 0);
    Some(variables.any(|variable| variable.strip_suffix(b"=") == Some(mark.as_bytes())))
}
