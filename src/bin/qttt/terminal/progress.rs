//! Progress on standard error, shown only if that is a terminal.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

/// A line that shows how far a command is. It is cleared when it is dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Shows a bar that counts things, for example games, and the estimated time left.
    pub(crate) fn counting(all: usize, what: &str) -> Self {
        Self::bar(all, &format!("{what}{{time_left}}"))
    }

    /// Shows a bar that counts games, of which some are done, and the time left that the caller estimates.
    pub(crate) fn counting_games(all: usize, done: usize) -> Self {
        let progress = Self::bar(all, "games played{prefix}");
        progress.0.set_position(done as u64);
        progress
    }

    fn bar(all: usize, what: &str) -> Self {
        // Without the carriage return, the cursor stays at the right margin, so that the `^C` of an interrupted command
        // begins another line, which is then cleared instead of this one. The crate writes a space after the return.
        let template = format!(" {{bar:10}} {{pos}} of {{len}} {what}{{wide_msg}}\r");
        Self::with_template(ProgressBar::new(all as u64), &template)
    }

    /// Counts without showing anything.
    pub(crate) fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }

    /// Shows which player is thinking.
    pub(crate) fn thinking(player: &str) -> Self {
        let line = Self::with_template(ProgressBar::new_spinner(), "{msg} is thinking...");
        line.describe(player.to_string());
        line.0.tick();
        line
    }

    fn with_template(bar: ProgressBar, template: &str) -> Self {
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let style = style.with_key("time_left", time_left);
        Self(bar.with_style(style).with_finish(ProgressFinish::AndClear))
    }

    /// Shows the estimated time left.
    pub(crate) fn show_time_left(&self, time: Duration) {
        self.0
            .set_prefix(format!(", {:#} left", HumanDuration(time)));
    }

    /// Counts one more thing as done.
    pub(crate) fn advance(&self) {
        self.0.inc(1);
    }

    /// Shows a text after the count.
    pub(crate) fn describe(&self, text: String) {
        self.0.set_message(text);
    }

    /// Clears the line for good.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }

    /// Writes text to standard error, above the line.
    pub(crate) fn print(&self, text: &str) {
        self.0
            .suspend(|| drop(io::stderr().write_all(text.as_bytes())));
    }
}

/// Writes the estimated time left. Without progress, there is no estimate, which the crate would write as 0 s.
fn time_left(bar: &ProgressState, text: &mut dyn fmt::Write) {
    let time = bar.eta();
    if !time.is_zero() {
        let _ = write!(text, ", {:#} left", HumanDuration(time));
    }
}
