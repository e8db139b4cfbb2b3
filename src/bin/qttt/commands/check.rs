//! `qttt check COMMAND`: checks a scorer.

use std::{io, path::Path, time::Duration};

use anyhow::{Context, bail};
use clap::{ValueHint, builder::NonEmptyStringValueParser, value_parser};
use qttt::{Action, Record, Step, draw};

use super::{
    arguments::{TextOptions, only_command},
    numbers::{counted, parse_seconds},
    output::{Outcome, note, pass_on, report, write, write_verdict},
    progress::bar_of,
    signals::interruptible,
};
use crate::{
    check::{Fault, Feed, Finding, MAX_LINE, Scorer, check, samples},
    escape,
};

/// Check a scorer: a program that reads records and prints a score for each, one per line
#[derive(clap::Args)]
#[command(
    override_usage = "qttt check [OPTIONS] COMMAND",
    after_long_help = "\
Examples:
  qttt check 'python3 mine.py'               give it records on standard input, one per line
  qttt check --each=argument ./mine          start it once per record, as an argument

Exit codes: 0 all answers are right, 1 an answer is wrong or missing, 2 usage error, or the scorer could not be run."
)]
pub(crate) struct Check {
    /// The scorer, a command for `sh -c`
    // Several words are an error with a hint.
    #[arg(required = true, value_hint = ValueHint::CommandString, value_parser = NonEmptyStringValueParser::new())]
    command: Vec<String>,

    /// Start the scorer once per record, passed on standard input or as the last argument
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "stdin", value_parser = EACH)]
    each: Option<String>,

    /// Number of records: those that reveal common mistakes, published games, and random ones [default: 10000, or 200
    /// with --each]
    #[arg(short = 'n', alias = "n", value_name = "N", value_parser = value_parser!(u32).range(1..=MAX_RECORDS))]
    records: Option<u32>,

    /// Random seed; the same seed gives the same records everywhere
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Write the records without spaces
    #[arg(long)]
    compact: bool,

    /// Include invalid records: the right answer is `error`
    #[arg(long)]
    invalid: bool,

    /// Time limit for each answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    timeout: Duration,
}

/// How a scorer gets a single record.
const EACH: [&str; 2] = ["stdin", "argument"];

/// More would not fit into memory.
const MAX_RECORDS: i64 = 1_000_000;

impl Check {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let command = self.command()?;
        let default = if self.each.is_some() { 200 } else { 10_000 };
        let count = self.records.unwrap_or(default) as usize;
        let found = interruptible(|runner| {
            let scorer = Scorer {
                command: command.to_string(),
                feed: match self.each.as_deref() {
                    None => Feed::Lines,
                    Some("argument") => Feed::Argument,
                    Some(_) => Feed::Line,
                },
                compact: self.compact,
                timeout: self.timeout,
                runner,
            };
            let bar = bar_of(0, count, "records");
            let samples = samples(count, self.seed, self.invalid);
            check(&scorer, &samples, &mut || bar.inc(1))
        })?;
        let finding = match found {
            Ok(Some(finding)) => finding,
            Ok(None) => {
                let records = counted(count, "record");
                write(&format!("{records}: all answers are right.\n"))?;
                return Ok(Outcome::Fine);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                bail!("interrupted before all records were checked")
            }
            Err(error) => return Err(error).context("cannot run the scorer"),
        };
        if finding.is_not_run() {
            report(&format!("cannot run `{}`", escape::line(command)));
        }
        pass_on(&String::from_utf8_lossy(&finding.stderr));
        if finding.is_not_run() {
            if !command.contains('/') && Path::new(command).is_file() {
                note(&format!("did you mean ./{command}?"));
            }
            return Ok(Outcome::Failed);
        }
        write_verdict(&described(&finding, self.timeout))?;
        Ok(Outcome::Invalid)
    }

    fn command(&self) -> anyhow::Result<&str> {
        match &self.command[..] {
            [how, ..] if self.each.is_some() && EACH.contains(&how.as_str()) => {
                bail!("write the value with `=`: --each={how}")
            }
            words => only_command(words),
        }
    }
}

/// Describes a fault, and shows the record.
fn described(finding: &Finding, timeout: Duration) -> String {
    let fault = match &finding.fault {
        Fault::Wrong(_) => "a wrong answer".to_string(),
        Fault::OutOfStep { lines, records } => {
            // The scorer was ended at the first surplus line.
            let at_least = if lines > records { "at least " } else { "" };
            let (lines, records) = (counted(*lines, "line"), counted(*records, "record"));
            format!("the scorer printed {at_least}{lines} for {records}")
        }
        Fault::Ended(status) if finding.right == 0 => {
            format!("the scorer printed nothing ({status})")
        }
        Fault::Ended(status) => format!("the scorer ended ({status})"),
        Fault::Late => format!("the scorer did not exit within {} s", timeout.as_secs_f64()),
        Fault::Flooded => format!("the scorer printed a line of more than {MAX_LINE} bytes"),
    };
    let right = counted(finding.right, "right answer");
    let mut text = format!("After {right}: {fault}.\n");
    if let Some(sample) = &finding.sample {
        let error = sample.error().map(|error| format!(" ({error})"));
        let expected = sample.answer().to_string() + &error.unwrap_or_default();
        text += &format!("\n  {sample}\n\nexpected: {expected}\n");
        if let Fault::Wrong(answer) = &finding.fault {
            text += &format!("found:    {}\n", excerpt(answer));
        }
        // The rules are not the problem if the scorer has never answered.
        let has_stopped = finding.right > 0 && matches!(finding.fault, Fault::Ended(_));
        if has_stopped || matches!(finding.fault, Fault::Wrong(_)) {
            text += &drawn(&sample.record);
        }
    }
    let tried = counted(finding.right + 1, "record");
    text += &format!("\nqttt tried {tried}, the shortest first.\n");
    if let Some(hint) = &finding.hint {
        text += &format!("\n{hint}\n");
    }
    text
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
fn excerpt(answer: &str) -> String {
    let start = escape::excerpt(answer.as_bytes());
    if escape::line(&start) == start && !start.is_empty() && start.trim() == start {
        start
    } else {
        format!("{start:?}")
    }
}
