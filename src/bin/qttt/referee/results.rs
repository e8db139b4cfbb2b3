//! The results of games: all that is kept of many games.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use anyhow::bail;
use qttt::hypercube::{Board, protocol};
use qttt::{ByPlayer, Player};

use super::boards::Boards;
use super::contestant::display_name;
use super::record::{Fault, GameRecord};
use crate::terminal::output::{report, warn};
use crate::terminal::{counted, escape};

/// The results of games, each once.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) games: HashMap<GameId, GameResult>,
    /// The number of games with each value of a setting.
    settings: BTreeMap<Setting, BTreeMap<String, usize>>,
    /// The number of records that differ from an earlier one of the same game.
    differing: usize,
}

/// What should be the same in all games.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Setting {
    /// The command of a player, given its name.
    Command(String),
    TimeLimit,
}

/// What identifies a game.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct GameId {
    pub(super) board: Board,
    /// The names of X and O.
    pub(super) players: [String; 2],
    /// The moves of the opening.
    pub(super) opening: String,
}

/// The result of a game.
pub(crate) struct GameResult {
    /// The place of its record.
    place: String,
    moves: String,
    winner: Option<Player>,
    /// The fault by which the loser forfeited the game.
    pub(super) fault: Option<Fault>,
    /// X's and O's slowest move.
    pub(super) slowest: ByPlayer<Duration>,
    /// The time of all moves together; zero in records of other programs that lack it.
    pub(crate) time: Duration,
}

impl Results {
    /// Adds a game, given the place of its record. Reports a record that differs from an earlier one of the same game.
    pub(crate) fn add(&mut self, game: &GameRecord, place: String) {
        let result = GameResult {
            place,
            moves: protocol::write_moves(game.position.moves()),
            winner: game.winner(),
            fault: game.forfeit.as_ref().map(|forfeit| forfeit.fault),
            slowest: ByPlayer(Player::ALL.map(|player| game.slowest(player))),
            time: game.times.iter().sum(),
        };
        let id = game.id();
        if let Some(known) = self.games.get(&id) {
            if let Some(ply) = result.difference(known) {
                let (place, first, name) = (result.place, &known.place, &id.players[ply % 2]);
                let (ply, name) = (ply + 1, display_name(name));
                report(&format!(
                    "{place}: move {ply}, by {name}, differs from the record in {first}"
                ));
                self.differing += 1;
            }
            return;
        }
        self.games.insert(id, result);
        let commands = game.commands.iter().flat_map(|commands| commands.0.clone());
        let names = game.names.0.iter().map(String::as_str);
        self.count_settings(names.zip(commands), game.timeout, 1);
    }

    /// Checks that all records of a game have the same moves and the same result.
    ///
    /// # Errors
    ///
    /// If some differ.
    pub(crate) fn check_agreement(&self) -> anyhow::Result<()> {
        if self.differing > 0 {
            let records = counted(self.differing, "record");
            bail!("{records} with different moves or a different result than before");
        }
        Ok(())
    }

    /// Counts the commands of players, and the time limit, of a number of games. The run that has just begun has none.
    pub(crate) fn count_settings<'a>(
        &mut self,
        commands: impl IntoIterator<Item = (&'a str, String)>,
        limit: Option<Duration>,
        games: usize,
    ) {
        let mut count = |setting, value| {
            let values = self.settings.entry(setting).or_default();
            *values.entry(value).or_default() += games;
        };
        for (name, command) in commands {
            let command = format!("'{}'", escape::line(&command));
            count(Setting::Command(name.to_string()), command);
        }
        if let Some(limit) = limit {
            count(Setting::TimeLimit, format!("{} s", limit.as_secs_f64()));
        }
    }

    /// Warns of settings that are not the same in all games.
    pub(crate) fn warn_of_mixtures(&self) {
        for (setting, values) in self.settings.iter().filter(|(_, values)| values.len() > 1) {
            let mixture = match setting {
                Setting::Command(name) => {
                    let name = escape::line(name);
                    format!("{name} counts as one player, but has several commands")
                }
                Setting::TimeLimit => "there are several time limits".to_string(),
            };
            let values = values.iter().map(|(value, &games)| match games {
                0 => format!("{value} (this run)"),
                _ => format!("{value} ({})", counted(games, "game")),
            });
            let values: Vec<_> = values.collect();
            warn(&format!("{mixture}: {}", values.join(", ")));
        }
    }

    /// Returns the names of all players.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let players = self.games.keys().flat_map(|id| &id.players);
        players.cloned().collect()
    }

    /// Returns the boards of all games.
    pub(crate) fn boards(&self) -> Boards {
        let boards: BTreeSet<_> = self.games.keys().map(|id| id.board).collect();
        Boards(boards.into_iter().collect())
    }

    /// Iterates over the games of these players on these boards.
    pub(crate) fn games_of<'s>(
        &'s self,
        names: &'s [&str],
        boards: &'s Boards,
    ) -> impl Iterator<Item = (&'s GameId, &'s GameResult)> {
        self.games.iter().filter(move |(id, _)| {
            boards.0.contains(&id.board) && id.players.iter().all(|name| names.contains(&&name[..]))
        })
    }

    /// Returns how many more games X of a game has won than lost in its round, from -2 to 2; `None` if the game with
    /// the sides swapped is missing.
    pub(super) fn margin_of_round(&self, id: &GameId) -> Option<i32> {
        let mut back = id.clone();
        back.players.reverse();
        Some(self.games.get(id)?.margin(Player::X) + self.games.get(&back)?.margin(Player::O))
    }
}

impl GameResult {
    /// Returns 1 if a player has won, 0 after a draw, and -1 if the opponent has won.
    pub(super) fn margin(&self, player: Player) -> i32 {
        match self.winner {
            Some(winner) if winner == player => 1,
            Some(_) => -1,
            None => 0,
        }
    }

    /// Compares two records of a game. Returns the number of equal moves before the first difference. A fault is also a
    /// difference.
    fn difference(&self, other: &Self) -> Option<usize> {
        let [own, others] = [self, other].map(|game| game.moves.split_terminator(';'));
        let is_same = (&self.moves, self.fault) == (&other.moves, other.fault);
        (!is_same).then(|| own.zip(others).take_while(|(a, b)| a == b).count())
    }
}
