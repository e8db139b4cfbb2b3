//! The record of a game, which is also its form in JSON, one line per game.

use std::fmt;

use qttt::Player;
use qttt::hypercube::{Board, Position, protocol};
use serde::{Deserialize, Serialize};

use super::contestant::{SCREEN, ask_again, shown};
use crate::terminal::escape;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRecord {
    /// `"n,d"`.
    pub(crate) board: Board,
    /// The name of the player who moved first.
    pub(crate) x: String,
    /// The name of the other player.
    pub(crate) o: String,
    /// The command of each player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) commands: Option<[String; 2]>,
    /// `"X"`, `"O"`, or `null` after a draw.
    pub(crate) winner: Option<Player>,
    pub(crate) reason: Reason,
    /// All moves in the protocol's form, beginning with the opening, without a move that forfeited the game.
    pub(crate) moves: String,
    /// The number of moves of the opening, which are made before the players start.
    #[serde(default)]
    pub(crate) opening: usize,
    /// The time of each move, including one that forfeited the game. Moves of the opening took no time.
    #[serde(default)]
    pub(crate) milliseconds: Vec<f64>,
    /// What was wrong, if the loser forfeited the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    /// The end of the loser's standard error, if the loser forfeited the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) stderr: Option<String>,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reason {
    /// The winner has completed a line.
    Line,
    /// The board is full, and nobody has completed a line.
    Draw,
    /// The loser's move was off the board or into a taken cell.
    Illegal,
    /// The loser's first line of output was not a move, or was missing.
    Output,
    /// The loser did not print a move in time.
    Time,
    /// The loser exited without output, by a signal or with a nonzero exit code.
    Crash,
}

/// What identifies a game.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct GameId<'g> {
    pub(super) board: Board,
    /// The names of X and O.
    pub(super) players: [&'g str; 2],
    /// The moves of the opening, in the protocol's form.
    pub(super) opening: String,
}

impl Reason {
    /// Returns the winner of a game that is over by the rules, if there is one, and the reason; `None` if it is not
    /// over.
    pub(super) fn by_rules(end: &Position) -> Option<(Option<Player>, Self)> {
        match end.winner() {
            Some(winner) => Some((Some(winner), Self::Line)),
            None => end.is_full().then_some((None, Self::Draw)),
        }
    }

    pub(crate) const fn is_fault(self) -> bool {
        !matches!(self, Self::Line | Self::Draw)
    }
}

impl GameRecord {
    /// Replays the game by the rules and returns the position at its end.
    ///
    /// # Errors
    ///
    /// If a move is illegal, or the result does not follow from the moves. The error says what is wrong.
    pub(crate) fn replay(&self) -> Result<Position, String> {
        let end = protocol::replay(self.board, &self.moves)
            .map_err(|error| format!("moves, column {}: {}", error.column, error.kind))?;
        if self.opening > end.moves().len() {
            return Err("the opening is longer than the game".to_string());
        }
        let result = match Reason::by_rules(&end) {
            None if self.reason.is_fault() => Some((Some(end.turn().opponent()), self.reason)),
            result => result,
        };
        if result != Some((self.winner, self.reason)) {
            return Err("the moves don't lead to the recorded winner and reason".to_string());
        }
        let timed = end.moves().len() + usize::from(self.reason.is_fault());
        let times = &self.milliseconds;
        let are_times = times.iter().all(|time| (0.0..1e12).contains(time));
        // Records of other programs may lack the times.
        if !(times.is_empty() || times.len() == timed && are_times) {
            return Err(format!(
                "milliseconds: expected {timed} numbers from 0 to 10^12"
            ));
        }
        Ok(end)
    }

    pub(super) fn id(&self) -> GameId<'_> {
        let opening: Vec<_> = self.moves.split(';').take(self.opening).collect();
        GameId {
            board: self.board,
            players: self.names(),
            opening: opening.join(";"),
        }
    }

    pub(crate) fn names(&self) -> [&str; 2] {
        [&self.x, &self.o]
    }

    /// Returns text that says how to reproduce the fault by which the game was forfeited, if it was, at this end. If
    /// the command is long, the result follows once more. Older records don't contain the command.
    pub(crate) fn reproduction(&self, end: &Position) -> Option<String> {
        let loser = self.winner.filter(|_| self.reason.is_fault())?.opponent();
        let command = &self.commands.as_ref()?[loser as usize];
        let again = ask_again(command, end);
        let mut text = format!("To reproduce it:\n{again}\n");
        if again.len() > SCREEN {
            text += &format!("{self}\n");
        }
        Some(text)
    }

    /// Returns the command of the player with this name, if the record contains it.
    pub(crate) fn command_of(&self, name: &str) -> Option<&str> {
        let player = self.names().iter().position(|own| *own == name)?;
        Some(&self.commands.as_ref()?[player])
    }

    /// Returns the number of moves, without one that forfeited the game.
    pub(crate) fn len(&self) -> usize {
        self.moves.split_terminator(';').count()
    }

    /// Returns the time of a player's slowest move, in milliseconds.
    pub(crate) fn slowest_ms(&self, player: Player) -> f64 {
        let times = self.milliseconds.iter().skip(player as usize).step_by(2);
        times.copied().fold(0.0, f64::max)
    }

    /// Returns the result in a few words.
    pub(crate) fn result(&self) -> String {
        match self.winner {
            None => "draw".to_string(),
            Some(winner) if self.reason.is_fault() => {
                format!("{} forfeited by {}", winner.opponent(), self.reason)
            }
            Some(winner) => format!("{winner} won"),
        }
    }

    /// Returns a player's name as it is shown.
    pub(crate) fn name(&self, player: Player) -> String {
        shown(self.names()[player as usize])
    }

    /// Returns 1 if a player has won, 0 after a draw, and -1 if the opponent has won.
    pub(super) fn margin(&self, player: Player) -> i32 {
        match self.winner {
            Some(winner) if winner == player => 1,
            Some(_) => -1,
            None => 0,
        }
    }
}

/// Describes a fault as the cause of a loss.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "a line",
            Self::Draw => "a full board",
            Self::Illegal => "an illegal move",
            Self::Output => "bad output",
            Self::Time => "exceeding the time limit",
            Self::Crash => "a crash",
        })
    }
}

/// Writes the result: `bot (X) beat builtin:greedy in 31 moves`.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.len();
        let Some(winner) = self.winner else {
            let [x, o] = Player::ALL.map(|player| self.name(player));
            return write!(f, "{x} (X) and {o} drew in {moves} moves");
        };
        let loser = winner.opponent();
        let (won, lost) = (self.name(winner), self.name(loser));
        if !self.reason.is_fault() {
            return write!(f, "{won} ({winner}) beat {lost} in {moves} moves");
        }
        let (fault, ply) = (self.reason, moves + 1);
        write!(
            f,
            "{lost} ({loser}) forfeited to {won} by {fault} at move {ply}"
        )?;
        match &self.message {
            Some(message) => write!(f, ": {}", escape::line(message)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The compiler asks for each new reason here, and the test then asks for its documentation.
    const fn name(reason: Reason) -> &'static str {
        match reason {
            Reason::Line => "line",
            Reason::Draw => "draw",
            Reason::Illegal => "illegal",
            Reason::Output => "output",
            Reason::Time => "time",
            Reason::Crash => "crash",
        }
    }

    #[test]
    fn the_documentation_lists_every_reason() {
        let page = include_str!("../../../../../docs/contests.md");
        let mut rows = page
            .lines()
            .filter_map(|line| line.strip_prefix("| `reason` | "));
        let row = rows.next().expect("a row");
        let documented: Vec<_> = row.split('"').skip(1).step_by(2).collect();
        let reasons = documented.iter().map(|documented| {
            let reason = serde_json::from_value((*documented).into());
            name(reason.expect("a reason"))
        });
        assert_eq!(reasons.collect::<Vec<_>>(), documented);
        assert_eq!(documented.len(), 6);
    }
}
