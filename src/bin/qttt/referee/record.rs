//! The record of a finished game, and its form in JSON, one line per game.

use std::fmt;

use clap::ValueEnum;
use qttt::Player;
use qttt::hypercube::{Board, Cell, Position, protocol};
use serde::{Deserialize, Serialize};

use super::contestant::{display_name, to_reproduce};
use crate::terminal::escape;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(into = "JsonGame")]
pub(crate) struct GameRecord {
    /// The names of X and O.
    pub(crate) names: [String; 2],
    /// The command of each player. Records of other programs may lack it.
    pub(crate) commands: Option<[String; 2]>,
    /// The time limit for each move, in seconds. Records of other programs may lack it.
    pub(crate) timeout: Option<f64>,
    /// The position at the end, without a move that forfeited the game.
    pub(crate) position: Position,
    /// The number of moves of the opening, which are made before the players start.
    pub(crate) opening: usize,
    /// The time of each move, including one that forfeited the game. Moves of the opening took no time. Records of
    /// other programs may lack the times.
    pub(crate) milliseconds: Vec<f64>,
    /// The fault by which the player to move forfeited the game, unless it ended by the rules.
    pub(crate) forfeit: Option<Forfeit>,
}

/// A fault by which a player forfeits a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Forfeit {
    pub(crate) fault: Fault,
    /// What was wrong. It may be empty.
    pub(crate) message: String,
    /// The end of a bot's standard error.
    pub(crate) stderr: String,
}

/// A kind of fault. Its name is the one in JSON, and help says when a bot has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fault {
    /// its move is illegal
    Illegal,
    /// its first line is not a move
    Output,
    /// it exceeds the time limit
    Time,
    /// it crashes (prints nothing, and exits with a nonzero code or is killed by a signal)
    Crash,
}

/// What identifies a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct GameId<'g> {
    pub(super) board: Board,
    /// The names of X and O.
    pub(super) players: [&'g str; 2],
    /// The moves of the opening.
    pub(super) opening: &'g [Cell],
}

impl Fault {
    /// Says when a bot forfeits a game.
    pub(super) fn help() -> String {
        let faults = Self::value_variants().iter();
        let faults = faults.filter_map(Self::to_possible_value);
        let conditions: Vec<_> = faults
            .filter_map(|fault| Some(format!("if {}", fault.get_help()?)))
            .collect();
        format!("A bot forfeits the game {}", conditions.join(", or "))
    }
}

impl GameRecord {
    pub(crate) fn id(&self) -> GameId<'_> {
        GameId {
            board: self.position.board(),
            players: self.names(),
            opening: &self.position.moves()[..self.opening],
        }
    }

    pub(crate) fn names(&self) -> [&str; 2] {
        self.names.each_ref().map(String::as_str)
    }

    /// Returns the player who won, by the rules or because the opponent forfeited the game.
    fn winner(&self) -> Option<Player> {
        match self.forfeit {
            Some(_) => Some(self.position.turn().opponent()),
            None => self.position.winner(),
        }
    }

    fn reason(&self) -> Reason {
        match &self.forfeit {
            Some(forfeit) => Reason::Fault(forfeit.fault),
            None if self.position.winner().is_some() => Reason::Line,
            None => Reason::Draw,
        }
    }

    /// Says how to reproduce the fault by which the game was forfeited. Without a fault, or without the commands, the
    /// text is empty.
    pub(crate) fn reproduction(&self) -> String {
        match (&self.forfeit, &self.commands) {
            (Some(_), Some(commands)) => {
                to_reproduce(&commands[self.position.turn() as usize], &self.position)
            }
            _ => String::new(),
        }
    }

    /// Returns the command of the player with this name, if the record contains it.
    pub(crate) fn command_of(&self, name: &str) -> Option<&str> {
        let player = self.names.iter().position(|own| own == name)?;
        Some(&self.commands.as_ref()?[player])
    }

    /// Compares two records of a game. Returns the number of the first move that differs, from 1, and the name of its
    /// player. A fault is also a difference.
    pub(super) fn difference(&self, other: &Self) -> Option<(usize, &str)> {
        let [own, others] = [self, other].map(|game| game.position.moves());
        if own == others && self.reason() == other.reason() {
            return None;
        }
        let same = own.iter().zip(others).take_while(|(a, b)| a == b).count();
        let players = self.names().into_iter().cycle();
        players
            .enumerate()
            .nth(same)
            .map(|(ply, name)| (ply + 1, name))
    }

    /// Returns the number of moves that the players were asked for, and of the opening.
    pub(crate) fn asked(&self) -> usize {
        self.position.moves().len() + usize::from(self.forfeit.is_some())
    }

    /// Returns the time of a player's slowest move, in milliseconds.
    pub(crate) fn slowest_ms(&self, player: Player) -> f64 {
        let times = self.milliseconds.iter().skip(player as usize).step_by(2);
        times.copied().fold(0.0, f64::max)
    }

    /// Returns the result in a few words.
    pub(crate) fn result(&self) -> String {
        match (&self.forfeit, self.winner()) {
            (Some(forfeit), _) => {
                format!("{} forfeited by {}", self.position.turn(), forfeit.fault)
            }
            (None, Some(winner)) => format!("{winner} won"),
            (None, None) => "draw".to_string(),
        }
    }

    /// Returns a player's name as tables and messages show it.
    pub(crate) fn name(&self, player: Player) -> String {
        display_name(&self.names[player as usize])
    }

    /// Returns 1 if a player has won, 0 after a draw, and -1 if the opponent has won.
    pub(super) fn margin(&self, player: Player) -> i32 {
        match self.winner() {
            Some(winner) if winner == player => 1,
            Some(_) => -1,
            None => 0,
        }
    }
}

/// Describes a fault as the cause of a loss.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "an illegal move",
            Self::Output => "bad output",
            Self::Time => "exceeding the time limit",
            Self::Crash => "a crash",
        })
    }
}

/// Writes the fault and its message: `by an illegal move: 1,1 is already taken by X`.
impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "by {}", self.fault)?;
        if !self.message.is_empty() {
            write!(f, ": {}", escape::line(&self.message))?;
        }
        Ok(())
    }
}

/// Writes the result: `bot (X) beat builtin:greedy in 31 moves`.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.position.moves().len();
        let Some(winner) = self.winner() else {
            let [x, o] = Player::ALL.map(|player| self.name(player));
            return write!(f, "{x} (X) and {o} drew in {moves} moves");
        };
        let loser = winner.opponent();
        let (won, lost) = (self.name(winner), self.name(loser));
        let Some(forfeit) = &self.forfeit else {
            return write!(f, "{won} ({winner}) beat {lost} in {moves} moves");
        };
        let ply = moves + 1;
        write!(
            f,
            "{lost} ({loser}) forfeited to {won} at move {ply} {forfeit}"
        )
    }
}

/// A game as a JSON object. Its fields may contradict each other; those of a [`GameRecord`] don't.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonGame {
    board: Board,
    x: String,
    o: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commands: Option<[String; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timeout: Option<f64>,
    winner: Option<Player>,
    reason: Reason,
    /// The moves in the protocol's form.
    moves: String,
    #[serde(default)]
    opening: usize,
    #[serde(default)]
    milliseconds: Vec<f64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    message: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    stderr: String,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reason {
    Line,
    Draw,
    #[serde(untagged)]
    Fault(Fault),
}

impl From<GameRecord> for JsonGame {
    fn from(game: GameRecord) -> Self {
        let (winner, reason) = (game.winner(), game.reason());
        let [x, o] = game.names;
        let (message, stderr) = match game.forfeit {
            Some(forfeit) => (forfeit.message, forfeit.stderr),
            None => Default::default(),
        };
        Self {
            board: game.position.board(),
            x,
            o,
            commands: game.commands,
            timeout: game.timeout,
            winner,
            reason,
            moves: protocol::write_moves(&game.position),
            opening: game.opening,
            milliseconds: game.milliseconds,
            message,
            stderr,
        }
    }
}

/// Replays the game by the rules. The error says what is wrong: an illegal move, or what does not follow from the
/// moves.
impl TryFrom<JsonGame> for GameRecord {
    type Error = String;

    fn try_from(game: JsonGame) -> Result<Self, String> {
        let position = protocol::replay(game.board, &game.moves)
            .map_err(|error| format!("moves, column {}: {}", error.column, error.kind))?;
        if game.opening > position.moves().len() {
            return Err("the opening is longer than the game".to_string());
        }
        let forfeit = match game.reason {
            Reason::Fault(fault) if !position.is_over() => Some(Forfeit {
                fault,
                message: game.message,
                stderr: game.stderr,
            }),
            _ => None,
        };
        let is_over = position.is_over() || forfeit.is_some();
        let recorded = (game.winner, game.reason);
        let game = Self {
            names: [game.x, game.o],
            commands: game.commands,
            timeout: game.timeout,
            position,
            opening: game.opening,
            milliseconds: game.milliseconds,
            forfeit,
        };
        if !is_over || (game.winner(), game.reason()) != recorded {
            return Err("the moves don't lead to the recorded winner and reason".to_string());
        }
        let (times, asked) = (&game.milliseconds, game.asked());
        let are_times = times.iter().all(|time| (0.0..1e12).contains(time));
        if !(times.is_empty() || times.len() == asked && are_times) {
            return Err(format!(
                "milliseconds: expected {asked} numbers from 0 to 10^12"
            ));
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_every_reason() {
        let page = include_str!("../../../../docs/contests.md");
        let mut rows = page
            .lines()
            .filter_map(|line| line.strip_prefix("| `reason` | "));
        let row = rows.next().expect("a row");
        let documented: Vec<_> = row.split('"').skip(1).step_by(2).collect();
        let faults = Fault::value_variants().iter().copied().map(Reason::Fault);
        let reasons = [Reason::Line, Reason::Draw].into_iter().chain(faults);
        let reasons: Vec<_> = reasons
            .map(|reason| serde_json::to_value(reason).expect("text"))
            .collect();
        assert_eq!(documented, reasons);
    }
}
