//! The players of both games.

use std::fmt;
use std::ops::{Index, IndexMut};

/// X, who makes the odd moves, or O, who makes the even ones, in both games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Player {
    #[cfg_attr(feature = "json", serde(alias = "x"))]
    X,
    #[cfg_attr(feature = "json", serde(alias = "o"))]
    O,
}

impl Player {
    /// Both players, X first.
    pub const ALL: [Self; 2] = [Self::X, Self::O];

    /// Returns the player of the next move after `moves` moves.
    #[must_use]
    pub const fn after_moves(moves: usize) -> Self {
        Self::ALL[moves % 2]
    }

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// Returns `"X"` or `"O"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "X",
            Self::O => "O",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value for each player: X's, then O's.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ByPlayer<T>(pub [T; 2]);

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player as usize]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player as usize]
    }
}
