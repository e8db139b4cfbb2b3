//! What people read in a terminal: output, escapes, progress, counts, and tables in columns.

pub(crate) mod escape;
pub(crate) mod output;
pub(crate) mod progress;

use std::io;

use anstream::{AutoStream, ColorChoice};
use indicatif::HumanCount;
use qttt::draw::TextStyle;
use rustix::termios::tcgetwinsize;
use unicode_width::UnicodeWidthStr;

/// The options of commands that draw with text.
#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct TextOptions {
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

impl TextOptions {
    /// Returns how to draw on standard output: as wide as the terminal, in colour if it shows colours.
    pub(crate) fn style(&self) -> TextStyle {
        let mut style = TextStyle {
            ascii: self.ascii,
            color: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            ..TextStyle::default()
        };
        if let Ok(size) = tcgetwinsize(io::stdout())
            && size.ws_col > 0
        {
            style.width = size.ws_col.into();
        }
        style
    }
}

/// Returns a count with its noun: `1 game`, `2 games`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count))
}

/// Returns a number with commas between groups of three digits: `10,000`.
pub(crate) fn grouped(number: usize) -> String {
    HumanCount(number as u64).to_string()
}

/// Returns columns of minimal width, the `left` ones aligned to the left, and the rest to the right.
pub(crate) fn aligned<R: AsRef<[String]>>(rows: &[R], left: &[usize]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        for (column, cell) in row.as_ref().iter().enumerate() {
            widths.resize(widths.len().max(column + 1), 0);
            widths[column] = widths[column].max(cell.width());
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.as_ref().iter().zip(&widths).enumerate() {
            let gap = " ".repeat(width - cell.width());
            line += &if left.contains(&column) {
                format!("{cell}{gap}  ")
            } else {
                format!("{gap}{cell}  ")
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_a_terminal_shows_their_text() {
        let rows = [["李四", "1"], ["Zoe\u{301}", "10"], ["x", ""]];
        let rows = rows.map(|row| row.map(str::to_string));
        assert_eq!(aligned(&rows, &[0]), "李四   1\nZoe\u{301}   10\nx\n");
    }
}
