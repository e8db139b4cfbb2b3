//! What a command is asked for: which records, and the format of the output. Invalid records are reported here.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::mem;
use std::path::Path;

use anyhow::bail;
use clap::ValueHint;
use qttt::report::{Origin, Query};

use super::arguments::{RecordWords, under_carets};
use super::json::Objects;
use super::stream::{Chunk, Work};
use super::table::Table;
use super::{Format, Line};
use crate::input::{self, is_stdin, name_of};
use crate::terminal::output::{Invalid, Outcome, note, report, write};
use crate::threads::cores;
use crate::values::whole_number;

/// More threads would need more than 32 MiB.
const MAX_THREADS: usize = 64;

/// The options of commands that take records.
#[derive(clap::Args)]
pub(crate) struct RecordArguments {
    #[command(flatten)]
    words: RecordWords,

    /// Read records from FILE; any other arguments are also files
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Vec<OsString>,

    /// Don't report invalid records; the exit code is still 1
    #[arg(short, long, hide_short_help = true)]
    quiet: bool,

    /// Number of worker threads; more than 64 count as 64 [default: one per core]
    #[arg(short = 'j', long, hide_short_help = true, value_name = "N", value_parser = whole_number(1..=u16::MAX))]
    threads: Option<u16>,
}

impl RecordArguments {
    /// Returns the files, and `-` for standard input, whose lines are records. Returns `None` if the words form a
    /// record.
    fn inputs(&self) -> Option<Vec<&Path>> {
        if !self.file.is_empty() {
            let paths = self.file.iter().chain(self.words.iter());
            Some(paths.map(Path::new).collect())
        } else if self.words.is_only_stdin() || self.words.iter().next().is_none() {
            Some(vec![Path::new("-")])
        } else {
            None
        }
    }

    /// Prints the records in a format. Invalid records are reported.
    ///
    /// # Errors
    ///
    /// If output can't be written, if the arguments are [`Invalid`] or name a file, or if the format needs lines and
    /// there are none.
    pub(crate) fn print(&self, format: &dyn Format) -> anyhow::Result<Outcome> {
        match self.inputs() {
            Some(paths) => self.print_lines(&paths, format),
            None => self.print_record(format),
        }
    }

    /// Prints the record that the words form together.
    fn print_record(&self, format: &dyn Format) -> anyhow::Result<Outcome> {
        let record = self.words.join();
        let (text, origin) = (&record[..], Origin::default());
        let mut output = format.header();
        let read = format.push(Line { text, origin }, &mut output);
        if let Err(error) = &read {
            self.words.refuse_file(error)?;
        }
        write(&output)?;
        match read {
            Ok(()) => Ok(Outcome::Fine),
            Err(_) if self.quiet => Ok(Outcome::Invalid),
            Err(error) => bail!(Invalid(under_carets(&error, text))),
        }
    }

    /// Prints the record on each line of the inputs.
    fn print_lines(&self, paths: &[&Path], format: &dyn Format) -> anyhow::Result<Outcome> {
        let mut has_begun = !format.needs_lines();
        if has_begun {
            write(&format.header())?;
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
                name: &name,
                file: (!self.file.is_empty()).then_some(&name),
                threads: threads.min(MAX_THREADS),
            };
            let write_chunk = |chunk: &Chunk| {
                if !mem::replace(&mut has_begun, true) {
                    write(&format.header())?;
                }
                write(&chunk.output)?;
                if !chunk.messages.is_empty() {
                    outcome = outcome.max(Outcome::Invalid);
                    if !self.quiet {
                        let _ = io::stderr().write_all(&chunk.messages);
                    }
                }
                Ok(())
            };
            let read = match input::open(path) {
                Ok(input) => work.run(&input, write_chunk)?,
                Err(error) => Err(error),
            };
            if let Err(error) = read {
                report(&format!("cannot read {name}: {error}"));
                outcome = Outcome::Failed;
            }
        }
        if !has_begun && outcome == Outcome::Fine {
            // An empty file would be mistaken for a result.
            bail!("there are no records to draw");
        }
        Ok(outcome)
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
    #[arg(long, hide_short_help = true)]
    #[arg(requires = "tsv", conflicts_with = "json")]
    no_header: bool,
}

impl FormatOptions {
    /// Prints records in the requested format, which is text by default, with perfect play if there is a query.
    pub(crate) fn print(
        &self,
        records: &RecordArguments,
        text: &dyn Format,
        query: Option<Query<'_>>,
    ) -> anyhow::Result<Outcome> {
        if self.json {
            records.print(&Objects(query))
        } else if self.tsv {
            let has_header = !self.no_header;
            records.print(&Table { query, has_header })
        } else {
            records.print(text)
        }
    }
}
