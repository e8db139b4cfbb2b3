//! Scoring as text, sixteen records in step wherever they allow it.

use super::{Batch, Format, Results, source::Lines};
use crate::{
    Score,
    quantum::lockstep::{self, GAMES, Verdict},
    short_text::ShortText,
};

/// How many lines are scored one by one after some that had to be.
const SINGLY: usize = 1_000;

impl Batch<'_> {
    /// Scores the next sixteen lines in step, or all that are left if there are fewer.
    pub(super) fn score_some(&self, lines: &mut Lines<'_>, results: &mut Results) {
        let score_singly = |line, results: &mut Results| self.answer(line, results, &Format::Text);
        let Some(group) = lines.next_group() else {
            lines.for_each(|line| score_singly(line, results));
            return;
        };
        let mut unsure = 0;
        for (i, verdict) in lockstep::verdicts(&group.texts).into_iter().enumerate() {
            match verdict {
                Verdict::Score(score) => {
                    append(score, &mut results.output);
                    results.summary.records += 1;
                }
                Verdict::Invalid
                    if is_record(group.texts[i]) && !self.has_message_left(results) =>
                {
                    results.output.extend_from_slice(b"error\n");
                    results.summary.records += 1;
                    results.summary.invalid += 1;
                }
                Verdict::Invalid => score_singly(group.line(i), results),
                Verdict::Unsure => {
                    unsure += 1;
                    score_singly(group.line(i), results);
                }
            }
        }
        // The next lines are probably written in the same way.
        if unsure > GAMES / 2 {
            lines
                .take(SINGLY)
                .for_each(|line| score_singly(line, results));
        }
    }
}

/// Returns `true` if a text does not begin as a [position](crate::Position#impl-FromStr-for-Position) does, which is no record,
/// but all right.
fn is_record(text: &[u8]) -> bool {
    text.first().is_none_or(u8::is_ascii_alphabetic)
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
