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

use std::time::Duration;

use anyhow::bail;
use clap::{ValueEnum, value_parser};
use qttt::{Action, Record, Step, draw};

use answer::{Values, numbers, right_answer, values_of};
use naive::{Habit, Mistake, Naive};
use samples::{has_turned_pair, samples, simpler};
use scorer::{Each, Fault, Scorer, Trial};

use crate::command_line::{ShellCommand, parse_seconds};
use crate::process::{Stop, interruptible, is_not_run, killed_by};
use crate::terminal::output::{Outcome, pass_on, write, write_verdict};
use crate::terminal::progress::Progress;
use crate::terminal::{TextOptions, counted, escape, grouped};

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

Exit codes: 0 all answers are correct; 1 an answer is wrong or missing; 2 usage error, or the scorer could not be run."
)]
pub(crate) struct Check {
    #[command(flatten)]
    command: ShellCommand,

    /// Start the scorer once per record, and pass the record on standard input or as the last argument
    ///
    /// All of the output is then the answer. One copy of the scorer runs on each core.
    #[arg(long, value_name = "HOW")]
    each: Option<Each>,

    /// Number of records [default: 10000, or 200 with --each]
    ///
    /// These are published games, records that reveal common mistakes, and random games; no record occurs twice.
    // More would not fit into memory.
    #[arg(short = 'n', alias = "n", value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
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

impl Check {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let command = self.command.get()?;
        let default = if self.each.is_some() { 200 } else { 10_000 };
        let count = self.records.unwrap_or(default) as usize;
        let checked = interruptible(|runner| {
            let progress = Progress::counting(count, "records");
            let scorer = Scorer {
                command,
                each: self.each,
                timeout: self.timeout,
                runner: &runner,
                progress: &progress,
            };
            check(&scorer, samples(count, self.seed))
                .map_err(|stop| stop.context("cannot run the scorer"))
        })?;
        let Some((trial, hint)) = checked else {
            bail!("interrupted before all records were checked");
        };
        if trial.is_right() {
            let records = counted(count, "record");
            write(&format!("{records}: all answers are correct.\n"))?;
            return Ok(Outcome::Fine);
        }
        pass_on(&String::from_utf8_lossy(&trial.stderr));
        if trial.answers.is_empty() && trial.exit_status().is_some_and(is_not_run) {
            bail!("cannot run `{}`", escape::line(command));
        }
        let mut verdict = self.summary(&trial);
        if let Some(record) = &trial.failed {
            verdict += &shown(record, &trial);
        }
        if let Some(hint) = hint {
            verdict += &format!("\n{hint}\n");
        }
        write_verdict(&verdict)?;
        Ok(Outcome::Invalid)
    }

    /// Counts the answers and describes the fault after which no more were read.
    fn summary(&self, trial: &Trial) -> String {
        let answered = trial.answers.len();
        let fault = match &trial.fault {
            None => {
                let [wrong, all] = [trial.wrong, answered].map(grouped);
                let verb = if trial.wrong == 1 { "is" } else { "are" };
                return format!("{wrong} of {all} answers {verb} wrong.\n");
            }
            Some(Fault::NotTwoNumbers(answer)) => {
                let counts = ["none", "one", "two", "three"];
                let count = counts.get(numbers(answer).len()).unwrap_or(&"more");
                let needed = "expected two numbers, X's points and O's";
                format!("{needed}; found {count}: {}", quoted(answer))
            }
            Some(Fault::Surplus(line)) => {
                format!("the scorer printed an extra line: {}", quoted(line))
            }
            Some(Fault::Ended(status)) => {
                let did = match answered {
                    0 => "printed nothing",
                    _ => "stopped",
                };
                let end = killed_by(*status).unwrap_or_else(|| status.to_string());
                format!("the scorer {did} ({end}).")
            }
            Some(Fault::Late) => {
                let seconds = self.timeout.as_secs_f64();
                format!("the scorer neither answered nor exited within {seconds} s.")
            }
        };
        match (answered, trial.wrong) {
            (0, _) => format!("{}{}\n", fault[..1].to_uppercase(), &fault[1..]),
            (_, 0) => format!("After {}: {fault}\n", counted(answered, "correct answer")),
            (_, wrong) => {
                let answers = counted(answered, "answer");
                format!("After {answers}, {wrong} of them wrong: {fault}\n")
            }
        }
    }
}

/// Checks a scorer with records, the shortest first. Returns what it has done with them, but with a simpler record of a
/// wrong or missing answer if there is one, and a hint for its author.
///
/// # Errors
///
/// If no process can be started, or the check was stopped.
fn check(scorer: &Scorer<'_>, records: Vec<Record>) -> Result<(Trial, Option<String>), Stop> {
    let mut trial = match scorer.each {
        None => scorer.run(records)?,
        Some(_) => scorer.one_by_one(&records)?,
    };
    let Some(record) = trial.failed.clone() else {
        return Ok((trial, None));
    };
    // The record is tried again on its own. From now on, progress is not shown.
    scorer.progress.clear();
    let alone = scorer.one_by_one(&[record])?;
    let hint = if alone.is_right() {
        Some(about_state(&mut trial, scorer.each).to_string())
    } else {
        simplify(&mut trial, alone, scorer)?
    };
    Ok((trial, hint))
}

/// Explains a fault at a record that the scorer answers correctly on its own.
fn about_state(trial: &mut Trial, each: Option<Each>) -> &'static str {
    if trial.wrong == 0 && matches!(trial.fault, Some(Fault::Late)) {
        trial.failed = None;
        "On its own, the record is answered in time. If your scorer is slow, allow more time (--timeout) or check fewer records (-n)."
    } else if each.is_none() && trial.answers.len() == 1 && trial.exit_status().is_some() {
        trial.failed = None;
        "The scorer answered one record and stopped. If it reads only one record per run, try --each stdin."
    } else if each.is_none() {
        "On its own, this record is answered correctly. Does your scorer skip a record, answer one twice, or carry over state from earlier ones?"
    } else {
        "On its own, this record is answered correctly. Do several copies of your scorer share a file? Try taskset -c 0 qttt check."
    }
}

/// Simplifies the record of a wrong or missing answer for as long as a simpler record has one, and names the likely
/// mistake. A missing answer names none: a program that crashes may have made any. The first record was tried `again`.
fn simplify(
    trial: &mut Trial,
    mut again: Trial,
    scorer: &Scorer<'_>,
) -> Result<Option<String>, Stop> {
    let mut others = Vec::new();
    while let Some(record) = again.failed.take()
        && again.fails_like(trial)
    {
        let next = scorer.one_by_one(&simpler(&record))?;
        others.extend_from_slice(&next.answers);
        trial.failed = Some(record);
        trial.wrong_answer = again.wrong_answer;
        if trial.wrong == 0 {
            trial.stderr = again.stderr;
        }
        again = next;
    }
    if trial.answers.is_empty() && trial.exit_status().is_some() {
        let hint = match scorer.each {
            Some(Each::Argument) => "Does the scorer read standard input? Try --each stdin.",
            _ => "Does the scorer take the record as an argument? Try --each argument.",
        };
        return Ok(Some(hint.to_string()));
    }
    if trial.wrong == 0 {
        return Ok(None);
    }
    let answers: Vec<_> = trial.answers.iter().chain(&others).collect();
    // With its letters in order, the last record was answered correctly.
    let may_be_order = again.is_right()
        && answers.iter().all(|(record, values)| {
            has_turned_pair(record) || values_of(right_answer(record)) == Some(*values)
        });
    let mistake = mistake_of(&answers).map(|mistake| mistake.to_string());
    let order = || "depend on the order of the letters in a pair".to_string();
    let mistake = mistake.or(may_be_order.then(order));
    Ok(mistake.map(|does| format!("The scorer seems to {does}.")))
}

/// Returns the only mistake with which a naive scorer gives the same answers to all records.
fn mistake_of(answers: &[&(Record, Values)]) -> Option<Mistake> {
    let gives_all = |naive: Naive| {
        // Mistakes show most in the longest records, which come last.
        let mut answers = answers.iter().rev();
        answers
            .all(|(record, values)| values_of(&naive.answer(&record.to_string())) == Some(*values))
    };
    let explains = |mistake: &&Mistake| {
        let mut habits = Habit::ALL.into_iter();
        habits.any(|habit| gives_all(Naive::new(&[**mistake], habit)))
    };
    let mut possible = Mistake::value_variants().iter().filter(explains);
    let mistake = possible.next()?;
    possible.next().is_none().then_some(*mistake)
}

/// Shows a record with its answers. If the rules matter, draws the game before its last measurement and at its end.
fn shown(record: &Record, trial: &Trial) -> String {
    let mut text = format!("\n  {record}\n\nexpected: {}\n", right_answer(record));
    if let Some(answer) = &trial.wrong_answer {
        text += &format!("found:    {}\n", quoted(answer));
    }
    if trial.wrong == 0 && (trial.exit_status().is_none() || trial.answers.is_empty()) {
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
    let start = escape::excerpt(answer.as_bytes());
    if escape::line(&start) == start && !start.is_empty() && start.trim() == start {
        start
    } else {
        format!("{start:?}")
    }
}

#[cfg(test)]
mod tests;
