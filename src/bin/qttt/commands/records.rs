//! The records of a command: one as arguments, or one per line of files or standard input. How an invalid record is
//! reported is decided only here.

use std::{
    env,
    ffi::OsString,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

use anyhow::bail;
use clap::value_parser;
use qttt::{Cell, Mark, MistakeKind};

use super::output::{Invalid, Outcome, note, report, under_carets, write};
use crate::{
    batch::{self, Block},
    input::{self, is_stdin, located, name_of},
    process::cores,
    records::{Answer, InputLine, LineError, Lines, Table},
};

/// More threads would need more than 32 MiB.
const MAX_THREADS: u8 = 64;

/// The options for records.
#[derive(clap::Args, Clone)]
pub(crate) struct Records {
    /// Record; if missing or -, read one per line from standard input
    ///
    /// The arguments together form one record. If it is invalid, there is no output, except with --json or --tsv.
    moves: Vec<OsString>,

    /// Read records from a file, one per line
    #[arg(
        short,
        long,
        value_name = "FILE",
        long_help = "Read records from a file, one per line, and treat all other arguments as files, too"
    )]
    file: Vec<PathBuf>,

    // A manual page has only the long help of an option that `-h` hides.
    #[arg(
        short,
        long,
        hide_short_help = true,
        long_help = "Don't report invalid records; the exit code is still 1 if there are any"
    )]
    quiet: bool,

    #[arg(
        long_help = "Number of worker threads, which doesn't change the output [default: one per core]"
    )]
    #[arg(short = 'j', long, hide_short_help = true, value_name = "N", value_parser = value_parser!(u8).range(1..=i64::from(MAX_THREADS)))]
    threads: Option<u8>,
}

impl Records {
    /// Returns `true` if the arguments form a record.
    pub(crate) fn are_arguments(&self) -> bool {
        self.file.is_empty() && !self.moves.is_empty() && !mean_stdin(&self.moves)
    }

    /// Answers the records with a table, which has a header even without records.
    pub(crate) fn answer_table(&self, max_lines: usize, table: &Table) -> anyhow::Result<Answered> {
        let header = table.header();
        let answered = self.answer(&header, max_lines, table)?;
        if answered.lines == 0 {
            write(&header)?;
        }
        Ok(answered)
    }

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
        if self.are_arguments() {
            return self.answer_arguments(header, answer);
        }
        let mut answered = Answered::default();
        if self.file.is_empty() {
            self.answer_input(Path::new("-"), header, max_lines, answer, &mut answered)?;
        }
        let others = self.moves.iter().map(Path::new);
        let others = others.filter(|_| !self.file.is_empty());
        for file in self.file.iter().map(PathBuf::as_path).chain(others) {
            self.answer_input(file, header, max_lines, answer, &mut answered)?;
        }
        Ok(answered)
    }

    /// Answers the record that the arguments form together.
    fn answer_arguments(&self, header: &str, answer: &dyn Answer) -> anyhow::Result<Answered> {
        refuse_files(&self.moves)?;
        let record = joined(&self.moves);
        let mut output = header.as_bytes().to_vec();
        let read = answer.answer(InputLine::new(&record), &mut output);
        write(&output)?;
        match read {
            Err(mistake) if !self.quiet => bail!(Invalid(in_arguments(&mistake, &record))),
            read => Ok(Answered {
                lines: 1,
                invalid: read.is_err().into(),
                is_unread: false,
            }),
        }
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
            answer.answer_all(lines, &mut block.output, &mut |line, mistake| {
                block.invalid += 1;
                if !self.quiet {
                    let message = located(&name, line.number, mistake.column(), &mistake);
                    block.messages.extend((message + "\n").bytes());
                }
            });
        };
        let write_block = |block: &Block| {
            if answered.lines == 0 {
                write(header)?;
            }
            write(&block.output)?;
            let _ = io::stderr().write_all(&block.messages);
            answered.lines += block.lines;
            answered.invalid += block.invalid;
            Ok(())
        };
        let threads = self.threads.map_or_else(cores, usize::from);
        let read = match input::open(path) {
            Ok(input) => batch::run(input, max_lines, threads, answer_block, write_block)?,
            Err(error) => Err(error),
        };
        if let Err(error) = read {
            report(&format!("cannot read {name}: {error}"));
            answered.is_unread = true;
        }
        Ok(())
    }
}

/// What came of the records of a command.
#[derive(Clone, Copy, Default)]
pub(crate) struct Answered {
    pub(crate) lines: u64,
    /// The number of invalid lines.
    pub(crate) invalid: u64,
    /// Whether an input could not be read. It has been reported.
    pub(crate) is_unread: bool,
}

impl Answered {
    pub(crate) fn outcome(self) -> Outcome {
        if self.is_unread {
            Outcome::Failed
        } else if self.invalid > 0 {
            Outcome::Invalid
        } else {
            Outcome::Fine
        }
    }
}

/// Describes a mistake in the record of the arguments, which may be a misspelt command.
fn in_arguments(mistake: &LineError, record: &[u8]) -> String {
    let message = under_carets(mistake, record);
    let is_in_first_word = !record[..mistake.column() - 1].contains(&b' ');
    if is_in_first_word && mistake.kind() == MistakeKind::UnknownCharacter.name() {
        message + "\nFor the commands, see qttt --help."
    } else {
        message
    }
}

/// Returns `true` if the only word is `-`. After `--`, which scripts write before data, `-` is a record.
pub(super) fn mean_stdin(words: &[OsString]) -> bool {
    matches!(words, [word] if is_stdin(word)) && !env::args_os().any(|word| word == "--")
}

/// Checks the words of a record.
///
/// # Errors
///
/// If a word names a file instead of being part of a record.
pub(super) fn refuse_files(words: &[OsString]) -> anyhow::Result<()> {
    let is_other = |word: &&OsString| !is_well_formed(word.as_encoded_bytes());
    for word in words.iter().filter(is_other) {
        let path = Path::new(word);
        let name = name_of(path);
        if path.metadata().is_ok_and(|found| !found.is_dir()) {
            bail!("{name} is a file, not a record; did you mean -f {name}?");
        }
    }
    Ok(())
}

/// Returns `true` if a word consists of moves and measurements, legal or not.
fn is_well_formed(word: &[u8]) -> bool {
    let mut bytes = word.iter().filter(|byte| !byte.is_ascii_whitespace());
    let is_cell = |&byte: &u8| Cell::from_letter(byte).is_some();
    while let Some(&byte) = bytes.next() {
        let is_move = is_cell(&byte) && bytes.next().is_some_and(is_cell);
        if !is_move && Mark::from_digit(byte).is_none() && !b",;.".contains(&byte) {
            return false;
        }
    }
    true
}

pub(super) fn joined(words: &[OsString]) -> Vec<u8> {
    let words: Vec<_> = words.iter().map(|word| word.as_encoded_bytes()).collect();
    words.join(&b' ')
}
