//! The constants that steer the player.
//!
//! The unit of work is a position that a search for threat sequences looks at: a quarter to half a microsecond.
//!
//! What was measured, was measured by matches on 4^4 from 20 to 30 openings of three random stones, each played from
//! both sides, with 80,000 to 300,000 units of work: "26 : 34" means that the player with the other value won 26 games,
//! and the one with the value below 34. Twice the root of the number of games is chance: most of the limits below matter
//! little. Where nothing is said nothing was measured: the value bounds time or memory, or is a guess.

/// The most work for a move, in each layer that sees it as a whole: with all layers up to seven seconds on two cores.
pub(super) const WORK: u64 = 12_000_000;
/// From this ply on, moves get less work, so that a game of a thousand moves doesn't take an hour.
pub(super) const LATE: u64 = 100;

/// How much more a line is worth with a stone more in it. 3 scored 19 : 41, 4 scored 26 : 34, 7 scored 27 : 23.
pub(super) const GROWTH: i64 = 5;

/// The most threats in a sequence from the position itself.
pub(super) const LONGEST: u8 = 60;
/// The part of the work that may go into the search for a sequence of our own: on 4^3, where a proof depends on it, the
/// longest took a twenty-fifth of that.
pub(super) const ATTACK_SHARE: u64 = 16;
/// The same for each search for a sequence of the opponent's that is to be broken.
pub(super) const DEFENCE_SHARE: u64 = 300;

/// The part of the work that may go into the search for quiet moves that win, for each player. Without them, and the
/// defence against the opponent's, the player scored 26 : 34.
pub(super) const QUIET_SHARE: u64 = 4;
/// The same for each move that is tried against quiet moves that would win for the opponent.
pub(super) const QUIET_DEFENCE_SHARE: u64 = 36;
/// How many such moves are tried. Without this defence the player scored 26 : 34.
pub(super) const QUIET_DEFENCES: usize = 8;

/// How many moves are tried in the position itself: 12 scored 26 : 24.
pub(super) const ROOT_MOVES: usize = 32;
/// The same in positions after it: 8 scored 25 : 25, 32 scored 22 : 28.
pub(super) const MOVES: usize = 16;
/// The same where the depth is below [`LAST_DEPTH`]: 6 and 24 scored 26 : 24.
pub(super) const LAST_MOVES: usize = 12;
pub(super) const LAST_DEPTH: i8 = 3;
/// How many moves that may break a sequence are tried: 8 scored 29 : 21.
pub(super) const DEFENCES: usize = 24;
/// How many cells are looked at for pairs: half a second. Half-way through a game on 6^5 there would be more.
pub(super) const PAIRING_CELLS: u64 = 50_000_000;
/// Up to this ply, root moves that a symmetry of the position carries to each other count as one.
pub(super) const EARLY: usize = 12;
/// How many defences in a row are looked at beyond the depth: 0 scored 29 : 21. To look one ply deeper after each defence as
/// well scored 21 : 39.
pub(super) const MOST_CHECKS: i8 = 2;
/// Forced replies cost no depth up to this ply: 6 scored 26 : 24, 0 scored 35 : 15 with 80,000 units of work, and
/// 19 : 21 with 300,000.
pub(super) const MOST_FORCED: i64 = 60;
/// The greatest depth.
pub(super) const MOST_DEPTH: i8 = 60;

/// The most threats in a sequence that is looked for inside the tree: 4 scored 27 : 23.
pub(super) const LONGEST_IN_TREE: u8 = 12;
/// The most positions that are looked at for it where no depth is left; four times as many for each ply that is.
/// 10 scored 22 : 28, 40 scored 23 : 27, and 160 scored 18 : 32 against 40.
pub(super) const NODES_AT_LEAF: u64 = 20;

/// The most positions that are remembered: 20 MiB.
pub(super) const MOST_REMEMBERED: u64 = 1 << 19;
/// How many cells are weighed in a unit of work.
pub(super) const CELLS_PER_UNIT: usize = 256;
