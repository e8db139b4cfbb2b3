//! Runs the command.

use std::ffi::OsString;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::{env, thread};

use serde_json::Value;

/// Every form in which records are printed, as arguments.
pub(crate) const FORMATS: [&[&str]; 7] = [
    &[],
    &["--json"],
    &["--tsv"],
    &["show"],
    &["show", "--svg"],
    &["solve", "--json"],
    &["solve", "--tsv", "--actions"],
];

/// The command, without colours. Commands that it runs find `qttt` on the search path.
pub(crate) fn qttt(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qttt"));
    command
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("PATH", path_with_qttt())
        .stdin(Stdio::null());
    command
}

/// Runs the command in colour and returns its standard output and standard error.
pub(crate) fn colored(arguments: &[&str], input: impl Into<Vec<u8>>) -> (String, String) {
    let mut command = qttt(arguments);
    command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let (_, stdout, stderr) = answer(&mut command, input);
    (stdout, stderr)
}

/// The search path for programs, with the directory of `qttt` first.
fn path_with_qttt() -> OsString {
    let binary = Path::new(env!("CARGO_BIN_EXE_qttt"));
    let mut path = vec![binary.parent().expect("a folder").to_path_buf()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    env::join_paths(path).expect("a path")
}

/// A shell that runs a script and finds `qttt`.
pub(crate) fn shell(script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("PATH", path_with_qttt());
    shell
}

/// Runs the command on an input and returns its exit code, standard output and standard error.
pub(crate) fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> (i32, String, String) {
    answer(&mut qttt(arguments), input)
}

/// Runs the command, which ends with this code, and returns its standard output and standard error.
#[track_caller]
pub(crate) fn exits(code: i32, arguments: &[&str], input: impl Into<Vec<u8>>) -> (String, String) {
    let (ended, stdout, stderr) = run(arguments, input);
    assert_eq!(ended, code, "{arguments:?}: {stdout}{stderr}");
    (stdout, stderr)
}

/// Runs the command, which succeeds without a message, and returns what it prints.
#[track_caller]
pub(crate) fn printed(arguments: &[&str], input: impl Into<Vec<u8>>) -> String {
    let (stdout, stderr) = exits(0, arguments, input);
    assert_eq!(stderr, "", "{arguments:?}");
    stdout
}

/// Runs the command, which ends with this code and prints nothing, and returns its message.
#[track_caller]
pub(crate) fn refused(code: i32, arguments: &[&str], input: impl Into<Vec<u8>>) -> String {
    let (stdout, stderr) = exits(code, arguments, input);
    assert_eq!(stdout, "", "{arguments:?}");
    stderr
}

/// Runs the command and returns the JSON objects that it prints, one per line.
#[track_caller]
pub(crate) fn objects(arguments: &[&str], input: impl Into<Vec<u8>>) -> Vec<Value> {
    let (_, stdout, _) = run(arguments, input);
    let objects = stdout.lines().map(serde_json::from_str);
    objects.collect::<Result<_, _>>().expect("JSON")
}

/// Runs any command in the same way.
pub(crate) fn answer(command: &mut Command, input: impl Into<Vec<u8>>) -> (i32, String, String) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.into();
    let writer = thread::spawn(move || match stdin.write_all(&input) {
        // The command need not read all of its input.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        written => written.expect("it reads"),
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("all is written");
    (
        output.status.code().expect("no signal ends it"),
        String::from_utf8(output.stdout).expect("text"),
        String::from_utf8(output.stderr).expect("text"),
    )
}

/// Starts the command for a program that writes its input and reads its output.
pub(crate) fn piped(arguments: &[&str]) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = spawn(arguments, Stdio::piped(), Stdio::piped());
    let input = child.stdin.take().expect("a pipe");
    let output = child.stdout.take().expect("a pipe");
    (child, input, BufReader::new(output))
}

/// Starts the command on these streams; what it writes on standard error is kept.
pub(crate) fn spawn(
    arguments: &[&str],
    stdin: impl Into<Stdio>,
    stdout: impl Into<Stdio>,
) -> Child {
    let mut command = qttt(arguments);
    command.stdin(stdin).stdout(stdout).stderr(Stdio::piped());
    command.spawn().expect("qttt starts")
}
