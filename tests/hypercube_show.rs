//! `qttt hypercube show`: positions of the n^d game as text.

mod support;

use snapbox::{Data, assert_data_eq, file};
use support::run;

#[track_caller]
fn assert_shows(arguments: &[&str], input: &str, expected: Data) {
    let (code, stdout, stderr) = run(&[&["hypercube", "show"], arguments].concat(), input);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_data_eq!(stdout, expected);
}

#[test]
fn draws_boards_of_two_three_and_four_dimensions() {
    assert_shows(&[], "3,2\n1,1;0,0\n", file!["snapshots/cube-3-2.txt"].raw());
    assert_shows(
        &["--last"],
        "4,3\n2,2,2;1,1,1;2,2,1\n",
        file!["snapshots/cube-4-3.txt"].raw(),
    );
    assert_shows(
        &[],
        "3,4\n1,1,1,1;0,0,0,0\n",
        file!["snapshots/cube-3-4.txt"].raw(),
    );
}

#[test]
fn draws_with_ascii_alone() {
    let (_, stdout, _) = run(
        &["hypercube", "show", "--ascii", "--last"],
        "4,3\n2,2,2;1,1,1\n",
    );
    assert!(stdout.is_ascii(), "{stdout}");
}

#[test]
fn marks_a_line_that_won() {
    assert_shows(
        &[],
        "3,2\n0,0;1,1;0,1;1,2;0,2\n",
        file!["snapshots/cube-won.txt"].raw(),
    );
}

#[test]
fn lists_the_stones_of_a_board_that_is_too_large_to_draw() {
    let input = "10,10\n0,0,0,0,0,0,0,0,0,0;0,2,3,4,5,6,7,8,9,0;0,1,2,3,4,5,6,7,8,9\n";
    assert_shows(&[], input, file!["snapshots/cube-10-10.txt"].raw());
}

#[test]
fn keeps_within_the_width() {
    let (_, stdout, _) = run(&["hypercube", "show", "--width", "40"], "4,3\n2,2,2\n");
    assert!(
        stdout.lines().all(|line| line.chars().count() <= 40),
        "{stdout}"
    );
}

#[test]
fn says_what_is_wrong_with_a_position() {
    let (code, stdout, stderr) = run(&["hypercube", "show"], "3,2\n1,1;1,1\n");
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(
        stderr.starts_with("error: <stdin>: line 2, column 5: expected an empty cell"),
        "{stderr}"
    );
}
