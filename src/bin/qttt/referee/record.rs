//! The record of a game, and the replay that checks it.

use std::fmt;

use anyhow::{anyhow, ensure};
use qttt::{
    Player,
    hypercube::{Board, Position, protocol},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::schedule::Pairing;
use crate::escape;

/// A finished game, as in JSON. Unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GameRecord {
    /// The board, as `"n,d"`.
    pub(crate) board: Board,
    /// The name of the player who moved first.
    pub(crate) x: String,
    /// The name of the other.
    pub(crate) o: String,
    /// The winner, as `"x"`, `"o"` or `null`.
    #[serde(with = "winner_in_json")]
    pub(crate) winner: Option<Player>,
    /// The reason of the result.
    pub(crate) reason: Reason,
    /// The moves in the protocol's form, without one that lost the game.
    pub(crate) moves: String,
    /// The number of moves of the opening, which no player made.
    #[serde(default)]
    pub(crate) opening: usize,
    /// The time of each move, including one that lost the game. Moves of the opening took no time.
    #[serde(default)]
    pub(crate) milliseconds: Vec<f64>,
    /// The fault, if the game was lost by one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) message: String,
    /// The end of the program's standard error then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) stderr: String,
}

/// A winner in JSON: `"x"`, `"o"` or `null`.
mod winner_in_json {
    use super::{Deserialize, Deserializer, Error, Player, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        winner: &Option<Player>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        winner.map(name).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Player>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else {
            return Ok(None);
        };
        let winner = Player::ALL.into_iter().find(|&player| name(player) == text);
        match winner {
            None => Err(D::Error::unknown_variant(&text, &["x", "o"])),
            found => Ok(found),
        }
    }

    const fn name(player: Player) -> &'static str {
        match player {
            Player::X => "x",
            Player::O => "o",
        }
    }
}

/// The reason of a result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reason {
    /// The winner owns a line.
    Line,
    /// The board is full, and nobody owns a line.
    Draw,
    /// The loser's move was off the board or into a cell that was taken.
    Illegal,
    /// The first line that the loser printed was not a move, or there was none.
    Output,
    /// The loser printed no move in time.
    Time,
    /// The loser ended without output, by a signal or with an exit code other than 0.
    Crash,
}

impl Reason {
    /// Returns the name of the fault by which a game was lost.
    pub(super) const fn fault(self) -> Option<&'static str> {
        match self {
            Self::Line | Self::Draw => None,
            Self::Illegal => Some("an illegal move"),
            Self::Output => Some("bad output"),
            Self::Time => Some("exceeding the time limit"),
            Self::Crash => Some("a crash"),
        }
    }
}

impl GameRecord {
    /// Replays the moves by the rules, and compares the end with the recorded result. Returns the last position.
    ///
    /// # Errors
    ///
    /// If a move is illegal, or the winner or the reason doesn't follow from the moves.
    pub(crate) fn replay(&self) -> anyhow::Result<Position> {
        let position = protocol::replay(self.board, &self.moves);
        let position =
            position.map_err(|error| anyhow!("moves, column {}: {}", error.column, error.kind))?;
        let plies = position.moves().len();
        ensure!(self.opening <= plies, "the opening is longer than the game");
        let (winner, has_reason) = if position.winner().is_some() {
            (position.winner(), self.reason == Reason::Line)
        } else if position.is_full() {
            (None, self.reason == Reason::Draw)
        } else {
            // The player to move has forfeited.
            (Some(position.turn().opponent()), self.is_fault())
        };
        let is_result = self.winner == winner && has_reason;
        ensure!(
            is_result,
            "the moves don't lead to this winner for this reason"
        );
        Ok(position)
    }

    /// Returns `true` if the loser forfeited the game.
    pub(crate) const fn is_fault(&self) -> bool {
        self.reason.fault().is_some()
    }

    /// Returns the identity of the game in a tournament.
    pub(crate) fn pairing(&self) -> Pairing {
        let moves = self.moves.split(';').take(self.opening);
        Pairing {
            board: self.board,
            x: self.x.clone(),
            o: self.o.clone(),
            opening: moves.filter_map(|cell| cell.parse().ok()).collect(),
        }
    }

    /// Returns the name of a player.
    pub(crate) fn name(&self, player: Player) -> &str {
        match player {
            Player::X => &self.x,
            Player::O => &self.o,
        }
    }
}

/// Writes the result: `bot (X) beat greedy in 31 moves`.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player| escape::line(self.name(player));
        let moves = self.moves.split_terminator(';').count();
        let Some(winner) = self.winner else {
            let (x, o) = (name(Player::X), name(Player::O));
            return write!(f, "{x} (X) and {o} drew in {moves} moves");
        };
        let loser = winner.opponent();
        let (won, lost) = (name(winner), name(loser));
        match self.reason.fault() {
            None => write!(f, "{won} ({winner}) beat {lost} in {moves} moves"),
            Some(fault) => {
                let (ply, message) = (moves + 1, escape::line(&self.message));
                write!(
                    f,
                    "{lost} ({loser}) forfeited to {won} by {fault} at move {ply}: {message}"
                )
            }
        }
    }
}
