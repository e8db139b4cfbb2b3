//! Starts processes, in a terminal too, waits for them, and finds and ends those that are left.

use std::{
    env, fs,
    io::Read,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

/// The name of a file, as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

/// The command, with a mark in the environment of all processes that it starts. The mark identifies them.
pub(crate) fn marked(mark: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qttt"));
    command.args(arguments).env("QTTT_TEST", mark);
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns `true` if this process was started with the signal ignored, as in the background of a script or after nohup.
/// Then the commands that it starts ignore the signal, too. Only Linux shows this.
pub(crate) fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.map_or(0, |mask| {
        u64::from_str_radix(mask.trim(), 16).expect("digits")
    });
    mask >> (signal.as_raw() - 1) & 1 == 1
}

/// Waits for something that is sure to happen, even if the machine is busy.
pub(crate) fn wait_until(what: impl Fn() -> bool) {
    let started = Instant::now();
    while !what() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "it never happened"
        );
        thread::sleep(Duration::from_millis(1));
    }
}

/// Checks cases at the same time, because they do little but wait.
pub(crate) fn at_once<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

/// Runs a shell command in a terminal, which `script` provides; `None` if `script` is missing.
pub(crate) fn start_at_terminal(mark: &str, line: &str) -> Option<Child> {
    let spawned = Command::new("script")
        .args(["-qec", line, "/dev/null"])
        .env("QTTT_TEST", mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    // `script` may only be missing when people test by hand.
    assert!(
        spawned.is_ok() || env::var_os("CI").is_none(),
        "there is no script"
    );
    spawned.ok()
}

/// Reads until a text has arrived, or to the end.
pub(crate) fn read_up_to(end: &str, screen: &mut impl Read) -> String {
    let (mut seen, mut byte) = (Vec::new(), [0]);
    while !seen.ends_with(end.as_bytes()) && screen.read(&mut byte).is_ok_and(|len| len == 1) {
        seen.push(byte[0]);
    }
    String::from_utf8_lossy(&seen).into_owned()
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
        environment
            .windows(mark.len())
            .any(|part| part == mark.as_bytes())
    };
    pids.filter(is_marked).collect()
}
