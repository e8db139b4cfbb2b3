//! What each player gets, in half points.

use std::{fmt, ops::Index};

use serde::{Serialize, Serializer};

use super::mark::Player;

/// Points in halves: 0, ½, 1 or 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the points")]
pub enum Points {
    Zero = 0,
    Half = 1,
    One = 2,
    Two = 4,
}

impl Points {
    /// Returns the number of half points: 0, 1, 2 or 4.
    #[inline]
    #[must_use]
    pub const fn halves(self) -> i8 {
        self as i8
    }
}

/// The points of both players at the end of a game: one of `0 0`, `1 0`, `0 1`, `2 0`, `1 0.5` and `0.5 1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[expect(missing_docs, reason = "the names are the players'")]
pub struct Score {
    pub x: Points,
    pub o: Points,
}

impl Score {
    /// Nobody has a line.
    pub const NONE: Self = Self {
        x: Points::Zero,
        o: Points::Zero,
    };

    /// Returns X's points, a space, and O's: `0.5 1`.
    #[inline]
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match (self.x, self.o) {
            (Points::Zero, Points::Zero) => "0 0",
            (Points::One, Points::Zero) => "1 0",
            (Points::Zero, Points::One) => "0 1",
            (Points::Two, Points::Zero) => "2 0",
            (Points::One, Points::Half) => "1 0.5",
            (Points::Half, Points::One) => "0.5 1",
            _ => panic!("no game ends with these points"),
        }
    }

    /// Returns X's points minus O's.
    #[inline]
    #[must_use]
    pub const fn payoff(self) -> Payoff {
        match (self.x, self.o) {
            (Points::Zero, Points::One) => Payoff::MinusOne,
            (Points::Half, Points::One) => Payoff::MinusHalf,
            (Points::One, Points::Half) => Payoff::Half,
            (Points::One, Points::Zero) => Payoff::One,
            (Points::Two, Points::Zero) => Payoff::Two,
            _ => Payoff::Zero,
        }
    }
}

/// X's points minus O's at the end of a game: −1, −½, 0, ½, 1 or 2. X wants it high, O low.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the numbers")]
pub enum Payoff {
    MinusOne,
    MinusHalf,
    Zero,
    Half,
    One,
    Two,
}

impl Payoff {
    /// Every payoff, the lowest first.
    pub const ALL: [Self; 6] = [
        Self::MinusOne,
        Self::MinusHalf,
        Self::Zero,
        Self::Half,
        Self::One,
        Self::Two,
    ];

    /// Returns the number of half points: -2, -1, 0, 1, 2 or 4.
    #[must_use]
    pub const fn halves(self) -> i8 {
        match self {
            Self::MinusOne => -2,
            Self::MinusHalf => -1,
            Self::Zero => 0,
            Self::Half => 1,
            Self::One => 2,
            Self::Two => 4,
        }
    }

    /// Returns the payoff as a number.
    #[must_use]
    pub const fn as_f32(self) -> f32 {
        self.halves() as f32 / 2.0
    }
}

/// Writes the number: `-1`, `-0.5`, `0`, `0.5`, `1` or `2`.
impl fmt::Display for Payoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_f32())
    }
}

/// A number: `-1`, `-0.5`, `0`, `0.5`, `1` or `2`.
impl Serialize for Payoff {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::MinusHalf | Self::Half => serializer.serialize_f32(self.as_f32()),
            whole => serializer.serialize_i8(whole.as_f32() as i8),
        }
    }
}

impl Index<Player> for Score {
    type Output = Points;

    fn index(&self, player: Player) -> &Points {
        match player {
            Player::X => &self.x,
            Player::O => &self.o,
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Zero => "0",
            Self::Half => "0.5",
            Self::One => "1",
            Self::Two => "2",
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A number: `0`, `0.5`, `1` or `2`.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Half => serializer.serialize_f32(0.5),
            whole => serializer.serialize_i8(whole.halves() / 2),
        }
    }
}
