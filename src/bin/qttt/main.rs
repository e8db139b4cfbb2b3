//! The command `qttt`: see `qttt --help`.

mod batch;
mod check;
mod commands;
mod escape;
mod handout;
mod input;
mod json;
mod level;
mod plural;
mod process;
mod records;
mod referee;
mod serve;

use std::process::ExitCode;

use commands::output::report_failure;

fn main() -> ExitCode {
    let ended = commands::run();
    ended.unwrap_or_else(|error| report_failure(&error)).into()
}
