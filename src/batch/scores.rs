//! Scoring as text, sixteen records in step wherever they allow it.

use std::io::{Read, Write};

use super::{Batch, BatchError, Format, Results, Summary, source::Lines};
use crate::{
    Score,
    quantum::lockstep::{self, GAMES, Verdict},
    short_text::ShortText,
};

/// How many lines are scored one by one after some that had to be.
const SINGLY: usize = 1_000;

impl Batch<'_> {
    /// Scores each line of `input`: what [`run`](Self::run) does with [`Format::score`], but as text several times as
    /// fast.
    ///
    /// ```
    /// use qttt::batch::{Batch, Format};
    ///
    /// let mut scores = Vec::new();
    /// let input = &b"AE BF EI DH AI 1\nAA\n"[..];
    /// Batch::new().score(Format::Text, input, &mut scores, std::io::sink())?;
    /// assert_eq!(scores, b"1 0\nerror\n");
    /// # Ok::<(), qttt::batch::BatchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When reading or writing fails. Whole lines read before a failed read are still scored.
    ///
    /// # Panics
    ///
    /// When one of the streams panics.
    pub fn score(
        &self,
        format: Format,
        input: impl Read + Send,
        output: impl Write + Send,
        messages: impl Write + Send,
    ) -> Result<Summary, BatchError> {
        match format {
            Format::Text => self.run_workers(input, output, messages, |lines, results| {
                self.score_some(lines, results);
            }),
            _ => self.run(input, output, messages, |line, output| {
                format.score(line, output)
            }),
        }
    }

    fn score_some(&self, lines: &mut Lines<'_>, results: &mut Results) {
        let score_singly = |line, results: &mut Results| {
            self.answer(line, results, |line, output| {
                Format::Text.score(line, output)
            });
        };
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
                Verdict::Invalid if is_record(group.texts[i]) && !self.wants_mistakes(results) => {
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

    /// Returns `true` if it matters what is wrong with an invalid record.
    fn wants_mistakes(&self, results: &Results) -> bool {
        let reports = self.report_as.is_some() && self.has_room_for_message(results);
        reports || self.placeholder != Some(Format::Text)
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
