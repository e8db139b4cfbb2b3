//! Ends what a program leaves behind: daemons, jobs of an interactive shell, whatever left its process group.
//!
//! On Linux a process can adopt its orphaned descendants, as a "child subreaper": when it has no children left, nothing of
//! the program is running. Elsewhere orphans go to init, and are lost.

use std::{
    fs,
    process::{Child, ExitStatus},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpgid, getpgrp, kill_process, kill_process_group, waitid,
};

/// How long to wait for killed processes. Under load they take a while to be gone; in a system call that can't be
/// interrupted, such as on a dead network file system, they may never be.
const PATIENCE: Duration = Duration::from_secs(30);

/// Makes this process adopt its orphaned descendants.
pub(super) fn adopt() {
    // Kernels before 3.4 can't.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Kills all children of this process but the spared ones, with their process groups and their orphans. Returns `true` if
/// they are gone.
pub(super) fn end(spared: &[Pid]) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
    let gone = until(|| {
        // Nearly always there are none, as one call shows.
        while spared.is_empty() {
            match waitid(WaitId::All, look) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => return Some(()),
            }
        }
        let mut strangers = children();
        strangers.retain(|child| !spared.contains(child));
        // The newest come last in the list: of a program that runs away into new children, these can be caught.
        for &child in strangers.iter().rev() {
            let _ = match getpgid(Some(child)) {
                Ok(group) if group != getpgrp() => kill_process_group(group, Signal::KILL),
                _ => kill_process(child, Signal::KILL),
            };
        }
        for &child in &strangers {
            let _ = waitid(WaitId::Pid(child), look);
        }
        strangers.is_empty().then_some(())
    });
    gone.is_some()
}

/// Kills a child with its process group, and waits for it. Returns its exit status if it is known.
pub(super) fn end_child(child: &mut Child) -> Option<ExitStatus> {
    let pid = Pid::from_child(child);
    // Both fail if it is gone already.
    let _ = kill_process_group(pid, Signal::KILL);
    let _ = kill_process(pid, Signal::KILL);
    // An error where SIGCHLD is ignored.
    until(|| child.try_wait().transpose())?.ok()
}

/// Tries something until it returns a value, or patience runs out.
fn until<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(20);
    loop {
        let result = attempt();
        if result.is_some() || started.elapsed() > PATIENCE {
            return result;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_micros(200));
    }
}

/// Lists the children of all threads of this process, on Linux.
fn children() -> Vec<Pid> {
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten();
    let lists =
        tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok());
    let pids = |list: String| -> Vec<Pid> {
        let numbers = list.split_whitespace().filter_map(|pid| pid.parse().ok());
        numbers.filter_map(Pid::from_raw).collect()
    };
    lists.flat_map(pids).collect()
}
