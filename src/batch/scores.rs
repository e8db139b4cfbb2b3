//! Scoring as text, sixteen records at a time.

use super::{Batch, Format, Results, source::Lines};
use crate::{Score, quantum::lockstep, short_text::ShortText};

impl Batch<'_> {
    /// Scores the next sixteen lines, or all that are left if there are fewer.
    pub(super) fn score_some(&self, lines: &mut Lines<'_>, results: &mut Results) {
        let Some(group) = lines.next_group() else {
            lines.for_each(|line| self.answer(line, results, &Format::Text));
            return;
        };
        for (i, score) in lockstep::scores(&group.texts).into_iter().enumerate() {
            match score {
                Some(score) => {
                    append(score, &mut results.output);
                    results.summary.records += 1;
                }
                None => self.answer(group.line(i), results, &Format::Text),
            }
        }
    }
}

/// Appends a score as text, and a newline.
#[inline]
pub(super) fn append(score: Score, output: &mut Vec<u8>) {
    TEXTS[score as usize].append_to(output);
}

/// Each score and a newline.
const TEXTS: [ShortText<8>; Score::ALL.len()] = {
    let mut texts = [ShortText::EMPTY; Score::ALL.len()];
    let mut i = 0;
    while i < Score::ALL.len() {
        let score = Score::ALL[i];
        texts[score as usize] = ShortText::EMPTY.with(score.as_str()).with("\n");
        i += 1;
    }
    texts
};
