//! Every way to win on each of the tournament's sixteen boards, by a finder of lines that shares nothing with the
//! library's.

use std::collections::HashSet;

use qttt::hypercube::{Board, Cell, Lines, Position, Stone};

/// Walks from every cell in every direction, and keeps the walks that fit on the board exactly.
fn find_lines(n: i64, d: usize) -> Vec<Vec<Vec<i64>>> {
    let words = |letters: std::ops::Range<i64>| {
        (0..d).fold(vec![Vec::new()], |words, _| {
            let longer = |word: &Vec<i64>, letter| [&word[..], &[letter]].concat();
            let letters = letters.clone();
            let all = words
                .iter()
                .flat_map(|word| letters.clone().map(|x| longer(word, x)));
            all.collect()
        })
    };
    let mut lines = Vec::new();
    for step in words(-1..2) {
        // Each line is walked in two directions: one has a first step forward.
        if step.iter().find(|&&x| x != 0) != Some(&1) {
            continue;
        }
        for start in words(0..n) {
            let at = |time: i64| -> Vec<i64> {
                start
                    .iter()
                    .zip(&step)
                    .map(|(x, dx)| x + time * dx)
                    .collect()
            };
            let fits = |cell: &[i64]| cell.iter().all(|x| (0..n).contains(x));
            if fits(&at(n - 1)) {
                lines.push((0..n).map(at).collect());
            }
        }
    }
    lines
}

fn cell(coordinates: &[i64]) -> Cell {
    Cell(coordinates.iter().map(|&x| x as u32).collect())
}

/// Lets a player fill a line, beginning behind the place `last`, while the other one plays elsewhere and does not win.
fn fill(board: Board, line: &[Vec<i64>], filler: Stone, last: usize) -> Position {
    let line: Vec<_> = line.iter().map(|coordinates| cell(coordinates)).collect();
    let mut position = Position::new(board);
    for own in line.iter().cycle().skip(last + 1).take(line.len()) {
        while position.next() != filler {
            position = play_elsewhere(&position, &line);
        }
        assert_eq!(position.winner(), None, "{line:?} has a free cell");
        position.play(own.clone()).expect("legal");
    }
    position
}

fn play_elsewhere(position: &Position, line: &[Cell]) -> Position {
    let cells = (0..).map(|index| position.board().cell(index));
    let tried = cells.filter(|cell| !line.contains(cell)).map(|cell| {
        let mut tried = position.clone();
        tried.play(cell).map(|()| tried)
    });
    let mut harmless = tried.flatten().filter(|tried| tried.winner().is_none());
    harmless.next().expect("a cell that wins nothing")
}

#[test]
fn the_table_of_a_board_has_its_lines_and_no_others() {
    for (n, d) in (3..=6).flat_map(|n| (2..=5).map(move |d| (n, d))) {
        let board = Board::new(n, d).expect("a board");
        let index = |coordinates: &Vec<i64>| board.index(&cell(coordinates)) as u32;
        let found = find_lines(n.into(), d as usize);
        let expected: HashSet<Vec<u32>> = found
            .iter()
            .map(|line| line.iter().map(index).collect())
            .collect();
        let table = Lines::of(board).expect("a board of the tournament fits");
        let lines = 0..table.len();
        assert_eq!(table.len(), expected.len(), "{board}");
        let cells = lines.map(|line| table.cells_of(line).to_vec());
        assert_eq!(cells.collect::<HashSet<_>>(), expected, "{board}");
    }
}

#[test]
fn every_line_wins_on_every_board_whoever_fills_it_and_in_whatever_order() {
    for n in 3..=6 {
        for d in 2..=5 {
            let board = Board::new(n, d).expect("a board");
            let lines = find_lines(n.into(), d as usize);
            assert_eq!(Some(lines.len() as u64), board.lines(), "lines of {board}");
            for (place, line) in lines.iter().enumerate() {
                for filler in [Stone::X, Stone::O] {
                    let won = fill(board, line, filler, place % n as usize);
                    assert_eq!(won.winner(), Some(filler), "{line:?} on {board}");
                }
            }
        }
    }
}
