//! Games in progress, on a board of any size.

use std::{collections::HashMap, fmt};

use super::board::{Board, Cell};

/// X, who moves first, or O.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the players'")]
pub enum Stone {
    X,
    O,
}

impl Stone {
    /// Returns the stone of the other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// Returns the stone of the move at a place, counted from 0.
    #[must_use]
    pub const fn of_move(index: usize) -> Self {
        match index % 2 {
            0 => Self::X,
            _ => Self::O,
        }
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

/// A game as it was played so far, every move legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    moves: Vec<Cell>,
    stones: HashMap<Cell, Stone>,
    winner: Option<Stone>,
}

/// A move that the rules forbid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The cell isn't on the board.
    #[error("expected {} coordinates from 0 to {}, found {cell}", board.dimensions(), board.width() - 1)]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The board.
        board: Board,
    },
    /// There is a stone in the cell.
    #[error("expected an empty cell, found {cell}, which {stone} took before")]
    Taken {
        /// The cell.
        cell: Cell,
        /// Whose stone it is.
        stone: Stone,
    },
    /// Somebody has a line.
    #[error("expected no more moves: {winner} has won")]
    Won {
        /// Who has it.
        winner: Stone,
    },
}

impl Position {
    /// Returns the empty board.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self {
            board,
            moves: Vec::new(),
            stones: HashMap::new(),
            winner: None,
        }
    }

    /// Puts the next player's stone into a cell.
    ///
    /// # Errors
    ///
    /// When the game is won, the cell is not on the board, or it is taken. The position is then left as it was.
    pub fn play(&mut self, cell: Cell) -> Result<(), PositionError> {
        if let Some(winner) = self.winner {
            return Err(PositionError::Won { winner });
        }
        if !self.board.contains(&cell) {
            let board = self.board;
            return Err(PositionError::OffBoard { cell, board });
        }
        if let Some(&stone) = self.stones.get(&cell) {
            return Err(PositionError::Taken { cell, stone });
        }
        let stone = self.next();
        if self.completes_a_line(&cell, stone) {
            self.winner = Some(stone);
        }
        self.stones.insert(cell.clone(), stone);
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

    /// Returns the stone in a cell.
    #[must_use]
    pub fn stone(&self, cell: &Cell) -> Option<Stone> {
        self.stones.get(cell).copied()
    }

    /// Returns who moves next, were the game not over.
    #[must_use]
    pub const fn next(&self) -> Stone {
        Stone::of_move(self.moves.len())
    }

    /// Returns who has a line.
    #[must_use]
    pub const fn winner(&self) -> Option<Stone> {
        self.winner
    }

    /// Tells whether every cell is taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.board.cells() == Some(self.moves.len() as u64)
    }

    /// A line through the new stone has n − 1 older ones of the player: each of them is tried as the second cell of a line.
    fn completes_a_line(&self, cell: &Cell, stone: Stone) -> bool {
        let own = |other: &&Cell| self.stones.get(*other) == Some(&stone);
        self.moves.iter().filter(own).any(|other| {
            self.board
                .line_through(cell, other)
                .is_some_and(|line| line.iter().all(|on_line| on_line == cell || own(&on_line)))
        })
    }
}
