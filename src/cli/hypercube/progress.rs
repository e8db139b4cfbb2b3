//! A bar that shows how many games are done.

use std::{
    fmt,
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// How often the text behind the bar is made anew: for thousands of games, standings take time.
const EVERY: Duration = Duration::from_millis(500);

/// A bar on standard error, if that is a terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    told: Option<Instant>,
}

impl Bar {
    /// Shows that some games of so many are done.
    pub(super) fn of(done: usize, all: usize, what: &str, verb: &str) -> Self {
        let target = match io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar =
            ProgressBar::with_draw_target(Some(all as u64), target).with_position(done as u64);
        let template =
            format!("{{bar:10}} {{pos}} of {{len}} {what} {verb}, {{rate}}, {{eta}} left{{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            let rate = |state: &ProgressState, rate: &mut dyn fmt::Write| {
                let _ = write!(rate, "{:.1}/s", state.per_sec());
            };
            bar.set_style(style.with_key("rate", rate));
        }
        // Games that were done before say nothing about the rate.
        bar.reset_eta();
        Self { bar, told: None }
    }

    /// Does something that prints, while the bar is not there.
    pub(super) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Counts a game, and shows a message, made only when it is time for one.
    pub(super) fn count(&mut self, message: impl FnOnce() -> String) {
        let is_due = self.told.is_none_or(|told| told.elapsed() > EVERY);
        if is_due && !self.bar.is_hidden() {
            self.told = Some(Instant::now());
            self.bar.set_message(message());
        }
        self.bar.inc(1);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
