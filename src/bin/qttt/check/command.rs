//! `qttt check COMMAND`: checks a scorer.

use std::time::Duration;

use anyhow::{Context, bail};
use clap::value_parser;
use qttt::{Action, Record, Step, draw};

use super::{Fault, Feed, Finding, Scorer, check, numbers, right_answer, samples};
use crate::command_line::{ShellCommand, parse_seconds};
use crate::process::{is_not_run, killed_by};
use crate::terminal::output::{Outcome, pass_on, write, write_verdict};
use crate::terminal::signals::interruptible;
use crate::terminal::{TextOptions, bar_of, counted, escape};

/// Check a scorer: a program that reads records and prints scores
///
/// The scorer reads one record per line and prints one line for each: X's points and O's points, in any form, for
/// example `0.5 1`, `[0.5, 1.0]`, or `½-1`.
#[derive(clap::Args)]
#[command(
    override_usage = "qttt check [OPTIONS] COMMAND",
    after_long_help = "\
Examples:
  qttt check 'python3 mine.py'         pass one record per line
  qttt check --each argument ./mine    pass each record as an argument

Exit codes: 0 all answers are right; 1 an answer is wrong or missing; 2 usage error, or the scorer could not be run."
)]
pub(crate) struct Check {
    #[command(flatten)]
    command: ShellCommand,

    /// Start the scorer once per record, and pass the record on standard input or as the last argument
    ///
    /// All of the output is then the answer. One copy of the scorer runs on each core.
    #[arg(long, value_name = "HOW")]
    each: Option<Feed>,

    /// Number of records [default: 10000, or 200 with --each]
    ///
    /// These are published games, records that reveal common mistakes, and random games; no record occurs twice.
    #[arg(short = 'n', alias = "n", value_name = "N", value_parser = value_parser!(u32).range(1..=MAX_RECORDS))]
    records: Option<u32>,

    /// Random seed
    ///
    /// The same seed gives the same records everywhere.
    #[arg(long, hide_short_help = true, default_value_t = 1)]
    seed: u64,

    /// Time limit for an answer, in seconds
    ///
    /// The scorer also has this time to exit after its last answer.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    timeout: Duration,
}

/// More would not fit into memory.
const MAX_RECORDS: i64 = 1_000_000;

impl Check {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let command = self.command.get()?;
        let default = if self.each.is_some() { 200 } else { 10_000 };
        let count = self.records.unwrap_or(default) as usize;
        let found = interruptible(|runner| {
            let bar = bar_of(count, "records", true);
            let scorer = Scorer {
                command,
                feed: self.each.unwrap_or(Feed::Lines),
                timeout: self.timeout,
                runner: &runner,
                progress: &|| bar.inc(1),
            };
            check(&scorer, &samples(count, self.seed)).context("cannot run the scorer")
        })?;
        let Some(found) = found else {
            bail!("interrupted before all records were checked");
        };
        let Some(finding) = found else {
            let records = counted(count, "record");
            write(&format!("{records}: all answers are right.\n"))?;
            return Ok(Outcome::Fine);
        };
        pass_on(&String::from_utf8_lossy(&finding.stderr));
        if finding.silent().is_some_and(is_not_run) {
            bail!("cannot run `{}`", escape::line(command));
        }
        write_verdict(&self.described(&finding))?;
        Ok(Outcome::Invalid)
    }

    /// Describes a fault and shows the record.
    fn described(&self, finding: &Finding) -> String {
        let mut text = self.summary(finding);
        if let Some(record) = &finding.record {
            text += &format!("\n  {record}\n\nexpected: {}\n", right_answer(record));
            if let Fault::Wrong(answer) = &finding.fault {
                text += &format!("found:    {}\n", quoted(answer));
            }
            if finding.failed_record().is_some() && finding.silent().is_none() {
                text += &drawn(record);
            }
        }
        if let Some(hint) = &finding.hint {
            text += &format!("\n{hint}\n");
        }
        text
    }

    /// Describes a fault in one line, with the number of right answers before it.
    fn summary(&self, finding: &Finding) -> String {
        let seconds = self.timeout.as_secs_f64();
        let end = |status| killed_by(status).unwrap_or_else(|| status.to_string());
        let fault = match finding.fault {
            Fault::Wrong(_) => "a wrong answer.".to_string(),
            Fault::NotTwoNumbers(ref answer) => {
                let counts = ["none", "one", "two", "three"];
                let count = counts.get(numbers(answer).len()).unwrap_or(&"more");
                let needed = "an answer has two numbers, X's points and O's";
                format!("{needed}; this one has {count}: {}", quoted(answer))
            }
            Fault::Surplus => "the scorer printed more answers than it got records.".to_string(),
            Fault::Ended(status) => {
                let did = if finding.answered == 0 {
                    "printed nothing"
                } else {
                    "stopped"
                };
                format!("the scorer {did} ({}).", end(status))
            }
            Fault::Late => format!("the scorer neither answered nor exited for {seconds} s."),
        };
        match finding.answered {
            0 => format!("{}{}\n", fault[..1].to_uppercase(), &fault[1..]),
            answered => format!("After {}: {fault}\n", counted(answered, "right answer")),
        }
    }
}

/// Draws a game before its last measurement and at its end.
fn drawn(record: &Record) -> String {
    let style = TextOptions::default().style();
    let is_measurement = |step: &Step| matches!(step.action, Action::Measure(_));
    let mut text = String::new();
    if let Some(step) = record.steps().filter(is_measurement).last() {
        let board = draw::text(&step.before, &style);
        text += &format!("\nBefore the last measurement:\n{board}");
    }
    let board = draw::text(&record.position(), &style);
    text + &format!("\nAt the end:\n{board}")
}

/// Returns the beginning of an answer, quoted if it is empty or has invisible characters.
fn quoted(answer: &str) -> String {
    let start = escape::excerpt(answer.as_bytes());
    if escape::line(&start) == start && !start.is_empty() && start.trim() == start {
        start
    } else {
        format!("{start:?}")
    }
}
