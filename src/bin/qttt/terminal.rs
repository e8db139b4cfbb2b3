//! The terminal: text for it, output, escapes, and progress; and input, under its name in messages.

pub(crate) mod escape;
pub(crate) mod input;
pub(crate) mod output;

use std::fmt;
use std::io;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use indicatif::{HumanDuration, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};
use qttt::draw::TextStyle;
use rustix::termios::tcgetwinsize;

#[derive(clap::Args, Default)]
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
    format!("{count} {what}{plural}")
}

/// Writes columns of minimal width, the `left` ones aligned to the left, and the rest to the right.
pub(crate) fn aligned<R: AsRef<[String]>>(rows: &[R], left: &[usize]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        for (column, cell) in row.as_ref().iter().enumerate() {
            widths.resize(widths.len().max(column + 1), 0);
            widths[column] = widths[column].max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.as_ref().iter().zip(&widths).enumerate() {
            line += &if left.contains(&column) {
                format!("{cell:width$}  ")
            } else {
                format!("{cell:>width$}  ")
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Creates a bar on standard error, if that is a terminal, which counts things, for example games.
pub(crate) fn bar_of(all: usize, what: &str, is_shown: bool) -> ProgressBar {
    let bar = if is_shown {
        ProgressBar::new(all as u64)
    } else {
        ProgressBar::hidden()
    };
    // Without the carriage return, the cursor stays at the right margin, so that the `^C` of an interrupted command
    // begins another line, which is then cleared instead of this one. The crate writes a space after the return.
    let template = format!(" {{bar:10}} {{pos}} of {{len}} {what}{{wide_msg}}\r");
    cleared(bar, &template)
}

/// Writes the estimated time left. Without progress, there is no estimate, which the crate would write as 0 s.
fn time_left(bar: &ProgressState, text: &mut dyn fmt::Write) {
    let time = bar.eta();
    if !time.is_zero() {
        let _ = write!(text, ", {:#} left", HumanDuration(time));
    }
}

/// Creates a line that shows which player is thinking, and for how long.
pub(crate) fn thinker(name: &str) -> ProgressBar {
    let thinker = cleared(ProgressBar::new_spinner(), "{msg} is thinking... {elapsed}");
    thinker.set_message(name.to_string());
    thinker.enable_steady_tick(Duration::from_millis(200));
    thinker
}

/// Sets the template of a bar, which is cleared at its end.
fn cleared(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    let style = style.with_key("time_left", time_left);
    bar.with_style(style).with_finish(ProgressFinish::AndClear)
}
