//! The records of a command: one as arguments, or one per line of files or standard input. Invalid records are reported
//! here.

use std::{
    env,
    ffi::{OsStr, OsString},
    io::{self, IsTerminal, Write},
    path::Path,
};

use anyhow::bail;
use clap::{ValueHint, value_parser};
use qttt::MistakeKind;
use unicode_width::UnicodeWidthStr;

use super::{
    Answer, InputLine, LineError, Lines,
    stream::{self, Block},
};
use crate::{
    process::cores,
    terminal::{
        escape,
        input::{self, is_stdin, located, name_of},
        output::{Invalid, Outcome, note, report, write},
    },
};

/// More threads would need more than 32 MiB.
const MAX_THREADS: u8 = 64;

/// The options for records.
#[derive(clap::Args, Clone)]
pub(crate) struct RecordArguments {
    /// Record; if missing or -, read one per line from standard input
    ///
    /// The arguments together form one record. If it is invalid, there is no output, except with --json or --tsv.
    moves: Vec<OsString>,

    /// Read records from FILE; any other arguments are also files
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Vec<OsString>,

    /// Don't report invalid records
    ///
    /// The exit code is still 1 if there are any.
    #[arg(short, long, hide_short_help = true)]
    quiet: bool,

    /// Number of worker threads [default: one per core]
    ///
    /// The number of threads doesn't change the output.
    #[arg(short = 'j', long, hide_short_help = true, value_name = "N", value_parser = value_parser!(u8).range(1..=i64::from(MAX_THREADS)))]
    threads: Option<u8>,
}

impl RecordArguments {
    /// Answers the records, in blocks of at most `max_lines` lines. The header, if any, precedes the first answer.
    ///
    /// # Errors
    ///
    /// If an answer can't be written, or if the arguments are [`Invalid`] or name a file.
    pub(crate) fn answer(
        &self,
        header: &str,
        max_lines: usize,
        answer: &dyn Answer,
    ) -> anyhow::Result<Answered> {
        if self.file.is_empty() && !self.moves.is_empty() && !mean_stdin(&self.moves) {
            return self.answer_arguments(header, answer);
        }
        let inputs = if self.file.is_empty() {
            vec![OsStr::new("-")]
        } else {
            let files = self.file.iter().chain(&self.moves);
            files.map(OsString::as_os_str).collect()
        };
        let mut answered = Answered {
            lines: 0,
            outcome: Outcome::Fine,
        };
        for path in inputs {
            self.answer_input(Path::new(path), header, max_lines, answer, &mut answered)?;
        }
        Ok(answered)
    }

    /// Answers the record that the arguments form together.
    fn answer_arguments(&self, header: &str, answer: &dyn Answer) -> anyhow::Result<Answered> {
        let record = joined(&self.moves);
        let mut output = header.as_bytes().to_vec();
        let read = answer.answer(InputLine::new(&record), &mut output);
        if let Err(mistake) = &read {
            refuse_file(&self.moves, mistake)?;
        }
        write(&output)?;
        let outcome = match read {
            Ok(()) => Outcome::Fine,
            Err(_) if self.quiet => Outcome::Invalid,
            Err(mistake) => bail!(Invalid(in_arguments(&mistake, &record))),
        };
        Ok(Answered { lines: 1, outcome })
    }

    /// Answers the records of an input. One that can't be read is reported.
    fn answer_input(
        &self,
        path: &Path,
        header: &str,
        max_lines: usize,
        answer: &dyn Answer,
        answered: &mut Answered,
    ) -> anyhow::Result<()> {
        if is_stdin(path) && io::stdin().is_terminal() {
            note("reading records from the terminal; press Ctrl-D to finish, or see qttt --help");
        }
        let name = name_of(path);
        let answer_block = |block: &mut Block| {
            let lines = Lines {
                text: &block.text,
                first_number: block.first_number,
                file: (!self.file.is_empty()).then_some(&name),
            };
            for (number, mistake) in answer.answer_all(lines, &mut block.output) {
                let message = located(&name, number, mistake.column(), &mistake) + "\n";
                block.messages.extend(message.bytes());
            }
        };
        let write_block = |block: &Block| {
            if answered.lines == 0 {
                write(header)?;
            }
            write(&block.output)?;
            answered.lines += block.lines;
            if !block.messages.is_empty() {
                answered.outcome = answered.outcome.max(Outcome::Invalid);
                if !self.quiet {
                    let _ = io::stderr().write_all(&block.messages);
                }
            }
            Ok(())
        };
        let threads = self.threads.map_or_else(cores, usize::from);
        let read = match input::open(path) {
            Ok(input) => stream::run(input, max_lines, threads, answer_block, write_block)?,
            Err(error) => Err(error),
        };
        if let Err(error) = read {
            report(&format!("cannot read {name}: {error}"));
            answered.outcome = Outcome::Failed;
        }
        Ok(())
    }
}

/// The result of answering the records of a command.
pub(crate) struct Answered {
    pub(crate) lines: u64,
    pub(crate) outcome: Outcome,
}

/// Describes a mistake in the record of the arguments, which may be a misspelt command.
pub(crate) fn in_arguments(mistake: &LineError, record: &[u8]) -> String {
    let message = under_carets(mistake, record);
    let is_in_first_word = !record[..mistake.column() - 1].contains(&b' ');
    match mistake {
        LineError::Record(error)
            if is_in_first_word && error.kind() == MistakeKind::UnknownCharacter =>
        {
            message + "\nFor a list of commands, see qttt --help."
        }
        _ => message,
    }
}

/// Describes a mistake in a record from the arguments and shows it, with carets under it.
fn under_carets(mistake: &LineError, record: &[u8]) -> String {
    // A long record is shortened to fit a line of a terminal.
    const BEFORE: usize = 32;
    const AFTER: usize = 18;
    let span = mistake.span();
    let (start, end) = span.map_or((0, record.len()), |span| (span.bytes.start, span.bytes.end));
    let parts = [&record[..start], &record[start..end], &record[end..]];
    let [mut head, wrong, mut tail] =
        parts.map(|part| escape::line(&String::from_utf8_lossy(part)));
    let skipped = head.chars().count().saturating_sub(BEFORE);
    if skipped > 0 {
        head = format!("... {}", head.chars().skip(skipped).collect::<String>());
    }
    if tail.chars().count() > AFTER {
        tail = tail.chars().take(AFTER).collect::<String>() + " ...";
    }
    let place = span.map_or(String::new(), |span| {
        let after = if span.is_measurement { " after" } else { "" };
        format!("{after} move {}", span.move_number)
    });
    format!(
        "{mistake}\n  {head}{wrong}{tail}\n  {}{}{place}",
        " ".repeat(head.width()),
        "^".repeat(wrong.width()),
    )
}

/// Returns `true` if the only word is `-`. After `--`, which scripts write before data, `-` is a record.
pub(crate) fn mean_stdin(words: &[OsString]) -> bool {
    matches!(words, [word] if is_stdin(word)) && !env::args_os().any(|word| word == "--")
}

/// Checks the word of a record in which a mistake is.
///
/// # Errors
///
/// If the word names a file instead of being part of a record.
pub(crate) fn refuse_file(words: &[OsString], mistake: &LineError) -> anyhow::Result<()> {
    let mut end = 0;
    let word = words.iter().find(|word| {
        end += word.len() + 1;
        mistake.column() <= end
    });
    let path = Path::new(word.map_or(OsStr::new(""), OsString::as_os_str));
    if path.metadata().is_ok_and(|found| !found.is_dir()) {
        let name = name_of(path);
        bail!("{name} is a file, not a record; did you mean -f {name}?");
    }
    Ok(())
}

pub(crate) fn joined(words: &[OsString]) -> Vec<u8> {
    let words: Vec<_> = words.iter().map(|word| word.as_encoded_bytes()).collect();
    words.join(&b' ')
}
