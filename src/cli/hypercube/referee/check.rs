//! `qttt hypercube check COMMAND`: whether a bot keeps the contest's protocol.

use anyhow::bail;
use clap::ValueHint;

use super::options::{Boards, LimitOptions};
use crate::{
    cli::{
        output::{Outcome, pass_on, report, write},
        progress::Bar,
    },
    escape,
    hypercube::{
        Position,
        referee::{Complaint, check_protocol, questions},
    },
};

/// Judge a bot: whether it keeps the contest's protocol
///
/// On every board of the contest and on 10,10 it is asked for the first move, for one in the middle of a game, and for one
/// when the board is nearly full; each twice, the second time while every core is busy. The answer must be a legal move on
/// a single line, the same both times, and the program must exit within the time limit.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  qttt hypercube check 'python3 bot.py'                       on all boards
  qttt hypercube check 'python3 bot.py' --boards 3..4,2..3    on small ones

Exit codes: 0 it keeps the protocol; 1 a fault, printed with the input to repeat it; 2 usage error, interrupted, or it could not be run.")]
pub(crate) struct Arguments {
    /// The bot, a command for `sh -c`
    #[arg(value_hint = ValueHint::CommandString)]
    command: String,

    /// The boards
    #[arg(long, value_name = "N..N,D..D", default_value = "3..6,2..5;10,10")]
    boards: Boards,

    #[command(flatten)]
    limits: LimitOptions,
}

impl Arguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let Boards(mut boards) = self.boards.clone();
        // The quick ones first.
        boards.sort_by_key(|board| board.cells());
        let positions: Vec<Position> = boards.into_iter().flat_map(questions).collect();
        let mut bar = Bar::of_things(0, positions.len(), "positions asked");
        let checked = self.limits.referee(|conditions| {
            check_protocol(&self.command, &positions, conditions, || bar.add(1))
        })?;
        drop(bar);
        let Some(complaint) = checked else {
            bail!("interrupted: not all positions have been asked");
        };
        let Some(complaint) = complaint else {
            write(&format!(
                "{} positions, each asked twice: all answers keep the protocol.\n",
                positions.len()
            ))?;
            return Ok(Outcome::Fine);
        };
        let Complaint {
            input,
            message,
            stderr_tail,
            is_not_run,
        } = complaint;
        if is_not_run {
            let command = escape::line(&self.command);
            report(&format!("cannot run `{command}`: {message}"));
        } else {
            let lines: Vec<_> = input.lines().map(|line| format!(" '{line}'")).collect();
            let quoted = self.command.replace('\'', r"'\''");
            let text = format!(
                "{message}\nTo repeat it:\nprintf '%s\\n'{} | sh -c '{quoted}'\n",
                lines.concat()
            );
            write(&escape::text(&text))?;
        }
        pass_on(&stderr_tail);
        Ok(match is_not_run {
            true => Outcome::Failed,
            false => Outcome::Invalid,
        })
    }
}
