//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use qttt::report::Origin;
use qttt::{Game, GameError, Score, score_lines};

use crate::records::{Format, FormatOptions, Line, RecordArguments};
use crate::terminal::output::Outcome;

#[derive(clap::Args)]
pub(crate) struct ScoreArguments {
    #[command(flatten)]
    records: RecordArguments,

    #[command(flatten)]
    format: FormatOptions,
}

impl ScoreArguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if self.format.is_text() {
            self.records.print(&Scores)
        } else {
            self.records.print(&*self.format.of_data(None))
        }
    }
}

/// Scores as text: `0.5 1`.
struct Scores;

impl Format for Scores {
    fn max_lines(&self) -> usize {
        4096
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        // This line is alone, because `push_all` scores lines among others. If it is invalid, nothing is printed.
        push_score(Game::try_from(line.text)?.position().score(), output);
        Ok(())
    }

    /// Scores sixteen lines at a time.
    fn push_all(
        &self,
        text: &[u8],
        first: Origin<'_>,
        output: &mut Vec<u8>,
    ) -> Vec<(u64, GameError)> {
        let mut errors = Vec::new();
        let mut number = first.line;
        score_lines(text, |_, score| {
            match score {
                Ok(score) => push_score(score, output),
                Err(error) => {
                    output.extend(b"error\n");
                    errors.push((number, error));
                }
            }
            number += 1;
        });
        errors
    }
}

/// Appends a score and a newline.
///
/// The next score is unpredictable, and copying a fixed number of bytes needs no branch.
#[inline]
fn push_score(score: Score, output: &mut Vec<u8>) {
    let (text, len) = &TEXTS[score as usize];
    output.extend_from_slice(text);
    output.truncate(output.len() - text.len() + len);
}

/// The text of each score, padded, and its length, with a newline.
const TEXTS: [([u8; 8], usize); Score::ALL.len()] = {
    let mut lines = [([0; 8], 0); Score::ALL.len()];
    let mut i = 0;
    while i < lines.len() {
        let score = Score::ALL[i].as_str().as_bytes();
        let (line, len) = &mut lines[i];
        line.split_at_mut(score.len()).0.copy_from_slice(score);
        line[score.len()] = b'\n';
        *len = score.len() + 1;
        i += 1;
    }
    lines
};
