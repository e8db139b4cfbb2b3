//! Records as commands read them, line by line, and the formats of their output.

mod arguments;
mod json;
mod stream;
mod table;

use qttt::report::{Origin, Query};
use qttt::solve::Solver;
use qttt::support::{MAX_TEXT, next_line};
use qttt::{Game, GameError, Record, Score, score_lines};

pub(crate) use arguments::{FormatOptions, Kind, RecordArguments, mean_stdin, record_of};
pub(crate) use json::Objects;
pub(crate) use table::Table;

/// A format of the output for lines.
pub(crate) trait Format: Sync {
    /// Appends the output for each line, with its newline. Calls `refuse` with each line that can't be read.
    fn push(&self, lines: Lines<'_>, output: &mut Vec<u8>, refuse: &mut Refuse<'_>);

    /// Returns the maximum number of lines for which output is made together.
    fn max_lines(&self) -> usize;

    /// Returns the text before the first game.
    fn header(&self) -> String {
        String::new()
    }

    /// Returns `true` if output without any game would be mistaken for a result.
    fn needs_games(&self) -> bool {
        false
    }

    /// Returns `true` if a position, which has no history, is an error.
    fn needs_history(&self) -> bool {
        false
    }
}

/// Receives the lines that can't be read, each with the error in it.
pub(crate) type Refuse<'a> = dyn FnMut(Line<'_>, GameError) + 'a;

/// Consecutive lines of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'t> {
    rest: &'t [u8],
    /// What the next line has besides its text.
    next: Line<'t>,
}

/// A line of the input, without its newline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) origin: Origin<'t>,
    /// Whether it is the only line, from the arguments.
    is_alone: bool,
    needs_history: bool,
}

/// The length to which an overlong line is truncated: it is still too long.
const CUT_LINE: usize = MAX_TEXT + 1;

impl<'t> Lines<'t> {
    /// Returns the lines of a text for a format, given the origin of the first.
    fn new(text: &'t [u8], first: Origin<'t>, format: &dyn Format) -> Self {
        let next = Line {
            text: &[],
            origin: first,
            is_alone: false,
            needs_history: format.needs_history(),
        };
        Self { rest: text, next }
    }

    /// Returns the record in the arguments for a format.
    fn alone(text: &'t [u8], format: &dyn Format) -> Self {
        let mut lines = Self::new(text, Origin::default(), format);
        lines.next.is_alone = true;
        lines
    }

    /// Calls `each` with the score of each line. This is faster than [`Line::read`], because many lines are scored
    /// together.
    pub(crate) fn scores(mut self, mut each: impl FnMut(Line<'t>, Result<Score, GameError>)) {
        score_lines(self.rest, |text, score| each(self.line(text), score));
    }

    fn line(&mut self, text: &'t [u8]) -> Line<'t> {
        let text = &text[..text.len().min(CUT_LINE)];
        let line = Line { text, ..self.next };
        self.next.origin.line += 1;
        line
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        let text = next_line(&mut self.rest)?;
        Some(self.line(text))
    }
}

impl Line<'_> {
    /// Reads the game.
    pub(crate) fn read(self) -> Result<Game, GameError> {
        let (game, read) = self.read_up_to_error();
        read.map(|()| game)
    }

    /// Reads the game up to the first error in it.
    pub(crate) fn read_up_to_error(self) -> (Game, Result<(), GameError>) {
        if self.needs_history {
            let (record, read) = Record::read(self.text);
            (Game::Record(record), read)
        } else {
            Game::read(self.text)
        }
    }

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
    /// The maximum number of lines that are solved together.
    pub(crate) const MAX_LINES: usize = 8;

    fn needs_history(solving: Option<&Self>) -> bool {
        solving.is_some_and(|solving| solving.query.steps)
    }

    /// The maximum number of lines for which data is output together, with their solutions if they are asked for.
    const fn max_lines(solving: Option<&Self>) -> usize {
        match solving {
            Some(_) => Self::MAX_LINES,
            None => 512,
        }
    }
}
