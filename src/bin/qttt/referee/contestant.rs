//! Bots and built-in players in a contest: a name, and a command or a built-in player.

use std::collections::HashSet;
use std::str::FromStr;

use anyhow::bail;
use qttt::hypercube::{Cell, Position, engine, protocol};

use crate::terminal::escape;

/// How a built-in player chooses its move; `None` when the game is over.
pub(super) type Choose = fn(&Position) -> Option<Cell>;

/// What the names of all built-in players begin with.
const PREFIX: &str = "builtin:";

/// The strongest of the built-in players.
pub(crate) const STRONGEST: &str = "builtin:qttt";

const BUILTINS: [(&str, Choose); 3] = [
    (STRONGEST, engine::choose),
    ("builtin:greedy", engine::greedy),
    ("builtin:random", engine::pseudorandom),
];

/// Lists the names of the built-in players.
pub(crate) fn builtins() -> String {
    BUILTINS.map(|(name, _)| name).join(", ")
}

/// Returns `true` if a command is the name of a built-in player, which the shell can't run.
pub(crate) fn is_builtin(command: &str) -> bool {
    command.starts_with(PREFIX)
}

/// A player in a contest: a bot, or a built-in player.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    /// The name in tables.
    pub(crate) name: String,
    /// The command that `sh -c` runs for each move of a bot, or the name of a built-in player.
    pub(crate) command: String,
    /// How a built-in player chooses; `None` for a bot.
    pub(super) builtin: Option<Choose>,
}

/// Parses a command or the name of a built-in player, each with or without `NAME=`. Without it, the name is the whole
/// command.
impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, command) = named.unwrap_or((text, text));
        if command.trim().is_empty() {
            return Err(format!("no command in {text:?}"));
        }
        let mut known = BUILTINS.into_iter();
        let builtin = known.find_map(|(name, choose)| (name == command).then_some(choose));
        if builtin.is_none() && is_builtin(command) {
            let choices = builtins();
            return Err(format!(
                "unknown built-in player {command:?}; choose from {choices}"
            ));
        }
        Ok(Self {
            name: name.to_string(),
            command: command.to_string(),
            builtin,
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
pub(crate) fn check_names(players: &[Contestant]) -> anyhow::Result<()> {
    let mut names = HashSet::new();
    for Contestant { name, .. } in players {
        if !names.insert(name) {
            bail!("two players are named {name:?}; rename one with NAME=COMMAND");
        }
    }
    Ok(())
}

/// Returns a shell command that asks a bot again for its move in a position.
pub(crate) fn ask_again(command: &str, position: &Position) -> String {
    let input = protocol::write(position);
    let lines: Vec<_> = input.lines().map(|line| format!(" '{line}'")).collect();
    let command = command.replace('\'', r"'\''");
    let again = format!("printf '%s\\n'{} | sh -c '{command}'", lines.concat());
    escape::text(&again)
}

/// Says how to ask a bot again for its move in a position.
pub(crate) fn to_reproduce(command: &str, position: &Position) -> String {
    let again = ask_again(command, position);
    format!("To reproduce it:\n{again}\n")
}

/// Returns a name as tables and messages show it: escaped, and truncated in the middle if it is long.
pub(crate) fn display_name(name: &str) -> String {
    escape::shortened(&escape::line(name), [20, 19], "…")
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
            assert_eq!((&player.name[..], &player.command[..]), (name, command));
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
