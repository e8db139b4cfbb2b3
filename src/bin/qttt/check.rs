//! `qttt check COMMAND`: checks a scorer, a program that reads records and prints scores.
//!
//! The scorer gets all records in one stream, or is started for each record. The shortest records come first, so no
//! record with a wrong answer is shorter than the first one. That record is tried again on its own, and made simpler
//! for as long as the answer stays wrong. A mistake is named only if a naive scorer that makes it gives the same
//! answers.

mod answer;
mod naive;
mod samples;
mod scorer;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::slice;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{ValueEnum, ValueHint, value_parser};
use qttt::support::excerpt;
use qttt::{Action, Player, Record, Step, draw};

use answer::{Values, is_wrong, numbers, values_of};
use naive::{Fallback, Mistake, Naive};
use samples::{has_turned_pair, samples, simpler};
use scorer::{Fault, RecordInput, Scorer, Trial};

use crate::input::name_of;
use crate::process::{ShellCommand, parse_seconds};
use crate::process::{Stop, interruptible, is_not_run, killed_by};
use crate::terminal::output::{Outcome, note, show_stderr, write, write_verdict};
use crate::terminal::progress::Progress;
use crate::terminal::{TextOptions, counted, escape, grouped};

/// With fewer answers, several mistakes explain them, and the scorer may make another one.
const MIN_FOR_NAME: usize = 40;

/// A check that starts the scorer for each record is slow if it takes this many seconds, and a second for this many
/// starts: a fast scorer on a busy machine is not slow.
const SLOW: u64 = 5;
const SLOW_STARTS: u64 = 10;

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
    /// These are records that reveal common mistakes, and random games; no record occurs twice.
    // More would not fit into memory.
    #[arg(short = 'n', alias = "n", value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    records: Option<u32>,

    /// Write the records to a file, each with its correct score
    ///
    /// The file is a table with a header: record, x, o. It is written before the scorer runs.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,

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

impl Check {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let command = self.command.get()?;
        let default = if self.each.is_some() { 200 } else { 10_000 };
        let count = self.records.unwrap_or(default) as usize;
        let records = samples(count, self.seed);
        if let Some(file) = &self.save {
            let written = fs::write(file, table_of(&records));
            written.with_context(|| format!("cannot write {}", name_of(file)))?;
        }
        let checked = interruptible(|runner| {
            let progress = Progress::counting(count, "records");
            let scorer = Scorer {
                command,
                each: self.each,
                timeout: self.timeout,
                runner: &runner,
                progress: &progress,
            };
            let checked = check(&scorer, &records);
            checked.map_err(|stop| stop.context("cannot run the scorer"))
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
        if trial.answers.is_empty() && trial.exit_status().is_some_and(is_not_run) {
            bail!("cannot run `{}`", escape::line(command));
        }
        write_verdict(&(self.summary(&trial) + &explanation))?;
        Ok(Outcome::Invalid)
    }

    /// Counts the answers and describes the fault after which no more were read.
    fn summary(&self, trial: &Trial) -> String {
        let (answered, wrong) = (trial.answers.len(), trial.wrong().count());
        let Some(fault) = &trial.fault else {
            let verb = if wrong == 1 { "is" } else { "are" };
            let [wrong, all] = [wrong, answered].map(grouped);
            return format!("{wrong} of {all} answers {verb} wrong.\n");
        };
        let fault = match fault {
            Fault::NotTwoNumbers(answer) => {
                let counts = ["none", "one", "two", "three"];
                let count = counts.get(numbers(answer).len()).unwrap_or(&"more");
                let needed = "expected two numbers, X's points and O's";
                format!("{needed}; found {count}: {}", quoted(answer))
            }
            Fault::Surplus(line) => format!("the scorer printed an extra line: {}", quoted(line)),
            Fault::Ended(status) => {
                let did = match answered {
                    0 => "printed nothing",
                    _ => "stopped",
                };
                let end = killed_by(*status).unwrap_or_else(|| status.to_string());
                format!("the scorer {did} ({end}).")
            }
            Fault::Late => {
                let seconds = self.timeout.as_secs_f64();
                format!("the scorer neither answered nor exited within {seconds} s.")
            }
        };
        match (answered, wrong) {
            (0, _) => format!("{}{}\n", fault[..1].to_uppercase(), &fault[1..]),
            (_, 0) => format!("After {}: {fault}\n", counted(answered, "correct answer")),
            (_, wrong) => {
                let answers = counted(answered, "answer");
                format!("After {answers}, {wrong} of them wrong: {fault}\n")
            }
        }
    }
}

/// Writes records with their scores as a table.
fn table_of(records: &[Record]) -> String {
    let row = |record: &Record| {
        let score = record.position().score();
        let [x, o] = Player::ALL.map(|player| score.points(player));
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
fn check(scorer: &Scorer<'_>, records: &[Record]) -> Result<(Trial, String), Stop> {
    let started = Instant::now();
    let mut trial = match scorer.each {
        None => scorer.run(records)?,
        Some(_) => scorer.one_by_one(records)?,
    };
    let (seconds, starts) = (started.elapsed().as_secs(), trial.answers.len() as u64);
    if scorer.each.is_some() && seconds >= SLOW.max(starts / SLOW_STARTS) {
        note(&format!(
            "starting the scorer {starts} times took {seconds} s; if it reads many records, one per line, leave out --each"
        ));
    }
    let Some(record) = trial.failed().cloned() else {
        return Ok((trial, String::new()));
    };
    // The record is tried again on its own. From now on, progress is not shown.
    scorer.progress.clear();
    if let Some(hint) = hint_about_form(&trial, scorer.each) {
        let explanation = format!("{}\n{hint}\n", show_failure(&trial, &trial));
        return Ok((trial, explanation));
    }
    let alone = scorer.one_by_one(slice::from_ref(&record))?;
    let explanation = if alone.is_right() {
        hint_about_state(&trial, scorer.each)
    } else {
        simplify(&mut trial, alone, scorer)?
    };
    Ok((trial, explanation))
}

/// Explains an answer in another form than two numbers on a line.
fn hint_about_form(trial: &Trial, each: Option<RecordInput>) -> Option<&'static str> {
    let Some(Fault::NotTwoNumbers(answer)) = &trial.fault else {
        return None;
    };
    let is_first = trial.answers.is_empty() && each.is_none();
    let count = numbers(answer).len();
    if matches!(
        values_of(&answer.replace(',', ".")),
        Some(Values::Points(_))
    ) {
        Some("Does the scorer print decimal commas? Print 0.5, not 0,5.")
    } else if answer.trim().is_empty() && !trial.answers.is_empty() {
        Some(
            "Does the scorer print an empty line after each answer? Print one line for each record.",
        )
    } else if is_first && count > 3 {
        Some("Does the scorer print all answers on one line? Print a newline after each answer.")
    } else if is_first && count == 0 && !answer.trim().is_empty() {
        Some("If this line is a header, don't print it: each line is an answer.")
    } else {
        None
    }
}

/// Explains a fault at a record that the scorer answers correctly on its own.
fn hint_about_state(trial: &Trial, each: Option<RecordInput>) -> String {
    let is_late = matches!(trial.fault, Some(Fault::Late)) && !trial.has_wrong();
    let stops = each.is_none() && trial.answers.len() == 1 && trial.exit_status().is_some();
    let hint = if is_late {
        "On its own, the record is answered in time. If your scorer is slow, allow more time (--timeout) or check fewer records (-n)."
    } else if stops {
        "The scorer answered one record and stopped. If it reads only one record per run, try --each stdin."
    } else if each.is_none() {
        "On its own, this record is answered correctly. Does your scorer skip a record, answer one twice, or carry over state from earlier ones?"
    } else {
        "On its own, this record is answered correctly. Do several copies of your scorer share a file? Try taskset -c 0 qttt check."
    };
    // The record doesn't matter to the first two.
    let record = if is_late || stops {
        String::new()
    } else {
        show_failure(trial, trial)
    };
    format!("{record}\n{hint}\n")
}

/// Simplifies the record of a wrong or missing answer for as long as a simpler record has one, and names the likely
/// mistake. A missing answer names none: a program that crashes may have made any. The first record was tried `again`.
fn simplify(trial: &mut Trial, mut again: Trial, scorer: &Scorer<'_>) -> Result<String, Stop> {
    let mut explanation = show_failure(trial, trial);
    let mut answers = trial.answers.clone();
    while again.fails_like(trial)
        && let Some(record) = again.failed()
    {
        explanation = show_failure(&again, trial);
        let next = scorer.one_by_one(&simpler(record))?;
        if !trial.has_wrong() {
            trial.stderr = again.stderr;
        }
        answers.extend_from_slice(&next.answers);
        again = next;
    }
    if trial.answers.is_empty() && trial.exit_status().is_some() {
        explanation += match scorer.each {
            Some(RecordInput::Argument) => {
                "\nDoes the scorer read standard input? Try --each stdin.\n"
            }
            _ => "\nDoes the scorer take the record as an argument? Try --each argument.\n",
        };
    }
    if trial.has_wrong() && trial.answers.len() >= MIN_FOR_NAME {
        // With its letters in order, the last record was answered correctly.
        let mut wrong = answers.iter().filter(|answer| is_wrong(answer));
        let is_order = again.is_right() && wrong.all(|(record, _)| has_turned_pair(record));
        let order = || "depend on the order of the letters in a pair".to_string();
        if let Some(does) = mistake_of(&answers).or_else(|| is_order.then(order)) {
            explanation += &format!("\nThe scorer seems to {does}.\n");
        }
    }
    Ok(explanation)
}

/// Describes the mistake with which a naive scorer gives the same answers to all records, or the two mistakes if one
/// doesn't explain them. Returns `None` if several do.
fn mistake_of(answers: &[(Record, String)]) -> Option<String> {
    let values = |(record, answer): &(Record, String)| (record.to_string(), values_of(answer));
    // Mistakes show most in the longest records, which come last.
    let answers: Vec<_> = answers.iter().rev().map(values).collect();
    let explain = |mistakes: &[Mistake]| {
        Fallback::value_variants().iter().any(|&fallback| {
            let naive = Naive::new(mistakes, fallback);
            let mut answers = answers.iter();
            answers.all(|(record, values)| values_of(&naive.answer(record)) == *values)
        })
    };
    let all = Mistake::value_variants();
    let single = all.iter().filter(|&&mistake| explain(&[mistake]));
    let mut names: BTreeSet<_> = single.map(Mistake::to_string).collect();
    if names.is_empty() {
        for (nth, one) in all.iter().enumerate() {
            let others = all[nth + 1..]
                .iter()
                .filter(|&&other| explain(&[*one, other]));
            names.extend(others.map(|other| format!("{one} and {other}")));
        }
    }
    let name = names.pop_first();
    name.filter(|_| names.is_empty())
}

/// Shows the record of a wrong or missing answer. If the rules matter to the trial of all records, draws the game
/// before its last measurement and at its end.
fn show_failure(failed: &Trial, all: &Trial) -> String {
    let Some(record) = failed.failed() else {
        return String::new();
    };
    let score = record.position().score();
    let mut text = format!("\n  {record}\n\nexpected: {score}\n");
    if let Some((_, answer)) = failed.wrong().next() {
        text += &format!("found:    {}\n", quoted(answer));
    }
    if !all.has_wrong() && (all.exit_status().is_none() || all.answers.is_empty()) {
        return text;
    }
    let style = TextOptions::default().style();
    let is_measurement = |step: &Step| matches!(step.action, Action::Measure(_));
    if let Some(step) = record.steps().filter(is_measurement).last() {
        let board = draw::text(&step.before, &style);
        text += &format!("\nBefore the last measurement:\n{board}");
    }
    let board = draw::text(&record.position(), &style);
    text + &format!("\nFinal position:\n{board}")
}

/// Returns the beginning of an answer, quoted if it is empty or has invisible characters.
fn quoted(answer: &str) -> String {
    let start = excerpt(answer.as_bytes());
    if escape::line(&start) == start && !start.is_empty() && start.trim() == start {
        start
    } else {
        format!("{start:?}")
    }
}

#[cfg(test)]
mod tests;
