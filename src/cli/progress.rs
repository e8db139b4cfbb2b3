//! A bar on standard error, while work takes a while.

use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A shorter wait needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that appears when its work has taken a while.
pub(crate) struct Bar {
    bar: ProgressBar,
    started: Instant,
    is_wanted: bool,
}

impl Bar {
    /// Takes how much there is to do, and indicatif's template; `is_wanted` says whether anybody would see it.
    fn new(length: Option<u64>, template: &str, is_wanted: bool) -> Self {
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self {
            bar,
            started: Instant::now(),
            is_wanted: is_wanted && length > Some(0),
        }
    }

    /// Moves the bar on.
    pub(crate) fn add(&mut self, done: u64) {
        self.bar.inc(done);
        if self.is_wanted && self.bar.is_hidden() && self.started.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Counts things on a terminal, such as games.
    pub(crate) fn of_things(done: usize, all: usize, what: &str) -> Self {
        let template = format!("{{bar:10}} {{pos}} of {{len}} {what}, {{eta}} left");
        let bar = Self::new(Some(all as u64), &template, io::stderr().is_terminal());
        bar.bar.set_position(done as u64);
        bar.bar.reset_eta();
        bar
    }

    /// Shows who is thinking, and for how long.
    pub(crate) fn of_thinker(name: &str) -> Self {
        let thinker = Self::new(None, "{msg} is thinking... {elapsed}", false);
        // Nothing is drawn where standard error is no terminal.
        thinker.bar.set_draw_target(ProgressDrawTarget::stderr());
        thinker.bar.set_message(name.to_string());
        thinker.bar.enable_steady_tick(Duration::from_millis(200));
        thinker
    }

    /// Does something that prints, while the bar is not there.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
