//! Other notations, positions, and links in place of records.

use crate::support::*;

#[test]
fn a_position_is_read_in_place_of_a_record_unless_the_history_is_needed() {
    let (scores, stderr) = exits(1, &[], "135/2.4/...\n1../.../...\n");
    assert_eq!(scores, "1 0\nerror\n");
    let why = "X1 is the only classical mark, but the first measurement always makes at least two";
    assert_eq!(stderr, format!("<stdin>:2:1: {why}\n"));
    // Without messages, the lines are scored in lockstep, which leaves positions to the parser.
    let many = "135/2.4/...\n1../.../...\n".repeat(20);
    assert_eq!(exits(1, &["-q"], many).0, scores.repeat(20));
    for command in [&["show"][..], &["show", "--svg"], &["solve", "--value"]] {
        let of = |text: &str| printed(&[command, &[text]].concat(), "");
        assert_eq!(of("41./32./... 5CF 6GH"), of("AB BE DE AE 4 CF GH"));
    }
    for command in ["show", "solve"] {
        let stderr = refused(1, &[command, "--steps", "41./32./..."], "");
        assert_contains(&stderr, "expected a record, not a position");
    }
}

#[test]
fn an_error_in_a_link_has_its_column_in_the_link() {
    let mistaken = "http://127.0.0.1:8000/#AB.AJ\n";
    for command in [&[][..], &["--json"], &["show"]] {
        let (_, stderr) = exits(1, command, mistaken);
        assert_starts_with(&stderr, "<stdin>:1:28: expected a cell");
    }
}
