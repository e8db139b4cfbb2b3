//! Kills the processes of a command outside its process group: daemons, and jobs of an interactive shell.
//!
//! On Linux this process becomes a "child subreaper": when the parent of a descendant dies, the descendant becomes a
//! child of this process. So a child that is not the shell of a command is an orphan. A variable in its environment
//! tells its command; an orphan without the variable belongs to no command.
//!
//! On other systems, init adopts orphans, and they stay alive.

use std::{collections::HashMap, fs, thread, time::Duration};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpgid, getpgrp, kill_process, kill_process_group, waitid,
};

/// The variable that marks the processes of a command.
pub(super) const MARK: &str = "QTTT_RUN";

/// How long a process may have no environment.
const MAX_EXEC: Duration = Duration::from_millis(20);

/// Makes this process adopt its orphaned descendants.
pub(super) fn adopt() {
    // Kernels before 3.4 can't.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Kills the orphans that belong to none of the running commands, given by mark and process of the shell. Returns
/// `true` if there were none.
pub(super) fn kill(running: &HashMap<String, Pid>) -> bool {
    let is_shell = |pid: Pid| running.values().any(|&shell| shell == pid);
    let belongs = |pid: Pid| mark_of(pid).is_some_and(|mark| running.contains_key(&mark));
    let mut orphans = children();
    orphans.retain(|&pid| !is_shell(pid) && (running.is_empty() || !belongs(pid)));
    // Newest first: a program that never stops forking can only be stopped at its newest process.
    for &orphan in orphans.iter().rev() {
        let _ = match getpgid(Some(orphan)) {
            // It may have joined our group, or that of another command.
            Ok(group) if group != getpgrp() && !is_shell(group) => {
                kill_process_group(group, Signal::KILL)
            }
            _ => kill_process(orphan, Signal::KILL),
        };
    }
    for &orphan in &orphans {
        let _ = waitid(
            WaitId::Pid(orphan),
            WaitIdOptions::EXITED | WaitIdOptions::NOHANG,
        );
    }
    orphans.is_empty()
}

/// Lists the children of all threads of this process, on Linux.
fn children() -> Vec<Pid> {
    let tasks = fs::read_dir("/proc/self/task")
        .into_iter()
        .flatten()
        .flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers =
        |list: String| -> Vec<i32> { list.split_whitespace().flat_map(str::parse).collect() };
    lists.flat_map(numbers).filter_map(Pid::from_raw).collect()
}

/// Returns the mark in the environment of a child.
fn mark_of(pid: Pid) -> Option<String> {
    let path = format!("/proc/{}/environ", pid.as_raw_nonzero());
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let runs = || matches!(waitid(WaitId::Pid(pid), look), Ok(None));
    let mut environment = fs::read(&path).ok()?;
    // For a moment while a process executes another program, it has no environment.
    for _ in 0..MAX_EXEC.as_millis() {
        if !environment.is_empty() || !runs() {
            break;
        }
        thread::sleep(Duration::from_millis(1));
        environment = fs::read(&path).ok()?;
    }
    let mut variables = environment.split(|&byte| byte == 0);
    let mark = variables
        .find_map(|variable| variable.strip_prefix(MARK.as_bytes())?.strip_prefix(b"="))?;
    String::from_utf8(mark.to_vec()).ok()
}
