//! The player for boards whose lines don't fit in memory, whatever their size.
//!
//! Everything comes from the stones: two of them tell the line that they are on, so a line that matters is found by looking
//! from one of its stones at the others. What there is to compute grows with the moves, not with the board.

mod spots;
mod stones;
mod survey;
mod threats;

use std::cmp::Reverse;

use self::{
    stones::Stones,
    survey::Survey,
    threats::{Attack, Search},
};
use crate::hypercube::{Cell, Position, Stone};

/// How many steps a search may take: a step is a look from a cell at one stone, or at one coordinate. A hundred million of
/// them take about a second.
const ATTACK_STEPS: u64 = 60_000_000;
const DEFENCE_STEPS: u64 = 30_000_000;
/// The same for each answer to the opponent's attack that is tried.
const ANSWER_STEPS: u64 = 3_000_000;

/// Chooses the next move; none when the board is full.
pub(super) fn choose(position: &Position) -> Option<Cell> {
    if position.moves().is_empty() {
        return Some(position.board().center());
    }
    let mut stones = Stones::of(position);
    let me = position.next();
    let survey = Survey::of(&stones, me);
    if let Some(win) = survey.winning(me).first() {
        return Some(win.clone());
    }
    match survey.winning(me.other()) {
        [] => {}
        [block] => return Some(block.clone()),
        several => return best(&stones, me, several),
    }
    let mine = survey.open(me);
    if let Some(attack) = Search::new(&mut stones, me, ATTACK_STEPS).attack(mine, None) {
        return attack.cells.into_iter().next();
    }
    let spots = spots::quiet(&stones, &survey, me);
    let theirs = survey.open(me.other());
    match Search::new(&mut stones, me.other(), DEFENCE_STEPS).attack(theirs, None) {
        Some(attack) => answer(&mut stones, me, theirs, attack, &spots),
        None => best(&stones, me, &spots),
    }
    .or_else(|| spots::first_empty(&stones))
}

/// Returns the cell of most worth; among equals, the first.
fn best(stones: &Stones, me: Stone, cells: &[Cell]) -> Option<Cell> {
    let worth = |cell: &&Cell| (spots::worth(stones, me, cell), Reverse((*cell).clone()));
    cells.iter().max_by_key(worth).cloned()
}

/// How many cells beside those of an attack are tried against it.
const MOST_ANSWERS: usize = 24;

/// Returns the cell of most worth after which the opponent has no sequence of threats left, or else the one that was to be
/// the first of them.
///
/// A stone in a cell of the attack spoils that one, and a threat of one's own may gain the move that it takes to.
fn answer(
    stones: &mut Stones,
    me: Stone,
    open: &[[Cell; 2]],
    attack: Attack,
    spots: &[Cell],
) -> Option<Cell> {
    let by_worth = |cells: &mut Vec<Cell>| {
        cells.sort_by_cached_key(|cell| (Reverse(spots::worth(stones, me, cell)), cell.clone()));
        cells.dedup();
    };
    let first = attack.cells.first().cloned();
    let mut answers = attack.cells;
    by_worth(&mut answers);
    let mut others = spots.to_vec();
    by_worth(&mut others);
    others.truncate(MOST_ANSWERS);
    answers.append(&mut others);
    answers
        .into_iter()
        .find(|cell| holds(stones, me, open, cell))
        .or(first)
}

/// Tells whether the opponent has no sequence of threats after a move.
fn holds(stones: &mut Stones, me: Stone, open: &[[Cell; 2]], cell: &Cell) -> bool {
    let threats = stones.threats_by(cell, me);
    stones.place(cell.clone(), me);
    let left: Vec<_> = open
        .iter()
        .filter(|pair| !pair.contains(cell))
        .cloned()
        .collect();
    let mut search = Search::new(stones, me.other(), ANSWER_STEPS);
    let holds = threats.len() > 1 || search.attack(&left, threats.first()).is_none();
    stones.remove_last();
    holds
}
