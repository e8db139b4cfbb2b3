//! Answers to the lines of a stream.

use qttt::{Score, lockstep, solve::Solver};

use super::{Line, LineError, Reading, Request, Results, json, source::Lines, tsv};

/// Answers the lines of a stream.
pub(crate) trait Answer: Sync {
    /// Returns the line before all answers, with its newline, or nothing.
    fn header(&self) -> String {
        String::new()
    }

    /// Appends the answer to a line, or the replacement for an invalid one, with its newline.
    ///
    /// # Errors
    ///
    /// If the line is invalid.
    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), LineError>;

    /// Answers the next lines of a block, at least one.
    fn answer_some(&self, lines: &mut Lines<'_>, results: &mut Results<'_>) {
        if let Some(line) = lines.next() {
            results.add(line, |output| self.answer(line, output));
        }
    }

    /// Returns the number of bytes that a thread takes at once. By default it is small, so that every thread soon has
    /// lines to answer.
    fn block(&self) -> usize {
        1 << 10
    }

    /// Returns `true` if the lines must be answered one after the other.
    fn is_sequential(&self) -> bool {
        false
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
}

impl Answer for Readings {
    fn header(&self) -> String {
        match self.format {
            Format::Json => String::new(),
            Format::Tsv => tsv::header(self.request()),
        }
    }

    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        let solving = self.solving.as_ref();
        let reading = Reading::of(line, solving.map(|(solver, request)| (solver, *request)));
        match self.format {
            Format::Json => json::append(line, &reading, output),
            Format::Tsv => tsv::append(line, &reading, self.request(), output),
        }
        reading.map(drop)
    }
}

/// Scores as text: `0.5 1`, and `error` for an invalid record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scores {
    /// Whether there is only one record. Then `error` isn't needed to keep answers in step with records.
    pub(crate) is_alone: bool,
}

impl Answer for Scores {
    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        let position = line.position();
        match &position {
            Ok(position) => append(position.score(), output),
            Err(_) if self.is_alone => {}
            Err(_) => output.extend_from_slice(b"error\n"),
        }
        position.map(drop)
    }

    /// Scores the next sixteen lines, or all that are left if there are fewer.
    fn answer_some(&self, lines: &mut Lines<'_>, results: &mut Results<'_>) {
        let first = lines.number;
        let Some(texts) = lines.next_group() else {
            for line in lines {
                results.add(line, |output| self.answer(line, output));
            }
            return;
        };
        for (i, score) in lockstep::scores(&texts).into_iter().enumerate() {
            if let Some(score) = score {
                append(score, &mut results.output);
                results.summary.records += 1;
            } else {
                let (line, _) = Line::split_off(texts[i], first + i as u64, lines.file);
                results.add(line, |output| self.answer(line, output));
            }
        }
    }

    /// 128 KiB: a fraction of a core's second-level cache.
    fn block(&self) -> usize {
        128 << 10
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
