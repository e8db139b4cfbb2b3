//! A text that is no value of the vocabulary.

/// A text or number that isn't the cell, mark, player, action or score it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct ParseError {
    expected: &'static str,
    found: String,
}

impl ParseError {
    pub(super) fn new(expected: &'static str, found: impl Into<String>) -> Self {
        Self {
            expected,
            found: found.into(),
        }
    }
}
