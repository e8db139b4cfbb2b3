//! The constants that steer the player.
//!
//! The unit of work is a position that a search for threat sequences visits: a quarter to half a microsecond.
//!
//! Unless stated otherwise, scores are of matches on 4^4: 20 to 30 openings of three random stones, each played with both
//! colours, with 80,000 to 300,000 units of work a move. "8 scored 25 : 25" means that a player with 8 instead won 25
//! games and lost 25. A difference of less than twice the square root of the number of games may be chance, so most of
//! these limits matter little. Values without a score bound time or memory, or are guesses.

use crate::hypercube::{board::Board, scores::Weights};

/// The work for a move: nine seconds or so at most on each of two cores.
pub(super) const WORK: u64 = 13_000_000;
/// Less work isn't worth a thread of its own.
pub(super) const MIN_SHARED: u64 = 10_000;
/// Alpha-beta goes over all cells at each position it visits: that takes one more unit of work for every so many cells.
pub(super) const CELLS_A_UNIT: u64 = 4_000;
/// From this ply on, a move gets less work unless the opponent threatens a sequence: a game of a thousand moves mustn't
/// take an hour.
pub(super) const LATE: u64 = 100;

/// By what cells and positions are scored.
///
/// On boards of width 4 the growth follows a logistic regression on 5,000 positions from 300 self-play games, of how much
/// better a line with two stones predicts the result than one with one: 5 times on 4^3, 13 on 4^4, over 60 on 4^5. There
/// 60 scored 30 : 9 against 5, and on 4^4 12 scored 23 : 16; on 4^3 15 scored 4 : 11.
///
/// From four random stones, with 100,000 units on 5^4 and 40,000 on 5^5: on 5^4 3 scored 124 : 75 against 5, and 12 scored
/// 6 : 14; on 5^5 3 scored 4 : 26 and 12 scored 11 : 19.
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
/// The fraction of the work for each search for a sequence, of either player, from the position itself: on 4^3, where a
/// proof depends on it, the longest took a twenty-fifth of that.
///
/// As X on 5^4 with 600,000 units and a growth of 5, in 16 games against players of threat sequences and of proof-number
/// search, it won 13 and drew 3. With a 300th for the opponent's sequences, and less from [`LATE`] on, it had won 11, drawn
/// 2 and lost 3: to find the sequences that beat it takes thousands to tens of thousands of units.
pub(super) const SEQUENCE_SHARE: u64 = 16;
/// The fraction for all moves against a sequence of the opponent's, on each core.
pub(super) const DEFENCE_SHARE: u64 = 4;

/// The fraction of the work for the search for quiet moves that win, on each core.
///
/// The opponent's quiet moves are not looked for. As O on 4^3, 4^4 and 4^5, 40 games each against a player of proof-number
/// search, both with about a tenth of a second a move, a player that kept to the moves which broke or outlasted them won 71
/// games, drew 5 and lost 44; one that took no notice won 96 and lost 24.
pub(super) const QUIET_SHARE: u64 = 4;

/// How many moves are tried in the position itself: 12 scored 26 : 24.
pub(super) const ROOT_MOVES: usize = 32;
/// How many are tried further down: 8 scored 25 : 25, 32 scored 22 : 28.
///
/// They are ordered by score alone, and searched equally deep: as O on 4^4 against a player of proof-number search it so won
/// 29 games of 30, with late moves reduced 27, with a history of cutoffs 21, and with killer moves 13.
pub(super) const MOVES: usize = 16;
/// How many are tried where the depth is below [`LAST_DEPTH`]: 6 and 24 scored 26 : 24.
pub(super) const LAST_MOVES: usize = 12;
pub(super) const LAST_DEPTH: i8 = 3;
/// How many moves that may break a sequence are tried: 8 scored 29 : 21.
pub(super) const DEFENCES: usize = 24;
/// How many cells are looked at for pairs: half a second. Half-way through a game on 6^5 there would be more.
pub(super) const PAIRING_CELLS: u64 = 50_000_000;
/// Up to this ply, root moves that a symmetry of the position carries to each other count as one.
pub(super) const EARLY: usize = 12;
/// How many consecutive defences are looked at beyond the depth: 0 scored 29 : 21. An extra ply after each defence scored
/// 21 : 39.
pub(super) const MAX_CHECKS: i8 = 2;
/// Up to this ply, forced replies cost no depth: 6 scored 26 : 24, 0 scored 35 : 15 with 80,000 units of work, and 19 : 21
/// with 300,000.
pub(super) const MAX_FORCED: i64 = 60;
pub(super) const MAX_DEPTH: i8 = 60;

/// The most threats in a sequence that is looked for inside the tree: 4 scored 27 : 23.
pub(super) const LONGEST_IN_TREE: u8 = 12;
/// The most positions visited to find it where no depth is left; twice as many for each of the first three plies of depth.
pub(super) const NODES_AT_LEAF: u64 = 20;

/// The most positions in the transposition table: 20 MiB.
pub(super) const MAX_REMEMBERED: u64 = 1 << 19;
