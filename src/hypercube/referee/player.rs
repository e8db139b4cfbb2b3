//! Who plays: a name, and a command or a built-in player.

use std::{collections::HashSet, fmt, str::FromStr};

use super::builtin::Builtin;
use crate::escape;

/// A player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// What records and tables call it.
    pub name: String,
    /// How it plays.
    pub kind: PlayerKind,
}

/// How a player plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// By a command, which `sh -c` runs for each move.
    Program(String),
    /// In this process.
    Builtin(Builtin),
}

/// What is wrong with the players of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// There is no name, or nothing behind it.
    #[error("expected a player as NAME=COMMAND, found {0:?}")]
    Form(String),
    /// There is nothing to run.
    #[error(
        "expected a command that plays, or builtin:random, builtin:greedy or builtin:qttt; found {0:?}"
    )]
    NoCommand(String),
    /// A name can't stand in a table.
    #[error("expected a name that can be printed, found {0:?}")]
    Name(String),
    /// The player after `builtin:` isn't there.
    #[error("expected builtin:random, builtin:greedy or builtin:qttt; found {0:?}")]
    NoBuiltin(String),
    /// Two have the same name.
    #[error("expected every player under a name of its own, found two named {0:?}")]
    SameName(String),
    /// A tournament needs two.
    #[error("expected at least two players, each as NAME=COMMAND; found {0}")]
    TooFew(usize),
}

/// A player that goes by what it is run by.
impl From<PlayerKind> for Player {
    fn from(kind: PlayerKind) -> Self {
        Self {
            name: kind.to_string(),
            kind,
        }
    }
}

impl Player {
    /// Returns `true` unless it plays in this process.
    pub(super) const fn is_program(&self) -> bool {
        matches!(self.kind, PlayerKind::Program(_))
    }
}

/// Writes the command, or `builtin:` and a name: what it is read from.
impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(command) => f.write_str(command),
            Self::Builtin(builtin) => write!(f, "builtin:{builtin}"),
        }
    }
}

/// Reads a command, or `builtin:` and a name.
impl FromStr for PlayerKind {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        match text.strip_prefix("builtin:") {
            None if text.trim().is_empty() => Err(PlayerError::NoCommand(text.to_string())),
            None => Ok(Self::Program(text.to_string())),
            Some(name) => {
                let mut builtins = Builtin::ALL.into_iter();
                let found = builtins.find(|builtin| builtin.to_string() == name);
                let no_builtin = || PlayerError::NoBuiltin(text.to_string());
                found.map(Self::Builtin).ok_or_else(no_builtin)
            }
        }
    }
}

/// Reads `NAME=COMMAND` or `NAME=builtin:PLAYER`; the name ends at the first equals sign. Without a name, a built-in
/// player goes by its own: `builtin:greedy` is `greedy=builtin:greedy`.
impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let form = || PlayerError::Form(text.to_string());
        if let Some(name) = text.strip_prefix("builtin:")
            && !name.contains('=')
        {
            let (name, kind) = (name.to_string(), text.parse()?);
            return Ok(Self { name, kind });
        }
        let (name, command) = text.split_once('=').ok_or_else(form)?;
        if name.trim().is_empty() || command.trim().is_empty() {
            return Err(form());
        }
        if !name.chars().all(escape::is_printable) {
            return Err(PlayerError::Name(name.to_string()));
        }
        let (name, kind) = (name.to_string(), command.parse()?);
        Ok(Self { name, kind })
    }
}

/// Checks that players can play a tournament.
///
/// # Errors
///
/// When there are fewer than two, or two have the same name.
pub fn check_players(players: &[Player]) -> Result<(), PlayerError> {
    let mut names = HashSet::new();
    match players.iter().find(|player| !names.insert(&player.name)) {
        Some(player) => Err(PlayerError::SameName(player.name.clone())),
        None if players.len() < 2 => Err(PlayerError::TooFew(players.len())),
        None => Ok(()),
    }
}
