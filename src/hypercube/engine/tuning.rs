//! The constants of the engine.
//!
//! The unit of work is a node: a position that a search for threat sequences visits.
//!
//! These are the matches that decided something: 20 to 30 openings of three random stones, on 5^4 and 5^5 of four, each
//! played twice with the sides swapped, with 40,000 to 300,000 nodes a move. Each score is that of the player with the
//! alternative, wins first. None of the other constants made a difference of more than one standard deviation.
//!
//! | instead of | alternative | score |
//! | --- | --- | --- |
//! | growth 60 on 4^5 | 5 | 9:30 |
//! | growth 12 on 4^4 | 5 | 16:23 |
//! | growth 5 on 4^3 | 15 | 4:11 |
//! | growth 3 on 5^4 | 5, 12 | 75:124, 6:14 |
//! | growth 5 on 5^5 | 3, 12 | 4:26, 11:19 |
//! | the tempo, on 4^4 | no tempo | 32:48, 80 draws |
//! | any sequence in the tree | the shortest one | 35:45 on 4^4, 17:23 on 4^5, 15:22 on 5^4 |
//!
//! As O on width 4 against a player who searches for threat sequences, a first reply in the other family of cells than
//! X's stone scored 27:21, and one in the same family 12:36 (see `Engine::likely_cells`). As O on 4^4 against a
//! proof-number search, moves ordered by score alone won 29 games of 30; with the history heuristic, they won 21, and
//! with killer moves 13.

use crate::hypercube::Board;

/// The maximum number of nodes for an early move, without searches for sequences at the root.
///
/// No matter how long the game is, all moves of a player together visit at most 132 million nodes: 30 times the nodes
/// of an early move, plus 450 times the nodes of a search for a sequence at the root. A move searches for a sequence of
/// its player and for one of the opponent; on width 4, X can search for a third, after the move of the strategy.
pub(super) const NODES: u32 = 2_000_000;

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

/// Trying all moves against a sequence of the opponent's takes at most one part in this many of the nodes.
pub(super) const DEFENCE_SHARE: u64 = 4;
/// Pairing takes at most one part in this many of the nodes.
pub(super) const PAIRING_SHARE: u64 = 8;
/// The cells visited for a pairing that count as a node.
pub(super) const PAIRING_CELLS_PER_NODE: u64 = 30;
/// The cells of the board that count as a node in a visit of the alpha-beta search, which goes over all of them.
pub(super) const CELLS_PER_NODE: u64 = 4_000;

/// Returns the factor by which a line scores more with each stone in it.
///
/// On boards of width 4, the growth follows a logistic regression on 5,000 positions from 300 self-play games, of how
/// much better a line with two stones predicts the result than one with one: 5 times on 4^3, 13 times on 4^4, more than
/// 60 times on 4^5.
pub(super) const fn growth(board: Board) -> i32 {
    match (board.width(), board.dimensions()) {
        (4, 4) => 12,
        (4, 5..) => 60,
        (5, 4) => 3,
        _ => 5,
    }
}

/// The score of a position includes the score of the best cell divided by this.
pub(super) const TEMPO: i64 = 4;

/// The maximum number of moves to try in the position itself.
pub(super) const ROOT_MOVES: usize = 32;
/// The maximum number of moves to try further down.
pub(super) const MOVES: usize = 16;
/// Up to this ply, of root moves that are images of each other under a symmetry of the position, one is tried.
pub(super) const EARLY_PLIES: usize = 12;
pub(super) const MAX_DEPTH: i8 = 60;

/// The maximum number of threats in a sequence.
pub(super) const MAX_THREATS: u8 = 60;
/// The maximum number of nodes of a search for a sequence when no depth is left; twice as many for each ply of depth,
/// up to [`MAX_DOUBLINGS`].
pub(super) const NODES_AT_LEAF: u64 = 20;
pub(super) const MAX_DOUBLINGS: i8 = 3;

/// The maximum number of entries of the transposition table: 16 MiB.
pub(super) const MAX_ENTRIES: u64 = 1 << 19;
