//! What a command is asked for: which records, and the format of the output. Invalid records are reported here.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::bail;
use clap::ValueHint;

use super::arguments::{RecordWords, under_carets};
use super::json::Objects;
use super::stream::{Part, Work};
use super::table::Table;
use super::{FEW_LINES, Format, Frame, Line, Solving};
use crate::input::{self, is_stdin, name_of};
use crate::terminal::output::{Invalid, Outcome, note, report, write};
use crate::threads::cores;
use crate::usage::whole_number;

/// More threads would need more than 32 MiB.
const MAX_THREADS: usize = 64;

/// The options of commands that take records.
#[derive(clap::Args, Clone)]
pub(crate) struct RecordArguments {
    #[command(flatten)]
    words: RecordWords,

    /// Read records from FILE; any other arguments are also files
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    file: Vec<OsString>,

    /// Don't report invalid records; the exit code is still 1
    #[arg(short, long, hide_short_help = true)]
    quiet: bool,

    /// Number of worker threads; more than 64 count as 64 [default: one per core]
    #[arg(short = 'j', long, hide_short_help = true, value_name = "N", value_parser = whole_number(1..=u16::MAX))]
    threads: Option<u16>,
}

/// What the arguments name.
enum Source<'a> {
    /// One record.
    Record,
    /// Files, and `-` for standard input, whose lines are records.
    Inputs(Vec<&'a Path>),
}

impl RecordArguments {
    fn source(&self) -> Source<'_> {
        let files = self.file.iter().map(OsString::as_os_str);
        let mut words = self.words.iter().peekable();
        if !self.file.is_empty() {
            Source::Inputs(files.chain(words).map(Path::new).collect())
        } else if self.words.name_stdin() || words.peek().is_none() {
            Source::Inputs(vec![Path::new("-")])
        } else {
            Source::Record
        }
    }

    /// Returns the first word of the record in the arguments, unless it follows `--`.
    pub(crate) fn first_word(&self) -> Option<&OsStr> {
        match self.source() {
            Source::Record => self.words.first(),
            Source::Inputs(_) => None,
        }
    }

    /// Prints the records in a format, given the number of lines whose output is made together. Invalid records are
    /// reported.
    ///
    /// # Errors
    ///
    /// If output can't be written, if the arguments are [`Invalid`] or name a file, or if the format needs lines and
    /// there are none.
    pub(crate) fn print(&self, format: &dyn Format, max_lines: usize) -> anyhow::Result<Outcome> {
        match self.source() {
            Source::Record => self.print_record(format),
            Source::Inputs(paths) => self.print_lines(&paths, format, max_lines),
        }
    }

    /// Prints the record that the words form together.
    fn print_record(&self, format: &dyn Format) -> anyhow::Result<Outcome> {
        let text = self.words.join();
        let line = Line {
            text: &text,
            ..Line::default()
        };
        let mut output = format.frame().header.into_bytes();
        let read = format.push(line, &mut output);
        if let Err(error) = &read {
            self.words.refuse_file(error)?;
        }
        write(&output)?;
        match read {
            Ok(()) => Ok(Outcome::Fine),
            Err(_) if self.quiet => Ok(Outcome::Invalid),
            Err(error) => bail!(Invalid(under_carets(&error, &text))),
        }
    }

    /// Prints the record on each line of the inputs.
    fn print_lines(
        &self,
        paths: &[&Path],
        format: &dyn Format,
        max_lines: usize,
    ) -> anyhow::Result<Outcome> {
        let Frame {
            header,
            has_gaps,
            no_lines,
        } = format.frame();
        let mut header = Some(header);
        if no_lines.is_none() {
            write(&header.take().unwrap_or_default())?;
        }
        let threads = self.threads.map_or_else(cores, usize::from);
        let mut outcome = Outcome::Fine;
        for path in paths {
            if is_stdin(path) && io::stdin().is_terminal() {
                note(
                    "reading records from the terminal; press Ctrl-D to finish, or see qttt --help",
                );
            }
            let name = name_of(path);
            let work = Work {
                format,
                has_gaps,
                max_lines,
                name: &name,
                file: (!self.file.is_empty()).then_some(&name),
                threads: threads.min(MAX_THREADS),
            };
            let write_part = |part: &Part| {
                write(&header.take().unwrap_or_default())?;
                write(&part.output)?;
                if !part.messages.is_empty() {
                    outcome = outcome.max(Outcome::Invalid);
                    if !self.quiet {
                        let _ = io::stderr().write_all(&part.messages);
                    }
                }
                Ok(())
            };
            let read = match input::open(path) {
                Ok(input) => work.run(&input, write_part)?,
                Err(error) => Err(error),
            };
            if let Err(error) = read {
                report(&format!("cannot read {name}: {error}"));
                outcome = Outcome::Failed;
            }
        }
        match no_lines {
            Some(message) if header.is_some() && outcome == Outcome::Fine => bail!(message),
            _ => Ok(outcome),
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct FormatOptions {
    /// Print a JSON object for each record
    #[arg(long, group = "format")]
    pub(crate) json: bool,

    /// Print a tab-separated table, one row per record
    #[arg(long, group = "format")]
    tsv: bool,

    /// With --tsv, omit the header, so that tables can be concatenated
    #[arg(
        long,
        hide_short_help = true,
        requires = "tsv",
        conflicts_with = "json"
    )]
    no_header: bool,
}

impl FormatOptions {
    /// Returns `true` if the output is text.
    pub(crate) const fn is_text(&self) -> bool {
        !self.json && !self.tsv
    }

    /// Prints records in the requested format, which is text by default, with perfect play if there is a solver.
    pub(crate) fn print(
        &self,
        records: &RecordArguments,
        text: &dyn Format,
        solving: Option<&Solving>,
    ) -> anyhow::Result<Outcome> {
        // Unsolved lines take little time, and much memory unless they are text.
        let max_lines = |unsolved| solving.map_or(unsolved, |_| FEW_LINES);
        if self.json {
            records.print(&Objects(solving), max_lines(512))
        } else if self.tsv {
            let table = Table::new(solving, !self.no_header);
            records.print(&table, max_lines(512))
        } else {
            records.print(text, max_lines(4096))
        }
    }
}
