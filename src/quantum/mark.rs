//! Marks, identified by the number of their move.

use std::fmt;

use crate::Player;

/// A mark, spooky or classical, identified by the number of its move, 1 to 9: its *subscript*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Mark(u8);

impl Mark {
    /// Every mark, in the order of the moves.
    pub const ALL: [Self; 9] = [
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
        Self(8),
        Self(9),
    ];

    /// Returns the mark of move `number`, or `None` if `number` is not 1 to 9.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=9 => Some(Self(number)),
            _ => None,
        }
    }

    /// Returns the mark named by an ASCII digit, `1` to `9`, or `None` for any other byte.
    #[must_use]
    pub const fn from_digit(digit: u8) -> Option<Self> {
        Self::new(digit.wrapping_sub(b'0'))
    }

    /// Returns the number of the move as a digit, `'1'` to `'9'`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'0' + self.0) as char
    }

    /// Returns the number of the move, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index in [`ALL`](Self::ALL), 0 to 8.
    pub(super) const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns the player who made the mark: X made the odd ones, O the even ones.
    #[must_use]
    pub const fn player(self) -> Player {
        Player::after_moves(self.index())
    }
}

/// Writes the player and the subscript: `O4`.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.player(), self.0)
    }
}

/// The marks that the first cell of a cycle can become: two, or one if the move doubled the last free cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices([Mark; 2]);

impl Choices {
    pub(super) fn new([one, other]: [Mark; 2]) -> Self {
        Self([one.min(other), one.max(other)])
    }

    /// Iterates over the marks, the lower subscript first.
    pub fn iter(self) -> impl Iterator<Item = Mark> + Clone {
        let [low, high] = self.0;
        let count = if low == high { 1 } else { 2 };
        self.0.into_iter().take(count)
    }
}

/// Writes `1 or 4`, or just `9`.
impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks: Vec<_> = self.iter().map(|mark| mark.0.to_string()).collect();
        f.write_str(&marks.join(" or "))
    }
}
