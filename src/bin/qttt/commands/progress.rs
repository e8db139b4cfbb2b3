//! Progress on standard error, where that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// Creates a bar that counts things, such as games.
pub(crate) fn bar_of(done: usize, all: usize, what: &str) -> ProgressBar {
    let template = format!("{{bar:10}} {{pos}} of {{len}} {what}, {{eta}} left");
    let bar = with_template(ProgressBar::new(all as u64), &template);
    bar.set_position(done as u64);
    bar.reset_eta();
    bar
}

/// Creates a line that shows which player is thinking, and for how long.
pub(crate) fn thinker(name: &str) -> ProgressBar {
    let thinker = with_template(ProgressBar::new_spinner(), "{msg} is thinking... {elapsed}");
    thinker.set_message(name.to_string());
    thinker.enable_steady_tick(Duration::from_millis(200));
    thinker
}

/// Sets the template of a bar, which is cleared at its end.
fn with_template(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    bar.with_style(style).with_finish(ProgressFinish::AndClear)
}
