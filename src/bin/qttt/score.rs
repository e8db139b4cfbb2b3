//! `qttt [MOVES]...`: scores the record in the arguments, or one per line.

use qttt::Score;

use crate::records::{Format, FormatOptions, Kind, Lines, Objects, RecordArguments, Refuse, Table};
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
        let solving = None;
        match self.format.kind() {
            Kind::Text => self.records.print(&Scores),
            Kind::Json => self.records.print(&Objects(solving)),
            Kind::Table { has_header } => self.records.print(&Table {
                solving,
                has_header,
            }),
        }
    }
}

/// Scores as text: `0.5 1`.
struct Scores;

impl Format for Scores {
    fn max_lines(&self) -> usize {
        4096
    }

    fn push(&self, lines: Lines<'_>, output: &mut Vec<u8>, refuse: &mut Refuse<'_>) {
        lines.scores(|line, score| match score {
            Ok(score) => push_score(score, output),
            Err(error) => {
                line.push_error(output);
                refuse(line, error);
            }
        });
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
