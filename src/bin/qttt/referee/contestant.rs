//! Bots and built-in players in a contest: a name, and a command or a built-in player.

use std::{collections::HashSet, path::Path, str::FromStr};

use qttt::hypercube::{Cell, Position, player};

/// How a built-in player chooses its move.
pub(super) type Builtin = fn(&Position) -> Option<Cell>;

/// The built-in players by their names without `builtin:`.
const BUILTINS: [(&str, Builtin); 3] = [
    ("random", player::random),
    ("greedy", player::greedy),
    ("qttt", player::choose),
];

/// Whoever plays in a contest: a bot, or a built-in player.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    /// The name in records and tables.
    pub(crate) name: String,
    /// The command that `sh -c` runs for each move, or `builtin:` and a name.
    pub(crate) command: String,
    /// The built-in player, if the command names one.
    pub(super) builtin: Option<Builtin>,
}

/// Parses a command, or `builtin:` and a name, each with or without `NAME=`. A command without a name is named after
/// its file.
impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, command) = named.map_or((None, text), |(name, command)| (Some(name), command));
        if command.trim().is_empty() {
            return Err(format!("no command in {text:?}"));
        }
        let (own_name, builtin) = match command.strip_prefix("builtin:") {
            None => (file_name(command), None),
            Some(name) => {
                let known = BUILTINS.into_iter().find(|&(known, _)| known == name);
                let (_, builtin) = known.ok_or_else(|| {
                    format!("unknown built-in player {command:?}; choose from builtin:random, builtin:greedy, and builtin:qttt")
                })?;
                (name.to_string(), Some(builtin))
            }
        };
        Ok(Self {
            name: name.map_or(own_name, str::to_string),
            command: command.to_string(),
            builtin,
        })
    }
}

/// Returns `true` if the text before an equals sign is a name, and not part of a command, for example `bot --depth=3`.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_in_names)
}

fn is_in_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// Names a command after the first file in it that has an extension, `bot` for `python3 bot.py`, or else after its
/// first word.
fn file_name(command: &str) -> String {
    let words = command.split_whitespace();
    let mut words = words
        .filter(|word| !word.starts_with('-') && !word.contains('='))
        .map(Path::new);
    let is_file = |word: &&Path| {
        let extension = word.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|text| text.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let name = match words.clone().find(is_file) {
        Some(file) => file.file_stem(),
        None => words.next().and_then(Path::file_name),
    };
    let name: String = name
        .unwrap_or_default()
        .to_string_lossy()
        .chars()
        .filter(|&c| is_in_names(c))
        .collect();
    if name.is_empty() {
        "player".to_string()
    } else {
        name
    }
}

/// Numbers equal names: the second `bot` becomes `bot-2`. A built-in player keeps its name.
pub(crate) fn tell_apart(players: &mut [Contestant]) {
    let mut taken = HashSet::new();
    let (builtins, bots): (Vec<_>, Vec<_>) = players
        .iter_mut()
        .partition(|player| player.builtin.is_some());
    for player in builtins.into_iter().chain(bots) {
        let name = player.name.clone();
        let mut number = 2;
        while !taken.insert(player.name.clone()) {
            player.name = format!("{name}-{number}");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_named_or_goes_by_its_file() {
        for (text, name, command) in [
            ("mine=python3 bot.py", "mine", "python3 bot.py"),
            (
                "python3 bot.py --depth=3",
                "bot",
                "python3 bot.py --depth=3",
            ),
            (
                "env PYTHONPATH=. python3 lib/bot.py",
                "bot",
                "env PYTHONPATH=. python3 lib/bot.py",
            ),
            (
                "java -Xmx1g=2 -jar bot.jar",
                "bot",
                "java -Xmx1g=2 -jar bot.jar",
            ),
            ("timeout 0.5 ./bot", "timeout", "timeout 0.5 ./bot"),
            ("/usr/bin/python3.11", "python3.11", "/usr/bin/python3.11"),
            ("qttt hypercube move", "qttt", "qttt hypercube move"),
            ("'my bot.py'", "bot", "'my bot.py'"),
            ("=true", "player", "=true"),
            ("a b=true", "a", "a b=true"),
            ("A_b-1.c=x=y", "A_b-1.c", "x=y"),
            ("builtin:greedy", "greedy", "builtin:greedy"),
            ("g=builtin:greedy", "g", "builtin:greedy"),
        ] {
            let player: Contestant = text.parse().expect("a player");
            assert_eq!(
                (player.name.as_str(), player.command.as_str()),
                (name, command),
                "{text}"
            );
        }
        for text in [
            "",
            " ",
            "a=",
            "a= ",
            "builtin:",
            "builtin:chess",
            "a=builtin:chess",
        ] {
            assert!(text.parse::<Contestant>().is_err(), "{text}");
        }
    }

    #[test]
    fn equal_names_are_numbered_and_builtins_keep_theirs() {
        let players = [
            "greedy.py",
            "./greedy",
            "builtin:greedy",
            "greedy-2=x",
            "builtin:greedy",
        ];
        let mut players = players.map(|text| text.parse::<Contestant>().expect("a player"));
        tell_apart(&mut players);
        let names = players.map(|player| player.name);
        assert_eq!(
            names,
            ["greedy-3", "greedy-4", "greedy", "greedy-2-2", "greedy-2"]
        );
    }
}
