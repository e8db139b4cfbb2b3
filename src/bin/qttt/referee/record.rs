//! The record of a game, and its form in JSON, which is not trusted: the result must follow from the moves.

use std::fmt;

use anyhow::{Context, anyhow, ensure};
use qttt::{
    Player,
    hypercube::{Board, Cell, Position, protocol},
};
use serde::{Deserialize, Serialize, Serializer};

use super::schedule::Fixture;
use crate::escape;

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GameRecord {
    pub(crate) fixture: Fixture,
    /// All moves, those of the opening first, without one that forfeited the game.
    pub(crate) moves: Vec<Cell>,
    pub(crate) winner: Option<Player>,
    /// The fault by which the loser forfeited the game.
    pub(crate) fault: Option<Fault>,
    /// The time of each move, including one that forfeited the game. Moves of the opening took no time.
    pub(super) milliseconds: Vec<f64>,
}

/// A mistake by which a player forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
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

/// The reason of a result, as in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reason {
    /// The winner owns a line.
    Line,
    /// The board is full, and nobody owns a line.
    Draw,
    #[serde(untagged)]
    Fault(Cause),
}

/// A game, as in JSON. Unknown fields are ignored.
#[derive(Serialize, Deserialize)]
pub(super) struct GameInJson {
    /// `"n,d"`.
    board: Board,
    /// The name of the player who moved first.
    x: String,
    /// The name of the other player.
    o: String,
    /// `"x"`, `"o"`, or `null` after a draw, but never missing.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<String>,
    reason: Reason,
    /// In the protocol's form.
    moves: String,
    /// The number of moves of the opening.
    #[serde(default)]
    opening: usize,
    #[serde(default)]
    milliseconds: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<String>,
}

impl GameInJson {
    /// Replays the game by the rules, and compares the end with the result.
    pub(super) fn replay(self) -> anyhow::Result<GameRecord> {
        let end = protocol::replay(self.board, &self.moves)
            .map_err(|error| anyhow!("moves, column {}: {}", error.column, error.kind))?;
        let fault = match self.reason {
            Reason::Line | Reason::Draw => None,
            Reason::Fault(cause) => Some(Fault {
                cause,
                message: self.message,
                stderr: self.stderr,
            }),
        };
        let mut fixture = Fixture::new(self.board, [&self.x, &self.o]);
        let opening = end.moves().get(..self.opening);
        let opening = opening.context("the opening is longer than the game")?;
        fixture.opening = opening.to_vec();
        let game = GameRecord::new(fixture, &end, fault, self.milliseconds);
        let is_over = end.is_over() != game.fault.is_some();
        ensure!(
            is_over && game.winner_in_json() == self.winner && game.reason() == self.reason,
            "the moves don't lead to this winner for this reason"
        );
        Ok(game)
    }
}

impl Serialize for GameRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [x, o] = self.fixture.players.clone();
        let cells: Vec<_> = self.moves.iter().map(Cell::to_string).collect();
        let fault = self.fault.clone();
        GameInJson {
            board: self.fixture.board,
            x,
            o,
            winner: self.winner_in_json(),
            reason: self.reason(),
            moves: cells.join(";"),
            opening: self.fixture.opening.len(),
            milliseconds: self.milliseconds.clone(),
            message: fault.as_ref().and_then(|fault| fault.message.clone()),
            stderr: fault.and_then(|fault| fault.stderr),
        }
        .serialize(serializer)
    }
}

impl GameRecord {
    /// Records a game that ends with a position, or with a fault of the player to move.
    pub(super) fn new(
        fixture: Fixture,
        end: &Position,
        fault: Option<Fault>,
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

    fn winner_in_json(&self) -> Option<String> {
        let winner = self.winner?;
        Some(winner.name().to_lowercase())
    }

    fn reason(&self) -> Reason {
        match (&self.fault, self.winner) {
            (Some(fault), _) => Reason::Fault(fault.cause),
            (None, Some(_)) => Reason::Line,
            (None, None) => Reason::Draw,
        }
    }
}

impl Fault {
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
impl fmt::Display for Fault {
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
