//! A person's entries: from the keyboard, with line editing, or as plain lines.

use std::io::{self, BufRead, IsTerminal, Read};

use anstyle::Style;
use anyhow::Context;
use rustyline::{Config, DefaultEditor, error::ReadlineError};

use crate::commands::output::write;

/// No sensible entry is nearly this long. Longer lines are not stored, so that memory stays bounded.
const MAX_LEN: usize = 64 << 10;

const TOO_LONG: Entry = Entry::Unread("a line of more than 64 KiB");

const CANNOT_READ: &str = "cannot read standard input";

/// The source of entries.
pub(super) enum Entries {
    Keyboard(Box<DefaultEditor>),
    Lines,
}

/// An entry.
pub(super) enum Entry {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// A line that was not stored, and why.
    Unread(&'static str),
    /// The input has ended, or was interrupted.
    End,
}

impl Entries {
    /// Lets a person edit lines if both standard streams are terminals.
    pub(super) fn of_stdin() -> anyhow::Result<Self> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Self::Lines);
        }
        // Pasted text is the same as typed text: each of its lines is an entry.
        let config = Config::builder()
            .auto_add_history(true)
            .bracketed_paste(false)
            .build();
        let editor = DefaultEditor::with_config(config).context(CANNOT_READ)?;
        Ok(Self::Keyboard(Box::new(editor)))
    }

    /// Asks for an entry.
    pub(super) fn next(&mut self, prompt: &str, style: Style) -> anyhow::Result<Entry> {
        match self {
            Self::Keyboard(editor) => next_typed(editor, prompt, style),
            Self::Lines => {
                write(prompt)?;
                let entry = next_line(&mut io::stdin().lock()).context(CANNOT_READ)?;
                // Nobody pressed Enter, so the prompt's line has not ended.
                write("\n")?;
                Ok(entry)
            }
        }
    }
}

fn next_typed(editor: &mut DefaultEditor, prompt: &str, style: Style) -> anyhow::Result<Entry> {
    let styled = format!("{style}{prompt}{style:#}");
    loop {
        return match editor.readline(&(prompt, &styled)) {
            Ok(line) if line.len() > MAX_LEN => Ok(TOO_LONG),
            Ok(line) => Ok(Entry::Line(line.into_bytes())),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Entry::End),
            // The window was resized, or the process was stopped and continued.
            Err(ReadlineError::Signal(_)) => continue,
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Entry::Unread("a line that is not UTF-8"))
            }
            Err(error) => Err(error).context(CANNOT_READ),
        };
    }
}

fn next_line(input: &mut impl BufRead) -> io::Result<Entry> {
    let mut line = Vec::new();
    let longest = MAX_LEN as u64 + 1;
    if input.by_ref().take(longest).read_until(b'\n', &mut line)? == 0 {
        return Ok(Entry::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LEN {
        input.skip_until(b'\n')?;
        return Ok(TOO_LONG);
    }
    Ok(Entry::Line(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(text: &str) -> Vec<Option<usize>> {
        let mut input = io::BufReader::with_capacity(7, text.as_bytes());
        let mut lengths = Vec::new();
        loop {
            match next_line(&mut input).expect("memory can be read") {
                Entry::Line(line) => lengths.push(Some(line.len())),
                Entry::Unread(_) => lengths.push(None),
                Entry::End => return lengths,
            }
        }
    }

    #[test]
    fn a_line_is_kept_up_to_64_kib() {
        let longest = "x".repeat(65_536);
        assert_eq!(
            lengths(&format!("AB\n\n{longest}\n{longest}x\nCD\n{longest}xx\nE")),
            [Some(2), Some(0), Some(65_536), None, Some(2), None, Some(1)]
        );
        assert_eq!(lengths(&longest), [Some(65_536)]);
        assert_eq!(lengths(&format!("{longest}x")), [None]);
        assert_eq!(lengths(""), []);
    }
}
