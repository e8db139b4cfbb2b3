//! The player for boards whose lines don't fit in memory, whatever their size.
//!
//! Everything comes from the stones: two of them tell the line that they are on, so a line that matters is found by
//! looking from one of its stones at the others. What there is to compute grows with the moves, not with the board.

mod spots;
mod stones;
mod survey;
mod threats;
mod worth;

use self::{stones::Stones, survey::Survey, threats::Search, worth::Appraiser};
use crate::hypercube::{Cell, Position, Stone};

/// How many steps a search may take: a step is a look from a cell at one stone, or at one coordinate. With all that is
/// tried against an attack, the slowest move that was seen took five seconds.
const ATTACK_STEPS: u64 = 40_000_000;
const DEFENCE_STEPS: u64 = 20_000_000;
/// The same for each answer to the opponent's attack that is tried.
const ANSWER_STEPS: u64 = 2_000_000;

/// How many quiet moves are tried against an attack, besides the cells of that.
const MOST_ANSWERS: usize = 12;

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
    let appraiser = Appraiser::new(&survey, me);
    match survey.winning(me.other()) {
        [] => {}
        // Where there are several, the game is lost against an opponent who sees it.
        blocks => {
            let mut blocks = blocks.to_vec();
            appraiser.sort(&stones, &mut blocks);
            return blocks.into_iter().next();
        }
    }
    let mine = survey.open(me);
    if let Some(attack) = Search::new(&mut stones, me, mine).attack(None, ATTACK_STEPS) {
        return attack.cells.into_iter().next();
    }
    let mut spots = spots::quiet(&stones, &survey, me);
    appraiser.sort(&stones, &mut spots);
    let theirs = survey.open(me.other());
    if let Some(attack) = Search::new(&mut stones, me.other(), theirs).attack(None, DEFENCE_STEPS) {
        let mut answers = attack.cells;
        let first = answers.first().cloned();
        appraiser.sort(&stones, &mut answers);
        answers.extend(spots.into_iter().take(MOST_ANSWERS));
        let held = answers
            .into_iter()
            .find(|cell| holds(&mut stones, me, theirs, cell));
        return held.or(first);
    }
    let best = spots.into_iter().next();
    best.or_else(|| spots::first_empty(&stones))
}

/// Tells whether the opponent has no sequence of threats after a move. A stone in a cell of a sequence spoils that one,
/// and a threat of one's own may gain the move that it takes to.
fn holds(stones: &mut Stones, me: Stone, open: &[[Cell; 2]], cell: &Cell) -> bool {
    let threats = stones.threats_by(cell, me);
    stones.place(cell.clone(), me);
    let mut search = Search::new(stones, me.other(), open);
    let holds = threats.len() > 1 || search.attack(threats.first(), ANSWER_STEPS).is_none();
    stones.remove_last();
    holds
}
