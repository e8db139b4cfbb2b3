//! Progress on standard error, shown only if that is a terminal.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressFinish, ProgressStyle};

/// A line that shows how far a command is. It is cleared when it is dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Shows a bar that counts things, for example games, of which some are done.
    pub(crate) fn counting(all: usize, done: usize, what: &str) -> Self {
        // Without the carriage return, the cursor stays at the right margin, so that the `^C` of an interrupted command
        // begins another line, which is then cleared instead of this one. The crate writes a space after the return.
        let template = format!(" {{bar:10}} {{pos}} of {{len}} {what}{{prefix}}{{wide_msg}}\r");
        let bar = ProgressBar::new(all as u64).with_position(done as u64);
        Self::with_template(bar, &template)
    }

    /// Counts without showing anything.
    pub(crate) fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }

    /// Shows which player is thinking.
    pub(crate) fn thinking(player: &str) -> Self {
        let spinner = ProgressBar::new_spinner().with_message(player.to_string());
        Self::with_template(spinner, "{msg} is thinking...")
    }

    fn with_template(bar: ProgressBar, template: &str) -> Self {
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let bar = bar.with_style(style).with_finish(ProgressFinish::AndClear);
        bar.tick();
        Self(bar)
    }

    /// Counts one more thing as done, and shows the time left: an estimate, unless it is given.
    pub(crate) fn advance(&self, time_left: Option<Duration>) {
        let time_left = time_left.unwrap_or_else(|| self.0.eta());
        // Without progress, the estimate is zero.
        if !time_left.is_zero() {
            let text = format!(", {:#} left", HumanDuration(time_left));
            self.0.set_prefix(text);
        }
        self.0.inc(1);
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
