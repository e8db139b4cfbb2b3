//! What perfect play says of a game: the value of every position, and what each player gave away.

use std::fmt;

use super::{Solution, Solver};
use crate::{Action, Game, Payoff, Player, RuleError};

/// A position of a game, and what was played in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The position.
    pub game: Game,
    /// Its value, and that of each legal action.
    pub solution: Solution,
    /// What was played.
    pub action: Action,
    /// The value of what was played, which is that of the next position.
    pub value: Payoff,
}

/// A game with what perfect play says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// Every position in which something was played, in the order of the game.
    pub decisions: Vec<Decision>,
    /// The last position.
    pub game: Game,
    /// What perfect play gives in the last position.
    pub solution: Solution,
}

/// How much worse than the best an action was for the player who chose it, in half points: 0 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Loss(u8);

impl Solver {
    /// Solves every position of a game that is played from `start`.
    ///
    /// ```
    /// use qttt::{Game, Payoff, solve::Solver, Tokens};
    ///
    /// let actions: Vec<_> = Tokens::new(b"AI").filter_map(|token| token.action.ok()).collect();
    /// let review = Solver::new().review(&Game::new(), &actions)?;
    /// assert_eq!(review.solution.value, Payoff::Half);
    ///
    /// let opening = &review.decisions[0];
    /// assert_eq!(opening.solution.actions.len(), 36);
    /// assert_eq!(opening.loss().to_string(), "0");
    /// # Ok::<(), qttt::RuleError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// At the first action that the rules forbid.
    pub fn review(&self, start: &Game, actions: &[Action]) -> Result<Review, RuleError> {
        let mut game = *start;
        let mut decisions = Vec::with_capacity(actions.len());
        for &action in actions {
            let before = game;
            game.act(action)?;
            decisions.push(self.decision(&before, action, &game));
        }
        let solution = self.solve(&game);
        Ok(Review {
            decisions,
            game,
            solution,
        })
    }

    /// Solves a position in which an action leads to the next position.
    fn decision(&self, game: &Game, action: Action, next: &Game) -> Decision {
        Decision {
            game: *game,
            solution: self.solve(game),
            action,
            // Not looked up among the legal actions: a move may name its cells in either order.
            value: self.value(next),
        }
    }
}

impl Decision {
    /// Returns what the player who acted gave away.
    #[must_use]
    pub fn loss(&self) -> Loss {
        let (best, got) = (self.solution.value.halves(), self.value.halves());
        Loss(best.abs_diff(got))
    }

    /// Returns the player who acted.
    #[must_use]
    pub fn player(&self) -> Player {
        let turn = self.game.status().turn();
        turn.expect("nothing is played in a game that is over")
    }
}

impl Review {
    /// Iterates over the decisions that gave something away.
    pub fn mistakes(&self) -> impl Iterator<Item = &Decision> {
        self.decisions
            .iter()
            .filter(|decision| decision.loss() > Loss::NONE)
    }
}

impl Loss {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// Returns the number of half points, 0 to 6.
    #[must_use]
    pub const fn halves(self) -> u8 {
        self.0
    }

    /// Returns the sign that annotators put behind a move: `?` where it lost half a point, `??` where it lost more, and
    /// nothing where it lost nothing.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self.0 {
            0 => "",
            1 => "?",
            _ => "??",
        }
    }
}

/// Writes the points: `0`, `0.5`, `1` and so on.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f32::from(self.0) / 2.0)
    }
}

/// A number of points: `0`, `0.5`, `1` and so on.
#[cfg(feature = "serde")]
impl serde::Serialize for Loss {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 2 {
            0 => serializer.serialize_u8(self.0 / 2),
            _ => serializer.serialize_f32(f32::from(self.0) / 2.0),
        }
    }
}
