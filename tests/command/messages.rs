//! Usage errors: invalid arguments, and the suggestions for them.

use crate::support::*;

#[test]
fn invalid_arguments_are_usage_errors() {
    for [arguments, message] in cases(include_str!("usage.txt"), " => ") {
        let words: Vec<_> = arguments.split(' ').collect();
        let stderr = refused(2, &words, "");
        assert_starts_with(&stderr, "error: ");
        assert_contains(&stderr, message);
    }
}

#[test]
fn a_misspelled_command_gets_a_hint() {
    let stderr = refused(1, &["shwo", "AB"], "");
    assert_ends_with(&stderr, "\nDid you mean qttt show?\n");
}
