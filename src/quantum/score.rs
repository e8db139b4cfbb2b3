//! Points, scores and payoffs.

use std::{fmt, str::FromStr};

use super::{mark::Player, parse_error::ParseError};

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
    /// Every number of points, low to high.
    pub const ALL: [Self; 4] = [Self::Zero, Self::Half, Self::One, Self::Two];

    /// Returns the number of half points: 0, 1, 2 or 4.
    #[inline]
    #[must_use]
    pub const fn halves(self) -> i8 {
        self as i8
    }

    /// Returns the number: `0`, `0.5`, `1` or `2`.
    #[inline]
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::Half => "0.5",
            Self::One => "1",
            Self::Two => "2",
        }
    }
}

/// The score of a game: one of six.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// `0 0`: nobody has a line, or the game is not over.
    Nobody,
    /// `1 0`: X alone has a line.
    X,
    /// `0 1`: O alone has a line.
    O,
    /// `2 0`: X has two lines. O never has enough marks for two.
    XTwice,
    /// `1 0.5`: both have a line, and X's was completed first.
    XFirst,
    /// `0.5 1`: both have a line, and O's was completed first.
    OFirst,
}

impl Score {
    /// Every score, from X's worst to X's best.
    pub const ALL: [Self; 6] = [
        Self::O,
        Self::OFirst,
        Self::Nobody,
        Self::XFirst,
        Self::X,
        Self::XTwice,
    ];

    /// Scores a game by the number of lines that X and O have; if both have one, `first` says whose was completed first.
    #[inline]
    pub(super) fn of_lines(x: usize, o: usize, first: impl FnOnce() -> Player) -> Self {
        // No processor can guess who wins, but a lookup needs no guess.
        const BY_LINES: [[Score; 2]; 3] = [
            [Score::Nobody, Score::O],
            [Score::X, Score::XFirst],
            [Score::XTwice, Score::XFirst],
        ];
        match BY_LINES[x.min(2)][o.min(1)] {
            Self::XFirst if first() == Player::O => Self::OFirst,
            score => score,
        }
    }

    /// Returns X's points.
    #[inline]
    #[must_use]
    pub const fn x(self) -> Points {
        match self {
            Self::Nobody | Self::O => Points::Zero,
            Self::OFirst => Points::Half,
            Self::X | Self::XFirst => Points::One,
            Self::XTwice => Points::Two,
        }
    }

    /// Returns O's points.
    #[inline]
    #[must_use]
    pub const fn o(self) -> Points {
        match self {
            Self::Nobody | Self::X | Self::XTwice => Points::Zero,
            Self::XFirst => Points::Half,
            Self::O | Self::OFirst => Points::One,
        }
    }

    /// Returns a player's points.
    #[inline]
    #[must_use]
    pub const fn of(self, player: Player) -> Points {
        match player {
            Player::X => self.x(),
            Player::O => self.o(),
        }
    }

    /// Returns the player with more points.
    #[inline]
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Nobody => None,
            Self::X | Self::XTwice | Self::XFirst => Some(Player::X),
            Self::O | Self::OFirst => Some(Player::O),
        }
    }

    /// Returns X's points, a space, and O's: `0.5 1`.
    #[inline]
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nobody => "0 0",
            Self::X => "1 0",
            Self::O => "0 1",
            Self::XTwice => "2 0",
            Self::XFirst => "1 0.5",
            Self::OFirst => "0.5 1",
        }
    }

    /// Returns X's points minus O's.
    #[inline]
    #[must_use]
    pub const fn payoff(self) -> Payoff {
        match self {
            Self::O => Payoff::MinusOne,
            Self::OFirst => Payoff::MinusHalf,
            Self::Nobody => Payoff::Zero,
            Self::XFirst => Payoff::Half,
            Self::X => Payoff::One,
            Self::XTwice => Payoff::Two,
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
}

/// Writes the number: `-1`, `-0.5`, `0`, `0.5`, `1` or `2`.
impl fmt::Display for Payoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f32::from(self.halves()) / 2.0)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Reads what `Display` writes: `0.5 1`.
impl FromStr for Score {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut all = Self::ALL.into_iter();
        all.find(|score| score.as_str() == text)
            .ok_or_else(|| ParseError::new("a score, such as 0.5 1", text))
    }
}
