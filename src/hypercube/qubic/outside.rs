//! What O's stones outside the sub-board can do.
//!
//! A line that is not inside has at most one cell inside, and X plays outside only to block. So it takes two of O's
//! stones outside to make a threat: with a third outside, with one inside, or with one that X's own threat forces O to
//! put inside.

use super::{board::Cells, sub_board::SubBoard};
use crate::hypercube::{Cell, Line, Position, Stone};

/// The lines of O that are not inside the sub-board, as far as X must mind them.
#[derive(Default, Debug)]
pub(super) struct Outside {
    /// Where O would complete a line.
    pub wins: Vec<Cell>,
    /// Where O, forced to put a stone, would make a threat.
    pub hot: Cells,
}

impl Outside {
    pub(super) fn of(position: &Position, sub_board: &SubBoard, stones: &[&Cell]) -> Self {
        let mut outside = Self::default();
        let pairs = stones.iter().enumerate();
        let pairs = pairs.flat_map(|(i, a)| stones[..i].iter().map(move |b| (a, b)));
        for line in pairs.filter_map(|(a, b)| Line::through(position.board(), a, b)) {
            outside.add(position, sub_board, &line);
        }
        outside
    }

    fn add(&mut self, position: &Position, sub_board: &SubBoard, line: &Line) {
        if line
            .cells()
            .any(|cell| position.stone(&cell) == Some(Stone::X))
        {
            return;
        }
        let empty: Vec<Cell> = line
            .cells()
            .filter(|cell| position.stone(cell).is_none())
            .collect();
        match &empty[..] {
            [win] if !self.wins.contains(win) => self.wins.push(win.clone()),
            [_, _] => {
                let inside = empty.iter().filter_map(|cell| sub_board.place(cell));
                self.hot = inside.fold(self.hot, |hot, place| hot | Cells::of(place));
            }
            _ => {}
        }
    }
}
