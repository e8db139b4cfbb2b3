//! Scores of games, and points.

use std::fmt;

use crate::{ByPlayer, CellSet, Mark, Player};

/// The score of a game: one of six, ordered from worst to best for X.
///
/// ```
/// use qttt::Score;
///
/// assert!(Score::OFirst < Score::Nobody);
/// assert_eq!(Score::OFirst.to_string(), "0.5 1");
/// assert_eq!(Score::OFirst.payoff().to_string(), "-0.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Score {
    /// `0 1`: O alone has a line.
    O,
    /// `0.5 1`: both have a line; O's has the lower maximum subscript.
    OFirst,
    /// `0 0`: nobody has a line, or the game is not over.
    Nobody,
    /// `1 0.5`: both have a line; X's has the lower maximum subscript.
    XFirst,
    /// `1 0`: X alone has a line.
    X,
    /// `2 0`: X has two lines. O never has enough marks for two lines.
    XTwice,
}

impl Score {
    /// Every score, from the worst for X to the best.
    pub const ALL: [Self; 6] = {
        use Score::*;
        [O, OFirst, Nobody, XFirst, X, XTwice]
    };

    /// Returns the score for the numbers of lines of X and O, and the cell of each classical mark, as a set.
    #[inline]
    pub(super) fn of_lines(x: usize, o: usize, cell_of: impl Fn(Mark) -> CellSet) -> Self {
        // A table, because the winner is unpredictable: a match would cost mispredicted branches. X can't have two
        // lines if O has one.
        const BY_LINES: [Score; 5] = {
            use Score::*;
            [Nobody, X, XTwice, O, XFirst]
        };
        match BY_LINES[x + 3 * o] {
            Self::XFirst => first_with_line(cell_of),
            score => score,
        }
    }

    /// Returns X's points and O's, as text, and as half points.
    const fn both(self) -> (&'static str, [i8; 2]) {
        match self {
            Self::O => ("0 1", [0, 2]),
            Self::OFirst => ("0.5 1", [1, 2]),
            Self::Nobody => ("0 0", [0, 0]),
            Self::XFirst => ("1 0.5", [2, 1]),
            Self::X => ("1 0", [2, 0]),
            Self::XTwice => ("2 0", [4, 0]),
        }
    }

    /// Returns the points of the player: 0 to 2.
    #[must_use]
    pub const fn points(self, player: Player) -> Points {
        let [x, o] = self.both().1;
        Points(match player {
            Player::X => x,
            Player::O => o,
        })
    }

    /// Returns X's points minus O's, -1 to 2. X maximises the payoff, and O minimises it.
    #[must_use]
    pub const fn payoff(self) -> Points {
        let [x, o] = self.both().1;
        Points(x - o)
    }

    /// Returns the player with more points, or `None` if nobody has a line.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self.payoff().0 {
            0 => None,
            1.. => Some(Player::X),
            _ => Some(Player::O),
        }
    }

    /// Returns X's points, a space, and O's: `0.5 1`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.both().0
    }
}

/// Returns the score if both players have a line: the line with the lower maximum subscript is the first to be complete
/// if the marks are added in the order of the moves.
fn first_with_line(cell_of: impl Fn(Mark) -> CellSet) -> Score {
    let mut cells = ByPlayer([CellSet::EMPTY; 2]);
    for mark in Mark::ALL {
        let of_player = &mut cells[mark.player()];
        *of_player = *of_player | cell_of(mark);
        if of_player.count_lines() > 0 {
            return match mark.player() {
                Player::X => Score::XFirst,
                Player::O => Score::OFirst,
            };
        }
    }
    unreachable!("both have a line")
}

/// Writes X's points, a space, and O's: `0.5 1`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Points of a player, the difference between two values, or the points lost in a whole game: a multiple of 0.5.
///
/// ```
/// use qttt::{Player, Score};
///
/// assert_eq!(f64::from(Score::OFirst.points(Player::X)), 0.5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Points(pub(super) i8);

impl Points {
    /// Returns the points in units of half a point: 0.5 points are 1.
    #[must_use]
    pub const fn halves(self) -> i8 {
        self.0
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        Self::from(points.0) / 2.0
    }
}

/// Writes the points as a decimal number: `0`, `0.5`, or `-1`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(*self))
    }
}
