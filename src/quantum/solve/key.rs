//! Keys of positions: positions with equal keys have equal values. A key ignores much of the history:
//!
//! 1. *The subscripts of the first six marks.* A subscript matters only if both players have a line, and then only the
//!    maximum of each line. The maximum of a line of X is 5, 7, or 9, and that of a line of O is 6 or 8. X's is the
//!    lower one if it is 5, or if it is 7 and O's is 8. Therefore, only the player of marks 1 to 6 matters.
//! 2. *The cells of each mark*, except for the sets of cells that one player's marks connect (*blocks*). When a
//!    component collapses, one of its cells takes the mark that closes the cycle; every other cell takes the mark on
//!    its path to that cell. Within a block, that is a mark of the player, no matter how the marks connect the block.
//! 3. *The orientation of the board.* The eight images of a position have the same key.
//!
//! That leaves 1,006,813 positions with up to six moves and a move to make. A key is a number with two digits for each
//! cell:
//!
//! ```text
//!  digit for X's blocks:  0 first or alone in its block   1 + first cell of the block   holds X   holds O
//!  digit for O's blocks:  0 first or alone in its block   1 + first cell of the block
//! ```
//!
//! The first cell of a block precedes the others, so the digits of a cell have few values, and a key has 43 bits. A key
//! is a sum, so it is updated cheaply for all eight images. The key of a position is the smallest of the eight.

use std::array;
use std::sync::LazyLock;

use crate::{Action, ByPlayer, Cell, CellSet, Player, Position, Spooky, Status, Symmetry};

/// The key of a position with up to [`KEY_MOVES`] moves and a move to make. It has 43 bits.
pub(in crate::quantum) type Key = u64;

/// The maximum number of moves of a position with a key: up to this one, marks differ only in their player.
pub(in crate::quantum) const KEY_MOVES: u8 = 6;

/// A node of the search: a position, with the parts of its key.
#[derive(Clone, Copy)]
pub(in crate::quantum) struct Keyed {
    pub(in crate::quantum) position: Position,
    /// The block of each cell, for X and for O.
    blocks: ByPlayer<[CellSet; 9]>,
    /// The keys of the eight images of the board, before the minimum is taken.
    keys: Images,
}

/// The keys of the eight images, or summands of them.
type Images = [Key; 8];

impl Keyed {
    pub(in crate::quantum) fn of(position: &Position) -> Self {
        let mut node = Self {
            position: *position,
            blocks: ByPlayer([Cell::ALL.map(|cell| CellSet::EMPTY.with(cell)); 2]),
            keys: [0; 8],
        };
        for Spooky { mark, cells, .. } in position.spooky_marks() {
            let [a, b] = cells;
            node.join(mark.player(), a, b);
        }
        node.fill(CellSet::FULL);
        node
    }

    /// Returns the node after an action.
    ///
    /// # Panics
    ///
    /// If the action is illegal.
    pub(in crate::quantum) fn after(&self, action: Action) -> Self {
        let mut next = *self;
        next.position.act(action).expect("a legal action");
        if next.is_within_key_moves() {
            match (action, self.position.turn()) {
                (Action::Move(a, b), Some(player)) => next.join(player, a, b),
                _ => next.fill(self.position.free()),
            }
        }
        next
    }

    #[inline]
    pub(super) fn closed_in(&self, cell: Cell) -> Self {
        let mut next = Self {
            position: self.position.closed_in(cell),
            ..*self
        };
        if next.is_within_key_moves() {
            next.fill(self.position.free());
        }
        next
    }

    /// Returns the key. At most [`KEY_MOVES`] moves must have been made, and the next action must be a move.
    pub(in crate::quantum) fn key(&self) -> Key {
        debug_assert!(matches!(self.position.status(), Status::Move(_)));
        debug_assert!(self.is_within_key_moves());
        self.keys.into_iter().fold(Key::MAX, Key::min)
    }

    /// Returns the symmetry to the canonical image, the one with the smallest key.
    pub(super) fn canonical_image(&self) -> Symmetry {
        let smallest = (0..8).min_by_key(|&image| self.keys[image]);
        Symmetry::ALL[smallest.unwrap_or(0)]
    }

    /// Returns `true` if at most [`KEY_MOVES`] moves have been made.
    pub(in crate::quantum) const fn is_within_key_moves(&self) -> bool {
        self.position.move_count() <= KEY_MOVES
    }

    /// Returns the block of a cell: it and the cells that the player's marks connect it with.
    pub(in crate::quantum) fn block(&self, player: Player, cell: Cell) -> CellSet {
        self.blocks[player][cell.index()]
    }

    /// Joins the blocks of two cells. A cycle within a block changes nothing: it is measured before the key is needed.
    fn join(&mut self, player: Player, a: Cell, b: Cell) {
        let (of_a, of_b) = (self.block(player, a), self.block(player, b));
        if of_a == of_b {
            return;
        }
        let both = of_a | of_b;
        let blocks = &DIGITS.blocks[player];
        let digits = |block: CellSet| &blocks[block.bits() as usize];
        for (image, key) in self.keys.iter_mut().enumerate() {
            *key = *key - digits(of_a)[image] - digits(of_b)[image] + digits(both)[image];
        }
        for cell in both {
            self.blocks[player][cell.index()] = both;
        }
    }

    /// Replaces the blocks of cells that have become classical by their marks, in the keys, given the cells that were
    /// free before.
    fn fill(&mut self, free_before: CellSet) {
        let Digits { blocks, marks } = &*DIGITS;
        for cell in free_before - self.position.free() {
            for player in Player::ALL {
                let block = self.block(player, cell);
                if block.first() == Some(cell) {
                    let digits = &blocks[player][block.bits() as usize];
                    for (key, digits) in self.keys.iter_mut().zip(digits) {
                        *key -= digits;
                    }
                }
            }
            if let Some(mark) = self.position.classical(cell) {
                let digits = &marks[mark.player()][cell.index()];
                for (key, digits) in self.keys.iter_mut().zip(digits) {
                    *key += digits;
                }
            }
        }
    }
}

/// Digits of a key with their place values, in the eight images.
struct Digits {
    /// The digits of each set of cells as a block, for X and for O.
    blocks: ByPlayer<[Images; 512]>,
    /// The digit of each cell with a classical mark, of X or of O.
    marks: ByPlayer<[Images; 9]>,
}

static DIGITS: LazyLock<Digits> = LazyLock::new(|| {
    // The place value of each cell's digit, for X and for O. X's digits are the lower ones. The digit of cell i has
    // i + 3 values for X and i + 1 for O.
    let mut next = 1;
    let places = ByPlayer([3, 1].map(|values| {
        Cell::ALL.map(|cell| {
            let place: Key = next;
            next *= cell.index() as Key + values;
            place
        })
    }));
    assert!(next <= 1 << 43);
    let block = |player, set: usize, symmetry| -> u64 {
        let image = CellSet::from_bits(set as u16).transform(symmetry);
        let first = image.bits().trailing_zeros();
        let others = image.iter().skip(1);
        others
            .map(|cell| u64::from(1 + first) * places[player][cell.index()])
            .sum()
    };
    let mark = |player, cell, symmetry: Symmetry| {
        let i = symmetry.apply(cell).index();
        (i + 1 + player as usize) as u64 * places[Player::X][i]
    };
    Digits {
        blocks: ByPlayer(Player::ALL.map(|player| {
            array::from_fn(|set| Symmetry::ALL.map(|symmetry| block(player, set, symmetry)))
        })),
        marks: ByPlayer(Player::ALL.map(|player| {
            Cell::ALL.map(|cell| Symmetry::ALL.map(|symmetry| mark(player, cell, symmetry)))
        })),
    }
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    fn key(record: &str) -> Key {
        Keyed::of(&record.parse::<Record>().expect("legal").position()).key()
    }

    #[test]
    fn the_key_ignores_the_orientation_of_the_board() {
        assert_eq!(key("AB BE DE AE 4"), key("CF FE BE CE 4"));
        assert_ne!(key("AB BE DE AE 4"), key("AB BE DE AE 1"));
    }

    #[test]
    fn the_key_ignores_the_order_of_each_players_moves() {
        assert_eq!(key("AB CD EG"), key("EG CD AB"));
        assert_ne!(key("AB CD EG"), key("AB EG CD"));
    }

    #[test]
    fn the_key_ignores_how_marks_connect_the_cells_of_a_block() {
        assert_eq!(key("AB HI BC"), key("AC HI BC"));
        assert_ne!(key("AB BC"), key("AC BC"));
    }

    #[test]
    fn an_updated_key_equals_one_computed_from_scratch() {
        let mut node = Keyed::of(&Position::new());
        let record: Record = "AD DE AE 3 BC BF CI".parse().expect("legal");
        for step in record.steps() {
            node = node.after(step.action);
            if matches!(step.after.status(), Status::Move(_)) {
                assert_eq!(node.key(), Keyed::of(&step.after).key());
            }
        }
        assert_eq!(node.position.move_count(), KEY_MOVES);
    }

    #[test]
    fn closing_in_a_cell_equals_a_move_and_a_measurement() {
        let mut chance = crate::Rng::from_seed(1);
        for _ in 0..2_000 {
            let mut position = Position::new();
            loop {
                let actions = position.legal_actions();
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
        let before = Keyed::of(position);
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
