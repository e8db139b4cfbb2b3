//! Positions and records as text, and the classical boards of positions.

use crate::support::*;
use qttt::{Action, Cell, ErrorKind, Mark, Position, PositionError, Record, RuleError};

#[test]
fn a_position_parses_its_text_and_continues_in_the_same_way() {
    for record in games(2_000, 27) {
        for game in record.positions() {
            let text = game.to_string();
            let read: Position = text.parse().expect(&text);
            assert_eq!(read, game);
            assert!(text.parse::<Record>().is_err());
            assert_eq!(read.status(), game.status());
            assert_eq!(read.score(), game.score());
            assert_eq!(read.legal_actions(), game.legal_actions(), "{text}");
            for action in game.legal_actions() {
                assert_eq!(read.after(action), game.after(action), "{action} in {text}");
            }
        }
        assert!(record.to_string().parse::<Position>().is_err());
    }
}

#[test]
fn unreachable_positions_are_errors() {
    use PositionError::*;
    let mark = |number| qttt::Mark::new(number).expect("1 to 9");
    for (text, expected) in [
        ("", Board(String::new())),
        ("AB", Board("AB".into())),
        (".../...", Board(".../...".into())),
        ("..../.../..", Board("..../.../..".into())),
        (".../.0./...", Board(".../.0./...".into())),
        (".../.../... 1A", SpookyMark("1A".into())),
        (".../.../... AB", SpookyMark("AB".into())),
        (".../.../... \u{e9}AB", SpookyMark("\u{e9}AB".into())),
        ("11./.../...", Repeated(mark(1))),
        ("12./.../... 2CD", Repeated(mark(2))),
        ("13./.../...", Missing(mark(2))),
        (".../.../... 2AB", Missing(mark(1))),
        ("1../.../...", Alone(mark(1))),
        ("12./.../... 3AC", Cells(mark(3), Cell::A, Cell::C)),
        ("12./.../... 3CC", Cells(mark(3), Cell::C, Cell::C)),
        (".../.../... 1AB 2AB 3CD", OldCycle(mark(2))),
        ("135/24./... 6GH", AfterEnd(mark(6))),
    ] {
        assert_eq!(text.parse::<Position>(), Err(expected), "{text}");
    }
    // X's last move, 5, completed the line. Marks of another component are left.
    let over: Position = "135/.2./... 4GH".parse().expect("X's last move was 5");
    assert!(over.is_over());
}

#[test]
fn pop_takes_back_each_action_of_a_record() {
    for record in games(200, 27) {
        let positions: Vec<_> = record.positions().collect();
        assert_eq!(positions.len(), record.actions().len() + 1);
        let mut shorter = record.clone();
        for (game, &action) in positions.iter().zip(record.actions()).rev() {
            assert_eq!(shorter.pop(), Some(action));
            assert_eq!(shorter.position(), *game);
        }
        assert_eq!((shorter.pop(), shorter), (None, Record::new()));
    }
}

#[test]
fn an_illegal_action_leaves_a_record_unchanged() {
    let mut record: Record = "AB AB".parse().expect("legal");
    let before = record.clone();
    assert!(record.push(Action::Move(Cell::C, Cell::D)).is_err());
    assert_eq!(record, before);
    let extended = record.extend_from_text(b"1 CD AC EF");
    let error = extended.expect_err("A is taken");
    let pushed = record.push(Action::Move(Cell::A, Cell::C));
    let rule = pushed.expect_err("A is taken");
    assert!(matches!(rule, RuleError::CellTaken { .. }));
    assert_eq!(error.kind, ErrorKind::Rule(rule));
    assert_eq!(error.bytes, 5..6);
    assert_eq!(record.to_string(), "AB AB 1 CD");
}

/// Puts each spooky mark into each of its cells and keeps the boards without a conflict.
fn boards_by_force(position: &Position) -> Vec<String> {
    let marks: Vec<_> = position.spooky_marks().collect();
    let mut boards = Vec::new();
    for choice in 0..1_u32 << marks.len() {
        let mut board = Cell::ALL.map(|cell| position.classical(cell));
        let is_free = marks.iter().enumerate().all(|(i, spooky)| {
            let cell = spooky.cells[(choice >> i & 1) as usize];
            board[cell.index()].replace(spooky.mark).is_none()
        });
        let digit =
            |mark: Option<Mark>| mark.map_or(".".to_string(), |mark| mark.number().to_string());
        if is_free {
            boards.push(board.map(digit).concat());
        }
    }
    boards.sort();
    boards.dedup();
    boards
}

#[test]
fn classical_boards_match_brute_force() {
    let mut most = 0;
    for record in games(1_500, 62) {
        for position in record.positions() {
            let boards = position.classical_boards();
            let mut boards: Vec<_> = boards.iter().map(ToString::to_string).collect();
            assert_eq!(boards.len(), usize::from(position.possible().boards));
            most = most.max(boards.len());
            boards.sort();
            assert_eq!(boards, boards_by_force(&position), "{position}");
        }
    }
    assert!(most >= 12, "{most}");
    for (text, boards, x, o) in [
        ("BE AE CE DE FE GE IE", 8, 5, 5),
        ("AB BC DE EF GH HI", 27, 9, 9),
    ] {
        let possible = text.parse::<Record>().expect(text).position().possible();
        let found = (possible.boards, possible.x, possible.o);
        assert_eq!(found, (boards, x, o), "{text}");
    }
}
