//! `qttt hypercube show`: positions drawn for people.

use qttt::hypercube::{Board, Cell, Line, draw, protocol};

use crate::support::{run, snapshot::assert_is_snapshot, text};

const SMALL: &str = "3,2\n1,1;0,0\n";
const WON: &str = "3,2\n0,0;0,1;1,1;1,2;2,2\n";
const QUBIC: &str = "4,3\n2,2,2;1,1,1;0,3,2;3,0,2;1,1,2\n";

#[track_caller]
fn assert_shows(arguments: &[&str], input: &str, snapshot: &str) {
    let (code, stdout, stderr) = run(&[&["hypercube", "show"], arguments].concat(), input);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_is_snapshot(&stdout, snapshot);
}

#[test]
fn draws_a_square() {
    assert_shows(&[], SMALL, "hypercube-3-2.txt");
    assert_shows(&["--ascii"], SMALL, "hypercube-3-2-ascii.txt");
}

#[test]
fn draws_a_cube_as_slices_side_by_side() {
    assert_shows(&[], QUBIC, "hypercube-4-3.txt");
}

#[test]
fn draws_four_dimensions_as_a_grid_of_slices() {
    let input = "3,4\n1,1,1,1;0,2,1,0;2,1,0,2\n";
    assert_shows(&[], input, "hypercube-3-4.txt");
}

#[test]
fn draws_five_dimensions_as_several_grids() {
    let input = "3,5\n1,1,1,1,1;0,2,1,0,2\n";
    assert_shows(&[], input, "hypercube-3-5.txt");
}

#[test]
fn breaks_rows_of_slices_where_they_do_not_fit() {
    for width in ["14", "30", "62", "100"] {
        let arguments = ["hypercube", "show", "--width", width];
        let (code, stdout, _) = run(&arguments, QUBIC);
        assert_eq!(code, 0);
        let widest = stdout.lines().map(|line| line.chars().count()).max();
        assert!(widest <= width.parse().ok(), "{widest:?}");
        let is_numbered = |line: &&str| {
            let (number, _) = line.split_once(' ').unwrap_or_default();
            number.parse::<u32>().is_ok()
        };
        let rows = stdout.lines().filter(is_numbered);
        let stones = rows
            .map(|row| row.matches(['X', 'O']).count())
            .sum::<usize>();
        assert_eq!(stones, 5, "{stdout}");
    }
    assert_shows(&["--width", "30"], QUBIC, "hypercube-4-3-narrow.txt");
}

#[test]
fn marks_the_line_that_has_won() {
    assert_shows(&[], WON, "hypercube-won.txt");
    let (_, stdout, _) = run(&["hypercube", "show"], WON);
    assert_eq!(
        (stdout.matches("(X)").count(), stdout.matches("[X]").count()),
        (2, 1)
    );
}

#[test]
fn marks_two_lines_that_one_stone_has_completed() {
    let input = "3,2\n0,0;1,0;0,1;2,0;2,2;1,1;1,2;2,1;0,2\n";
    assert_shows(&[], input, "hypercube-won-twice.txt");
}

#[test]
fn says_that_nobody_wins_a_full_board() {
    let input = "3,2\n1,1;0,0;0,2;2,0;1,0;1,2;2,1;0,1;2,2\n";
    let (code, stdout, _) = run(&["hypercube", "show"], input);
    assert_eq!(code, 0);
    assert!(
        stdout.contains(" Nobody wins: the board is full.\n"),
        "{stdout}"
    );
}

#[test]
fn labels_wide_boards_with_numbers_under_each_other() {
    let input = "12,2\n1,11;10,10\n";
    assert_shows(&["--ascii"], input, "hypercube-12-2.txt");
}

#[test]
fn lists_the_stones_of_a_board_that_is_too_large() {
    let input = "10,10\n0,0,0,0,0,0,0,0,0,0;0,2,3,4,5,6,7,8,9,0;0,1,2,3,4,5,6,7,8,9\n";
    assert_shows(&[], input, "hypercube-10-10.txt");
}

#[test]
fn lists_the_stones_of_a_board_that_is_too_wide() {
    let input = "30,2\n1,11;10,10\n";
    assert_shows(&[], input, "hypercube-30-2.txt");
    let (_, stdout, _) = run(&["hypercube", "show", "--width", "123"], input);
    assert_eq!(stdout.lines().count(), 34);
}

#[test]
fn captions_of_many_dimensions_stay_apart() {
    let (_, stdout, _) = run(&["hypercube", "show"], "3,8\n\n");
    assert!(stdout.starts_with("x,y,0,0,0,0,0,0  x,y,1,0,0,0,0,0  x,y,2,0,0,0,0,0\n"));
    assert_eq!(stdout.matches("x,y,").count(), 729 + 1);
}

#[test]
fn says_which_axis_is_which() {
    let z = ", z from slice to slice";
    let w = ", w from row to row of slices";
    for (board, names, others) in [
        ("4,2", "x,y", String::new()),
        ("3,3", "x,y,z", z.to_string()),
        ("3,4", "x,y,z,w", format!("{z}{w}")),
    ] {
        let (_, stdout, _) = run(&["hypercube", "show"], format!("{board}\n\n"));
        let legend = format!(" Cells are {names}: x grows to the right, y downwards{others}. ");
        assert!(stdout.replace('\n', " ").ends_with(&legend), "{stdout}");
    }
    let (_, listed, _) = run(&["hypercube", "show"], "10,10\n\n");
    assert!(!listed.contains("grows"));
}

#[test]
fn colours_only_when_it_is_told_to() {
    for input in [SMALL, WON, QUBIC, "10,10\n\n"] {
        let (_, plain, _) = run(&["hypercube", "show"], input);
        assert!(!plain.contains('\x1b'));
        let (_, colored, _) = run(&["hypercube", "show", "--color", "always"], input);
        assert!(colored.contains('\x1b'));
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    }
}

#[test]
fn draws_in_ascii_only_when_it_is_asked_to() {
    for input in [SMALL, WON, QUBIC, "10,10\n\n"] {
        let (_, stdout, _) = run(&["hypercube", "show", "--ascii"], input);
        assert!(stdout.is_ascii());
    }
}

#[test]
fn draws_a_position_from_arguments_or_a_file() {
    let (_, expected, _) = run(&["hypercube", "show"], SMALL);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("position");
    std::fs::write(&path, SMALL).expect("written");
    for arguments in [
        &["3,2", "1,1;0,0"][..],
        &["3,2", "1,1", "0,0"],
        &["-f", text(&path)],
        &["-"],
    ] {
        let shown = run(&[&["hypercube", "show"], arguments].concat(), SMALL);
        assert_eq!(shown, (0, expected.clone(), String::new()), "{arguments:?}");
    }
    let (code, stdout, stderr) = run(&["hypercube", "show", "3,2", "1,1;1,1"], "");
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert_eq!(
        stderr,
        "error: expected an empty cell, found 1,1, which X took before\n"
    );
}

#[test]
fn no_width_is_too_large_for_a_drawing() {
    let position = protocol::read(QUBIC.as_bytes()).expect("a position");
    let mut style = draw::TextStyle::default();
    let drawn = draw::text(&position, &style);
    style.width = usize::MAX;
    assert_eq!(
        draw::text(&position, &style).replace('\n', " "),
        drawn.replace('\n', " ")
    );
}

#[test]
fn a_line_has_no_cell_outside_the_board() {
    let board = Board::new(3, 2).expect("a board");
    let cell = |x, y| Cell([x, y].into());
    assert!(Line::through(board, &cell(0, 0), &cell(2, 2)).is_some());
    for (a, b) in [
        (cell(3, 3), cell(0, 0)),
        (cell(0, 0), cell(4, 4)),
        (cell(0, 5), cell(1, 5)),
        (cell(0, 0), Cell([1].into())),
    ] {
        assert_eq!(Line::through(board, &a, &b), None, "{a} {b}");
    }
}
