//! What O can do about the threat sequences of X.

use super::{
    board::{Cells, Stones},
    threats::{Outcome, Searcher, Sequence},
};

/// Returns the replies of O, who is to move, after which X has no threat sequence (or none was found); none when O
/// wins.
///
/// Every reply is tried, none is taken for hopeless by its looks: most fail to a sequence that won against another one.
pub(super) fn surviving(searcher: &mut Searcher, stones: &Stones) -> Option<Cells> {
    if !stones.o_wins().is_empty() {
        return None;
    }
    let threats = stones.x_wins();
    let must = match threats.len() {
        0 => stones.empty(),
        1 => threats,
        _ => return Some(Cells::default()),
    };
    // A reply that makes no three only takes from X: if X has no sequence when O passes, it has none then.
    let passive = searcher.search(stones) != Outcome::Won;
    let mut known: Vec<Sequence> = Vec::new();
    if !passive {
        known.push(searcher.found());
    }
    let mut survivors = Cells::default();
    for reply in must {
        let mut after = *stones;
        after.o.play(reply);
        let refuted = known.iter().rev().any(|sequence| wins(sequence, after));
        if refuted {
            continue;
        }
        let hopeful = !passive || !after.o_wins().is_empty();
        if hopeful && searcher.search(&after) == Outcome::Won {
            known.push(searcher.found());
        } else {
            survivors = survivors | Cells::of(reply);
        }
    }
    Some(survivors)
}

/// Tells whether a sequence wins in a position, which may be another than the one it was found in.
pub(super) fn wins(sequence: &Sequence, mut stones: Stones) -> bool {
    if !stones.x_wins().is_empty() {
        return true;
    }
    for &gain in sequence.moves() {
        let threatened = stones.o_wins();
        let forced_elsewhere = !threatened.is_empty() && threatened.only() != Some(gain);
        if forced_elsewhere || !stones.empty().contains(gain) {
            return false;
        }
        stones.x.play(gain);
        let wins = stones.x_wins();
        match wins.only() {
            None => return !wins.is_empty(),
            Some(cost) => stones.o.play(cost),
        }
    }
    false
}
