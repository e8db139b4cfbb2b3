//! The records a command is given: one as arguments, or one per line of files or standard input. What happens to an
//! invalid record is decided here alone.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, IsTerminal, Read, Seek, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use crate::{
    RecordError,
    batch::{Answer, Batch, BatchError, Line, Summary},
    quantum::record::is_well_formed,
};
use anyhow::Context;

use super::{
    numbers::whole,
    output::{
        CANNOT_WRITE, Outcome, STDIN, cannot_read, is_stdin, name_of, note, report, report_mistake,
        write_bytes,
    },
    progress::Progress,
    stream,
};

/// How a command answers records.
pub(crate) trait Answers: Answer {
    /// How many bytes a thread takes at once.
    const BLOCK: NonZeroUsize = SMALL_BLOCK;

    /// Appends the answer to a record given as arguments, the only one, or what is printed in its place.
    fn answer_alone(&self, record: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        self.answer_or_invalid(record, output)
    }

    /// Takes note of the end of a stream.
    fn end_stream(&self) {}
}

/// Small enough to give every thread work soon, for commands slower than scoring.
const SMALL_BLOCK: NonZeroUsize = NonZeroUsize::new(1 << 10).unwrap();

/// More threads would need more than 32 MiB.
const MAX_THREADS: u8 = 64;

/// How many invalid records of a stream are reported.
const MAX_MESSAGES: u64 = 100;

/// The records that a command is given.
#[derive(clap::Args)]
pub(crate) struct Records {
    /// The record, in one argument or several; without it, or as `-`, standard input is read, one record per line
    moves: Vec<OsString>,

    /// Read a file, one record per line; can be given more than once
    #[arg(short, long, value_name = "FILE")]
    file: Vec<PathBuf>,

    /// Say nothing about invalid records on standard error
    #[arg(short, long)]
    quiet: bool,

    /// How many threads work on lines [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = whole::<u8>(1..=MAX_THREADS.into()))]
    threads: Option<u8>,
}

impl Records {
    /// Returns `true` if neither records nor options were given.
    pub(crate) const fn is_empty(&self) -> bool {
        let options = self.quiet || self.threads.is_some();
        self.moves.is_empty() && self.file.is_empty() && !options
    }

    /// Returns `true` if no records were given, and nobody pipes them in.
    pub(crate) fn are_missing(&self) -> bool {
        self.moves.is_empty() && self.file.is_empty() && io::stdin().is_terminal()
    }

    /// Returns the first argument if it is neither part of a record nor a file.
    pub(crate) fn strange_word(&self) -> Option<&str> {
        let word = self.moves.first()?;
        let is_strange = is_misread(word) && !is_file(word);
        word.to_str().filter(|_| is_strange)
    }

    /// Answers the records.
    pub(crate) fn answer(&self, answers: &impl Answers) -> anyhow::Result<Outcome> {
        if !self.moves.is_empty() && !self.file.is_empty() {
            report("expected records either from files (-f FILE) or as arguments, found both");
            return Ok(Outcome::Failed);
        }
        if !self.moves.is_empty() && !mean_stdin(&self.moves) {
            return self.answer_arguments(answers);
        }
        write_bytes(answers.header().as_bytes())?;
        if self.file.is_empty() {
            return self.answer_stdin(answers);
        }
        let mut worst = Outcome::Fine;
        for file in &self.file {
            worst = worst.max(self.answer_file(file, answers)?);
        }
        Ok(worst)
    }

    /// Answers the one record that the arguments make up together.
    fn answer_arguments(&self, answers: &impl Answers) -> anyhow::Result<Outcome> {
        if is_meant_as_file(&self.moves) {
            return Ok(Outcome::Failed);
        }
        let record = joined(&self.moves);
        let mut output = answers.header().as_bytes().to_vec();
        let answered = answers.answer_alone(Line::new(&record), &mut output);
        write_bytes(&output)?;
        let Err(mistake) = answered else {
            return Ok(Outcome::Fine);
        };
        if !self.quiet {
            report_mistake(&mistake, &record);
        }
        Ok(Outcome::Invalid)
    }

    fn answer_stdin(&self, answers: &impl Answers) -> anyhow::Result<Outcome> {
        if io::stdin().is_terminal() {
            note("reading the terminal, one record per line; Ctrl-D ends");
        }
        let linked = stream::stdin().and_then(stream::link);
        self.answer_lines(STDIN, linked, io::stderr(), answers)
    }

    /// Answers a file. One that can't be read is reported, and the others are still answered.
    fn answer_file(&self, path: &Path, answers: &impl Answers) -> anyhow::Result<Outcome> {
        if is_stdin(path) {
            return self.answer_stdin(answers);
        }
        let file = match open(path) {
            Ok(file) => Progress::of(file),
            Err(outcome) => return Ok(outcome),
        };
        let name = name_of(path);
        let messages = file.messages();
        self.answer_lines(&name, stream::link(file), messages, answers)
    }

    fn answer_lines<A: Answers>(
        &self,
        name: &str,
        linked: io::Result<(impl Read + Send, impl Write + Send)>,
        messages: impl Write + Send,
        answers: &A,
    ) -> anyhow::Result<Outcome> {
        let (input, output) = match linked {
            Ok(linked) => linked,
            Err(error) => return Ok(cannot_read(name, &error)),
        };
        let batch = Batch {
            threads: self.threads(),
            block: A::BLOCK,
            name,
            max_messages: if self.quiet { 0 } else { MAX_MESSAGES },
            file: (self.file.len() > 1).then_some(name),
        };
        let answered = batch.run(input, output, messages, answers);
        answers.end_stream();
        match answered {
            Ok(summary) if summary.invalid > 0 => {
                self.report_count(name, summary);
                Ok(Outcome::Invalid)
            }
            Ok(_) => Ok(Outcome::Fine),
            Err(BatchError::Read(error)) => Ok(cannot_read(name, &error)),
            Err(BatchError::Write(error)) => Err(error).context(CANNOT_WRITE),
        }
    }

    /// Ends the messages about a stream with how many of its records are invalid.
    fn report_count(&self, name: &str, Summary { records, invalid }: Summary) {
        // The message about a single one says it all.
        if self.quiet || invalid < 2 {
            return;
        }
        let more = match invalid.saturating_sub(MAX_MESSAGES) {
            0 => String::new(),
            more => format!("; {more} not shown (--json has them all)"),
        };
        // If it fails, there is nowhere left to say so.
        let _ = writeln!(
            io::stderr(),
            "{name}: {invalid} of {records} records are invalid{more}"
        );
    }

    fn threads(&self) -> NonZeroUsize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(cores, usize::from);
        NonZeroUsize::new(threads.min(MAX_THREADS.into())).unwrap_or(NonZeroUsize::MIN)
    }
}

/// Opens a file of records. Where it can't be read, says why.
pub(super) fn open(path: &Path) -> Result<File, Outcome> {
    let name = name_of(path);
    match File::open(path).and_then(|file| Ok((is_gzip(&file)?, file))) {
        Ok((true, _)) => {
            report(&format!(
                "{name} looks like gzip; read what `zcat {name}` prints"
            ));
            Err(Outcome::Failed)
        }
        Ok((false, file)) => Ok(file),
        Err(error) => Err(cannot_read(&name, &error)),
    }
}

/// Returns `true` if the arguments stand for standard input.
pub(super) fn mean_stdin(words: &[OsString]) -> bool {
    matches!(words, [word] if is_stdin(word))
}

/// Returns `true` if a file begins as gzip files do. A pipe can't be read twice, so it is not looked at.
fn is_gzip(mut file: &File) -> io::Result<bool> {
    if !file.metadata()?.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    file.take(2).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start == [0x1f, 0x8b])
}

/// Returns `true` if an argument holds anything but tokens.
fn is_misread(word: &OsStr) -> bool {
    !is_well_formed(word.as_encoded_bytes())
}

/// Returns `true` if an argument is not part of a record but the name of a file.
fn is_file(word: &OsStr) -> bool {
    is_misread(word) && fs::metadata(word).is_ok_and(|found| !found.is_dir())
}

/// Returns `true` if one of the arguments is not part of a record but the name of a file, and says so.
pub(super) fn is_meant_as_file(words: &[OsString]) -> bool {
    let Some(file) = words.iter().find(|word| is_file(word)) else {
        return false;
    };
    let name = name_of(Path::new(file));
    report(&format!(
        "{name} is a file, not a record; did you mean -f {name}?"
    ));
    true
}

/// Returns the record that arguments make up together.
pub(super) fn joined(words: &[OsString]) -> Vec<u8> {
    let words: Vec<_> = words.iter().map(|word| word.as_encoded_bytes()).collect();
    words.join(&b' ')
}
