//! The naive scorer of `qttt check`, which uses nothing of the library, as an oracle.

#[path = "../../src/bin/qttt/check/naive.rs"]
#[allow(dead_code, reason = "only the command makes mistakes on purpose")]
mod scorer;

pub(crate) use scorer::Naive;

use super::chance::Chance;

impl Naive {
    /// Lists the legal tokens, the cells of each in order.
    pub(crate) fn legal(&self) -> Vec<String> {
        if let Some(outcomes) = self.outcomes {
            let mut marks = self.named(outcomes).map(|mark| mark.to_string()).to_vec();
            marks.sort();
            marks.dedup();
            return marks;
        }
        let name = |cell: usize| char::from(b'A' + cell as u8);
        let mut pairs = Vec::new();
        for a in 0..9 {
            for b in a..9 {
                if self.is_legal([a, b]) {
                    pairs.push(format!("{}{}", name(a), name(b)));
                }
            }
        }
        pairs
    }

    /// Replays a record; `None` if it is not legal.
    pub(crate) fn replay(record: &str) -> Option<Self> {
        let mut position = Self::default();
        let mut rest = record.to_ascii_uppercase();
        loop {
            rest = rest.trim_ascii_start().to_string();
            if rest.is_empty() {
                return Some(position);
            }
            let token = position.legal().into_iter().find(|token| {
                let turned: String = token.chars().rev().collect();
                rest.starts_with(token.as_str()) || rest.starts_with(&turned)
            })?;
            rest = rest.split_off(token.len());
            position.act(&token);
        }
    }

    /// Plays up to 18 random tokens, until the game ends; returns the tokens.
    pub(crate) fn played(chance: &mut Chance) -> (Self, Vec<String>) {
        let mut position = Self::default();
        let mut tokens = Vec::new();
        for _ in 0..chance.below(19) {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            let token = chance.one_of(&legal);
            position.act(&token);
            tokens.push(token);
        }
        (position, tokens)
    }
}
