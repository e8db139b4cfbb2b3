//! The command `qttt`: see `qttt --help`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(cli::Outcome::Fine) => ExitCode::SUCCESS,
        Ok(cli::Outcome::Invalid) => ExitCode::from(1),
        Ok(cli::Outcome::Failed) => ExitCode::from(2),
        Err(error) if cli::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            cli::report(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}
