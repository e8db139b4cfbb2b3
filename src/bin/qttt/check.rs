//! `qttt check COMMAND`: checks a scorer, a program that reads records and prints scores.
//!
//! The scorer gets all records in one stream, or is started for each record. The shortest records come first, so no
//! record with a wrong answer is shorter than the first one. That record is tried again on its own, and made simpler
//! for as long as the answer stays wrong. What is said about all answers is counted, and therefore true: nothing is
//! guessed about the cause.

mod answer;
mod clauses;
mod samples;
mod scorer;
mod summary;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::ValueHint;
use qttt::{Position, Record, draw};

use answer::{numbers, points_of, values_of};
use samples::{has_turned_pair, samples, simpler};
use scorer::{Fault, RecordInput, Scorer, Trial};
use summary::{shown, summary};

use crate::input::name_of;
use crate::process::arguments::{ShellCommand, parse_seconds};
use crate::process::{Stop, interruptible, is_not_run};
use crate::terminal::output::{Outcome, note, refuse_output, show_stderr, write, write_verdict};
use crate::terminal::progress::Progress;
use crate::terminal::{TextOptions, counted, escape};
use crate::values::whole_number;

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

Exit codes: 0 all answers are correct; 1 an answer is wrong or missing; 2 usage or I/O error, interrupted, or the scorer could not be run."
)]
pub(crate) struct Check {
    #[command(flatten)]
    command: ShellCommand,

    /// Start the scorer once per record, and pass the record on standard input or as the last argument
    ///
    /// All of the output is then the answer. One copy of the scorer runs on each core.
    #[arg(long, value_name = "HOW")]
    each: Option<RecordInput>,

    /// Number of records [default: 10000, or 200 with --each]
    ///
    /// These are a few extreme records, and random games; no record occurs twice.
    // More would not fit into memory.
    #[arg(short = 'n', alias = "n", value_name = "N", value_parser = whole_number(1..=1_000_000_u32))]
    records: Option<u32>,

    /// Write the records to a file, each with its correct score
    ///
    /// The file is a table with a header: record, x, o. It is written before the scorer runs.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,

    /// Random seed
    ///
    /// The same seed gives the same records everywhere.
    #[arg(long, hide_short_help = true, default_value_t = 1, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,

    /// Time limit for an answer, in seconds
    ///
    /// The scorer also has this time to exit after its last answer.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    timeout: Duration,
}

impl Check {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let command = self.command.get()?;
        let default = if self.each.is_some() { 200 } else { 10_000 };
        let count = self.records.unwrap_or(default) as usize;
        let records = samples(count, self.seed);
        if let Some(file) = &self.save {
            refuse_output(file)?;
            let written = fs::write(file, table_of(&records));
            written.with_context(|| format!("cannot write {}", name_of(file)))?;
        }
        let checked = interruptible(|runner| {
            let scorer = Scorer {
                command,
                each: self.each,
                timeout: self.timeout,
                runner: &runner,
                progress: &Progress::counting(count, 0, "records"),
            };
            let found = find_fault(&scorer, &records);
            found.map_err(|stop| stop.context("cannot run the scorer"))
        })?;
        let Some((trial, explanation)) = checked else {
            bail!("interrupted before all records were checked");
        };
        if trial.is_right() {
            let records = counted(count, "record");
            write(&format!("{records}: all answers are correct.\n"))?;
            return Ok(Outcome::Fine);
        }
        show_stderr(&String::from_utf8_lossy(&trial.stderr));
        if trial.answers.is_empty()
            && let Some(Fault::Ended(status)) = trial.fault
            && is_not_run(status)
        {
            bail!("cannot run `{}`", escape::line(command));
        }
        write_verdict(&(summary(&trial, self.timeout) + &explanation))?;
        Ok(Outcome::Invalid)
    }
}

/// Returns a table of records with their scores.
fn table_of(records: &[Record]) -> String {
    let row = |record: &Record| {
        let [x, o] = points_of(record);
        format!("{record}\t{x}\t{o}\n")
    };
    "record\tx\to\n".to_string() + &records.iter().map(row).collect::<String>()
}

/// Checks a scorer with records, the shortest first. Returns what it has done with them, and an explanation of its
/// fault, if it has one: a record as simple as possible, and a hint for its author.
///
/// # Errors
///
/// If no process can be started, or the check was stopped.
fn find_fault(scorer: &Scorer<'_>, records: &[Record]) -> Result<(Trial, String), Stop> {
    let started = Instant::now();
    let mut all = match scorer.each {
        None => scorer.run(records)?,
        Some(_) => scorer.one_by_one(records)?,
    };
    let (seconds, starts) = (started.elapsed().as_secs(), all.answers.len() as u64);
    // A fast scorer on a busy machine is not slow.
    if scorer.each.is_some() && seconds >= 5.max(starts / 10) {
        note(&format!(
            "starting the scorer {starts} times took {seconds} s; if it reads many records, one per line, leave out --each"
        ));
    }
    let Some(record) = all.failed().cloned() else {
        return Ok((all, String::new()));
    };
    // The record is tried again on its own, and then simplified. From now on, progress is not shown.
    scorer.progress.clear();
    let mut explanation = failure_text(&record, &all, &all);
    let mut alone = scorer.one_by_one(&[record])?;
    let advice = advise(&all, scorer.each, alone.is_right());
    while alone.fails_like(&all)
        && let Some(record) = alone.failed()
    {
        explanation = failure_text(record, &alone, &all);
        let simplified = scorer.one_by_one(&simpler(record))?;
        if simplified.is_right() && has_turned_pair(record) {
            explanation += "\nWith its letters in order, this record is answered correctly.\n";
        }
        if !all.has_wrong() {
            all.stderr = alone.stderr;
        }
        alone = simplified;
    }
    Ok((all, explanation + &advice))
}

/// Says what the author can try.
fn advise(trial: &Trial, each: Option<RecordInput>, is_right_alone: bool) -> String {
    let is_silent = trial.has_ended() && trial.answers.is_empty() && trial.stderr.is_empty();
    let hint = match &trial.fault {
        Some(Fault::NotTwoNumbers(answer)) if values_of(&answer.replace(',', ".")).is_some() => {
            "Does the scorer print decimal commas? Print 0.5, not 0,5."
        }
        Some(Fault::NotTwoNumbers(answer))
            if trial.answers.is_empty() && numbers(answer).len() > 8 =>
        {
            "Does the scorer print all answers on one line? Print a newline after each answer."
        }
        Some(Fault::Late) if is_right_alone && !trial.has_wrong() => {
            "On its own, this record is answered in time. If your scorer is slow, allow more time (--timeout) or check fewer records (-n)."
        }
        _ if is_right_alone && each.is_some() => {
            "On its own, this record is answered correctly. Do several copies of your scorer share a file? Try taskset -c 0 qttt check."
        }
        Some(Fault::Ended(_)) if is_right_alone && trial.answers.len() == 1 => {
            "The scorer answered one record and stopped. If it reads only one record per run, try --each stdin."
        }
        _ if is_right_alone => "On its own, this record is answered correctly.",
        _ if is_silent && each == Some(RecordInput::Argument) => {
            "Does the scorer read standard input? Try --each stdin."
        }
        _ if is_silent => "Does the scorer take the record as an argument? Try --each argument.",
        _ => return String::new(),
    };
    format!("\n{hint}\n")
}

/// Describes the wrong or missing answer to a record. If the rules matter to the trial of all records, the game
/// follows: before its last measurement, and at its end.
fn failure_text(record: &Record, failed: &Trial, all: &Trial) -> String {
    let score = record.position().score();
    let mut text = format!("\n  {record}\n\nexpected: {score}\n");
    if let Some(answer) = failed.wrong().next() {
        text += &format!("found:    {}\n", shown(&answer.text));
    }
    if !all.has_wrong() && (!all.has_ended() || all.answers.is_empty()) {
        return text;
    }
    let drawing = |position: &Position| draw::text(position, &TextOptions::default().style());
    if let Some(step) = record.steps().filter(|step| step.chosen().is_some()).last() {
        text += &format!("\nBefore the last measurement:\n{}", drawing(&step.before));
    }
    text + &format!("\nFinal position:\n{}", drawing(&record.position()))
}

#[cfg(test)]
mod tests;
