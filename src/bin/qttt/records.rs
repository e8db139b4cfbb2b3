//! Records of the quantum game as commands read them, line by line, and the formats of their output.

mod arguments;
mod json;
mod options;
mod stream;
mod table;

use qttt::report::{Origin, Query};
use qttt::support::{MAX_TEXT, next_line};
use qttt::{Game, GameError, Record};

pub(crate) use arguments::RecordWords;
pub(crate) use options::{FormatOptions, RecordArguments};

/// The maximum number of lines whose output is produced together if each of them takes a long time.
const FEW_LINES: usize = 8;

/// Returns the maximum number of lines for objects and tables. Unsolved ones take little time, but much memory.
fn max_lines_with(query: Option<Query<'_>>) -> usize {
    query.map_or(512, |_| FEW_LINES)
}

/// A format of the output for lines.
pub(crate) trait Format: Sync {
    /// Returns the output before the first line.
    fn header(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Returns `true` if an empty line follows the output for each line.
    fn has_gaps(&self) -> bool {
        false
    }

    /// Returns `true` if it is an error that there is no line at all. Otherwise, the header alone is a result.
    fn needs_lines(&self) -> bool {
        false
    }

    /// Returns the maximum number of lines whose output is produced together. By default, each takes a long time.
    fn max_lines(&self) -> usize {
        FEW_LINES
    }

    /// Appends the output for a line, with its newline.
    ///
    /// # Errors
    ///
    /// If the line can't be read. If nothing is appended then, the output for a line of a stream is `error`.
    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError>;

    /// Appends the output for each line of a text, the first of which comes from `origin`. Calls `end_line` once after
    /// each, in order, with the same output.
    fn push_lines(
        &self,
        mut text: &[u8],
        mut origin: Origin<'_>,
        output: &mut Vec<u8>,
        end_line: EndLine<'_>,
    ) {
        while let Some(line) = next_line(&mut text) {
            let read = self.push(Line { text: line, origin }, output);
            end_line(output, read.err().as_ref());
            origin.line += 1;
        }
    }
}

/// Ends the output for a line, given the error if the line can't be read.
pub(crate) type EndLine<'e> = &'e mut dyn FnMut(&mut Vec<u8>, Option<&GameError>);

/// A line of the input, without its newline. By default, it is empty.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) origin: Origin<'t>,
}

impl<'t> Line<'t> {
    /// Reads the game. If its history is needed, a position is an error.
    pub(crate) fn read(self, needs_history: bool) -> Result<Game, GameError> {
        let (game, error) = self.read_up_to_error(needs_history);
        error.map_or(Ok(game), Err)
    }

    /// Reads the game up to the first error in it, and returns both.
    pub(crate) fn read_up_to_error(self, needs_history: bool) -> (Game, Option<GameError>) {
        if needs_history {
            let (record, error) = Record::read(self.text);
            (Game::Record(record), error)
        } else {
            Game::read(self.text)
        }
    }

    /// Returns the text as the output shows it if it can't be read: an overlong one is truncated.
    pub(crate) fn shown(self) -> &'t [u8] {
        &self.text[..self.text.len().min(MAX_TEXT)]
    }
}
