//! Pairing: each line that the opponent can still complete is assigned two free cells, which belong to no other line's
//! pair. Whenever the opponent takes one cell of a pair, the player takes the other, and the opponent never completes a
//! line.
//!
//! After Hales and Jewett, "Regularity and positional games", Transactions of the American Mathematical Society 106
//! (1963).

use crate::Player;
use crate::hypercube::line_counts::LineCounts;
use crate::hypercube::table::LineId;

/// Returns `true` if pairs keep the opponent of `player`, who is to move, from every line; `false` if they don't, if
/// the table is a selection of lines, or if `left`, the number of cells that may be visited, runs out.
pub(super) fn exists(counts: &LineCounts, player: Player, left: &mut u64) -> bool {
    let opponent = player.opponent();
    let open = |&line: &LineId| counts.lacks(line, opponent).is_some();
    let lines: Vec<LineId> = counts.table().lines().filter(open).collect();
    if !counts.table().is_whole() || 2 * lines.len() > counts.free() {
        return false;
    }
    let mut matching = Matching {
        counts,
        owner: vec![None; counts.table().cells().len()],
        seen: vec![0; counts.table().cells().len()],
        round: 0,
        left,
    };
    let mut give_cell = |line| {
        matching.round += 1;
        matching.augment(line)
    };
    lines
        .into_iter()
        .all(|line| give_cell(line) && give_cell(line))
}

/// Cells assigned to lines, by augmenting paths: a line without a free cell takes one from a line that finds another.
struct Matching<'f> {
    counts: &'f LineCounts,
    owner: Vec<Option<LineId>>,
    /// The round, from 1, in which each cell was last visited.
    seen: Vec<u32>,
    round: u32,
    left: &'f mut u64,
}

impl Matching<'_> {
    fn augment(&mut self, line: LineId) -> bool {
        let counts = self.counts;
        for cell in counts.gaps(line) {
            if *self.left == 0 {
                return false;
            }
            *self.left -= 1;
            let index = cell.index();
            if self.seen[index] == self.round || self.owner[index] == Some(line) {
                continue;
            }
            self.seen[index] = self.round;
            if self.owner[index].is_none_or(|owner| self.augment(owner)) {
                self.owner[index] = Some(line);
                return true;
            }
        }
        false
    }
}
