//! The player where the outcome is known, and its strategy for width 4: threat sequences, blocks and the book.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use super::*;
use crate::hypercube::{
    Board, protocol,
    sub_board::SubBoard,
    testing::{Rng, all_cells, empty_cells, random_position},
};

mod qubic_games;
mod qubic_outside;
mod qubic_walk;

fn wide(dimensions: u32) -> Board {
    Board::new(4, dimensions).unwrap()
}

/// On boards where both cores search long: for quiet wins, and by alpha-beta.
#[test]
fn the_move_is_the_same_on_one_core_and_on_two() {
    for (n, d, stones) in [
        (4, 3, 7),
        (4, 4, 9),
        (4, 5, 5),
        (5, 3, 8),
        (5, 4, 7),
        (6, 3, 10),
        (6, 5, 3),
    ] {
        for seed in 0..2 {
            let position = random_position(Board::new(n, d).unwrap(), stones, seed);
            let [one, two] =
                [Cores::One, Cores::Two].map(|cores| choose_on(cores, &position, 20_000));
            assert_eq!(one, two, "{}", protocol::write(&position));
        }
    }
}

/// Returns X's move without any search but for threat sequences.
fn sure_move(position: &Position) -> Option<Cell> {
    let lines = Lines::select(position);
    let cell = Thinker::new(position, &lines, tuning::WORK, Cores::Two).sure_move()?;
    Some(lines.cell(cell))
}

/// It is found after 142,120 positions.
#[test]
fn late_in_a_game_the_opponents_sequence_is_looked_for_as_long_as_early() {
    let position = random_position(Board::new(5, 4).unwrap(), 150, 10);
    let lines = Lines::select(&position);
    let mut thinker = Thinker::new(&position, &lines, 3_000_000, Cores::Two);
    let candidates = thinker.candidates().len();
    assert!((1..100).contains(&candidates), "{candidates}");
}

/// Without alpha-beta, X would win five of these games.
#[test]
fn o_does_not_lose_4x4x4_to_a_player_who_searches_for_quiet_moves_that_win() {
    for opening in [0, 3, 12, 15, 42, 45, 54, 57] {
        let mut position = Position::new(wide(3));
        position.play(position.board().cell(opening)).unwrap();
        while !position.is_over() {
            let cell = match position.next() {
                Stone::X => quiet_move(&position, 10_000),
                Stone::O => choose_within(&position, 50_000),
            };
            position.play(cell.unwrap()).unwrap();
        }
        let text = protocol::write(&position);
        assert_ne!(position.winner(), Some(Stone::X), "{text}");
    }
}

/// Returns a move that wins as far as a search for quiet moves can tell, else the one that scores most.
fn quiet_move(position: &Position, work: u64) -> Option<Cell> {
    let lines = Lines::select(position);
    let mut thinker = Thinker::new(position, &lines, work, Cores::One);
    let (me, opponent) = (thinker.me, thinker.me.other());
    let wins = [me, opponent].map(|player| thinker.counts.winning_cell(player));
    let urgent = wins.into_iter().flatten().next();
    let cell = urgent.or_else(|| {
        let sequence = thinker.sequence(me).map(|sequence| sequence.first());
        sequence.or_else(|| match thinker.sequence(opponent) {
            None => Quiet::new(me, work).find(&mut thinker.counts.clone(), 0, 1),
            Some(_) => None,
        })
    });
    let cell = cell.or_else(|| thinker.candidates().first().copied());
    cell.map(|cell| lines.cell(cell))
}
