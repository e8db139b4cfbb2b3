//! `qttt hypercube check COMMAND`: checks that a bot follows the contest's protocol.

use std::{
    io::{self, IsTerminal, Write},
    sync::Arc,
    time::Duration,
};

use anyhow::bail;
use qttt::hypercube::{Position, protocol};

use crate::{
    commands::{
        arguments::{ShellCommand, parse_seconds},
        output::{Outcome, pass_on, write_verdict},
        progress::bar_of,
        signals::interruptible,
    },
    escape,
    referee::{Boards, Forfeit, Referee, questions},
};

/// Check that a bot follows the contest's protocol
///
/// On every board, the bot is asked for a first move, a move in the middle of a game, and a late move. Each question is
/// asked twice, the second time while every core is busy. Both answers must be the same legal move on a single line,
/// and the bot must exit within the time limit. Each finished board is reported on standard error. On a terminal, a
/// progress bar advances instead.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  qttt hypercube check 'python3 bot.py'                        use the contest's boards
  qttt hypercube check 'python3 bot.py' --boards '3..4,2;9,9'  use other boards

Exit codes: 0 the bot follows the protocol; 1 a fault, printed with the input that reproduces it; 2 usage error, interrupted, or the bot could not be run.")]
pub(crate) struct Check {
    #[command(flatten)]
    command: ShellCommand,

    /// Boards to check
    #[arg(long, value_name = "N..N,D..D", default_value = "3..6,2..5")]
    boards: Boards,

    /// Time limit for each move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    timeout: Duration,
}

impl Check {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let command = self.command.get()?;
        let Boards(mut boards) = self.boards.clone();
        // Small boards, which are quick, come first.
        boards.sort_by_key(|board| board.cells());
        let positions: Vec<Position> = boards.into_iter().flat_map(questions).collect();
        let count = positions.len();
        let bar = bar_of(0, count, "positions asked");
        let mut asked = 0;
        let checked = interruptible(|runner| {
            let referee = Referee::new(Arc::clone(runner), self.timeout, 1);
            referee.check_protocol(command, &positions, |position| {
                bar.inc(1);
                asked += 1;
                let is_last = positions.get(asked).map(Position::board) != Some(position.board());
                if is_last && !io::stderr().is_terminal() {
                    // A failure of standard error can't be reported.
                    let _ = writeln!(io::stderr(), "{asked}/{count}  {}", position.board());
                }
            })
        })?;
        drop(bar);
        let Some(found) = checked else {
            bail!("stopped after {asked} of {count} positions");
        };
        let Some((position, fault)) = found else {
            write_verdict(&format!(
                "{count} positions, each asked twice: all answers follow the protocol.\n"
            ))?;
            return Ok(Outcome::Fine);
        };
        write_verdict(&escape::text(&describe(command, position, &fault)))?;
        pass_on(fault.stderr.as_deref().unwrap_or_default());
        Ok(Outcome::Invalid)
    }
}

fn describe(command: &str, position: &Position, fault: &Forfeit) -> String {
    let input = protocol::write(position);
    let lines: Vec<_> = input.lines().map(|line| format!(" '{line}'")).collect();
    let quoted = command.replace('\'', r"'\''");
    format!(
        "On {}: {}\nTo reproduce it:\nprintf '%s\\n'{} | sh -c '{quoted}'\n",
        position.board(),
        fault,
        lines.concat()
    )
}
