//! What is said about a command line that can't be parsed.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command};

use crate::terminal::escape;
use crate::terminal::output::{Outcome, cannot_write, note};

/// Prints what the parser of `arguments` returned instead of a command line: help, the version, or an error.
pub(crate) fn explain(
    message: clap::Error,
    arguments: &[OsString],
    cli: &Command,
) -> anyhow::Result<Outcome> {
    if !message.use_stderr() {
        let printed = message.print().and_then(|()| io::stdout().flush());
        return printed.map(|()| Outcome::Fine).map_err(cannot_write);
    }
    // The error quotes arguments, which can come from a file. Quote them as printable text.
    let words = arguments.iter();
    let printable = words.map(|word| escape::line(&word.to_string_lossy()));
    let parsed = cli.clone().try_get_matches_from(printable);
    let mut error = parsed.err().unwrap_or(message);
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    if is_unknown {
        suggest_commands(&mut error, arguments, cli);
    }
    let _ = error.print();
    let words = arguments.iter().skip(1);
    let mut words = words.skip_while(|word| *word == "hypercube");
    if is_unknown && words.next().is_some_and(|word| word == "check") {
        // The parser takes the options of a command in several words for its own.
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        // Where the options of `check` end is unknown.
        let command = escape::quoted(&words.join(" ")).filter(|_| !words[0].starts_with('-'));
        let command = command.map_or(String::new(), |command| format!(": {command}"));
        note(&format!(
            "if the option belongs to the program, quote the command{command}"
        ));
    }
    Ok(Outcome::Failed)
}

/// Names the commands for the same game that have the unknown option. Without any, no tip is given: the parser's own,
/// to write `--` before the option, never helps.
fn suggest_commands(error: &mut clap::Error, arguments: &[OsString], cli: &Command) {
    error.remove(ContextKind::Suggested);
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return;
    };
    let name = option.strip_prefix("--");
    let has_option = |command: &&Command| {
        let mut arguments = command.get_arguments();
        name.is_some() && arguments.any(|argument| argument.get_long() == name)
    };
    let first = arguments.get(1).and_then(|word| cli.find_subcommand(word));
    let (game, path) = match first {
        Some(game) if game.has_subcommands() => (game, format!("qttt {}", game.get_name())),
        _ => (cli, "qttt".to_string()),
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

/// Checks the first word of a record. `matches` are those of `cli`.
///
/// # Errors
///
/// If some letter of it is not a cell, it is not the name of a file, and it is similar to a command.
pub(crate) fn refuse_misspelled(matches: &ArgMatches, cli: fn() -> Command) -> anyhow::Result<()> {
    let is_text = !matches.get_flag("json") && !matches.get_flag("tsv");
    // Words after `--` are in another argument.
    let word = matches.get_raw("words").and_then(|mut words| words.next());
    let Some(word) = word.filter(|_| is_text && !matches.contains_id("file")) else {
        return Ok(());
    };
    let mut letters = word.as_encoded_bytes().iter();
    let is_word = letters.clone().all(u8::is_ascii_alphabetic);
    let are_cells = letters.all(|letter| letter.to_ascii_uppercase() <= b'I');
    if !is_word || are_cells || Path::new(word).exists() {
        return Ok(());
    }
    // The parser knows which commands are similar, but takes any word for a record.
    let commands = Command::new("qttt").subcommands(cli().get_subcommands().cloned());
    let parsed = commands.try_get_matches_from([OsStr::new("qttt"), word]);
    let unknown = parsed.err();
    let similar = unknown.and_then(|mut error| error.remove(ContextKind::SuggestedSubcommand));
    if let Some(ContextValue::Strings(names)) = similar {
        bail!(
            "{word:?} is neither a record nor a command\nDid you mean qttt {}?",
            names.join(" or qttt ")
        );
    }
    Ok(())
}
