//! Records as commands read them, line by line, and the formats of their output.

mod arguments;
mod json;
mod stream;
mod table;

use qttt::GameError;
use qttt::report::{Origin, Query};
use qttt::solve::Solver;
use qttt::support::next_line;

pub(crate) use arguments::{FormatOptions, RecordArguments, mean_stdin, record_of};

/// A format of the output for lines.
pub(crate) trait Format: Sync {
    /// Returns the maximum number of lines in a block.
    fn max_lines(&self) -> usize;

    /// Returns the text before the first game.
    fn header(&self) -> String {
        String::new()
    }

    /// Returns `true` if output without any game would be mistaken for a result.
    fn needs_games(&self) -> bool {
        false
    }

    /// Appends the output for a line, with its newline.
    ///
    /// # Errors
    ///
    /// If the line can't be read. The output in its place has then been appended.
    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError>;

    /// Appends the output for all lines of a text, given the origin of the first. Returns the errors, each with the
    /// number of its line.
    fn push_all(
        &self,
        mut text: &[u8],
        first: Origin<'_>,
        output: &mut Vec<u8>,
    ) -> Vec<(u64, GameError)> {
        let mut errors = Vec::new();
        let mut origin = first;
        while let Some(text) = next_line(&mut text) {
            let line = Line {
                text,
                origin,
                is_alone: false,
            };
            let pushed = self.push(line, output);
            errors.extend(pushed.err().map(|error| (origin.line, error)));
            origin.line += 1;
        }
        errors
    }
}

/// A line of the input, without its newline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) origin: Origin<'t>,
    /// Whether it is the only line, from the arguments.
    pub(crate) is_alone: bool,
}

impl Line<'_> {
    /// Appends `error` in place of a line among others, so that there is a line of output for each line of input.
    pub(crate) fn push_error(self, output: &mut Vec<u8>) {
        if !self.is_alone {
            output.extend(b"error\n");
        }
    }

    /// Appends the empty line that separates the output for a line from the next, if there can be others.
    pub(crate) fn push_gap(self, output: &mut Vec<u8>) {
        if !self.is_alone {
            output.push(b'\n');
        }
    }
}

/// A query, and the solver for it.
pub(crate) struct Solving {
    pub(crate) query: Query,
    pub(crate) solver: Solver,
}

impl Solving {
    /// The maximum number of lines in a block.
    pub(crate) const MAX_LINES: usize = 8;
}
