//! Failures of input and output, in every command.

use crate::support::*;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

/// Every command that prints a result, with the options that change how it prints.
const PRINTING: [&str; 20] = [
    "AB",
    "--json AB",
    "-",
    "-f /dev/stdin --json",
    "--help",
    "--version",
    "show AB",
    "show -",
    "show --svg AB",
    "solve AEBFEIDHAI1",
    "solve --value -",
    "play",
    "play --x random --o random",
    "generate -n 100000",
    "hypercube move",
    "hypercube show",
    "hypercube play 3,2",
    "hypercube tournament a=builtin:greedy b=builtin:random --boards 3,2 --quiet",
    "hypercube standings /dev/null",
    "completions fish",
];

/// Every command that reads standard input.
const READING: [&str; 7] = [
    "-",
    "-f -",
    "show -",
    "solve -",
    "play",
    "hypercube move",
    "hypercube show",
];

fn start(command: &str, stdin: impl Into<Stdio>, stdout: impl Into<Stdio>) -> Child {
    spawn(&words(command), stdin, stdout)
}

fn full_disk() -> File {
    let full = File::options().write(true).open("/dev/full");
    full.expect("a full device")
}

/// Ends the input of a process after a line that every command can read and waits for the end of the process.
fn finish(mut process: Child) -> (Option<i32>, String) {
    let mut input = process.stdin.take().expect("a pipe");
    // A command that doesn't read input may have exited.
    input.write_all(b"3,2\n").ok();
    drop(input);
    ended(process)
}

#[test]
fn a_full_disk_is_a_failure_and_a_closed_pipe_is_not() {
    for command in PRINTING {
        let (code, stderr) = finish(start(command, Stdio::piped(), full_disk()));
        assert_eq!(code, Some(2), "{command}: {stderr}");
        let message = "error: cannot write to standard output: No space left";
        assert_starts_with(&stderr, message);

        let ended = finish(start(command, Stdio::piped(), closed_pipe()));
        assert_eq!(ended, (Some(0), String::new()), "{command}");
    }
}

/// Otherwise, the exit code would say that the scorer or the bot is correct.
#[test]
fn a_verdict_is_the_exit_code_even_if_nobody_reads_it() {
    let unsaved = "error: cannot write /dev/stdout: Broken pipe";
    for (check, code, message) in [
        ("check false", 1, ""),
        ("check --save /dev/stdout false", 2, unsaved),
        ("hypercube check --boards 3,2 false", 1, ""),
    ] {
        let (ended, stderr) = ended(start(check, Stdio::null(), closed_pipe()));
        assert_eq!(ended, Some(code), "{check}: {stderr}");
        assert_starts_with(&stderr, message);
    }
}

#[test]
fn a_failed_write_ends_the_run_even_if_the_input_stays_open() {
    for command in ["-j2", "-j2 --json", "show -j2 -", "solve --value -j2 -"] {
        // One worker's block, and several workers' blocks.
        for lines in [1, 10_000] {
            let [full, mut closed] = [Stdio::from(full_disk()), Stdio::piped()]
                .map(|stdout| start(command, Stdio::piped(), stdout));
            drop(closed.stdout.take());
            for (mut process, code) in [(full, 2), (closed, 0)] {
                let mut input = process.stdin.take().expect("a pipe");
                // The run may end before it has read everything.
                let _ = input.write_all("AB\n".repeat(lines).as_bytes());
                // A program that another test is starting may hold the closed pipe for a moment. A write then succeeds.
                while code == 0 && process.try_wait().expect("it was started").is_none() {
                    let _ = input.write_all(b"AB\n");
                    thread::sleep(Duration::from_millis(1));
                }
                assert_eq!(ended(process).0, Some(code), "{command}");
                drop(input);
            }
        }
    }
}

#[test]
fn an_input_that_cannot_be_read_is_a_failure() {
    for command in READING {
        let folder = File::open("/").expect("a directory");
        let (code, stderr) = ended(start(command, folder, Stdio::piped()));
        assert_eq!(code, Some(2), "{command}: {stderr}");
        assert_starts_with(&stderr, "error: cannot read ");
        assert_contains(&stderr, ": Is a directory");
    }
}

/// Another process can make a pipe or a terminal non-blocking for everybody.
#[test]
fn a_full_non_blocking_output_is_waited_for() {
    let (output, stdout) = UnixStream::pair().expect("sockets");
    stdout.set_nonblocking(true).expect("a socket");
    let stdout = OwnedFd::from(stdout);
    let generating = start("generate --seed 1 -n 100000", Stdio::null(), stdout);
    assert_eq!(BufReader::new(output).lines().count(), 100_000);
    assert_eq!(ended(generating), (Some(0), String::new()));
}

#[test]
fn too_few_threads_or_descriptors_are_an_error_before_anything_is_lost() {
    let (folder, [record, other, begun]) = temporary(["record", "other", "begun"]);
    let no_thread =
        "error: cannot start a thread: Resource temporarily unavailable (os error 11)\n";
    let no_descriptor = "error: cannot run a bot: Too many open files";
    let tournament = "hypercube tournament --record record --no-trial -q";
    let descriptors = format!("{tournament} 'a=echo 1,1' 'b=echo 0,0' -j 8");
    // The run before may have recorded games of the same players.
    let tournament = tournament.replace("record record", "record other");
    let threads = format!("{tournament} 'a=echo > begun; sleep 1000' b=true -j 1024");
    for (limit, command, message) in [
        ("-v 60000", "-j64", no_thread),
        ("-n 12", &descriptors, no_descriptor),
        ("-v 150000", &threads, no_thread),
    ] {
        let mut limited = shell(&format!("ulimit {limit}; exec qttt {command}"));
        let (code, _, stderr) = answer(limited.current_dir(&folder), "AB\n".repeat(1 << 20));
        assert_eq!(code, 2, "{command}: {stderr}");
        assert_starts_with(&stderr, message);
    }
    for record in [record, other] {
        assert!(!content(&record).contains("crash"));
    }
    assert!(!fs::exists(&begun).expect("a folder"));
}
