//! `qttt [RECORD]...`: scores the record in the arguments, or one per line.

use qttt::report::Origin;
use qttt::{Game, GameError, Score, score_lines};

use crate::records::{EndLine, Format, FormatOptions, Line, RecordArguments};
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
        self.format.print(&self.records, &Scores, None)
    }
}

/// Scores as text: `0.5 1`.
struct Scores;

impl Format for Scores {
    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        let score = Game::try_from(line.text)?.position().score();
        output.extend(format!("{score}\n").bytes());
        Ok(())
    }

    fn max_lines(&self) -> usize {
        4096
    }

    /// Scores lines together, which is faster than one by one.
    fn push_lines(
        &self,
        text: &[u8],
        _origin: Origin<'_>,
        output: &mut Vec<u8>,
        end_line: EndLine<'_>,
    ) {
        // The next score is unpredictable, and copying a fixed number of bytes needs no branch.
        let texts = Score::ALL.map(padded);
        score_lines(text, |_, score| {
            if let Ok(score) = score {
                let (text, len) = &texts[score as usize];
                output.extend_from_slice(text);
                output.truncate(output.len() - text.len() + len);
            }
            end_line(output, score.err().as_ref());
        });
    }
}

/// Returns the text of a score with newlines after it, and its length with one of them.
fn padded(score: Score) -> ([u8; 8], usize) {
    let text = score.as_str().as_bytes();
    let mut padded = [b'\n'; 8];
    padded[..text.len()].copy_from_slice(text);
    (padded, text.len() + 1)
}
