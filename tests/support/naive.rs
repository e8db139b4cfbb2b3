//! The naive scorer of `qttt check`, which uses nothing of the library, as an oracle.

#[path = "../../src/bin/qttt/check/naive.rs"]
mod scorer;

pub(crate) use scorer::Naive;

impl Naive {
    /// Replays a record; `None` if it is not legal.
    pub(crate) fn replay(record: &str) -> Option<Self> {
        let mut position = Self::default();
        let mut rest = record.to_ascii_uppercase();
        loop {
            rest = rest
                .trim_start_matches([' ', '\t', '\r', '\n', '\x0c'])
                .to_string();
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

    /// Plays a game in which each number picks one of the legal tokens, until they or the game end; returns the tokens.
    pub(crate) fn played(picks: &[usize]) -> (Self, Vec<String>) {
        let mut position = Self::default();
        let mut tokens = Vec::new();
        for pick in picks {
            let legal = position.legal();
            let Some(token) = legal.get(pick % legal.len().max(1)) else {
                break;
            };
            position.act(token);
            tokens.push(token.clone());
        }
        (position, tokens)
    }
}
