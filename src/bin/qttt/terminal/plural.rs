//! Nouns after numbers.

/// Returns a count with its noun: `1 game`, `2 games`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
