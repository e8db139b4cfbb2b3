//! The parts of the prover, each against plain code or against itself.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod checker;

use std::collections::HashSet;

use super::{
    board::{Cells, Place, Stones, cells_of, through},
    replies::{surviving, wins},
    threats::{Outcome, Searcher, Sequence},
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
