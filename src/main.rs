//! The command `qttt`: see `qttt --help`.

mod cli;

use std::process::ExitCode;

use cli::output::{Outcome, is_closed_pipe, report};

fn main() -> ExitCode {
    match cli::run() {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Invalid) => ExitCode::from(1),
        Ok(Outcome::Failed) => ExitCode::from(2),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}
