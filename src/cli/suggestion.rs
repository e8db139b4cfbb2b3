//! Help for arguments that are neither records nor a command, and for options that another command has.

use std::io::{self, Write};

/// Writes the short help to standard error.
pub(crate) fn print_help(command: &mut clap::Command) {
    let _ = write!(io::stderr(), "{}", command.render_help());
}

/// Returns how to call the command whose name is most like a word, if one is close enough.
pub(crate) fn nearest_command(word: &str, qttt: &clap::Command) -> Option<String> {
    let word = word.to_lowercase();
    let likeness = |name: &str| match strsim::osa_distance(name, &word) {
        // One slip changes most of a short name. But the first letter must match: FAN is a record, not `man`.
        0 | 1 if word.len() > 2 && word.as_bytes()[0] == name.as_bytes()[0] => 1.0,
        _ => strsim::jaro_winkler(name, &word),
    };
    let mut known = vec![("help".to_string(), "qttt help".to_string())];
    for command in qttt.get_subcommands() {
        let name = command.get_name();
        known.push((name.to_string(), format!("qttt {name}")));
        let inner = command.get_subcommands().map(clap::Command::get_name);
        known.extend(inner.map(|inner| (inner.to_string(), format!("qttt {name} {inner}"))));
    }
    let near = known
        .into_iter()
        .map(|(name, entry)| (likeness(&name), entry))
        .filter(|&(likeness, _)| likeness > 0.8);
    // Among equals the first: `show` rather than `hypercube show`.
    let nearest = near.rev().max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some(nearest.1)
}

/// Returns how to give an option that the command of this usage line does not have, if `qttt` or another command beside it
/// does.
pub(crate) fn known_option(option: &str, usage: &str, qttt: &clap::Command) -> Option<String> {
    if option == "-v" {
        return Some("qttt -V".to_string());
    }
    let within = |group: &clap::Command| usage.contains(&format!("qttt {} ", group.get_name()));
    let group = qttt
        .get_subcommands()
        .find(|command| command.has_subcommands() && within(command));
    let has_it = |command: &clap::Command| {
        command.get_arguments().any(|arg| {
            let long = arg.get_long().map(|name| format!("--{name}"));
            let short = arg.get_short().map(|letter| format!("-{letter}"));
            [long, short].contains(&Some(option.to_string()))
        })
    };
    if group.is_none() && has_it(qttt) {
        return Some(format!("qttt {option}"));
    }
    let command = group
        .unwrap_or(qttt)
        .get_subcommands()
        .find(|&command| has_it(command))?;
    let group = group.map_or(String::new(), |group| format!(" {}", group.get_name()));
    Some(format!("qttt{group} {} {option}", command.get_name()))
}
