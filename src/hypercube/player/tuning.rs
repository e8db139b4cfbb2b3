//! The constants of the player.
//!
//! The unit of work is a node: a position that a search for threat sequences visits, a quarter to half a microsecond.
//!
//! Unless stated otherwise, scores are of matches on 4^4: 20 to 30 openings of three random stones, each played twice
//! with the sides swapped, with 80,000 to 300,000 nodes a move. "8 scored 25:25" means that a player with 8 instead
//! won 25 games and lost 25. Differences below 2√n games are within two standard deviations, so most of these limits
//! matter little. Values without a score bound time or memory, or are guesses.

use crate::hypercube::{Board, scores::Weights};

/// The maximum number of nodes for an early move, without searches for sequences at the root.
///
/// However long the game, all moves of a player together visit at most 108 million nodes one after the other, in less
/// than 50 seconds: 30 times the nodes of an early move, plus 300 times those of a search for a sequence at the root.
pub const NODES: u64 = 2_000_000;

/// Returns the nodes for a move, without searches for sequences at the root.
pub(super) fn nodes_of_move(nodes: u64, ply: u64) -> u64 {
    fewer_after(40, nodes, ply)
}

/// Returns the nodes for a search for a sequence of either player at the root.
///
/// On 4^3, where a proof depends on it, the longest search took 32,500; on 5^4, 142,000 late in a game.
pub(super) fn nodes_of_sequence(nodes: u64, ply: u64) -> u64 {
    fewer_after(200, nodes * 2 / 25, ply)
}

/// Returns `nodes` up to the ply `last`, and fewer later: the number is divided by the cube of `ply / last`. All later
/// plies together get half as many as the earlier ones.
fn fewer_after(last: u64, nodes: u64, ply: u64) -> u64 {
    let ply = ply.max(last);
    nodes * last / ply * last / ply * last / ply
}

/// The share of the nodes for trying all moves against a sequence of the opponent's: one part in this many.
pub(super) const DEFENCE_SHARE: u64 = 4;
/// The share of the nodes for pairing: one part in this many.
pub(super) const PAIRING_SHARE: u64 = 8;
/// The cells visited for a pairing that count as a node.
pub(super) const PAIRING_CELLS_PER_NODE: u64 = 30;
/// The cells of the board that count as a node in a visit of the alpha-beta search, which goes over all of them.
pub(super) const CELLS_PER_NODE: u64 = 4_000;

/// Returns the weights of the scores of cells and positions.
///
/// On boards of width 4 the growth follows a logistic regression on 5,000 positions from 300 self-play games, of how
/// much better a line with two stones predicts the result than one with one: 5 times on 4^3, 13 times on 4^4, more than
/// 60 times on 4^5. On 4^5, 60 scored 30:9 against 5; on 4^4, 12 scored 23:16; on 4^3, 15 scored 4:11.
///
/// From four random stones, with 100,000 nodes on 5^4 and 40,000 on 5^5: on 5^4 3 scored 124:75 against 5, and 12
/// scored 6:14; on 5^5 3 scored 4:26 and 12 scored 11:19.
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

/// The score of a position includes the score of the best cell divided by this. Without it: 32:48 with 80 draws.
pub(super) const TEMPO: i64 = 4;

/// When no depth is left, a position scores worse by one part in this many if the opponent has a null-move threat: the
/// answer to it costs about a move. Without that: 151:149, from 150 openings of four stones, with 40,000 nodes.
pub(super) const DEFENCE_COST: i64 = 4;

/// The most threats in a sequence from the position itself.
pub(super) const LONGEST: u8 = 60;
/// The most moves that are tried in the position itself: 12 scored 26:24.
pub(super) const ROOT_MOVES: usize = 32;
/// The most that are tried further down: 8 scored 25:25, 32 scored 22:28.
///
/// They are ordered by score alone, and searched to the same depth. As O on 4^4 against a player of proof-number
/// search, that won 29 games of 30; late move reductions won 27, the history heuristic 21, and killer moves 13.
pub(super) const MOVES: usize = 16;
/// The most that are tried when the depth is below [`LAST_DEPTH`]: 6 and 24 scored 26:24.
pub(super) const LAST_MOVES: usize = 12;
pub(super) const LAST_DEPTH: i8 = 3;
/// The most moves that may break a sequence that are tried: 8 scored 29:21.
pub(super) const DEFENCES: usize = 24;
/// Up to this ply, of root moves that are images of each other under a symmetry of the position, one is tried.
pub(super) const EARLY: usize = 12;
/// The most consecutive defences that are searched beyond the depth: 0 scored 29:21. An extra ply after each defence
/// scored 21:39.
pub(super) const MAX_CHECKS: i8 = 2;
/// Up to this ply from the root, forced replies cost no depth: 6 scored 26:24; 0 scored 35:15 with 80,000 nodes and
/// 19:21 with 300,000.
pub(super) const MAX_FORCED: i64 = 60;
pub(super) const MAX_DEPTH: i8 = 60;

/// The most threats in a sequence that is looked for inside the tree: 4 scored 27:23.
///
/// A search for the shortest sequence instead of any, with 60,000 nodes, scored 35:45 on 4^4, 17:23 on 4^5 and
/// 15:22 on 5^4.
pub(super) const LONGEST_IN_TREE: u8 = 12;
/// The most nodes of the search for it when no depth is left; twice as many for each ply of depth, up to
/// [`MAX_DOUBLINGS`].
pub(super) const NODES_AT_LEAF: u64 = 20;
pub(super) const MAX_DOUBLINGS: i8 = 3;

/// The most entries of the transposition table: 20 MiB.
pub(super) const MAX_ENTRIES: u64 = 1 << 19;
