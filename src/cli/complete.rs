//! What TAB offers: the candidates for the last word of a command line that is still being written.
//!
//! The scripts for bash, zsh and fish ask `qttt` itself, because scripts made beforehand take the first record for the
//! command, and know nothing of values such as `builtin:random`. So does the dynamic completion of `clap_complete` 4.6, but
//! in bash it completes nothing after `:` or `=` or a redirection and quotes no file, and nowhere files beside known values.

use std::collections::HashSet;

use clap::{
    Arg, ArgAction, Command, ValueHint,
    builder::{PossibleValue, StyledStr},
};

/// Stands for the names of files, which a shell knows best.
pub(crate) const FILES: &str = ":files";

/// A word that could stand there, and what it means.
#[derive(PartialEq, Debug)]
pub(crate) struct Candidate {
    pub(crate) word: String,
    pub(crate) help: String,
}

impl Candidate {
    fn new(word: impl Into<String>, help: Option<&StyledStr>) -> Self {
        let help = help.map(ToString::to_string).unwrap_or_default();
        Self {
            word: word.into(),
            help: help.lines().next().unwrap_or_default().to_string(),
        }
    }
}

/// Returns the candidates for the last of these words; the first is the command's own name.
pub(crate) fn candidates(mut qttt: Command, words: &[String]) -> Vec<Candidate> {
    qttt.build();
    let Some((current, before)) = words.split_last() else {
        return Vec::new();
    };
    let mut line = CommandLine::of(&qttt);
    for word in before.iter().skip(1) {
        line.read(word);
    }
    let mut candidates = line.candidates(current);
    // What begins with `builtin:` is no file, though some shells would look for one after the colon.
    let stem = current.rfind(':').map(|end| &current[..=end]);
    let of_stem = |candidate: &Candidate| stem.is_some_and(|stem| candidate.word.starts_with(stem));
    let can_be_file = !candidates.iter().any(of_stem);
    candidates.retain(|candidate| match &candidate.word[..] {
        FILES => can_be_file,
        word => word.starts_with(current),
    });
    candidates
}

/// A command line as far as it is written.
struct CommandLine<'c> {
    root: &'c Command,
    command: &'c Command,
    /// The option whose value comes next.
    open: Option<&'c Arg>,
    used: HashSet<&'c str>,
    /// The words that are neither options, their values nor commands.
    operands: Vec<String>,
    only_operands: bool,
}

impl<'c> CommandLine<'c> {
    fn of(root: &'c Command) -> Self {
        Self {
            root,
            command: root,
            open: None,
            used: HashSet::new(),
            operands: Vec::new(),
            only_operands: false,
        }
    }

    fn read(&mut self, word: &str) {
        if self.open.take().is_some() {
            return;
        }
        if self.only_operands || word == "-" || !word.starts_with('-') {
            match self.command.find_subcommand(word) {
                Some(command) if self.operands.is_empty() && !self.only_operands => {
                    self.command = command;
                    self.used.clear();
                }
                _ => self.operands.push(word.to_string()),
            }
        } else if word == "--" {
            self.only_operands = true;
        } else if let Some(option) = word.strip_prefix("--") {
            let found = self.long(option.split('=').next().unwrap_or_default());
            self.used.extend(found.map(|arg| arg.get_id().as_str()));
            self.open = found
                .filter(|arg| takes_value(arg) && !arg.is_require_equals_set())
                .filter(|_| !option.contains('='));
        } else {
            self.read_letters(&word[1..]);
        }
    }

    /// Reads options of one letter: the first that takes a value ends them.
    fn read_letters(&mut self, letters: &str) {
        for (i, letter) in letters.char_indices() {
            let Some(arg) = self.options().find(|arg| arg.get_short() == Some(letter)) else {
                return;
            };
            self.used.insert(arg.get_id().as_str());
            if takes_value(arg) {
                self.open = Some(arg).filter(|_| i + letter.len_utf8() == letters.len());
                return;
            }
        }
    }

    fn options(&self) -> impl Iterator<Item = &'c Arg> + use<'c> {
        self.command.get_opts().chain(
            self.command
                .get_arguments()
                .filter(|arg| !arg.is_positional() && !takes_value(arg)),
        )
    }

    fn long(&self, name: &str) -> Option<&'c Arg> {
        self.options().find(|arg| arg.get_long() == Some(name))
    }

    fn candidates(&self, current: &str) -> Vec<Candidate> {
        if let Some(option) = self.open {
            return values(option, "");
        }
        if !self.only_operands && current.starts_with('-') {
            return match current.split_once('=') {
                Some((name, _)) => self
                    .long(name.trim_start_matches("--"))
                    .map_or_else(Vec::new, |option| values(option, &format!("{name}="))),
                None => self.unused_options(),
            };
        }
        if self.command.get_name() == "man" {
            return self.pages();
        }
        let mut candidates = Vec::new();
        if self.operands.is_empty() && !self.only_operands && !self.has_own_options() {
            candidates.extend(commands(self.command));
        }
        let mut operands = self.command.get_positionals();
        let last = self.command.get_positionals().last();
        let takes_more = |arg: &&Arg| matches!(arg.get_action(), ArgAction::Append);
        if let Some(operand) = operands
            .nth(self.operands.len())
            .or_else(|| last.filter(takes_more))
        {
            // A player is NAME=CMD.
            let name = current.find('=').map_or("", |end| &current[..=end]);
            candidates.extend(values(operand, name));
        }
        candidates
    }

    /// Returns `true` if options are given that a command must not come after: all but those of every command.
    fn has_own_options(&self) -> bool {
        let mut own = self
            .command
            .get_arguments()
            .filter(|arg| !arg.is_global_set());
        own.any(|arg| self.used.contains(arg.get_id().as_str()))
    }

    fn unused_options(&self) -> Vec<Candidate> {
        let is_left = |arg: &&Arg| {
            let again = matches!(arg.get_action(), ArgAction::Append);
            !arg.is_hide_set() && (again || !self.used.contains(arg.get_id().as_str()))
        };
        let named = |arg: &'c Arg| {
            let long = arg.get_long().map(|name| format!("--{name}"));
            let name = long.or_else(|| arg.get_short().map(|letter| format!("-{letter}")))?;
            Some(Candidate::new(name, arg.get_help()))
        };
        self.options().filter(is_left).filter_map(named).collect()
    }

    /// The commands that `man` has pages for.
    fn pages(&self) -> Vec<Candidate> {
        let find = |command: &'c Command, word: &String| command.find_subcommand(word);
        let found = self.operands.iter().try_fold(self.root, find);
        let is_page = |candidate: &Candidate| candidate.word != "help";
        found.map_or_else(Vec::new, |command| {
            commands(command).filter(is_page).collect()
        })
    }
}

fn commands(command: &Command) -> impl Iterator<Item = Candidate> {
    let visible = command
        .get_subcommands()
        .filter(|inner| !inner.is_hide_set());
    visible.map(|inner| Candidate::new(inner.get_name(), inner.get_about()))
}

/// Lists the values that an argument can have, each behind a prefix.
fn values(arg: &Arg, prefix: &str) -> Vec<Candidate> {
    let candidate = |value: PossibleValue| {
        Candidate::new(format!("{prefix}{}", value.get_name()), value.get_help())
    };
    let known = arg.get_possible_values().into_iter();
    let mut values: Vec<_> = known
        .filter(|value| !value.is_hide_set())
        .map(candidate)
        .collect();
    let hint = arg.get_value_hint();
    if matches!(
        hint,
        ValueHint::AnyPath | ValueHint::FilePath | ValueHint::CommandString
    ) {
        values.push(Candidate::new(FILES, None));
    }
    values
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

/// Splits a line as bash has it, up to the cursor, into words; the last is the one being written. What redirects input
/// or output is left out, and a file is all that can be where one is missing.
pub(crate) fn split(line: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = vec![String::new()];
    let (mut quote, mut is_escaped, mut redirects) = (None, false, false);
    for c in line.chars() {
        let word = words.last_mut()?;
        match (quote, c) {
            _ if is_escaped => {
                word.push(c);
                is_escaped = false;
            }
            (None | Some('"'), '\\') => is_escaped = true,
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => word.push(c),
            (None, '"' | '\'') => quote = Some(c),
            (None, '<' | '>' | '&') => {
                // In 2> the digit is part of the operator.
                word.clear();
                redirects = true;
            }
            (None, _) if !c.is_whitespace() => word.push(c),
            (None, _) if word.is_empty() => {}
            (None, _) if redirects => {
                word.clear();
                redirects = false;
            }
            (None, _) => words.push(String::new()),
        }
    }
    let command = words.iter().position(|word| !word.contains('='))?;
    words.drain(..command);
    (!redirects).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn splits_a_line_as_a_shell_does() {
        let words = |line| split(line).map(|words| words.join("|"));
        assert_eq!(words("qttt sh").as_deref(), Some("qttt|sh"));
        assert_eq!(words("qttt  show ").as_deref(), Some("qttt|show|"));
        assert_eq!(
            words("A=1 qttt -f 'a b' \"c\\\"d\" e\\ f").as_deref(),
            Some("qttt|-f|a b|c\"d|e f")
        );
        assert_eq!(words("qttt < games.txt --j").as_deref(), Some("qttt|--j"));
        assert_eq!(words("qttt 2>log so").as_deref(), Some("qttt|so"));
        for open in ["qttt < g", "qttt <g", "qttt <", "qttt solve 2> e"] {
            assert_eq!(words(open), None, "{open}");
        }
    }
}
