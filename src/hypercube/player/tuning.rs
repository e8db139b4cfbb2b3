//! The constants that steer the player.
//!
//! The unit of work is a node: a position that a search for threat sequences visits, a quarter to half a microsecond.
//!
//! Unless stated otherwise, scores are of matches on 4^4: 20 to 30 openings of three random stones, each played with
//! both colours, with 80,000 to 300,000 nodes a move. "8 scored 25 : 25" means that a player with 8 instead won 25
//! games and lost 25. A difference of less than twice the square root of the number of games may be chance, so most
//! of these limits matter little. Values without a score bound time or memory, or are guesses.

use crate::hypercube::{board::Board, scores::Weights};

/// How many nodes an early move visits at most, on each of two cores, searches for sequences at the root not counted.
///
/// All moves of a player, however long the game, visit up to 108 million nodes one after the other, in less than 50
/// seconds: 30 times this number, and 300 times as many as a search for a sequence does.
pub const NODES: u64 = 2_000_000;

/// Returns the nodes for a move, searches for sequences at the root not counted.
pub(super) fn nodes_of_move(nodes: u64, ply: u64) -> u64 {
    fewer_after(40, nodes, ply)
}

/// Returns the nodes for a search for a sequence of either player at the root.
///
/// On 4^3, where a proof depends on it, the longest search took 32,500; on 5^4, 142,000 late in a game.
pub(super) fn nodes_of_sequence(nodes: u64, ply: u64) -> u64 {
    fewer_after(200, nodes * 2 / 25, ply)
}

/// Returns all nodes up to a ply, and later fewer, by the cube of how much later it is. All later plies get half as
/// many as those before.
fn fewer_after(last: u64, nodes: u64, ply: u64) -> u64 {
    let ply = ply.max(last);
    nodes * last / ply * last / ply * last / ply
}

/// The fraction for all moves against a sequence of the opponent's.
pub(super) const DEFENCE_SHARE: u64 = 4;
/// The fraction for pairing.
pub(super) const PAIRING_SHARE: u64 = 8;
/// So many cells that pairing looks at, one by one, count as a node.
pub(super) const PAIRING_CELLS_PER_NODE: u64 = 30;
/// Alpha-beta goes over all cells at each position it visits: so many count as a node.
pub(super) const CELLS_PER_NODE: u64 = 4_000;

/// By what cells and positions are scored.
///
/// On boards of width 4 the growth follows a logistic regression on 5,000 positions from 300 self-play games, of how
/// much better a line with two stones predicts the result than one with one: 5 times on 4^3, 13 on 4^4, over 60 on
/// 4^5. There 60 scored 30 : 9 against 5, and on 4^4 12 scored 23 : 16; on 4^3 15 scored 4 : 11.
///
/// From four random stones, with 100,000 nodes on 5^4 and 40,000 on 5^5: on 5^4 3 scored 124 : 75 against 5, and 12
/// scored 6 : 14; on 5^5 3 scored 4 : 26 and 12 scored 11 : 19.
pub(super) const fn weights(board: Board) -> Weights {
    let growth = match (board.width(), board.dimensions()) {
        (4, 4) => 12,
        (4, 5..) => 60,
        (5, 4) => 3,
        _ => 5,
    };
    Weights {
        growth,
        own: 5,
        opponent: 4,
    }
}

/// The fraction of its best cell's score that the player to move gets: none scored 32 : 48 with 80 draws.
pub(super) const TEMPO: i64 = 4;

/// The most threats in a sequence from the position itself.
pub(super) const LONGEST: u8 = 60;
/// How many moves are tried in the position itself: 12 scored 26 : 24.
pub(super) const ROOT_MOVES: usize = 32;
/// How many are tried further down: 8 scored 25 : 25, 32 scored 22 : 28.
///
/// They are ordered by score alone, and searched equally deep: as O on 4^4 against a player of proof-number search it
/// so won 29 games of 30, with late moves reduced 27, with a history of cutoffs 21, and with killer moves 13.
pub(super) const MOVES: usize = 16;
/// How many are tried where the depth is below [`LAST_DEPTH`]: 6 and 24 scored 26 : 24.
pub(super) const LAST_MOVES: usize = 12;
pub(super) const LAST_DEPTH: i8 = 3;
/// How many moves that may break a sequence are tried: 8 scored 29 : 21.
pub(super) const DEFENCES: usize = 24;
/// Up to this ply, root moves that a symmetry of the position carries to each other count as one.
pub(super) const EARLY: usize = 12;
/// How many consecutive defences are looked at beyond the depth: 0 scored 29 : 21. An extra ply after each defence
/// scored 21 : 39.
pub(super) const MAX_CHECKS: i8 = 2;
/// Up to this ply, forced replies cost no depth: 6 scored 26 : 24, 0 scored 35 : 15 with 80,000 nodes, and 19
/// : 21 with 300,000.
pub(super) const MAX_FORCED: i64 = 60;
pub(super) const MAX_DEPTH: i8 = 60;

/// The most threats in a sequence that is looked for inside the tree: 4 scored 27 : 23.
///
/// A search for the shortest sequence instead of any, with 60,000 nodes, scored 35 : 45 on 4^4, 17 : 23 on 4^5 and
/// 15 : 22 on 5^4.
pub(super) const LONGEST_IN_TREE: u8 = 12;
/// The most nodes visited to find it where no depth is left; twice as many for each ply of depth up to
/// [`MAX_DOUBLINGS`].
pub(super) const NODES_AT_LEAF: u64 = 20;
pub(super) const MAX_DOUBLINGS: i8 = 3;

/// The most entries of the transposition table: 20 MiB.
pub(super) const MAX_ENTRIES: u64 = 1 << 19;
