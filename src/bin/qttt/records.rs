//! Records as commands read them, line by line, and the formats of their output.

mod arguments;
mod json;
mod options;
mod stream;
mod table;

use qttt::report::{Origin, Query};
use qttt::solve::Solver;
use qttt::support::{MAX_TEXT, next_line};
use qttt::{Game, GameError, Record, Unread};

pub(crate) use arguments::RecordWords;
pub(crate) use options::{FormatOptions, RecordArguments};

/// The maximum number of lines whose output is produced together if each of them takes a long time.
pub(crate) const FEW_LINES: usize = 8;

/// A format of the output for lines.
pub(crate) trait Format: Sync {
    /// Returns what the format has around the output for lines: by default, nothing.
    fn frame(&self) -> Frame {
        Frame::default()
    }

    /// Appends the output for a line, with its newline.
    ///
    /// # Errors
    ///
    /// If the line can't be read. The output may then contain the error, or nothing.
    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError>;

    /// Appends the output for each line of a text.
    fn push_lines(&self, mut text: &[u8], output: &mut Output<'_>) {
        while let Some(line) = next_line(&mut text) {
            let line = Line {
                text: line,
                origin: output.next,
            };
            let read = self.push(line, output.text);
            output.end_line(read);
        }
    }
}

/// What a format has around the output for lines.
#[derive(Default)]
pub(crate) struct Frame {
    /// The text before the first line.
    pub(crate) header: String,
    /// Whether an empty line follows the output for each line.
    pub(crate) has_gaps: bool,
    /// The error if there is no line at all. Without it, the header alone is a result.
    pub(crate) no_lines: Option<&'static str>,
}

/// The output for consecutive lines of input.
pub(crate) struct Output<'o> {
    pub(crate) text: &'o mut Vec<u8>,
    /// The place of the line whose output comes next.
    next: Origin<'o>,
    /// The start of its output.
    start: usize,
    has_gaps: bool,
    /// Receives the number of each line that can't be read, and the error.
    refuse: &'o mut dyn FnMut(u64, &GameError),
}

impl<'o> Output<'o> {
    fn new(
        text: &'o mut Vec<u8>,
        first: Origin<'o>,
        has_gaps: bool,
        refuse: &'o mut dyn FnMut(u64, &GameError),
    ) -> Self {
        Self {
            start: text.len(),
            text,
            next: first,
            has_gaps,
            refuse,
        }
    }

    /// Ends the output for a line. There is some for each: `error` if the line can't be read and nothing was appended.
    pub(crate) fn end_line(&mut self, read: Result<(), GameError>) {
        if let Err(error) = read {
            if self.text.len() == self.start {
                self.text.extend(b"error\n");
            }
            (self.refuse)(self.next.line, &error);
        }
        if self.has_gaps {
            self.text.push(b'\n');
        }
        self.next.line += 1;
        self.start = self.text.len();
    }
}

/// A line of the input, without its newline. By default, it is empty.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) origin: Origin<'t>,
}

impl<'t> Line<'t> {
    /// Reads the game up to the first error in it. If its history is needed, a position is an error.
    pub(crate) fn read(self, needs_history: bool) -> Result<Game, Unread> {
        if needs_history {
            Record::read(self.text).map(Game::Record)
        } else {
            Game::read(self.text)
        }
    }

    /// Returns the text as the output shows it if it can't be read: an overlong one is truncated.
    pub(crate) fn shown(self) -> &'t [u8] {
        &self.text[..self.text.len().min(MAX_TEXT)]
    }
}

/// A query, and the solver for it.
pub(crate) struct Solving {
    pub(crate) query: Query,
    pub(crate) solver: Solver,
}
