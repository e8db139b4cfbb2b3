//! The record of a game: its moves, its result, and the fault by which the loser forfeited it.

use std::fmt;

use qttt::{
    Player,
    hypercube::{Cell, Position},
};
use serde::{Deserialize, Serialize};

use super::{game_json::GameInJson, schedule::Fixture};
use crate::escape;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(into = "GameInJson")]
pub(crate) struct GameRecord {
    pub(crate) fixture: Fixture,
    /// All moves, those of the opening first, without one that forfeited the game.
    pub(crate) moves: Vec<Cell>,
    pub(crate) winner: Option<Player>,
    /// The fault by which the loser forfeited the game.
    pub(crate) fault: Option<Forfeit>,
    /// The time of each move, including one that forfeited the game. Moves of the opening took no time.
    pub(super) milliseconds: Vec<f64>,
}

/// A mistake by which a player forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Forfeit {
    pub(super) cause: Cause,
    pub(super) message: Option<String>,
    /// The end of a bot's standard error.
    pub(crate) stderr: Option<String>,
}

/// What a player has done wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Cause {
    /// Its move was off the board or into a cell that was taken.
    Illegal,
    /// The first line that it printed was not a move, or there was none.
    Output,
    /// It printed no move in time.
    Time,
    /// It ended without output, by a signal or with an exit code other than 0.
    Crash,
}

impl GameRecord {
    /// Records a game that ends with a position, or with a fault of the player to move.
    pub(super) fn new(
        fixture: Fixture,
        end: &Position,
        fault: Option<Forfeit>,
        milliseconds: Vec<f64>,
    ) -> Self {
        let forfeited = fault.as_ref().map(|_| end.turn().opponent());
        Self {
            fixture,
            moves: end.moves().to_vec(),
            winner: forfeited.or(end.winner()),
            fault,
            milliseconds,
        }
    }

    /// Returns `true` if a player made a move, not counting those of the opening.
    pub(crate) fn has_move_of(&self, name: &str) -> bool {
        let mut plies = self.fixture.opening.len()..self.moves.len();
        plies.any(|ply| self.fixture.players[ply % 2] == name)
    }
}

impl Forfeit {
    pub(super) fn new(cause: Cause, message: String, stderr: &[u8]) -> Self {
        let stderr = String::from_utf8_lossy(stderr).into_owned();
        Self {
            cause,
            message: Some(message),
            stderr: Some(stderr).filter(|stderr| !stderr.is_empty()),
        }
    }
}

/// Writes what was wrong.
impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message.as_deref().unwrap_or("unknown"))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "an illegal move",
            Self::Output => "bad output",
            Self::Time => "exceeding the time limit",
            Self::Crash => "a crash",
        })
    }
}

/// Writes the result: `bot (X) beat greedy in 31 moves`.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player| escape::line(self.fixture.name(player));
        let moves = self.moves.len();
        let Some(winner) = self.winner else {
            let (x, o) = (name(Player::X), name(Player::O));
            return write!(f, "{x} (X) and {o} drew in {moves} moves");
        };
        let loser = winner.opponent();
        let (won, lost) = (name(winner), name(loser));
        let Some(fault) = &self.fault else {
            return write!(f, "{won} ({winner}) beat {lost} in {moves} moves");
        };
        let (cause, ply) = (fault.cause, moves + 1);
        write!(
            f,
            "{lost} ({loser}) forfeited to {won} by {cause} at move {ply}"
        )?;
        match &fault.message {
            Some(message) => write!(f, ": {}", escape::line(message)),
            None => Ok(()),
        }
    }
}
