//! The text that `qttt hypercube` reads and writes.

use super::*;
use qttt::hypercube::{engine, protocol};

#[test]
fn boards_and_positions_parse_their_text() {
    for (n, d) in [(3, 2), (10, 10), (u32::MAX, Board::MAX_DIMENSIONS)] {
        let board = Board::new(n, d).expect("a board");
        assert_eq!(board.to_string().parse(), Ok(board));
    }
    let mut chance = Chance::new(1);
    for _ in 0..256 {
        let (n, d) = (3 + chance.below(10) as u32, 2 + chance.below(5) as u32);
        let mut position = Position::new(Board::new(n, d).expect("a board"));
        for _ in 0..chance.below(60) {
            let cell = chance.cell(position.board());
            assert_eq!(cell.to_string().parse(), Ok(cell.clone()));
            // Illegal moves are skipped.
            let _ = position.play(cell);
        }
        let text = protocol::write(&position);
        assert_eq!(protocol::read(text.as_bytes()).as_ref(), Ok(&position));
    }
}

/// The examples of the specification. In the last one, the answer takes a search.
#[test]
fn the_command_prints_the_move_of_the_library() {
    for input in [
        "3,2\n1,1;0,0\n",
        "10,10\n\n",
        "10,10\n0,0,0,0,0,0,0,0,0,0;0,2,3,4,5,6,7,8,9,0;0,1,2,3,4,5,6,7,8,9\n",
    ] {
        let position = protocol::read(input.as_bytes()).expect("a position");
        let cell = engine::choose(&position).expect("a move");
        assert_eq!(position.clone().play(cell.clone()), Ok(()));
        let answer = printed(&["hypercube", "move"], input);
        assert_eq!(answer, format!("{cell}\n"), "{input}");
    }
}

#[test]
fn other_line_endings_whitespace_around_numbers_and_more_lines_are_accepted() {
    let expected = run(&["hypercube", "move"], "3,2\n1,1;0,0\n");
    for same in [
        "3,2\r\n1,1;0,0\r\n",
        "3,2\n1,1;0,0",
        " 3 , 2 \n 1 , 1 ; 0, 0 \n",
        "3,\t2\n1,1;\t0,0\n",
        // Anything after the second line is ignored.
        "3,2\n1,1;0,0\n0,0\n",
        "3,2\n1,1;0,0\n\n\n2,2",
        "3,2\n1,1;0,0\nnonsense",
    ] {
        assert_eq!(run(&["hypercube", "move"], same), expected, "{same:?}");
    }
    let first = run(&["hypercube", "move"], "3,2\n\n");
    for same in ["3,2", "3,2\n", "3,2\r\n\r\n"] {
        assert_eq!(run(&["hypercube", "move"], same), first, "{same:?}");
    }
}

/// Every command refuses invalid input with the same message.
#[track_caller]
fn assert_refused(input: impl AsRef<[u8]>, expected: &str) {
    for command in ["move", "show"] {
        let stderr = refused(1, &["hypercube", command], input.as_ref());
        assert_eq!(stderr, format!("error: <stdin>:{expected}\n"));
    }
}

#[test]
fn a_first_line_that_is_not_a_board_is_refused() {
    let too_many = "expected at most 524288 dimensions, found 4000000000";
    for (board, expected) in [
        ("2,2", "expected a width of at least 3, found 2"),
        ("3,1", "expected at least 2 dimensions, found 1"),
        // A move would fill the memory.
        ("3,4000000000", too_many),
    ] {
        assert_refused(format!("{board}\n\n"), &format!("1:1: {expected}"));
    }
    // The message shows the beginning of a long line.
    let nines = "9".repeat(1 << 19);
    let no_boards = "|3|3,|,2|3,2,1|3x2|3 3,2|-3,2|3;2|99999999999,2";
    let beginning = format!("{}...", &nines[..60]);
    let lines = no_boards.split('|').map(|line| (line.as_bytes(), line));
    let others = [(nines.as_bytes(), &beginning[..]), (b"\xff", "\u{fffd}")];
    for (line, found) in lines.chain(others) {
        let expected = "1:1: expected the board as n,d, both below 2^32, for example 3,2; found";
        assert_refused([line, b"\n\n"].concat(), &format!("{expected} {found:?}"));
    }
}

#[test]
fn an_invalid_move_is_reported_at_its_beginning() {
    let nines = "9".repeat(1 << 19);
    for (moves, column, found) in [
        (&b"1,1;2"[..], 5, "2"),
        (b"1,1;2,0,0", 5, "2,0,0"),
        (b"1,1;2,0;", 9, ""),
        (b";1,1", 1, ""),
        (b"1,1;;2,0", 5, ""),
        (b"1,1;a,0", 5, "a,0"),
        (b"1,1; 2 2,0", 5, " 2 2,0"),
        (b"1,1;2,-1", 5, "2,-1"),
        (b"1,1;+2,1", 5, "+2,1"),
        (b"1,1;2,99999999999", 5, "2,99999999999"),
        (b"\0", 1, "\0"),
        (b"1,1;\xff\xfe", 5, "\u{fffd}\u{fffd}"),
        (nines.as_bytes(), 1, &format!("{}...", &nines[..60])),
    ] {
        let expected = format!(
            "2:{column}: expected 2 coordinates from 0 to 2, separated by commas; found {found:?}"
        );
        assert_refused([b"3,2\n", moves, b"\n"].concat(), &expected);
    }
}

#[test]
fn an_illegal_move_is_refused() {
    let outside = "5: expected 2 coordinates from 0 to 2, found \"3,0\"";
    for (moves, expected) in [
        ("1,1;3,0", outside),
        ("1,1;0,0;1,1", "9: 1,1 is already taken by X"),
        ("0,0;0,1;1,1;1,2;2,2;2,1", "21: the game is over: X has won"),
    ] {
        assert_refused(format!("3,2\n{moves}\n"), &format!("2:{expected}"));
    }
    let taken = protocol::replay(super::board(3, 2), "0,0;0,0").expect_err("0,0 is taken");
    assert_eq!((taken.line, taken.column), (1, 5));
}

#[test]
fn a_move_in_a_finished_game_is_an_error() {
    let won = "3,2\n0,0;0,1;1,1;1,2;2,2\n";
    let full = "3,2\n1,1;0,0;0,2;2,0;1,0;1,2;2,1;0,1;2,2\n";
    for (input, why) in [(won, "X has won"), (full, "the board is full")] {
        let expected = format!("error: <stdin>: the game is over: {why}\n");
        assert_eq!(refused(1, &["hypercube", "move"], input), expected);
    }
}

/// The first part of the text is another position, for which no move may be printed.
#[test]
fn a_position_of_more_than_1_mib_is_refused() {
    let mut input = b"3,2\n1,1;0,0".to_vec();
    input.resize((1 << 20) + 1, b' ');
    assert_refused(input, " more than 1048576 bytes");
}
