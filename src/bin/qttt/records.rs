//! Records as commands read them, line by line, and the formats of their output.

mod arguments;
mod json;
mod options;
mod stream;
mod table;

use qttt::report::{Origin, Query};
use qttt::solve::Solver;
use qttt::support::{MAX_TEXT, next_line};
use qttt::{Game, GameError, Record};

pub(crate) use arguments::{names_stdin, record_of};
pub(crate) use options::{FormatOptions, RecordArguments};

/// The maximum number of lines whose output is made together if each of them takes a long time.
pub(crate) const FEW_LINES: usize = 8;

/// What the output contains in place of a line that can't be read, so that there is a line for each line of input.
pub(crate) const ERROR_LINE: &[u8] = b"error\n";

/// The length to which an overlong line is truncated: it is still too long.
const CUT_LINE: usize = MAX_TEXT + 1;

/// A format of the output for lines.
pub(crate) trait Format: Sync {
    /// Appends the output for a line, with its newline.
    ///
    /// # Errors
    ///
    /// If the line can't be read. The output may then contain the error, or nothing.
    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError>;

    /// Appends the output for each line of a text, given the origin of the first. Calls `refuse` with each line that
    /// can't be read.
    fn push_lines(
        &self,
        mut text: &[u8],
        mut origin: Origin<'_>,
        output: &mut Vec<u8>,
        refuse: &mut Refuse<'_>,
    ) {
        while let Some(line) = next_line(&mut text) {
            let start = output.len();
            let text = &line[..line.len().min(CUT_LINE)];
            if let Err(error) = self.push(Line { text, origin }, output) {
                if output.len() == start {
                    output.extend(ERROR_LINE);
                }
                refuse(origin.line, error);
            }
            if self.has_gaps() {
                output.push(b'\n');
            }
            origin.line += 1;
        }
    }

    /// Returns the text before the first game.
    fn header(&self) -> String {
        String::new()
    }

    /// Returns `true` if an empty line follows the output for each line.
    fn has_gaps(&self) -> bool {
        false
    }

    /// Returns `true` if output without any game would be mistaken for a result.
    fn needs_games(&self) -> bool {
        false
    }
}

/// Receives the numbers of the lines that can't be read, each with the error in it.
pub(crate) type Refuse<'a> = dyn FnMut(u64, GameError) + 'a;

/// A line of the input, without its newline. By default, it is empty.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) origin: Origin<'t>,
}

impl Line<'_> {
    /// Reads the game. If its history is needed, a position is an error.
    pub(crate) fn read(self, needs_history: bool) -> Result<Game, GameError> {
        if needs_history {
            Record::try_from(self.text).map(Game::Record)
        } else {
            Game::try_from(self.text)
        }
    }

    /// Reads the game up to the first error in it.
    pub(crate) fn read_up_to_error(self, needs_history: bool) -> (Game, Option<GameError>) {
        let read = if needs_history {
            let read = Record::read(self.text).map(Game::Record);
            read.map_err(|unread| (Game::Record(unread.before), unread.error))
        } else {
            Game::read(self.text).map_err(|unread| (unread.before, unread.error))
        };
        match read {
            Ok(game) => (game, None),
            Err((before, error)) => (before, Some(error)),
        }
    }
}

/// A query, and the solver for it.
pub(crate) struct Solving {
    pub(crate) query: Query,
    pub(crate) solver: Solver,
}
