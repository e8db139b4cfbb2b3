//! A game as JSON. The result must follow from the moves, because files are not trusted.

use qttt::hypercube::{Board, Cell, protocol};
use serde::{Deserialize, Serialize};

use super::{
    game_record::{Cause, Forfeit, GameRecord},
    schedule::Fixture,
};

/// Parses a game. Serde would read an array of its fields, too.
pub(super) fn parse(text: &[u8]) -> serde_json::Result<GameInJson> {
    let fields: serde_json::Map<_, _> = serde_json::from_slice(text)?;
    serde_json::from_value(fields.into())
}

/// The reason for a result, as in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ResultReason {
    /// The winner owns a line.
    Line,
    /// The board is full, and nobody owns a line.
    Draw,
    #[serde(untagged)]
    Forfeit(Cause),
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
    reason: ResultReason,
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
    pub(super) fn replay(self) -> Result<GameRecord, String> {
        let end = protocol::replay(self.board, &self.moves)
            .map_err(|error| format!("moves, column {}: {}", error.column, error.kind))?;
        let fault = match self.reason {
            ResultReason::Line | ResultReason::Draw => None,
            ResultReason::Forfeit(cause) => Some(Forfeit {
                cause,
                message: self.message,
                stderr: self.stderr,
            }),
        };
        let mut fixture = Fixture::new(self.board, [&self.x, &self.o]);
        let opening = end.moves().get(..self.opening);
        let opening = opening.ok_or("the opening is longer than the game")?;
        fixture.opening = opening.to_vec();
        let game = GameRecord::new(fixture, &end, fault, self.milliseconds);
        let is_over = end.is_over() != game.fault.is_some();
        if !is_over || game.winner_in_json() != self.winner || game.reason() != self.reason {
            return Err("the moves don't lead to the recorded winner and reason".to_string());
        }
        Ok(game)
    }
}

impl From<GameRecord> for GameInJson {
    fn from(game: GameRecord) -> Self {
        let (winner, reason) = (game.winner_in_json(), game.reason());
        let [x, o] = game.fixture.players;
        let cells: Vec<_> = game.moves.iter().map(Cell::to_string).collect();
        let fault = game.fault.map(|fault| (fault.message, fault.stderr));
        let (message, stderr) = fault.unwrap_or_default();
        Self {
            board: game.fixture.board,
            x,
            o,
            winner,
            reason,
            moves: cells.join(";"),
            opening: game.fixture.opening.len(),
            milliseconds: game.milliseconds,
            message,
            stderr,
        }
    }
}

impl GameRecord {
    fn winner_in_json(&self) -> Option<String> {
        let winner = self.winner?;
        Some(winner.name().to_lowercase())
    }

    fn reason(&self) -> ResultReason {
        match (&self.fault, self.winner) {
            (Some(fault), _) => ResultReason::Forfeit(fault.cause),
            (None, Some(_)) => ResultReason::Line,
            (None, None) => ResultReason::Draw,
        }
    }
}
