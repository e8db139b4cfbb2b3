//! Ways to run the command.

use std::process::{self, Child, Stdio};

use assert_cmd::Command;

/// The command, with nothing on standard input.
pub(crate) fn qttt(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qttt"));
    command.args(arguments).env("NO_COLOR", "1").write_stdin("");
    command
}

/// Runs the command on an input, and returns its exit code, standard output and standard error.
pub(crate) fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> (i32, String, String) {
    let output = qttt(arguments)
        .write_stdin(input)
        .output()
        .expect("qttt runs");
    (
        output.status.code().expect("no signal ends it"),
        String::from_utf8(output.stdout).expect("text"),
        String::from_utf8(output.stderr).expect("text"),
    )
}

/// Starts the command on these streams; what it writes on standard error is kept.
pub(crate) fn spawn(
    arguments: &[&str],
    stdin: impl Into<Stdio>,
    stdout: impl Into<Stdio>,
) -> Child {
    process::Command::new(env!("CARGO_BIN_EXE_qttt"))
        .args(arguments)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .expect("qttt starts")
}
