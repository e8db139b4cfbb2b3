//! What to tell somebody whose arguments are neither records nor a command.

use std::io::{self, Write};

/// Writes the short help to standard error.
pub(crate) fn print_help(command: &mut clap::Command) {
    let _ = write!(io::stderr(), "{}", command.render_help());
}

/// Returns what to enter for the command whose name is nearest to a word, if one is near.
pub(crate) fn nearest_command(word: &str, qttt: &clap::Command) -> Option<String> {
    let word = word.to_lowercase();
    let likeness = |name: &str| match strsim::osa_distance(name, &word) {
        // Of short names, one slip leaves little that is alike. But FAN is no `man`: it could be a record's.
        0 | 1 if word.len() > 2 && word.as_bytes()[0] == name.as_bytes()[0] => 1.0,
        _ => strsim::jaro_winkler(name, &word),
    };
    let mut known = vec![("help".to_string(), "qttt --help".to_string())];
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
    // Of equally near ones the first: `show` rather than `hypercube show`.
    let nearest = near.rev().max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some(nearest.1)
}
