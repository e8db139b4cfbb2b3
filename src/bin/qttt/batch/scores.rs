//! Scoring as text, sixteen records at a time.

use qttt::{Score, lockstep};

use super::{Batch, Format, Results, source::Lines};

impl Batch<'_> {
    /// Scores the next sixteen lines, or all that are left if there are fewer.
    pub(super) fn score_some(&self, lines: &mut Lines<'_>, results: &mut Results) {
        let first = lines.number;
        let Some(texts) = lines.next_group() else {
            lines.for_each(|line| self.answer(line, results, &Format::Text));
            return;
        };
        for (i, score) in lockstep::scores(&texts).into_iter().enumerate() {
            if let Some(score) = score {
                append(score, &mut results.output);
                results.summary.records += 1;
            } else {
                let mut from_line = Lines {
                    rest: texts[i],
                    number: first + i as u64,
                    file: lines.file,
                };
                let line = from_line.next().expect("it is in the group");
                self.answer(line, results, &Format::Text);
            }
        }
    }
}

/// Appends a score as text, and a newline.
///
/// The next score is unpredictable, and copying a fixed number of bytes takes no branch.
#[inline]
pub(super) fn append(score: Score, output: &mut Vec<u8>) {
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
