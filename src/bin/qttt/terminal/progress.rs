//! Progress on standard error, if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// Creates a bar that counts things, for example games.
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
    bar.with_style(style).with_finish(ProgressFinish::AndClear)
}
