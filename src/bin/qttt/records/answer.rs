//! Answers to the lines of a stream.

use qttt::{Score, score_lines, solve::Solver};

use super::{Block, Game, InputLine, LineError, MAX_RECORD, NO_MOVES, Reading, Request, json, tsv};
use crate::batch::Results;

/// Answers the lines of a stream.
pub(crate) trait Answer: Send + Sync {
    /// Returns the line before all answers, with its newline, or nothing.
    fn header(&self) -> String {
        String::new()
    }

    /// Appends the answer to a line, or the replacement for an invalid one, with its newline.
    ///
    /// # Errors
    ///
    /// If the line is invalid.
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError>;

    /// Answers every line of a block, in order.
    fn answer_block(&self, block: Block<'_>, results: &mut Results) {
        for line in block {
            results.add(line, |output| self.answer(line, output));
        }
    }

    /// Returns the most lines that a thread takes at once: the longer the answers, the fewer.
    fn max_lines(&self) -> usize {
        8
    }
}

/// A format other than text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Format {
    /// One object per line, as docs/json.md describes it.
    Json,
    /// A row per line, as docs/tables.md describes it.
    Tsv,
}

/// Answers what is read from a line, and perfect play if a solver is given.
#[derive(Debug)]
pub(crate) struct Readings {
    pub(crate) format: Format,
    pub(crate) solving: Option<(Solver, Request)>,
}

impl Readings {
    fn request(&self) -> Option<Request> {
        self.solving.as_ref().map(|(_, request)| *request)
    }

    /// Appends the answer to a line that holds a game or a mistake.
    pub(crate) fn append(
        &self,
        line: InputLine<'_>,
        game: Result<Game, LineError>,
        output: &mut Vec<u8>,
    ) -> Result<(), LineError> {
        let solving = self.solving.as_ref();
        let solving = solving.map(|(solver, request)| (solver, *request));
        let reading = game.and_then(|game| Reading::of(game, solving));
        match self.format {
            Format::Json => json::append(line, &reading, output),
            Format::Tsv => tsv::append(line, &reading, self.request(), output),
        }
        reading.map(drop)
    }
}

impl Answer for Readings {
    fn header(&self) -> String {
        match self.format {
            Format::Json => String::new(),
            Format::Tsv => tsv::header(self.request()),
        }
    }

    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        self.append(line, line.game(), output)
    }

    fn max_lines(&self) -> usize {
        if self.solving.is_some() { 8 } else { 512 }
    }
}

/// Scores as text: `0.5 1`, and `error` for an invalid record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextScores {
    /// Whether there is only one record. Then `error` isn't needed to keep answers in step with records.
    pub(crate) is_alone: bool,
}

impl TextScores {
    fn append(self, game: Result<Game, LineError>, output: &mut Vec<u8>) -> Result<(), LineError> {
        match &game {
            Ok(game) => append(game.position().score(), output),
            Err(_) if self.is_alone => {}
            Err(_) => output.extend_from_slice(b"error\n"),
        }
        game.map(drop)
    }
}

impl Answer for TextScores {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        self.append(line.game(), output)
    }

    fn answer_block(&self, block: Block<'_>, results: &mut Results) {
        let mut number = block.first_number;
        score_lines(block.text, |text, score| {
            let is_record = text.len() <= MAX_RECORD && text != NO_MOVES;
            match score {
                Ok(score) if is_record => append(score, &mut results.output),
                score => {
                    let line = InputLine::trimmed(text, number, block.file);
                    results.add(line, |output| match score {
                        Err(mistake) if is_record => {
                            self.append(line.unless_record(mistake), output)
                        }
                        _ => self.answer(line, output),
                    });
                }
            }
            number += 1;
        });
    }

    fn max_lines(&self) -> usize {
        8 << 10
    }
}

/// Appends a score as text, and a newline.
///
/// The next score is unpredictable, and copying a fixed number of bytes takes no branch.
#[inline]
fn append(score: Score, output: &mut Vec<u8>) {
    let (text, len): (&[u8; 8], usize) = match score {
        Score::O => (b"0 1\n    ", 4),
        Score::OFirst => (b"0.5 1\n  ", 6),
        Score::Nobody => (b"0 0\n    ", 4),
        Score::XFirst => (b"1 0.5\n  ", 6),
        Score::X => (b"1 0\n    ", 4),
        Score::XTwice => (b"2 0\n    ", 4),
    };
    output.extend_from_slice(text);
    output.truncate(output.len() - text.len() + len);
}
