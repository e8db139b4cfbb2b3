//! Words of a text, and assertions that print the whole text if they fail.

/// Returns the words of a text, for example the arguments of a command.
pub(crate) fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[track_caller]
pub(crate) fn assert_contains(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in:\n{text}");
}

#[track_caller]
pub(crate) fn assert_starts_with(text: &str, start: &str) {
    assert!(text.starts_with(start), "no {start:?} first in:\n{text}");
}

#[track_caller]
pub(crate) fn assert_ends_with(text: &str, end: &str) {
    assert!(text.ends_with(end), "no {end:?} last in:\n{text}");
}
