//! A person's entries: lines of standard input. In a terminal, the terminal lets the person edit them.

use std::io::{self, BufRead, IsTerminal, Read};

use anstyle::Style;
use anyhow::Context;

use crate::commands::output::write;

/// The maximum length of a line, 64 KiB. Longer lines are cut.
const MAX_LEN: u64 = 64 << 10;

/// Follows a line that was cut. No move contains it, so the line is not played.
const CUT: u8 = 0;

/// Asks for a line, and returns it without its newline; `None` at the end of the input.
pub(super) fn ask(prompt: &str, style: Style) -> anyhow::Result<Option<Vec<u8>>> {
    let mut input = io::stdin().lock();
    write(&format!("{style}{prompt}{style:#}"))?;
    let entry = read(&mut input).context("cannot read standard input")?;
    // Unless somebody pressed Enter, the prompt's line has not ended.
    if entry.is_none() || !input.is_terminal() {
        write("\n")?;
    }
    Ok(entry)
}

fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input
        .by_ref()
        .take(MAX_LEN + 1)
        .read_until(b'\n', &mut line)?
        == 0
    {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 > MAX_LEN {
        input.skip_until(b'\n')?;
        line.push(CUT);
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(text: &str) -> Vec<usize> {
        let mut input = io::BufReader::with_capacity(7, text.as_bytes());
        let mut lengths = Vec::new();
        while let Some(line) = read(&mut input).expect("memory can be read") {
            assert_eq!(line.len() > 65_536, line.ends_with(b"\0"));
            lengths.push(line.len());
        }
        lengths
    }

    #[test]
    fn a_line_is_kept_up_to_64_kib() {
        let longest = "x".repeat(65_536);
        assert_eq!(
            lengths(&format!("AB\n\n{longest}\n{longest}x\nCD\n{longest}xx\nE")),
            [2, 0, 65_536, 65_538, 2, 65_538, 1]
        );
        assert_eq!(lengths(&longest), [65_536]);
        assert_eq!(lengths(&format!("{longest}x")), [65_538]);
        assert_eq!(lengths(""), [0; 0]);
    }
}
