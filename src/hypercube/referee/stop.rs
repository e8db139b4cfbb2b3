//! A way to end at once everything that the referee runs.

use std::{
    process::Child,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustix::process::{Pid, Signal, kill_process_group};

/// Knows the process groups that run now, to kill them when the referee is interrupted: they are in groups of their
/// own, so a terminal's Ctrl-C does not reach them.
#[derive(Default, Debug)]
pub struct Stop {
    running: Mutex<Running>,
}

#[derive(Default, Debug)]
struct Running {
    stopped: bool,
    leaders: Vec<Pid>,
}

impl Stop {
    /// Kills every process group that runs, and each that starts later as soon as it does.
    pub fn now(&self) {
        let mut running = self.lock();
        running.stopped = true;
        running.leaders.iter().copied().for_each(kill);
    }

    /// Tells whether [`now`](Self::now) was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Takes in the group that a child leads.
    pub(super) fn watch(&self, leader: &Child) {
        let mut running = self.lock();
        running.leaders.push(Pid::from_child(leader));
        if running.stopped {
            kill(Pid::from_child(leader));
        }
    }

    /// Kills a group that is watched, once. The leader must not have been waited for: until then, no other process can
    /// have its number.
    pub(super) fn kill(&self, leader: &Child) {
        let leader = Pid::from_child(leader);
        let mut running = self.lock();
        if let Some(place) = running.leaders.iter().position(|&other| other == leader) {
            running.leaders.swap_remove(place);
            kill(leader);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn kill(leader: Pid) {
    // It fails when the whole group is gone already.
    let _ = kill_process_group(leader, Signal::KILL);
}
