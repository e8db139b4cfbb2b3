//! The command `qttt`: see `qttt --help`.

mod batch;
mod check;
mod commands;
mod escape;
mod handout;
mod input;
mod json;
mod plural;
mod process;
mod records;
mod referee;
mod serve;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::main()
}
