//! Lines as JSON or as a table.

use qttt::solve::Solver;

use super::{Answer, Game, InputLine, LineError, Reading, Request, json, tsv};

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
    /// Returns the line before all answers, with its newline, or nothing.
    pub(crate) fn header(&self) -> String {
        match self.format {
            Format::Json => String::new(),
            Format::Tsv => tsv::header(self.request()),
        }
    }

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
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        self.append(line, line.game(), output)
    }
}
