//! What tells positions apart. Far fewer things do than a record holds:
//!
//! 1. *Not the numbers of the first six marks.* They matter only where both players have a line, and then only the
//!    highest of each line does. A line of X's has three of 1, 3, 5, 7 and 9, so its highest is 5, 7 or 9; that of a
//!    line of O's is 6 or 8. X's line is the earlier one if its highest is 5, or if it is 7 and O's is 8: marks 1 to 6
//!    are all alike but for their player.
//! 2. *Not which cells a mark ties*, but only which sets of cells (*blocks*) one player's marks tie together. When a
//!    component collapses, one of its cells takes the mark that closes the cycle, and every other cell the mark that leads
//!    towards that one. Within a block that is one of the player's marks, wherever in the block they are.
//! 3. *Not how the board is turned.* One of its eight images stands for all.
//!
//! That leaves 1,006,813 positions with up to six moves in which a move is to be made. The key of one is a number with
//! two digits for each cell:
//!
//! ```text
//!  digit for X's blocks:  0 first or alone in its block   1 + first cell of the block   holds X   holds O
//!  digit for O's blocks:  0 first or alone in its block   1 + first cell of the block
//! ```
//!
//! The first cell of a block comes before the others, so a cell's digits have few values, and the key has 43 bits. Being
//! a sum, it is cheap to keep up to date for all eight images; the least of them is the one that counts.

use crate::{Action, Cell, CellSet, Player, Position, Symmetry};

/// A position with up to [`ALIKE`] moves in which a move is to be made, as all that its value depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::quantum) struct Key(u64);

/// The marks up to this one are all alike.
pub(in crate::quantum) const ALIKE: u8 = 6;

impl Key {
    pub(in crate::quantum) const BITS: u32 = 43;

    pub(in crate::quantum) const fn bits(self) -> u64 {
        self.0
    }
}

/// A position with what its key is made of.
#[derive(Clone, Copy)]
pub(in crate::quantum) struct Node {
    pub(in crate::quantum) position: Position,
    /// For X and O and each cell the cells of its block.
    blocks: [[CellSet; 9]; 2],
    /// The keys of the eight images of the board.
    keys: Images,
}

/// A part of the keys of the eight images.
type Images = [u64; 8];

impl Node {
    pub(in crate::quantum) fn of(position: &Position) -> Self {
        let mut node = Self {
            position: *position,
            blocks: [Cell::ALL.map(|cell| CellSet::EMPTY.with(cell)); 2],
            keys: [0; 8],
        };
        for (mark, [a, b]) in position.spooky_marks() {
            node.tie(mark.player(), a, b);
        }
        node.fill(!position.free());
        node
    }

    /// Returns the position after an action, which must be legal.
    #[inline]
    pub(in crate::quantum) fn after(&self, action: Action) -> Self {
        let mut next = *self;
        next.position
            .act(action)
            .expect("the action is a legal one");
        if next.has_key() {
            match (action, self.position.turn()) {
                (Action::Move(a, b), Some(player)) => next.tie(player, a, b),
                _ => {
                    let settled = self.position.free() - next.position.free();
                    next.fill(settled);
                }
            }
        }
        next
    }

    /// Does what [`Position::closed_in`] does.
    #[inline]
    pub(in crate::quantum) fn closed_in(&self, cell: Cell) -> Self {
        let mut next = Self {
            position: self.position.closed_in(cell),
            ..*self
        };
        if next.has_key() {
            next.fill(self.position.component_of(cell));
        }
        next
    }

    /// Returns the key. There must be few enough moves, no measurement due, and the game not over.
    pub(in crate::quantum) fn key(&self) -> Key {
        debug_assert!(self.has_key());
        Key(self.keys.into_iter().fold(u64::MAX, u64::min))
    }

    /// Returns the symmetry that carries the position to the one whose key it has.
    pub(in crate::quantum) fn least_image(&self) -> Symmetry {
        let least = (0..8).min_by_key(|&image| self.keys[image]);
        Symmetry::ALL[least.unwrap_or(0)]
    }

    const fn has_key(&self) -> bool {
        self.position.moves() <= ALIKE
    }

    /// Returns the cells that the player's marks tie to a cell, that cell included.
    pub(in crate::quantum) const fn block(&self, player: Player, cell: Cell) -> CellSet {
        self.blocks[player as usize][cell.index()]
    }

    /// Makes one block of two. A cycle may be closed within a block, but it is measured before the key is asked for.
    #[inline]
    fn tie(&mut self, player: Player, a: Cell, b: Cell) {
        let (of_a, of_b) = (self.block(player, a), self.block(player, b));
        if of_a == of_b {
            return;
        }
        let both = of_a | of_b;
        let digits = |block: CellSet| &BLOCKS[player as usize][block.bits() as usize];
        for (image, key) in self.keys.iter_mut().enumerate() {
            *key = *key - digits(of_a)[image] - digits(of_b)[image] + digits(both)[image];
        }
        for cell in both.iter() {
            self.blocks[player as usize][cell.index()] = both;
        }
    }

    /// Takes the blocks of cells that have become classical out of the key, and puts their marks in.
    #[inline]
    fn fill(&mut self, cells: CellSet) {
        for cell in cells.iter() {
            for player in Player::ALL {
                let block = self.block(player, cell);
                if block.first() == Some(cell) {
                    let digits = &BLOCKS[player as usize][block.bits() as usize];
                    for (key, digits) in self.keys.iter_mut().zip(digits) {
                        *key -= digits;
                    }
                }
            }
            if let Some(mark) = self.position.classical(cell) {
                let digits = &MARKS[mark.player() as usize][cell.index()];
                for (key, digits) in self.keys.iter_mut().zip(digits) {
                    *key += digits;
                }
            }
        }
    }
}

/// For X and O the place value of each cell's digit. X's digits come first; the digit of cell i has i + 3 values in
/// them, and i + 1 in O's.
const PLACES: [[u64; 9]; 2] = {
    let mut places = [[1; 9]; 2];
    let mut next = 1;
    let mut player = 0;
    while player < 2 {
        let mut i = 0;
        while i < 9 {
            places[player][i] = next;
            next *= if player == 0 {
                i as u64 + 3
            } else {
                i as u64 + 1
            };
            i += 1;
        }
        player += 1;
    }
    assert!(next <= 1 << Key::BITS);
    places
};

/// For X and O and each set of cells that can be a block, its digits in the eight images.
static BLOCKS: [[Images; 512]; 2] = {
    let mut blocks = [[[0; 8]; 512]; 2];
    let mut set = 0;
    while set < 512 {
        let mut image = 0;
        while image < 8 {
            let turned = CellSet::from_bits(set as u16)
                .transform(Symmetry::ALL[image])
                .bits();
            let first = turned.trailing_zeros() as usize;
            let mut i = first + 1;
            while i < 9 {
                if turned >> i & 1 != 0 {
                    blocks[0][set][image] += (1 + first as u64) * PLACES[0][i];
                    blocks[1][set][image] += (1 + first as u64) * PLACES[1][i];
                }
                i += 1;
            }
            image += 1;
        }
        set += 1;
    }
    blocks
};

/// For X and O and each cell that holds a classical mark of the player, its digit in the eight images.
static MARKS: [[Images; 9]; 2] = {
    let mut marks = [[[0; 8]; 9]; 2];
    let mut player = 0;
    while player < 2 {
        let mut cell = 0;
        while cell < 9 {
            let mut image = 0;
            while image < 8 {
                let i = Symmetry::ALL[image].apply(Cell::ALL[cell]).index();
                marks[player][cell][image] = (i + 1 + player) as u64 * PLACES[0][i];
                image += 1;
            }
            cell += 1;
        }
        player += 1;
    }
    marks
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Record, Status};

    fn key(record: &str) -> Key {
        Node::of(&record.parse::<Record>().expect("legal").position()).key()
    }

    #[test]
    fn forgets_how_the_board_is_turned() {
        assert_eq!(key("AB BE DE AE 4"), key("CF FE BE CE 4"));
        assert_ne!(key("AB BE DE AE 4"), key("AB BE DE AE 1"));
    }

    #[test]
    fn forgets_the_order_of_each_players_moves() {
        assert_eq!(key("AB CD EG"), key("EG CD AB"));
        assert_ne!(key("AB CD EG"), key("AB EG CD"));
    }

    #[test]
    fn forgets_how_the_cells_of_a_block_are_tied() {
        assert_eq!(key("AB HI BC"), key("AC HI BC"));
        assert_ne!(key("AB BC"), key("AC BC"));
    }

    #[test]
    fn is_the_same_of_a_position_that_is_played_and_of_one_that_is_set_up() {
        let mut node = Node::of(&Position::new());
        let record: Record = "AD DE AE 3 BC BF CI".parse().expect("legal");
        for step in record.steps() {
            node = node.after(step.action);
            if matches!(step.after.status(), Status::Move(_)) {
                assert_eq!(node.key(), Node::of(&step.after).key());
            }
        }
        assert_eq!(node.position.moves(), ALIKE);
    }

    /// Another program counted the same, by normal forms that share nothing with these keys.
    #[test]
    fn tells_a_million_positions_apart() {
        let mut positions = vec![Node::of(&Position::new())];
        for count in [8, 186, 2_372, 29_687, 167_915, 806_644] {
            let mut seen = HashSet::new();
            let mut next = Vec::new();
            let mut meet = |node: Node| {
                if matches!(node.position.status(), Status::Move(_)) && seen.insert(node.key()) {
                    assert!(node.key().bits() < 1 << Key::BITS);
                    next.push(node);
                }
            };
            for node in &positions {
                for action in node.position.legal_actions() {
                    let moved = node.after(action);
                    meet(moved);
                    if let Status::Measure { choices, .. } = moved.position.status() {
                        let outcome = |mark| moved.after(Action::Measure(mark));
                        choices.iter().map(outcome).for_each(&mut meet);
                    }
                }
            }
            assert_eq!(next.len(), count);
            positions = next;
        }
    }

    #[test]
    fn closing_in_a_cell_is_a_move_and_a_measurement() {
        let mut chance = crate::generate::Rng::from_seed(1);
        for _ in 0..2_000 {
            let mut position = Position::new();
            loop {
                let actions: Vec<_> = position.legal_actions().collect();
                for &action in &actions {
                    check_closing(&position, action);
                }
                let Some(&action) = chance.pick(&actions) else {
                    break;
                };
                position.act(action).expect("legal");
            }
        }
    }

    #[track_caller]
    fn check_closing(position: &Position, action: Action) {
        let before = Node::of(position);
        let moved = before.after(action);
        if let (Action::Move(a, b), Status::Measure { choices, .. }) =
            (action, moved.position.status())
        {
            let closed: Vec<_> = [a, b].map(|cell| before.closed_in(cell)).into();
            for outcome in choices
                .iter()
                .map(|mark| moved.after(Action::Measure(mark)))
            {
                let same = closed
                    .iter()
                    .find(|closed| closed.position == outcome.position);
                let same = same.expect("one of the two");
                assert_eq!(same.position.status(), outcome.position.status());
                assert_eq!(same.keys, outcome.keys);
            }
        }
    }
}
