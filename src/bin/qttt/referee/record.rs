//! The record of a game as it is played, and its form in JSON, one line for each finished game.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, bail};
use qttt::hypercube::{Board, Position, RuleError, protocol};
use qttt::{ByPlayer, Player};
use serde::{Deserialize, Serialize};

use super::ask::Answer;
use super::contestant::{command_to_repeat, describe_repetition, display_name};
use super::results::GameId;
use super::schedule::Fixture;
use crate::terminal::escape;

/// A game between programs. Its fields don't contradict each other.
#[derive(Debug)]
pub(crate) struct GameRecord {
    /// The names of X and O.
    pub(crate) names: ByPlayer<String>,
    /// The command of each player. Records of other programs may lack it.
    pub(crate) commands: Option<ByPlayer<String>>,
    /// The time limit for each move. Records of other programs may lack it.
    pub(crate) timeout: Option<Duration>,
    /// The position at the end, without a move that forfeited the game.
    pub(crate) position: Position,
    /// The number of moves of the opening, which are made before the players start.
    pub(crate) opening: usize,
    /// The time of each move, including one that forfeited the game. Moves of the opening took no time. Records of
    /// other programs may lack the times.
    pub(crate) times: Vec<Duration>,
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

/// A kind of fault. Its name is the one in JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(clap::ValueEnum))]
pub(crate) enum Fault {
    Illegal,
    /// The first line is not a move.
    Output,
    Time,
    /// The bot printed nothing, and exited with a nonzero code or was killed by a signal.
    Crash,
}

impl Forfeit {
    pub(super) fn new(fault: Fault, message: String, stderr: &[u8]) -> Self {
        Self {
            fault,
            message,
            stderr: String::from_utf8_lossy(stderr).into_owned(),
        }
    }
}

impl GameRecord {
    /// Begins a game.
    pub(crate) fn new(game: &Fixture<'_>, timeout: Duration) -> Self {
        let opening = game.start.moves().len();
        Self {
            names: ByPlayer(game.players.0.map(|player| player.name.clone())),
            commands: Some(ByPlayer(
                game.players.0.map(|player| player.command.clone()),
            )),
            timeout: Some(timeout),
            position: game.start.clone(),
            opening,
            times: vec![Duration::ZERO; opening],
            forfeit: None,
        }
    }

    /// Adds the answer of the player to move.
    pub(super) fn add(&mut self, answer: Answer) -> Result<(), RuleError> {
        match answer.played {
            Ok(cell) => self.position.play(cell)?,
            Err(forfeit) => self.forfeit = Some(forfeit),
        }
        self.times.push(answer.time);
        Ok(())
    }

    /// Returns the player to be asked for a move, or `None` if the game is over.
    pub(super) fn turn(&self) -> Option<Player> {
        self.position.turn().filter(|_| self.forfeit.is_none())
    }

    pub(crate) fn id(&self) -> GameId {
        GameId {
            board: self.position.board(),
            players: self.names.0.clone(),
            opening: protocol::write_moves(&self.position.moves()[..self.opening]),
        }
    }

    /// Returns the player who won, by the rules or because the opponent forfeited the game.
    pub(super) fn winner(&self) -> Option<Player> {
        match self.forfeit {
            Some(_) => self.position.turn().map(Player::opponent),
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

    /// Says how to reproduce the fault by which the game was forfeited, if a command can.
    pub(crate) fn describe_repetition(&self) -> String {
        let again = self.command_to_repeat(self.asked()).ok();
        describe_repetition(again.filter(|_| self.forfeit.is_some()))
    }

    /// Returns the shell command that asks a bot again for a move, counted from 1.
    ///
    /// # Errors
    ///
    /// If no bot was asked for this move, or the record doesn't contain its command.
    pub(crate) fn command_to_repeat(&self, number: usize) -> anyhow::Result<String> {
        let (first, last) = (self.opening + 1, self.asked());
        if !(first..=last).contains(&number) {
            bail!("the players were asked for moves {first} to {last}, not for move {number}");
        }
        let Some(commands) = &self.commands else {
            bail!("the record does not contain the commands of its players");
        };
        let moves = &self.position.moves()[..number - 1];
        let position = Position::from_moves(self.position.board(), moves)?;
        let command = &commands[Player::after_moves(moves.len())];
        command_to_repeat(command, &position).with_context(|| {
            let command = escape::line(command);
            format!("move {number} was made by {command}, which is built in or cannot be pasted")
        })
    }

    /// Returns the number of moves that the players were asked for, and of the opening.
    fn asked(&self) -> usize {
        self.position.moves().len() + usize::from(self.forfeit.is_some())
    }

    /// Returns the player who lost, unless it is a draw.
    pub(crate) fn loser(&self) -> Option<&str> {
        let loser = self.winner()?.opponent();
        Some(&self.names[loser])
    }

    /// Returns the time of a player's slowest move.
    pub(crate) fn slowest(&self, player: Player) -> Duration {
        let times = self.times.iter().skip(player as usize).step_by(2);
        times.copied().max().unwrap_or_default()
    }

    /// Returns the result in a few words.
    pub(crate) fn result(&self) -> String {
        match (self.winner(), &self.forfeit) {
            (Some(winner), Some(forfeit)) => {
                format!("{} forfeited by {}", winner.opponent(), forfeit.fault)
            }
            (Some(winner), None) => format!("{winner} won"),
            (None, _) => "draw".to_string(),
        }
    }

    /// Returns a player's name as tables and messages show it.
    pub(crate) fn name(&self, player: Player) -> String {
        display_name(&self.names[player])
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
#[derive(Serialize, Deserialize)]
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

impl From<&GameRecord> for JsonGame {
    fn from(game: &GameRecord) -> Self {
        let [x, o] = game.names.0.clone();
        let (message, stderr) = match game.forfeit.clone() {
            Some(forfeit) => (forfeit.message, forfeit.stderr),
            None => Default::default(),
        };
        Self {
            board: game.position.board(),
            x,
            o,
            commands: game.commands.clone().map(|commands| commands.0),
            timeout: game.timeout.map(|limit| limit.as_secs_f64()),
            winner: game.winner(),
            reason: game.reason(),
            moves: protocol::write_moves(game.position.moves()),
            opening: game.opening,
            milliseconds: game.times.iter().copied().map(milliseconds).collect(),
            message,
            stderr,
        }
    }
}

/// Returns a time in milliseconds. Whole microseconds keep its text short.
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// Replays the game by the rules. The error says what is wrong: an illegal move, or what does not follow from the
/// moves.
impl TryFrom<JsonGame> for GameRecord {
    type Error = String;

    fn try_from(game: JsonGame) -> Result<Self, String> {
        if game.x == game.o {
            return Err("both players have the same name".to_string());
        }
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
        let asked = position.moves().len() + usize::from(forfeit.is_some());
        let times = game.milliseconds.iter().map(|time| {
            let is_time = (0.0..1e12).contains(time);
            is_time.then(|| Duration::from_secs_f64(time / 1000.0))
        });
        let times = times.collect::<Option<Vec<_>>>();
        let times = times.filter(|times| times.is_empty() || times.len() == asked);
        let timeout = game.timeout.map(Duration::try_from_secs_f64).transpose();
        let recorded = (game.winner, game.reason);
        let game = Self {
            names: ByPlayer([game.x, game.o]),
            commands: game.commands.map(ByPlayer),
            timeout: timeout.map_err(|error| format!("timeout: {error}"))?,
            position,
            opening: game.opening,
            times: times
                .ok_or_else(|| format!("milliseconds: expected {asked} numbers from 0 to 10^12"))?,
            forfeit,
        };
        if game.turn().is_some() || (game.winner(), game.reason()) != recorded {
            return Err("the moves don't lead to the recorded winner and reason".to_string());
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

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
