//! Usage errors: invalid arguments, and the suggestions for them.

use crate::support::*;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

#[test]
fn an_argument_that_is_not_utf_8_is_a_usage_error() {
    let mut command = qttt(&[]);
    command.args([OsStr::from_bytes(b"\xff"), "--foo".as_ref()]);
    let (code, _, stderr) = answer(&mut command, "");
    assert_eq!(code, 2, "{stderr}");
    assert_starts_with(&stderr, "error: unexpected argument '--foo' found");
}

#[test]
fn invalid_arguments_are_usage_errors() {
    for [arguments, message] in cases(include_str!("usage.txt"), " => ") {
        let stderr = refused(2, &words(arguments), "");
        assert_starts_with(&stderr, "error: ");
        assert_contains(&stderr, message);
    }
}

#[test]
fn a_misspelled_command_is_a_usage_error() {
    for (word, command) in [
        ("solv", "solve"),
        ("shwo", "show"),
        ("ggenerate", "generate"),
    ] {
        let expected = format!(
            "error: \"{word}\" is neither a record nor a command\nDid you mean qttt {command}?\n"
        );
        for arguments in [&[word, "AB"][..], &[word], &["-q", word]] {
            assert_eq!(refused(2, arguments, ""), expected);
        }
        // Scripts that ask for JSON or a table get it, and no file is taken for a command.
        assert_eq!(run(&["--json", word], "").0, 1);
        let stderr = refused(2, &["-f", word], "");
        assert_starts_with(&stderr, &format!("error: cannot read {word}: "));
    }
    // These begin like a record, or aren't similar to a command.
    for record in ["chec", "che", "AX", "xyz"] {
        let stderr = run(&[record], "").2;
        assert!(!stderr.contains("Did you mean"), "{stderr}");
    }
}

#[test]
fn only_an_unknown_option_gets_a_tip() {
    for arguments in [
        "solve --value --json AB",
        "--json --tsv AB",
        "check ./mine --depth 3",
        "AB --foo",
    ] {
        let stderr = refused(2, &words(arguments), "");
        assert!(!stderr.contains("tip:"), "{stderr}");
    }
}
