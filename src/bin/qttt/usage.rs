//! What is said about a command line that can't be parsed.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command};
use qttt::{ErrorKind as Kind, Game};

use crate::terminal::escape;
use crate::terminal::output::{Outcome, cannot_write, note};

/// Prints what the parser of `arguments` returned instead of a command line: help, the version, or an error.
pub(crate) fn explain(
    message: clap::Error,
    arguments: &[OsString],
    qttt: &Command,
) -> anyhow::Result<Outcome> {
    if !message.use_stderr() {
        let printed = message.print().and_then(|()| io::stdout().flush());
        return printed.map(|()| Outcome::Fine).map_err(cannot_write);
    }
    // The error quotes arguments, which can come from a file. Quote them as printable text.
    let printable = arguments
        .iter()
        .map(|argument| escape::line(&argument.to_string_lossy()));
    let parsed = qttt.clone().try_get_matches_from(printable);
    let mut error = parsed.err().unwrap_or(message);
    if error.kind() != ErrorKind::UnknownArgument {
        let _ = error.print();
        return Ok(Outcome::Failed);
    }
    suggest_commands(&mut error, arguments, qttt);
    let _ = error.print();
    let mut words = arguments
        .iter()
        .skip(1)
        .skip_while(|word| *word == "hypercube");
    if words.next().is_some_and(|word| word == "check") {
        // The parser takes the options of a command in several words for its own.
        let command: Vec<_> = words.map(OsString::as_os_str).collect();
        let command = command.join(OsStr::new(" "));
        note(&format!(
            "if the option belongs to the program, quote the command: '{}'",
            command.display()
        ));
    }
    Ok(Outcome::Failed)
}

/// Names the commands for the same game that have the unknown option. Without any, there is no tip: the parser's own,
/// to write `--` before the option, never helps.
fn suggest_commands(error: &mut clap::Error, arguments: &[OsString], qttt: &Command) {
    error.remove(ContextKind::Suggested);
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return;
    };
    let name = option.strip_prefix("--");
    let has_option = |command: &&Command| {
        let mut known = command
            .get_arguments()
            .filter_map(|argument| argument.get_long());
        known.any(|known| name == Some(known))
    };
    let first = arguments.get(1).and_then(|word| qttt.find_subcommand(word));
    let (game, path) = match first {
        Some(game) if game.has_subcommands() => (game, format!("qttt {}", game.get_name())),
        _ => (qttt, "qttt".to_string()),
    };
    let commands = game.get_subcommands().filter(has_option);
    let tips = commands.map(|command| format!("'{path} {} {option}' exists", command.get_name()));
    let tips: Vec<_> = tips.map(Into::into).collect();
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
}

/// Checks that no option stands before a command: the parser ignores it there.
///
/// # Errors
///
/// If one does.
pub(crate) fn refuse_late_command(matches: &ArgMatches) -> anyhow::Result<()> {
    match matches.subcommand_name() {
        Some(command) if matches.args_present() => bail!(
            "put the command first: qttt {command} [OPTIONS]..., or write ./{command} if it is a file"
        ),
        _ => Ok(()),
    }
}

/// Checks the first word of a record.
///
/// # Errors
///
/// If a record can't begin with it, no file has this name, and it is similar to a command.
pub(crate) fn refuse_misspelled(word: &OsStr, qttt: fn() -> Command) -> anyhow::Result<()> {
    let text = word.as_encoded_bytes();
    let read = Game::try_from(text);
    let can_begin = read
        .err()
        .is_none_or(|error| !matches!(error.kind, Kind::UnknownCharacter { .. }));
    if can_begin || !text.iter().all(u8::is_ascii_alphabetic) || Path::new(word).exists() {
        return Ok(());
    }
    // The parser knows which commands are similar, but takes any word for a record.
    let commands = Command::new("qttt").subcommands(qttt().get_subcommands().cloned());
    let unknown = commands
        .try_get_matches_from([OsStr::new("qttt"), word])
        .err();
    let similar = unknown.and_then(|mut error| error.remove(ContextKind::SuggestedSubcommand));
    if let Some(ContextValue::Strings(names)) = similar {
        bail!(
            "{word:?} is neither a record nor a command\nDid you mean qttt {}?",
            names.join(" or qttt ")
        );
    }
    Ok(())
}
