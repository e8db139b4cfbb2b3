//! The parts of the prover, each against plain code or against itself.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::collections::HashSet;

use super::{
    board::{Cells, Place, Stones, cells_of, through},
    is_known,
    least_image::LeastImage,
    moves_after_passes,
    outside::{Chains, from_each_opening, line_through, may_open},
    replies::{surviving, wins},
    sub_board::MIDDLE,
    threats::{Outcome, Searcher, Sequence},
};
use qttt::hypercube::{self, Board, Line, Lines, Position, symmetries};

fn board() -> Board {
    Board::new(4, 3).unwrap()
}

/// Numbers that look random, the same on every machine (Vigna's splitmix64).
struct Chance(u64);

impl Chance {
    fn one_of(&mut self, cells: Cells) -> Place {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let place = (mixed ^ mixed >> 31) % u64::from(cells.len());
        cells.into_iter().nth(place as usize).unwrap()
    }
}

fn has_line(own: Cells) -> bool {
    (0..76).any(|line| (cells_of(line) & !own).is_empty())
}

/// Plays moves at random on the empty board, X first, and stops short of a line.
fn random_position(chance: &mut Chance, moves: usize) -> Stones {
    let mut stones = Stones::default();
    for turn in 0..moves {
        let mut after = stones;
        let place = chance.one_of(stones.empty());
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
    let chance = &mut Chance(1);
    for round in 0..5000 {
        let stones = random_position(chance, round % 50);
        assert_eq!(stones.x_wins(), plain_wins(stones.x.cells, stones.o.cells));
        assert_eq!(stones.o_wins(), plain_wins(stones.o.cells, stones.x.cells));
    }
}

/// Tells whether X wins by threes alone: by the definition, with nothing remembered.
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
    let chance = &mut Chance(2);
    let searcher = &mut Searcher::new(10, u64::MAX);
    let (mut won, mut lost) = (0, 0);
    for round in 0..600 {
        let stones = random_position(chance, 8 + 2 * (round % 5));
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
    let chance = &mut Chance(3);
    let searcher = &mut Searcher::new(10, u64::MAX);
    for round in 0..200 {
        let stones = random_position(chance, 9 + 2 * (round % 4));
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

/// Follows the sequence that was found last, and returns what it forces O to take.
fn costs(searcher: &Searcher, mut stones: Stones) -> Cells {
    let mut costs = Cells::default();
    for &gain in searcher.found().moves() {
        stones.x.play(gain);
        if let Some(cost) = stones.x_wins().only() {
            stones.o.play(cost);
            costs = costs | Cells::of(cost);
        }
    }
    costs
}

#[test]
fn a_sequence_forces_o_to_none_of_the_cells_to_avoid() {
    let chance = &mut Chance(6);
    let searcher = &mut Searcher::new(10, u64::MAX);
    let (mut others, mut none) = (0, 0);
    for round in 0..400 {
        let stones = random_position(chance, 8 + 2 * (round % 4));
        if !stones.x_wins().is_empty() || searcher.search(&stones) != Outcome::Won {
            continue;
        }
        let avoid = costs(searcher, stones);
        if searcher.search_avoiding(&stones, avoid) == Outcome::Won {
            assert!((costs(searcher, stones) & avoid).is_empty());
            assert!(wins(&searcher.found(), stones));
            others += 1;
        } else {
            none += 1;
        }
    }
    assert!(others > 20 && none > 5, "{others} {none}");
}

/// On 4^4 and 4^5 every way to carry the board to itself is tried.
#[test]
fn an_opening_is_where_a_symmetry_carries_the_middle() {
    for board in [4, 5].map(|d| Board::new(4, d).unwrap()) {
        let middle = board.index(&board.center());
        let carried = symmetries(board).into_iter().map(|to| to[middle] as usize);
        let openings =
            (0..board.cells().unwrap() as usize).filter(|&cell| may_open(&board.cell(cell)));
        assert_eq!(carried.collect::<HashSet<_>>(), openings.collect());
    }
}

#[test]
fn a_position_seen_from_an_opening_is_an_image_with_that_in_the_middle() {
    let board = Board::new(4, 4).unwrap();
    let mut position = Position::new(board);
    for cell in [0, 85, 255, 27, 102, 99, 3, 14] {
        position.play(board.cell(cell)).unwrap();
    }
    // 0, 255, 102 and 3 are openings.
    let images = from_each_opening(&position);
    assert_eq!(images.len(), 4);
    let least = |position: &Position| LeastImage::of_game(position).unwrap().stones;
    for image in images {
        assert!(image.stone(&board.center()).is_some());
        assert_eq!(least(&image), least(&position));
    }
}

#[test]
fn two_cells_are_on_the_line_that_the_rules_say() {
    let board = Board::new(4, 5).unwrap();
    for (a, b) in (0..1024).flat_map(|a| (a + 1..1024).step_by(7).map(move |b| (a, b))) {
        let line = Line::through(board, &board.cell(a), &board.cell(b));
        let cells = line.map(|line| line.cells().map(|cell| board.index(&cell) as u16).collect());
        let here = line_through(board, a as u16, b as u16);
        assert_eq!(here.map(HashSet::from), cells, "{a} {b}");
    }
}

/// Returns the places of a sub-board that are on a line with a cell outside.
fn places_in_line(board: Board, places: &[Option<Place>], cell: u16) -> Cells {
    let inside = (0..)
        .zip(places)
        .filter_map(|(other, &place)| Some((other, place?)));
    let in_line = inside.filter(|&(other, _)| line_through(board, cell, other).is_some());
    in_line.map(|(_, place)| place).collect()
}

/// Plain code goes over all sub-boards of 4^4 and 4^5 that hold the middle, and all cells outside, and looks at them in all
/// ways: the positions that are walked are each seen in one.
#[test]
fn each_stone_outside_has_lines_to_the_sub_board_as_one_that_is_walked() {
    let mut walked = HashSet::from([Cells::default()]);
    for chains in (1..=2).map(Chains::new) {
        for frame in &chains.frames {
            let cells = frame.first.iter().flatten();
            walked.extend(cells.map(|&cell| places_in_line(chains.board, &frame.places, cell)));
        }
    }
    let mut met = HashSet::new();
    for board in [4, 5].map(|dimensions| Board::new(4, dimensions).unwrap()) {
        let axes = (0..4_usize.pow(board.dimensions())).map(|number| board.cell(number).0);
        let is_kind = |axes: &[u32]| axes.is_sorted() && (0..3).all(|axis| axes.contains(&axis));
        for axes in axes.filter(|axes| is_kind(axes)) {
            let mut places = vec![None; board.cells().unwrap() as usize];
            for place in 0..64_u8 {
                let digits = [place & 3, place >> 2 & 3, place >> 4, MIDDLE as u8];
                let coordinates = axes.iter().map(|&axis| digits[axis as usize].into());
                places[board.index(&hypercube::Cell(coordinates.collect()))] = Some(place);
            }
            let outside = (0..places.len()).filter(|&cell| places[cell].is_none());
            met.extend(outside.map(|cell| places_in_line(board, &places, cell as u16)));
        }
    }
    for symmetry in symmetries(board()) {
        let image = |cells: &Cells| {
            cells
                .map(|place| symmetry[place as usize] as Place)
                .collect()
        };
        let images: HashSet<Cells> = met.iter().map(image).collect();
        assert!(images.is_subset(&walked));
    }
    assert!(met.len() > 100, "{}", met.len());
}

/// `walk` does this for all.
#[test]
fn x_beats_first_stones_outside_after_an_exception_or_knows_a_move() {
    let [x, o] = [&[21, 26, 37][..], &[0, 15]].map(|places| places.iter().copied().collect());
    let moves = moves_after_passes();
    let (mut stones, mut left) = (0, 0);
    for mut chains in (0..=2).map(Chains::new) {
        let (all, positions) = chains.walk(x, o, &moves);
        assert!(positions.iter().all(is_known));
        stones += all;
        left += positions.len();
    }
    assert_eq!((stones, left), (1 + 480 + 1296, 31 + 4));
}
