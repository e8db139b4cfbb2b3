//! The players of a contest: bots and built-in players, each with a name.

use std::collections::{BTreeSet, HashSet};
use std::str::FromStr;

use anyhow::bail;
use qttt::hypercube::{Cell, Position, engine, protocol};
use qttt::support::shortened;

use crate::terminal::escape;

/// What the names of all built-in players begin with.
const PREFIX: &str = "builtin:";

/// The strongest of the built-in players.
pub(crate) const STRONGEST: &str = "builtin:qttt";

const BUILTINS: [(&str, Choose); 3] = [
    (STRONGEST, engine::choose),
    ("builtin:greedy", engine::greedy),
    ("builtin:random", engine::pseudorandom),
];

/// How a built-in player chooses its move; `None` when the game is over.
pub(super) type Choose = fn(&Position) -> Option<Cell>;

/// A player in a contest.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    /// The name in tables.
    pub(crate) name: String,
    /// A bot's command, which `sh -c` runs for each move, or the name of a built-in player.
    pub(crate) command: String,
}

/// Lists the names of the built-in players.
pub(crate) fn builtins() -> String {
    BUILTINS.map(|(name, _)| name).join(", ")
}

/// Returns the function of a built-in player with this name; `None` for a bot's command.
pub(super) fn builtin(command: &str) -> Option<Choose> {
    let builtin = BUILTINS.into_iter().find(|&(name, _)| name == command);
    builtin.map(|(_, choose)| choose)
}

/// Returns a shell command that asks a bot again for its move in a position. Returns `None` for a built-in player, and
/// if the bot's command can't be pasted.
pub(crate) fn command_to_repeat(command: &str, position: &Position) -> Option<String> {
    let command = escape::quoted(command).filter(|_| !command.starts_with(PREFIX))?;
    let input = protocol::write(position);
    let lines: String = input.lines().map(|line| format!(" '{line}'")).collect();
    Some(format!("printf '%s\\n'{lines} | sh -c {command}"))
}

/// Parses a command with or without `NAME=`. Without it, the name is the whole text.
impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, command) = named.unwrap_or((text, text));
        if command.trim().is_empty() {
            return Err(format!("no command in {text:?}"));
        }
        if command.starts_with(PREFIX) && builtin(command).is_none() {
            return Err(format!(
                "unknown built-in player {command:?}; choose from {}",
                builtins()
            ));
        }
        Ok(Self {
            name: name.to_string(),
            command: command.to_string(),
        })
    }
}

/// Returns `true` if the text before an equals sign is a name, and not part of a command, for example `bot --depth=3`.
fn is_name(text: &str) -> bool {
    let is_in_names = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    !text.is_empty() && text.chars().all(is_in_names)
}

/// Checks that each player has its own name.
///
/// # Errors
///
/// If two players have the same name.
pub(crate) fn check_distinct(players: &[Contestant]) -> anyhow::Result<()> {
    let mut names = HashSet::new();
    for Contestant { name, .. } in players {
        if !names.insert(name) {
            bail!("two players are named {name:?}; rename one with NAME=COMMAND");
        }
    }
    Ok(())
}

/// Checks that a player is one of those who have played.
///
/// # Errors
///
/// If it isn't.
pub(crate) fn check_known(name: &str, players: &BTreeSet<String>) -> anyhow::Result<()> {
    if !players.contains(name) {
        let players: Vec<_> = players.iter().map(|name| escape::line(name)).collect();
        bail!(
            "no player is named {name:?}; the players are {}",
            players.join(", ")
        );
    }
    Ok(())
}

/// Says how to reproduce what a bot did, if a command can.
pub(crate) fn describe_repetition(again: Option<String>) -> String {
    let text = again.map(|again| format!("To reproduce it:\n{again}\n"));
    text.unwrap_or_default()
}

/// Returns a name as tables and messages show it: escaped, and truncated in the middle if it is long.
pub(crate) fn display_name(name: &str) -> String {
    shortened(&escape::line(name), [20, 19], "…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_named_by_its_name_or_its_whole_command() {
        for (text, name, command) in [
            ("mine=python3 bot.py", "mine", "python3 bot.py"),
            ("./bot --depth=3", "./bot --depth=3", "./bot --depth=3"),
            ("env SEED=1 ./bot", "env SEED=1 ./bot", "env SEED=1 ./bot"),
            ("SEED=1 ./bot", "SEED", "1 ./bot"),
            ("=true", "=true", "=true"),
            ("A_b-1.c=x=y", "A_b-1.c", "x=y"),
            ("Zoë=x", "Zoë", "x"),
            ("李四2=x", "李四2", "x"),
            ("my bot=x", "my bot=x", "my bot=x"),
            ("builtin:greedy", "builtin:greedy", "builtin:greedy"),
            ("g=builtin:greedy", "g", "builtin:greedy"),
        ] {
            let player: Contestant = text.parse().expect("a player");
            let parsed = (player.name, player.command);
            assert_eq!(parsed, (name.to_string(), command.to_string()));
        }
        for text in ["", " ", "a=", "a= ", "builtin:", "a=builtin:chess"] {
            assert!(text.parse::<Contestant>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_long_name_is_truncated_in_the_middle() {
        assert_eq!(display_name(&"x".repeat(39)), "x".repeat(39));
        let truncated = display_name(&("a".repeat(21) + "\n" + &"z".repeat(20)));
        assert_eq!(truncated, format!("{}…{}", "a".repeat(20), "z".repeat(19)));
        assert_eq!(display_name("\u{1b}[2J"), r"\u{1b}[2J");
    }
}
