//! `qttt check COMMAND`: judges somebody's scorer.

use std::{io, os::unix::process::ExitStatusExt, time::Duration};

use anyhow::Context;
use clap::{ValueEnum, ValueHint, builder::NonEmptyStringValueParser};

use super::{
    numbers::{counted, parse_seconds, whole},
    output::{Outcome, pass_on, report, text_style, write},
    pool::pool,
    signals::interruptible,
};
use crate::{
    Action, Record,
    check::{Fault, Feed, Finding, MAX_LINE, Program, check, samples},
    draw::{self, TextStyle},
    escape,
};

/// Judge a scorer: a program that reads records and prints a score for each, one per line
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  qttt check 'python3 mine.py'               records on standard input, one per line
  qttt check --each=argument './mine'        a new start for each record

Exit codes: 0 all answers are right, 1 one is not, or the program is at fault, 2 it could not be run.")]
pub(crate) struct Arguments {
    /// The program, a command for `sh -c`
    #[arg(value_hint = ValueHint::CommandString, value_parser = NonEmptyStringValueParser::new())]
    command: String,

    /// Start the program anew for each record, which it reads on standard input or gets as its last argument
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "input")]
    each: Option<Each>,

    /// How many records: those that others get wrong first, then random ones [default: 10000, or 200 with --each]
    #[arg(short = 'n', long, value_name = "N", value_parser = whole::<u32>(1..=MAX_RECORDS))]
    records: Option<u32>,

    /// Ask the records of this seed, the same on every machine
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Write the records without spaces
    #[arg(long)]
    compact: bool,

    /// Ask invalid records, too: the right answer is `error`
    #[arg(long)]
    invalid: bool,

    /// How many seconds the program may take, each time that it is started
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    timeout: Duration,
}

/// How a program that takes one record gets it.
#[derive(Clone, Copy, ValueEnum)]
enum Each {
    Input,
    Argument,
}

/// More would not fit into memory.
const MAX_RECORDS: u64 = 1_000_000;

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let records = self.records.unwrap_or(match self.each {
            None => 10_000,
            Some(_) => 200,
        });
        let program = Program {
            command: self.command.clone(),
            feed: match self.each {
                None => Feed::Lines,
                Some(Each::Input) => Feed::Line,
                Some(Each::Argument) => Feed::Argument,
            },
            compact: self.compact,
            timeout: self.timeout,
        };
        let samples: Vec<_> = samples(self.seed, self.invalid)
            .take(records as usize)
            .collect();
        let pool = pool()?;
        let found = match interruptible(|stop| check(&program, &samples, &pool, stop))? {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                report("interrupted: not all records have been asked");
                return Ok(Outcome::Failed);
            }
            found => found.context("cannot run the program")?,
        };
        let Some(finding) = found else {
            let records = counted(samples.len(), "record");
            write(&format!("{records}: all answers are right.\n"))?;
            return Ok(Outcome::Fine);
        };
        let is_not_run = finding.is_not_run();
        match is_not_run {
            true => report(&format!("cannot run `{}`", escape::line(&self.command))),
            false => write(&described(&finding, &program, &text_style(false, None)))?,
        }
        pass_on(&String::from_utf8_lossy(&finding.stderr));
        Ok(match is_not_run {
            true => Outcome::Failed,
            false => Outcome::Invalid,
        })
    }
}

/// Says what is wrong, and shows the record.
fn described(finding: &Finding, program: &Program, style: &TextStyle) -> String {
    let fault = match &finding.fault {
        Fault::Wrong(_) => "a wrong one".to_string(),
        Fault::OutOfStep { lines, records } => {
            // It was broken off when there were too many.
            let at_least = if lines > records { "at least " } else { "" };
            let records = counted(*records, "record");
            format!("lines out of step: {at_least}{lines} for {records}")
        }
        Fault::Ended {
            status,
            has_read_all,
        } if status.success() && !has_read_all => {
            "none: the program closed its input and ended".to_string()
        }
        Fault::Ended { status, .. } => match (status.code(), status.signal()) {
            (Some(code), _) => format!("none: the program ended with exit code {code}"),
            (_, Some(signal)) => format!("none: the program was ended by signal {signal}"),
            _ => "none: the program ended".to_string(),
        },
        Fault::Late if finding.sample.is_none() => {
            format!("no end within {} s", program.timeout.as_secs_f64())
        }
        Fault::Late => format!("none within {} s", program.timeout.as_secs_f64()),
        Fault::Flooded => format!("a line of more than {MAX_LINE} bytes"),
        Fault::Killed(signal) => format!("the program was ended by signal {signal}"),
        Fault::Unending => "the program left something running that can't be ended".to_string(),
        Fault::Lost => "the process that runs the program was killed or stopped".to_string(),
    };
    let mut text = format!(
        "{}, then {fault}.\n",
        counted(finding.right, "right answer")
    );
    if let Some(sample) = &finding.sample {
        text += &format!(
            "\n  {}\n\nexpected: {}",
            program.text_of(sample),
            sample.answer()
        );
        if let Err(error) = sample.to_string().parse::<Record>() {
            text += &format!(" ({error})");
        }
        text.push('\n');
        if let Fault::Wrong(answer) = &finding.fault {
            text += &format!("found:    {}\n", excerpt(answer));
        }
        if let Fault::Wrong(_) | Fault::Ended { .. } = finding.fault {
            text += &drawn(&sample.record, style);
        }
    }
    if finding.needs_others {
        text += "\nAsked alone, this record gets the right answer: does something stay from the records before it?\n";
    }
    if let Some(mistake) = finding.mistake {
        text += &format!("\nThe scorer seems to {}.\n", mistake.description());
    }
    text
}

/// Draws a game before its last measurement, and at its end.
fn drawn(record: &Record, style: &TextStyle) -> String {
    let mut actions = record.actions().iter();
    let last = actions.rposition(|action| matches!(action, Action::Measure(_)));
    let before = last.and_then(|last| record.positions().nth(last));
    let before = before.map(|game| {
        format!(
            "\nBefore the last measurement:\n{}",
            draw::text(&game, style)
        )
    });
    let end = format!("\nAt the end:\n{}", draw::text(&record.position(), style));
    before.unwrap_or_default() + &end
}

/// Returns an answer as it can be printed: in quotes where it would not be seen as it is, and not too long.
fn excerpt(text: &str) -> String {
    const MAX: usize = 60;
    let start: String = text.chars().take(MAX).collect();
    let more = if start.len() < text.len() { "..." } else { "" };
    let escaped = escape::line(&start);
    match escaped == start && !start.is_empty() && start.trim() == start {
        true => start + more,
        false => format!("\"{}{more}\"", escaped.replace('"', "\\\"")),
    }
}
