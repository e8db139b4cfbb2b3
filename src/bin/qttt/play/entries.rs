//! A person's entries: lines of standard input. In a terminal, the terminal lets the person edit them.

use std::io::{self, BufRead, IsTerminal, Read};

use anstyle::Style;
use anyhow::Context;

use crate::terminal::output::write;

/// The maximum length of an entry, 64 KiB, so that memory stays bounded. The rest of a longer line is the next entry.
const MAX_LEN: u64 = 64 << 10;

/// Asks for a line and returns it with its newline; `None` at the end of the input.
pub(super) fn ask(prompt: &str, style: Style) -> anyhow::Result<Option<Vec<u8>>> {
    let mut input = io::stdin().lock();
    write(&format!("{style}{prompt}{style:#}"))?;
    let mut line = Vec::new();
    let read = input.by_ref().take(MAX_LEN).read_until(b'\n', &mut line);
    let len = read.context("cannot read standard input")?;
    // Unless somebody pressed Enter, the prompt's line has not ended.
    if len == 0 || !input.is_terminal() {
        write("\n")?;
    }
    Ok((len > 0).then_some(line))
}
