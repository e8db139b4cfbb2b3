//! The parts of the finder, each against plain code or against itself.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::collections::HashSet;

use super::{
    board::{Cells, Place, Stones, cells_of, through},
    certificate,
    cube::{Cell, Cube, Game, X, coordinate},
    frame::Frame,
    known::Known,
    replies::{surviving, wins},
    sequences::Finder,
    threats::{Outcome, Searcher, Sequence},
    walk::Walk,
};
use qttt::{
    generate::Rng,
    hypercube::{Board, Lines},
};

fn board() -> Board {
    Board::new(4, 3).unwrap()
}

fn has_line(own: Cells) -> bool {
    (0..76).any(|line| (cells_of(line) & !own).is_empty())
}

/// Plays moves at random on the empty board, X first, and stops short of a line.
fn random_position(rng: &mut Rng, moves: usize) -> Stones {
    let mut stones = Stones::default();
    for turn in 0..moves {
        let mut after = stones;
        let empty: Vec<Place> = stones.empty().collect();
        let place = *rng.pick(&empty).unwrap();
        match turn % 2 {
            0 => after.x.play(place),
            _ => after.o.play(place),
        }
        if has_line(after.x.cells) || has_line(after.o.cells) {
            break;
        }
        stones = after;
    }
    stones
}

#[test]
fn the_lines_are_those_of_the_board() {
    let lines = Lines::of(board()).unwrap();
    let plain = (0..lines.len()).map(|line| {
        let cells = lines.cells_of(line).iter();
        cells.fold(Cells::default(), |all, &cell| {
            all | Cells::of(cell as Place)
        })
    });
    let here = (0..76).map(cells_of);
    assert_eq!(plain.collect::<HashSet<_>>(), here.collect());
    for place in 0..64 {
        assert!(through(place).all(|line| cells_of(line).contains(place)));
        assert_eq!(
            through(place).len() as usize,
            lines.through(place.into()).len()
        );
    }
}

/// Returns the cells where stones lack one of a line that is else theirs, line by line.
fn plain_wins(own: Cells, other: Cells) -> Cells {
    let lacking = |line| cells_of(line) & !own;
    let open = (0..76)
        .filter(|&line| lacking(line).len() == 1)
        .map(lacking);
    open.fold(Cells::default(), |all, cell| all | cell) & !other
}

#[test]
fn stones_know_where_a_line_can_be_completed() {
    let rng = &mut Rng::from_seed(1);
    for round in 0..5000 {
        let stones = random_position(rng, round % 50);
        assert_eq!(stones.x_wins(), plain_wins(stones.x.cells, stones.o.cells));
        assert_eq!(stones.o_wins(), plain_wins(stones.o.cells, stones.x.cells));
    }
}

/// Returns `true` if X wins by threes alone: by the definition, with nothing remembered.
fn plain_sequence(x: Cells, o: Cells) -> bool {
    if !plain_wins(x, o).is_empty() {
        return true;
    }
    let threatened = plain_wins(o, x);
    let moves = match threatened.len() {
        0 => !(x | o),
        1 => threatened,
        _ => return false,
    };
    moves.into_iter().any(|gain| {
        let x = x | Cells::of(gain);
        let threats = plain_wins(x, o);
        match threats.only() {
            None => !threats.is_empty(),
            Some(cost) => plain_sequence(x, o | Cells::of(cost)),
        }
    })
}

#[test]
fn a_search_finds_a_sequence_just_where_there_is_one() {
    let rng = &mut Rng::from_seed(2);
    let searcher = &mut Searcher::new(10, u64::MAX);
    let (mut won, mut lost) = (0, 0);
    for round in 0..600 {
        let stones = random_position(rng, 8 + 2 * (round % 5));
        let expected = plain_sequence(stones.x.cells, stones.o.cells);
        let outcome = searcher.search(&stones);
        assert_eq!(outcome == Outcome::Won, expected);
        assert!(!expected || wins(&searcher.found(), stones));
        *if expected { &mut won } else { &mut lost } += 1;
    }
    assert!(won > 50 && lost > 50, "{won} {lost}");
}

#[test]
fn an_empty_sequence_wins_only_where_x_has_three() {
    assert!(!wins(&Sequence::default(), Stones::default()));
    let three = [0, 1, 2].map(Cells::of);
    let three = three
        .into_iter()
        .fold(Cells::default(), |all, cell| all | cell);
    assert!(wins(
        &Sequence::default(),
        Stones::new(three, Cells::default())
    ));
}

#[test]
fn a_reply_survives_just_if_no_sequence_wins_after_it() {
    let rng = &mut Rng::from_seed(3);
    let searcher = &mut Searcher::new(10, u64::MAX);
    for round in 0..200 {
        let stones = random_position(rng, 9 + 2 * (round % 4));
        let Some(survivors) = surviving(searcher, &stones) else {
            assert!(!stones.o_wins().is_empty());
            continue;
        };
        for reply in stones.empty() {
            let o = stones.o.cells | Cells::of(reply);
            let expected = !plain_sequence(stones.x.cells, o);
            assert_eq!(survivors.contains(reply), expected);
        }
    }
}

/// What the player looks up.
const MOVES: &str = include_str!("../../src/hypercube/qubic/moves.txt");

fn stones_of(stones: &Stones) -> [Vec<Cell>; 2] {
    [stones.x.cells, stones.o.cells].map(|own| own.map(Cell::from).collect())
}

#[test]
fn a_sequence_is_found_by_lines_of_any_board_just_where_there_is_one() {
    let rng = &mut Rng::from_seed(4);
    let cube = Cube::new(3);
    let (mut finder, whole) = (Finder::default(), Frame::holding(&cube, &[], 3));
    let (mut won, mut lost) = (0, 0);
    for round in 0..600 {
        let stones = random_position(rng, 8 + 2 * (round % 5));
        if !stones.x_wins().is_empty() {
            continue;
        }
        let mut game = Game::new(&cube);
        game.place_all(&stones_of(&stones));
        let found = finder.find(&mut game, &whole, u32::MAX);
        assert_eq!(
            found.is_some(),
            plain_sequence(stones.x.cells, stones.o.cells)
        );
        assert!(
            found
                .as_ref()
                .is_none_or(|sequence| game.does_win(sequence))
        );
        *if found.is_some() { &mut won } else { &mut lost } += 1;
    }
    assert!(won > 50 && lost > 50, "{won} {lost}");
}

#[test]
fn a_reply_that_touches_no_sequence_does_not_spoil_it() {
    let rng = &mut Rng::from_seed(5);
    let cube = Cube::new(3);
    let (mut finder, whole) = (Finder::default(), Frame::holding(&cube, &[], 3));
    let (mut touching, mut spoiling) = (0, 0);
    for _ in 0..100 {
        let mut game = Game::new(&cube);
        game.place_all(&stones_of(&random_position(rng, 12)));
        let Some(sequence) = finder.find(&mut game, &whole, u32::MAX) else {
            continue;
        };
        let touched = game.touched_by(&sequence);
        let replies: Vec<Cell> = game.empty_cells().collect();
        let before = game.len();
        for reply in replies {
            game.place(reply, 1 - X);
            let wins = game.does_win(&sequence);
            assert!(wins || touched.contains(&reply));
            touching += usize::from(touched.contains(&reply));
            spoiling += usize::from(!wins);
            game.take_back_to(before);
        }
    }
    assert!(
        spoiling > 50 && touching < 3 * spoiling,
        "{spoiling} of {touching}"
    );
}

#[test]
fn images_of_a_position_have_the_same_least_image() {
    let cube = Cube::new(4);
    let position = certificate::position("g2f2+0/c2C312", 4).unwrap();
    let image = |change: &dyn Fn(Cell) -> Cell| {
        position
            .each_ref()
            .map(|own| own.iter().map(|&cell| change(cell)).collect())
    };
    let first_axes_exchanged =
        |cell: Cell| cell & !15 | coordinate(cell, 0) << 2 | coordinate(cell, 1);
    let outer_layers_exchanged = |cell: Cell| {
        let x = |axis| match coordinate(cell, axis) {
            x @ (0 | 3) => 3 - x,
            x => x,
        };
        (0..4).map(|axis| x(axis) << (2 * axis)).sum()
    };
    let (least, _) = cube.least_image(&position);
    assert_eq!(cube.least_image(&image(&first_axes_exchanged)).0, least);
    assert_eq!(cube.least_image(&image(&outer_layers_exchanged)).0, least);
    let mirrored = |cell: Cell| cell ^ 3;
    assert_ne!(cube.least_image(&image(&mirrored)).0, least);
}

#[test]
fn a_sub_board_that_holds_stones_has_their_cells() {
    let cube = Cube::new(5);
    let rng = &mut Rng::from_seed(6);
    let cells: Vec<Cell> = (0..1024).collect();
    for count in 1..4 {
        let stones: Vec<Cell> = (0..count).map(|_| *rng.pick(&cells).unwrap()).collect();
        let frame = Frame::holding(&cube, &stones, 3);
        assert!(stones.iter().all(|&cell| frame.inner(cell).is_some()));
        let inside = 0..1 << (2 * frame.dimensions);
        assert!(
            inside
                .clone()
                .all(|cell| frame.inner(frame.outer(cell)) == Some(cell))
        );
        let all = cells.iter().filter(|&&cell| frame.inner(cell).is_some());
        assert_eq!(all.count(), inside.len());
    }
}

#[test]
fn known_moves_are_written_as_the_player_looks_them_up() {
    let some: Vec<&str> = MOVES.lines().take(200).collect();
    let table = some.join("\n") + "\n";
    let mut known = Known::read(&table).unwrap();
    for line in &some[1..] {
        let (stones, answer) = line.split_once(' ').unwrap();
        let position = certificate::position(stones, 3).unwrap();
        let answer = certificate::cells(answer, 3).unwrap()[0];
        assert!(known.moves(3, &position).contains(&answer), "{line}");
        known.has_won(3, &position, answer);
    }
    let lines = |text: &str| {
        text.lines()
            .map(|line| line.split(' ').next().unwrap().to_owned())
            .collect::<HashSet<_>>()
    };
    assert_eq!(lines(&known.table()), lines(&table));
}

#[test]
fn a_win_is_found_where_no_move_is_known() {
    let cube = Cube::new(4);
    let position = certificate::position("g2f2/c2C3", 4).unwrap();
    let mut known = Known::default();
    let mut walk = Walk::new(&cube, &mut known, true);
    assert!(walk.wins_from(Frame::holding(&cube, &[cube_cell("c2")], 3), &position));
    assert!(walk.into_section().entries.len() > 50);
}

fn cube_cell(digits: &str) -> Cell {
    certificate::cells(digits, 4).unwrap()[0]
}
