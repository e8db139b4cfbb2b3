//! `qttt hypercube check PLAYER`: checks that a bot follows the contest's protocol.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::bail;
use qttt::hypercube::draw;

use crate::process::arguments::{ShellCommand, parse_seconds};
use crate::process::interruptible;
use crate::referee::{
    Boards, CONTEST_BOARDS, CONTEST_SECONDS, Contestant, Fault, QUESTIONS, Referee,
    command_to_repeat, describe_repetition, questions,
};
use crate::terminal::output::{Outcome, show_stderr, write_verdict};
use crate::terminal::progress::Progress;
use crate::terminal::{TextOptions, escape};

/// Check that a bot follows the protocol
///
/// On every board, the bot is asked for a first move, a move in the middle of a game, and a late move. Each question is
/// asked twice, the second time while every core is busy. Both answers must be the same legal move on a single line,
/// and the bot must exit within the time limit. What else is unusual is mentioned: an exit code other than 0, processes
/// that the bot leaves behind, and much output on standard error.
#[derive(clap::Args)]
#[command(
    override_usage = "qttt hypercube check [OPTIONS] COMMAND",
    after_long_help = "\
Examples:
  qttt hypercube check 'python3 bot.py'
      use the contest's boards
  qttt hypercube check 'python3 bot.py' --boards '3..4,2;9,9'
      use other boards

Exit codes: 0 the bot follows the protocol; 1 a fault, printed with a command that reproduces it; 2 usage or I/O error, interrupted, or the bot could not be run."
)]
pub(crate) struct Check {
    #[command(flatten)]
    command: ShellCommand,

    /// Boards to check
    #[arg(long, value_name = "N..N,D..D", default_value = CONTEST_BOARDS)]
    boards: Boards,

    /// Time limit for each move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = CONTEST_SECONDS, value_parser = parse_seconds)]
    timeout: Duration,
}

impl Check {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let player: Contestant = self.command.get()?.parse().map_err(anyhow::Error::msg)?;
        let Boards(mut boards) = self.boards.clone();
        // Small boards, which are quick, come first.
        boards.sort_by_key(|board| board.cell_count());
        let count = QUESTIONS * boards.len();
        let progress = Progress::counting(count, 0, "positions tried");
        let mut slowest = (Duration::ZERO, String::new());
        let mut asked = 0;
        let mut remarks = BTreeSet::new();
        let checked = interruptible(|runner| {
            let timeout = self.timeout;
            let referee = Referee { runner, timeout };
            for &board in &boards {
                for (question, position) in questions(board) {
                    let answer = referee.check_answers(&player, &position, &mut remarks)?;
                    if let Err(forfeit) = answer.played {
                        return Ok(Some((position, forfeit)));
                    }
                    if answer.time > slowest.0 {
                        slowest = (answer.time, format!("{board}, {question}"));
                    }
                    asked += 1;
                    progress.advance(None);
                }
            }
            Ok(None)
        })?;
        drop(progress);
        let Some(fault) = checked else {
            bail!("stopped after {asked} of {count} positions");
        };
        let Some((position, forfeit)) = fault else {
            let (seconds, place) = (slowest.0.as_secs_f64(), slowest.1);
            let remarks: String = remarks.into_iter().collect();
            write_verdict(&format!(
                "{count} positions, each tried twice: every answer follows the protocol.\n\
                 Slowest answer: {seconds:.1} s, on {place}\n{remarks}"
            ))?;
            return Ok(Outcome::Fine);
        };
        let (board, message) = (position.board(), escape::line(&forfeit.message));
        let drawing = match forfeit.fault {
            Fault::Illegal => {
                let style = TextOptions::default().style();
                format!("{}{ABOUT_CELLS}\n", draw::text(&position, &style))
            }
            _ => String::new(),
        };
        let again = describe_repetition(command_to_repeat(&player.command, &position));
        write_verdict(&format!("On {board}: {message}\n{drawing}{again}"))?;
        show_stderr(&forfeit.stderr);
        Ok(Outcome::Invalid)
    }
}

/// The usual causes of an illegal move.
const ABOUT_CELLS: &str = "\
Does the bot read the second line? Does it count from 0? Is its first coordinate the column?";
