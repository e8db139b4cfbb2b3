//! Ends what a program leaves behind: daemons, jobs of an interactive shell, whatever left its process group.
//!
//! On Linux a process can adopt the orphans among its descendants, as a "child subreaper". They can be found then, and
//! once there are no children left, nothing of the program is running. Elsewhere orphans go to init, and can no longer be
//! found.

use std::{
    fs,
    process::{Child, ExitStatus},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpgid, getpgrp, kill_process, kill_process_group, waitid,
};

/// How long to wait for killed processes. They are gone as soon as they get a processor, which takes a while under load,
/// unless they are in a system call that can't be interrupted, as on a network file system that doesn't answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Makes this process adopt the orphans among its descendants.
pub(super) fn adopt() {
    // A kernel before 3.4 can't: orphans are left then, as on other systems.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Kills all children of this process and their process groups, and whatever becomes its child by that, except for those
/// spared. Returns `true` if they are gone.
pub(super) fn end(spared: &[Pid]) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
    let gone = until(|| {
        // Nearly always there are none, which one call shows.
        while spared.is_empty() {
            match waitid(WaitId::All, look) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => return Some(()),
            }
        }
        let mut strangers = children();
        strangers.retain(|child| !spared.contains(child));
        // The newest come last in the list, and live longest: of programs that run away into new children, they are the
        // ones that can be caught.
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

/// Kills a child and the process group that it leads, or is in, and waits for it. Returns its exit status if it is known.
pub(super) fn end_child(child: &mut Child) -> Option<ExitStatus> {
    let pid = Pid::from_child(child);
    // Both fail for what is gone already.
    let _ = kill_process_group(pid, Signal::KILL);
    let _ = kill_process(pid, Signal::KILL);
    // Where SIGCHLD is ignored, nobody is left to wait for: an error.
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

/// Lists the children of all threads of this process, where the system lists them.
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
