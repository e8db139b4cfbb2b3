//! The command `qttt`: parses its arguments, runs a command, and returns its exit code.

mod check;
mod command_line;
mod descriptor;
mod generate;
mod hypercube;
mod input;
mod packaging;
mod page;
mod play;
mod process;
mod records;
mod referee;
mod score;
mod session;
mod show;
mod solve;
mod terminal;
mod threads;
mod usage;
mod values;

use std::env;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use command_line::{Cli, Command};
use process::catch_and_ignore;
use terminal::output::{Outcome, report_failure};

fn main() -> ExitCode {
    let outcome = run().unwrap_or_else(|error| report_failure(&error));
    ExitCode::from(outcome as u8)
}

/// Parses the command line and runs its command.
fn run() -> anyhow::Result<Outcome> {
    // Exceeding the limit on file sizes is then an error, like a full disk.
    catch_and_ignore(signal_hook::consts::SIGXFSZ)?;
    let arguments: Vec<_> = env::args_os().collect();
    let matches = match Cli::command().try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(message) => return usage::explain(message, &arguments, &Cli::command()),
    };
    usage::refuse_late_command(&matches)?;
    let cli = Cli::from_arg_matches(&matches)?;
    match cli.command {
        None => {
            usage::refuse_misspelled(&matches, Cli::command)?;
            cli.score.run()
        }
        Some(Command::Show(show)) => show.run(),
        Some(Command::Solve(solve)) => solve.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Page(page)) => page.run(),
        Some(Command::Generate(generate)) => generate.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Hypercube(hypercube)) => hypercube.run(),
        Some(Command::Completions { shell }) => packaging::completions(shell, &Cli::command()),
        Some(Command::Man { dir }) => packaging::man(&dir, &Cli::command()),
    }
}
