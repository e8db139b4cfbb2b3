//! The command `qttt`: see `qttt --help`.

mod check;
mod command_line;
mod generate;
mod handout;
mod hypercube;
mod packaging;
mod play;
mod process;
mod records;
mod score;
mod serve;
mod show;
mod solve;
mod terminal;

use std::process::ExitCode;

use terminal::output::report_failure;

fn main() -> ExitCode {
    let ended = command_line::run();
    ended.unwrap_or_else(|error| report_failure(&error)).into()
}
