//! Usage errors: invalid arguments, and the suggestions for them.

use crate::support::*;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

#[test]
fn an_argument_that_is_not_utf_8_is_a_usage_error() {
    let mut command = qttt(&[]);
    let (code, _, stderr) = answer(
        command.args([OsStr::from_bytes(b"\xff"), "--foo".as_ref()]),
        "",
    );
    assert_eq!(code, 2, "{stderr}");
    assert_starts_with(&stderr, "error: unexpected argument '--foo' found");
}

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
