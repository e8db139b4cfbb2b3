//! A person's entries: lines of standard input. In a terminal, the terminal lets the person edit them.

use std::io::{self, BufRead, IsTerminal, Read};

use anstyle::Style;
use anyhow::Context;

use crate::commands::output::write;

/// Longer lines are not stored, so that memory stays bounded.
const MAX_LEN: usize = 64 << 10;

pub(super) enum Entry {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// A line that was not stored.
    TooLong,
    /// The end of the input.
    End,
}

/// Asks for an entry.
pub(super) fn ask(prompt: &str, style: Style) -> anyhow::Result<Entry> {
    let mut input = io::stdin().lock();
    write(&format!("{style}{prompt}{style:#}"))?;
    let entry = read(&mut input).context("cannot read standard input")?;
    // Unless somebody pressed Enter, the prompt's line has not ended.
    if matches!(entry, Entry::End) || !input.is_terminal() {
        write("\n")?;
    }
    Ok(entry)
}

fn read(input: &mut impl BufRead) -> io::Result<Entry> {
    let mut line = Vec::new();
    let longest = MAX_LEN as u64 + 1;
    if input.by_ref().take(longest).read_until(b'\n', &mut line)? == 0 {
        return Ok(Entry::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LEN {
        input.skip_until(b'\n')?;
        return Ok(Entry::TooLong);
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
            match read(&mut input).expect("memory can be read") {
                Entry::Line(line) => lengths.push(Some(line.len())),
                Entry::TooLong => lengths.push(None),
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
