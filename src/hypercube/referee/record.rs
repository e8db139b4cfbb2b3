//! The record of a game, and the replay that checks it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::schedule::Pairing;
use crate::{
    escape,
    hypercube::{
        board::Board,
        position::{Position, PositionError, Stone},
    },
};

/// 115 days: no move takes longer.
const MAX_MILLISECONDS: f64 = 1e10;

/// A finished game, as JSON has it. Unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The board, as `"n,d"`.
    pub board: Board,
    /// The name of the player who moved first.
    pub x: String,
    /// The name of the other.
    pub o: String,
    /// Who won, as `"x"`, `"o"` or `null`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub winner: Option<Stone>,
    /// How it ended.
    pub reason: Reason,
    /// The moves in the protocol's form, without one that lost the game.
    pub moves: String,
    /// How many of the moves are the opening, which no player made.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening: usize,
    /// How long each move took, the one that lost the game included; those of the opening took no time.
    #[serde(default)]
    pub milliseconds: Vec<f64>,
    /// What was expected and what was found, when the game was lost by fault.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The end of what the program wrote on standard error then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The command that played X, or `builtin:` and a name, if it is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x_command: Option<String>,
    /// The command that played O.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub o_command: Option<String>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The winner owns a line.
    Line,
    /// The board is full, and nobody owns one.
    Draw,
    /// The loser's move was off the board or into a cell that was taken.
    Illegal,
    /// The first line that the loser printed was no move, or there was none.
    Output,
    /// The loser printed no move in time.
    Time,
    /// The loser ended without output, by a signal or with an exit code other than 0.
    Crash,
}

impl Reason {
    /// Returns `true` if the loser lost by fault.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        self.fault().is_some()
    }

    /// Names the fault that a game was lost by.
    pub(crate) const fn fault(self) -> Option<&'static str> {
        match self {
            Self::Line | Self::Draw => None,
            Self::Illegal => Some("an illegal move"),
            Self::Output => Some("bad output"),
            Self::Time => Some("being late"),
            Self::Crash => Some("a crash"),
        }
    }
}

/// Writes the word for it in a record.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Why a record can't be true. Plies are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of the fields say it")]
pub enum ReplayError {
    /// A move is not in the protocol's form.
    #[error("move {ply}: expected {} numbers below {} with commas between, found {found:?}", board.dimensions(), board.width())]
    Form {
        ply: usize,
        board: Board,
        found: String,
    },
    /// A move is against the rules.
    #[error("move {ply}: {error}")]
    Illegal { ply: usize, error: PositionError },
    /// The opening is longer than the game.
    #[error("expected an opening of at most {moves} moves, found {opening}")]
    Opening { moves: usize, opening: usize },
    /// The times are not those of these moves.
    #[error(
        "expected as many times as moves, each from 0 to {MAX_MILLISECONDS:e} ms; found {found}"
    )]
    Times { found: String },
    /// The moves lead to a result other than the recorded one.
    #[error("expected {expected} after these moves, found {found}")]
    Result { expected: String, found: String },
}

impl GameRecord {
    /// Replays the moves by the rules, and compares the end with the result that is recorded. Returns the last position.
    ///
    /// ```
    /// use qttt::hypercube::{Stone, referee::GameRecord};
    ///
    /// let text = r#"{"board":"3,2","x":"ann","o":"bob","winner":"x","reason":"line","moves":"0,0;1,0;0,1;1,1;0,2"}"#;
    /// let mut game: GameRecord = serde_json::from_str(text)?;
    /// assert_eq!(game.replay()?.winner(), Some(Stone::X));
    /// game.winner = Some(Stone::O);
    /// assert!(game.replay().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a move is not legal, or the winner or the reason is not what follows from the moves.
    pub fn replay(&self) -> Result<Position, ReplayError> {
        let mut position = Position::new(self.board);
        for (ply, text) in (1..).zip(self.split_moves()) {
            let cell = self.board.read_cell(text.as_bytes());
            let form = || ReplayError::Form {
                ply,
                board: self.board,
                found: text.chars().take(40).collect(),
            };
            position
                .play(cell.ok_or_else(form)?)
                .map_err(|error| ReplayError::Illegal { ply, error })?;
        }
        let (moves, opening) = (position.moves().len(), self.opening);
        if opening > moves {
            return Err(ReplayError::Opening { moves, opening });
        }
        let next = position.next();
        let (winner, is_well_reasoned, end) = match position.winner() {
            Some(winner) => (Some(winner), self.reason == Reason::Line, "reason line"),
            None if position.is_full() => (None, self.reason == Reason::Draw, "reason draw"),
            // Whoever is to move has lost by fault.
            None => (
                Some(next.other()),
                self.reason.is_fault(),
                "a fault as reason",
            ),
        };
        if self.winner == winner && is_well_reasoned {
            self.check_times(position.moves().len())?;
            return Ok(position);
        }
        Err(ReplayError::Result {
            expected: format!("{} and {end}", word_for(winner)),
            found: format!("{} and reason {}", word_for(self.winner), self.reason),
        })
    }

    /// Checks that there is a time for each move, and for one that lost the game, or none at all.
    fn check_times(&self, moves: usize) -> Result<(), ReplayError> {
        let times = &self.milliseconds;
        let is_possible = |time: &&f64| (0.0..=MAX_MILLISECONDS).contains(*time);
        let found = match times.iter().find(|time| !is_possible(time)) {
            Some(time) => format!("{time} ms"),
            None if [0, moves + usize::from(self.reason.is_fault())].contains(&times.len()) => {
                return Ok(());
            }
            None => format!("{} times for {moves} moves", times.len()),
        };
        Err(ReplayError::Times { found })
    }

    /// Iterates over the moves as text.
    pub(super) fn split_moves(&self) -> impl Iterator<Item = &str> {
        let moves = self.moves.split(';');
        moves.filter(|_| !self.moves.is_empty())
    }

    /// Returns what identifies the game in a tournament.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        Pairing {
            board: self.board,
            x: self.x.clone(),
            o: self.o.clone(),
            opening: (self.split_moves().take(self.opening))
                .filter_map(|cell| cell.parse().ok())
                .collect(),
        }
    }

    /// Returns the name of a player.
    #[must_use]
    pub fn name(&self, stone: Stone) -> &str {
        match stone {
            Stone::X => &self.x,
            Stone::O => &self.o,
        }
    }

    /// Returns the command of a player, if it is recorded.
    #[must_use]
    pub fn command(&self, stone: Stone) -> Option<&str> {
        match stone {
            Stone::X => self.x_command.as_deref(),
            Stone::O => self.o_command.as_deref(),
        }
    }

    /// Returns `true` if another record of the same game says the same: times and messages may differ.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        let result = |game: &Self| (game.winner, game.reason);
        result(self) == result(other) && self.moves == other.moves
    }
}

/// Says who won, against whom, and how.
///
/// ```
/// use qttt::hypercube::referee::GameRecord;
///
/// let text = r#"{"board":"3,2","x":"ann","o":"bob","winner":"x","reason":"line","moves":"0,0;1,0;0,1;1,1;0,2"}"#;
/// let game: GameRecord = serde_json::from_str(text)?;
/// assert_eq!(game.to_string(), "ann (X) beat bob in 5 moves");
/// # Ok::<(), serde_json::Error>(())
/// ```
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |stone| escape::line(self.name(stone));
        let moves = self.split_moves().count();
        let Some(winner) = self.winner else {
            let (x, o) = (name(Stone::X), name(Stone::O));
            return write!(f, "{x} (X) and {o} drew in {moves} moves");
        };
        let loser = winner.other();
        let (won, lost) = (name(winner), name(loser));
        match self.reason.fault() {
            None => write!(f, "{won} ({winner}) beat {lost} in {moves} moves"),
            Some(fault) => {
                let ply = moves + 1;
                write!(f, "{lost} ({loser}) lost to {won} by {fault} in move {ply}")
            }
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference to the field"
)]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn word_for(winner: Option<Stone>) -> String {
    match winner {
        Some(winner) => format!("winner {}", winner.to_string().to_lowercase()),
        None => "no winner".to_string(),
    }
}
