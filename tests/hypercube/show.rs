//! `qttt hypercube show`: drawings of positions.

use qttt::hypercube::{draw, protocol};

use super::*;

const SMALL: &str = "3,2\n1,1;0,0\n";
const WON: &str = "3,2\n0,0;0,1;1,1;1,2;2,2\n";
const QUBIC: &str = "4,3\n2,2,2;1,1,1;0,3,2;3,0,2;1,1,2\n";

/// Draws a position in this width.
fn drawn(input: &str, width: usize) -> String {
    let position = protocol::read(input.as_bytes()).expect("legal");
    draw::text(&position, &in_width(width))
}

#[test]
fn drawings_match_the_snapshots() {
    let four = "3,4\n1,1,1,1;0,2,1,0;2,1,0,2\n";
    let five = "3,5\n1,1,1,1,1;0,2,1,0,2\n";
    let twice = "3,2\n0,0;1,0;0,1;2,0;2,2;1,1;1,2;2,1;0,2\n";
    let ten = "10,10\n0,0,0,0,0,0,0,0,0,0;0,2,3,4,5,6,7,8,9,0;0,1,2,3,4,5,6,7,8,9\n";
    for (options, input, snapshot) in [
        ("", SMALL, "3-2"),
        ("--ascii", SMALL, "3-2-ascii"),
        ("", QUBIC, "4-3"),
        ("", four, "3-4"),
        ("", five, "3-5"),
        ("", WON, "won"),
        ("", twice, "won-twice"),
        ("", &format!("3,2\n{FULL}\n"), "full"),
        // Coordinates of two digits.
        ("--ascii", "12,2\n1,11;10,10\n", "12-2"),
        // Boards that are too large or too wide: the stones are listed.
        ("", ten, "10-10"),
        ("", "30,2\n1,11;10,10\n", "30-2"),
    ] {
        let drawn = printed(&words(&format!("hypercube show {options}")), input);
        assert_is_snapshot(&drawn, &format!("hypercube-{snapshot}.txt"));
    }
    let wide = |width| drawn("30,2\n1,11;10,10\n", width);
    assert_eq!(wide(123).lines().count(), 33);
    assert_eq!(wide(usize::MAX), wide(123));
}

#[test]
fn every_command_that_draws_can_draw_in_ascii() {
    let bots = ["--x", "builtin:greedy", "--o", "builtin:random", "3,2"];
    let game = recorded("a", "b", ROW, Some("X"), "line").to_string();
    for (arguments, input) in [
        (&["show"][..], SMALL),
        (&["play", "3,2"], "1,1\nquit\n"),
        (&[&["play"], &bots[..]].concat(), ""),
        (&["replay", "--line", "1", "-"], &game),
    ] {
        let arguments = [&["hypercube"], arguments].concat();
        let (code, drawn, _) = run(&arguments, input);
        assert_eq!((code, drawn.is_ascii()), (0, false), "{arguments:?}");
        let (code, drawn, stderr) = run(&[&arguments[..], &["--ascii"]].concat(), input);
        assert!(code == 0 && drawn.is_ascii(), "{drawn}{stderr}");
    }
}

#[test]
fn rows_of_slices_are_wrapped_to_fit_the_width() {
    for width in [14, 30, 62, 100] {
        let stdout = drawn(QUBIC, width);
        let widest = stdout.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(width), "{widest:?}");
        let is_numbered = |line: &&str| {
            let (number, _) = line.split_once(' ').unwrap_or_default();
            number.parse::<u32>().is_ok()
        };
        let rows = stdout.lines().filter(is_numbered);
        let stones: usize = rows.map(|row| row.matches(['X', 'O']).count()).sum();
        assert_eq!(stones, 5, "{stdout}");
    }
}

#[test]
fn captions_in_many_dimensions_do_not_touch() {
    let (_, stdout, _) = run(&["hypercube", "show"], "3,8\n\n");
    assert!(stdout.starts_with("x,y,0,0,0,0,0,0  x,y,1,0,0,0,0,0  x,y,2,0,0,0,0,0\n"));
    assert_eq!(stdout.matches("x,y,").count(), 729 + 1);
}

#[test]
fn a_position_can_be_given_as_arguments() {
    let (_, expected, _) = run(&["hypercube", "show"], SMALL);
    for arguments in [&["3,2", "1,1;0,0"][..], &["3,2", "1,1", "0,0"], &["-"]] {
        let shown = run(&[&["hypercube", "show"], arguments].concat(), SMALL);
        assert_eq!(shown, (0, expected.clone(), String::new()), "{arguments:?}");
    }
    let stderr = refused(1, &["hypercube", "show", "3,2", "1,1;1,1"], "");
    assert_eq!(stderr, "error: 1,1 is already taken by X\n");
    // A dash followed by moves is not standard input.
    let stderr = refused(1, &["hypercube", "show", "-", "0,0"], SMALL);
    assert_contains(&stderr, "found \"-\"");
}
