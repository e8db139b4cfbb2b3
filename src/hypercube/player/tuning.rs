//! The constants that steer the player. A position that a search for threat sequences looks at is the unit of work: it
//! takes about a third of a microsecond.

/// The most work for a move, in positions.
pub(super) const WORK: u64 = 15_000_000;
/// From this ply on, moves get less work, so that a game of a thousand moves doesn't take an hour.
pub(super) const LATE: u64 = 100;

/// How much more a line is worth with a stone more in it.
pub(super) const GROWTH: i64 = 5;

/// The most threats in a sequence, and the part of the work that may go into the search for one from the position
/// itself: for our own, and for each of the opponent's that is to be broken.
pub(super) const LONGEST: u8 = 60;
pub(super) const ATTACK_SHARE: u64 = 16;
pub(super) const DEFENCE_SHARE: u64 = 200;
/// The part of the work that may go into the search for quiet moves that win: it finds most wins that it ever finds, in a
/// second.
pub(super) const QUIET_SHARE: u64 = 3;
pub(super) const QUIET_DEFENCE_SHARE: u64 = 24;
/// The same where O has played outside X's sub-board of width 4: of the replies to the known moves some take more than a
/// second to answer.
pub(super) const OUTSIDE_SHARE: u64 = 2;
/// How many moves are tried against quiet moves that would win for the opponent.
pub(super) const QUIET_DEFENCES: usize = 8;

/// How many moves are tried in the position itself, and in those after it with much depth left, and with little.
pub(super) const ROOT_MOVES: usize = 32;
pub(super) const MOVES: usize = 16;
pub(super) const LAST_MOVES: usize = 12;
pub(super) const LAST_DEPTH: i8 = 3;
/// Up to this ply it is looked for moves that are one under the position's symmetries.
pub(super) const EARLY: usize = 12;
/// How many moves that may break a sequence are tried.
pub(super) const DEFENCES: usize = 24;
/// How many defences in a row are looked at beyond the depth.
pub(super) const MOST_CHECKS: i8 = 2;
/// Forced replies cost no depth up to this ply.
pub(super) const MOST_FORCED: i64 = 60;

/// The most threats in a sequence that is looked for inside the tree, and the most positions for it where no depth is
/// left; four times as many for each ply that is.
pub(super) const LONGEST_IN_TREE: u8 = 12;
pub(super) const NODES_AT_LEAF: u64 = 40;

pub(super) const MOST_DEPTH: i8 = 60;
/// The most positions that are remembered: 20 MiB.
pub(super) const MOST_REMEMBERED: u64 = 1 << 19;
/// How many cells can be weighed in a unit of work.
pub(super) const CELLS_PER_UNIT: usize = 256;
