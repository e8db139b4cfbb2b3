//! Positions on a board of any size.

use std::collections::BTreeMap;

use super::{Board, Cell, Line};
use crate::Player;

/// A game so far: legal moves, and the stones that they placed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    moves: Vec<Cell>,
    stones: BTreeMap<Cell, Player>,
    /// The lines of the winner. The last stone is on all of them.
    won: Vec<Line>,
}

/// Up to this many dimensions, all lines through a cell are checked: at most 9,841. With more dimensions, a game has
/// fewer stones than a cell has lines.
const MAX_LISTED_DIMENSIONS: u32 = 9;

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
    pub fn after(board: Board, moves: &[Cell]) -> Result<Self, RuleError> {
        let mut position = Self::new(board);
        moves
            .iter()
            .try_for_each(|cell| position.play(cell.clone()))?;
        Ok(position)
    }

    /// Puts a stone of the player to move into a cell.
    ///
    /// # Errors
    ///
    /// If the game is won, the cell is not on the board, or it is taken. The position then stays as it was.
    pub fn play(&mut self, cell: Cell) -> Result<(), RuleError> {
        if let Some(winner) = self.winner() {
            return Err(RuleError::Won(winner));
        }
        if !self.board.contains(&cell) {
            return Err(RuleError::OffBoard(self.board, cell));
        }
        if let Some(player) = self.stone(&cell) {
            return Err(RuleError::Taken(player, cell));
        }
        self.won = self.lines_completed_by(&cell);
        self.stones.insert(cell.clone(), self.turn());
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
    pub fn cells_of(&self, player: Player) -> impl DoubleEndedIterator<Item = &Cell> {
        self.moves.iter().skip(player as usize).step_by(2)
    }

    /// Iterates over the free cells, those without a stone, in the order of [`Board::index`].
    pub fn free_cells(&self) -> impl Iterator<Item = Cell> {
        let cells = (0..).map_while(|index| self.board.cell(index));
        cells.filter(|cell| self.stone(cell).is_none())
    }

    /// Returns the player whose stone is in a cell, or `None` if the cell is free.
    #[must_use]
    pub fn stone(&self, cell: &Cell) -> Option<Player> {
        self.stones.get(cell).copied()
    }

    /// Returns the player to move; after the end of the game, the one who would be next.
    #[must_use]
    pub const fn turn(&self) -> Player {
        Player::ALL[self.moves.len() % 2]
    }

    /// Returns the player who has completed a line, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        (!self.won.is_empty()).then(|| self.turn().opponent())
    }

    /// Returns `true` if every cell is taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.board.cells() == Some(self.moves.len() as u64)
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
    fn lines_completed_by(&self, cell: &Cell) -> Vec<Line> {
        let (player, own) = (self.turn(), self.moves.len() / 2);
        let mut complete = Vec::new();
        // With fewer than n − 1 older stones, the player can't complete a line.
        if own + 1 < self.board.width() as usize {
            return complete;
        }
        let is_own = |on_line: Cell| on_line == *cell || self.stone(&on_line) == Some(player);
        let mut add_complete = |line: &Line| {
            if !complete.contains(line) && line.cells().all(is_own) {
                complete.push(line.clone());
            }
        };
        if self.board.dimensions() <= MAX_LISTED_DIMENSIONS {
            Line::for_each_through(self.board, cell, add_complete);
        } else {
            let through = |other| Line::through(self.board, cell, other);
            let lines = self.cells_of(player).filter_map(through);
            lines.for_each(|line| add_complete(&line));
        }
        complete
    }
}
