//! All lines with two stones or more of one player, and none of the other.

use std::cmp::Reverse;

use super::stones::{Stones, rows};
use crate::hypercube::{Cell, Line, Stone};

/// What there is to complete.
pub(super) struct Survey {
    /// For X and O.
    sides: [Side; 2],
}

#[derive(Default)]
struct Side {
    winning: Vec<Cell>,
    open: Vec<[Cell; 2]>,
    rows: Vec<Row>,
}

/// A line, by two of its stones: a line of a board of a thousand dimensions is large, and there may be many.
struct Row {
    stones: usize,
    ends: [usize; 2],
}

/// The most that is kept of each kind, for each player. In a game that makes sense there is less.
const MOST_WINNING: usize = 64;
const MOST_OPEN: usize = 2_000;
const MOST_ROWS: usize = 100_000;

/// How many times it is looked from one stone at another: that takes a few seconds.
const MOST_LOOKS: usize = 250_000_000;

impl Survey {
    /// Looks from every stone at the others, the newest first, until the player to move can complete a line. Each line
    /// counts where its newest stone is. If there are tens of thousands of stones, there isn't time to look from the
    /// oldest.
    pub(super) fn of(stones: &Stones, me: Stone) -> Self {
        let mut survey = Self {
            sides: Default::default(),
        };
        let all = stones.placed().len();
        let newest_stones = stones.placed().iter().enumerate().rev();
        for (newest, (cell, stone)) in newest_stones.take(MOST_LOOKS / all.max(1)) {
            if !survey.winning(me).is_empty() {
                break;
            }
            let side = &mut survey.sides[*stone as usize];
            let seen = stones.seen_from(cell);
            for row in rows(&seen) {
                let last = row[row.len() - 1].index;
                if row[0].stone != *stone || last > newest {
                    continue;
                }
                let count = row.len() + 1;
                if stones.lacks(count, 1) {
                    if side.winning.len() < MOST_WINNING {
                        let line = stones.line(cell, &row[0]);
                        let gap = line.and_then(|line| stones.gaps(&line).next());
                        side.winning.extend(gap);
                    }
                    continue;
                }
                if side.rows.len() < MOST_ROWS {
                    side.rows.push(Row {
                        stones: count,
                        ends: [newest, last],
                    });
                }
                if stones.lacks(count, 2) && side.open.len() < MOST_OPEN {
                    let line = stones.line(cell, &row[0]);
                    side.open.extend(line.and_then(|line| {
                        let mut gaps = stones.gaps(&line);
                        Some([gaps.next()?, gaps.next()?])
                    }));
                }
            }
        }
        for side in &mut survey.sides {
            side.winning.sort_unstable();
            side.winning.dedup();
            side.rows.sort_by_key(|row| Reverse(row.stones));
        }
        survey
    }

    /// Returns the cells in which a player completes a line.
    pub(super) fn winning(&self, stone: Stone) -> &[Cell] {
        &self.sides[stone as usize].winning
    }

    /// Returns the pairs of cells that are all a player lacks in a line.
    pub(super) fn open(&self, stone: Stone) -> &[[Cell; 2]] {
        &self.sides[stone as usize].open
    }

    /// Returns the lines in which a player has most stones, two at least and more first.
    pub(super) fn longest<'a>(
        &'a self,
        stones: &'a Stones,
        stone: Stone,
    ) -> impl Iterator<Item = Line> + 'a {
        let rows = self.sides[stone as usize].rows.iter();
        rows.filter_map(|row| {
            let [a, b] = row.ends.map(|end| &stones.placed()[end].0);
            Line::through(stones.board(), a, b)
        })
    }
}
