//! Invalid records, with every kind of error equally likely.

use super::Generator;
use crate::{Cell, MistakeKind, Record, RecordError, Rng};

/// The kinds of mistakes that a token after a legal record can have: all but the last.
const KINDS: usize = MistakeKind::ALL.len() - 1;

impl Generator {
    /// Returns the beginning of a game, a token that is a mistake after it, and the mistake. Every
    /// [kind](RecordError::kind) of mistake that a token can have is equally likely.
    pub fn invalid(&mut self) -> (Record, String, RecordError) {
        let kind = MistakeKind::ALL[self.rng.below(KINDS as u32) as usize];
        loop {
            let record = self.partial_record();
            let token = random_token(&mut self.rng);
            // The whole text, because a digit at its beginning is a cell.
            let read: Result<Record, _> = format!("{record} {token}").trim_start().parse();
            if let Err(mistake) = read
                && mistake.kind() == kind
            {
                return (record, token, mistake);
            }
        }
    }
}

/// Returns two random cells, or a random character: a cell, a mark, or neither.
fn random_token(rng: &mut Rng) -> String {
    const CHARACTERS: &[u8; 38] = b"ABCDEFGHI123456789JKLMNOPQRSTUVWXYZ0!?";
    let mut cell = || Cell::ALL[rng.below(9) as usize];
    let cells = format!("{}{}", cell(), cell());
    let character = CHARACTERS[rng.below(38) as usize];
    let tokens = [cells, char::from(character).to_string()];
    tokens[rng.below(2) as usize].clone()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::generate::Strategy;

    #[test]
    fn every_kind_of_error_is_equally_likely() {
        let mut generator = Generator::new(Strategy::Random, Strategy::Random, 1);
        let mut counts = BTreeMap::new();
        for _ in 0..8_000 {
            let (record, token, error) = generator.invalid();
            let text = format!("{record} {token}");
            let start = text.trim_start().len() - token.len();
            assert!(error.span().bytes.start >= start, "{text}: {error}");
            *counts.entry(error.kind()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), KINDS, "{counts:?}");
        assert!(
            counts.values().all(|n| (850..1_150).contains(n)),
            "{counts:?}"
        );
    }
}
