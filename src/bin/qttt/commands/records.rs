//! The records of a command: one as arguments, or one per line of files or standard input. How an invalid record is
//! reported is decided only here.

use std::{
    env,
    ffi::OsString,
    io::{self, IsTerminal},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use anyhow::{Context, bail};
use clap::value_parser;
use qttt::{Cell, Mark, MistakeKind};

use super::output::{CANNOT_WRITE, Outcome, cannot_read, note, report, under_carets, write_bytes};
use crate::{
    batch::{Batch, BatchError},
    input::{self, is_stdin, name_of},
    records::{Answer, InputLine},
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

    /// Returns the same options, but for one thread: then the records are answered in order.
    pub(crate) fn in_order(&self) -> Self {
        Self {
            threads: Some(1),
            ..self.clone()
        }
    }

    /// Answers the records.
    pub(crate) fn answer(&self, answer: &Arc<impl Answer + 'static>) -> anyhow::Result<Outcome> {
        if self.are_arguments() {
            return self.answer_arguments(&**answer);
        }
        write_bytes(answer.header().as_bytes())?;
        if self.file.is_empty() {
            return self.answer_input(Path::new("-"), answer);
        }
        let mut worst = Outcome::Fine;
        let others = self.moves.iter().map(Path::new);
        for file in self.file.iter().map(PathBuf::as_path).chain(others) {
            worst = worst.max(self.answer_input(file, answer)?);
        }
        Ok(worst)
    }

    /// Answers the record that the arguments form together.
    fn answer_arguments(&self, answer: &dyn Answer) -> anyhow::Result<Outcome> {
        refuse_files(&self.moves)?;
        let record = joined(&self.moves);
        let mut output = answer.header().as_bytes().to_vec();
        let answered = answer.answer(InputLine::new(&record), &mut output);
        write_bytes(&output)?;
        let Err(mistake) = answered else {
            return Ok(Outcome::Fine);
        };
        if !self.quiet {
            let mut message = under_carets(&mistake, &record);
            let is_in_first_word = !record[..mistake.column() - 1].contains(&b' ');
            if is_in_first_word && mistake.kind() == MistakeKind::UnknownCharacter.name() {
                message += "\nFor the commands, see qttt --help.";
            }
            report(&message);
        }
        Ok(Outcome::Invalid)
    }

    /// Answers the records of an input. One that can't be read is reported.
    fn answer_input(
        &self,
        path: &Path,
        answer: &Arc<impl Answer + 'static>,
    ) -> anyhow::Result<Outcome> {
        if is_stdin(path) && io::stdin().is_terminal() {
            note("reading records from the terminal; press Ctrl-D to finish, or see qttt --help");
        }
        let name: Arc<str> = name_of(path).into();
        let input = match input::open(path) {
            Ok(input) => input,
            Err(error) => return Ok(cannot_read(&name, &error)),
        };
        let batch = Batch {
            answer: Arc::clone(answer) as Arc<dyn Answer>,
            threads: self.threads(),
            name: (!self.quiet).then(|| Arc::clone(&name)),
            file: (self.file.len() + self.moves.len() > 1).then(|| Arc::clone(&name)),
        };
        match batch.run(input, &mut io::stdout(), &mut io::stderr()) {
            Ok(0) => Ok(Outcome::Fine),
            Ok(_) => Ok(Outcome::Invalid),
            Err(BatchError::Read(error)) => Ok(cannot_read(&name, &error)),
            Err(BatchError::Write(error)) => Err(error).context(CANNOT_WRITE),
        }
    }

    fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(cores, usize::from);
        threads.min(MAX_THREADS.into())
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
