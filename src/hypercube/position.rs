//! Positions on a board of any size.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::{Board, Cell, Line};
use crate::Player;

/// A game so far: legal moves, and the stones that they placed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    moves: Vec<Cell>,
    /// The stones, by the coordinates of their cells.
    stones: BTreeMap<Box<[u32]>, Player>,
    /// The lines of the winner. The last stone is on all of them.
    won: Vec<Line>,
}

/// Why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// The cell isn't on the board.
    #[error("expected {} coordinates from 0 to {}, found \"{}\"", .0.dimensions(), .0.width() - 1, .1)]
    OffBoard(Board, Cell),
    /// The cell is taken by this player's stone.
    #[error("{1} is already taken by {0}")]
    Taken(Player, Cell),
    /// The game is over: this player has won.
    #[error("the game is over: {0} has won")]
    Won(Player),
}

impl Position {
    /// Returns the empty board.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self {
            board,
            moves: Vec::new(),
            stones: BTreeMap::new(),
            won: Vec::new(),
        }
    }

    /// Plays moves on the empty board, X's first.
    ///
    /// # Errors
    ///
    /// Returns an error at the first move that the rules forbid.
    pub fn from_moves(board: Board, moves: &[Cell]) -> Result<Self, RuleError> {
        let mut position = Self::new(board);
        moves
            .iter()
            .try_for_each(|cell| position.play(cell.clone()))?;
        Ok(position)
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// If [`check`](Self::check) fails.
    pub fn after(&self, cell: Cell) -> Result<Self, RuleError> {
        let mut position = self.clone();
        position.play(cell).map(|()| position)
    }

    /// Checks that the player to move can put a stone into a cell.
    ///
    /// # Errors
    ///
    /// If the game is won, the cell is not on the board, or it is taken.
    pub fn check(&self, cell: &Cell) -> Result<(), RuleError> {
        if let Some(winner) = self.winner() {
            return Err(RuleError::Won(winner));
        }
        if !self.board.contains(cell) {
            return Err(RuleError::OffBoard(self.board, cell.clone()));
        }
        if let Some(player) = self.stone(cell) {
            return Err(RuleError::Taken(player, cell.clone()));
        }
        Ok(())
    }

    /// Puts a stone of the player to move into a cell.
    ///
    /// # Errors
    ///
    /// If [`check`](Self::check) fails. The position then stays as it was.
    pub fn play(&mut self, cell: Cell) -> Result<(), RuleError> {
        self.check(&cell)?;
        self.won = self.lines_completed_by(&cell);
        self.stones.insert(cell.0.clone(), self.actor());
        self.moves.push(cell);
        Ok(())
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the moves so far, oldest first.
    #[must_use]
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// Iterates over the cells that a player has taken, oldest first.
    pub fn stones_of(&self, player: Player) -> impl DoubleEndedIterator<Item = &Cell> {
        self.moves.iter().skip(player as usize).step_by(2)
    }

    /// Iterates over the free cells, those without a stone, in the order of [`Board::index`].
    pub fn free_cells(&self) -> impl Iterator<Item = Cell> {
        self.board.cells().filter(|cell| self.stone(cell).is_none())
    }

    /// Returns the player whose stone is in a cell, or `None` if the cell is free.
    #[must_use]
    pub fn stone(&self, cell: &Cell) -> Option<Player> {
        self.stones.get(&cell.0).copied()
    }

    /// Returns the player to move, or `None` if the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        (!self.is_over()).then(|| self.actor())
    }

    /// Returns the player who makes the next move, or would make it if the game were not over.
    const fn actor(&self) -> Player {
        Player::after_moves(self.moves.len())
    }

    /// Returns the player who has completed a line, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        (!self.won.is_empty()).then(|| self.actor().opponent())
    }

    /// Returns `true` if every cell is taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.board.cell_count() == Some(self.moves.len() as u64)
    }

    /// Returns `true` if somebody has a line, or every cell is taken.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.won.is_empty() || self.is_full()
    }

    /// Returns the lines of the winner; none if nobody has won. The last stone is on all of them.
    #[must_use]
    pub fn winning_lines(&self) -> &[Line] {
        &self.won
    }

    /// Returns the lines that a stone of the player to move completes.
    ///
    /// A cell may be on more lines than there are stones. Therefore, this goes through the stones in the order of their
    /// coordinates, and skips those that share their first coordinates with no partner (see [`compare_with_partners`]).
    fn lines_completed_by(&self, cell: &Cell) -> Vec<Line> {
        let player = self.actor();
        let is_own = |on_line: Cell| on_line == *cell || self.stone(&on_line) == Some(player);
        let last = self.board.width() - 1;
        let mut complete = Vec::new();
        let mut start = Some(Vec::new());
        while let Some(from) = start {
            let range = (Bound::Included(&from[..]), Bound::Unbounded);
            let Some((stone, &owner)) = self.stones.range::<[u32], _>(range).next() else {
                break;
            };
            let (is_partner, next) = compare_with_partners(cell, last, stone);
            if is_partner && owner == player {
                let line = Line::through(self.board, cell, &Cell(stone.clone()));
                complete.extend(line.filter(|line| line.cells().all(is_own)));
            }
            start = next;
        }
        complete
    }
}

/// Compares a stone with the partners of a cell, which are one other cell of each line through the cell. Returns `true`
/// if the stone is in a partner, and the first coordinates of the next partners in order, if there are any.
///
/// If the cell is at step s of a line in which the first moving coordinate ascends, its partner is at step 0, or at
/// step 1 if s is 0.
fn compare_with_partners(cell: &Cell, last: u32, stone: &[u32]) -> (bool, Option<Vec<u32>>) {
    let mut step = None;
    // The last axis on which a partner can have a greater coordinate after the same ones, and that coordinate.
    let mut next = None;
    let mut is_partner = true;
    for (axis, (&x, &y)) in cell.0.iter().zip(stone).enumerate() {
        let s = step.unwrap_or(x);
        let partner = u32::from(s == 0);
        let ascending = (x == s).then_some(partner);
        let descending = (step.is_some() && x == last - s).then_some(last - partner);
        let possible = [Some(x), ascending, descending].into_iter().flatten();
        if let Some(greater) = possible.clone().filter(|&z| z > y).min() {
            next = Some((axis, greater));
        }
        if !possible.clone().any(|z| z == y) {
            is_partner = false;
            break;
        }
        if y != x {
            step = Some(s);
        }
    }
    let prefix = |(axis, greater)| [&stone[..axis], &[greater]].concat();
    (is_partner, next.map(prefix))
}
