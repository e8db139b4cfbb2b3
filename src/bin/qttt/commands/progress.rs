//! Progress on standard error, if that is a terminal.

use std::{fmt, time::Duration};

use indicatif::{HumanDuration, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

/// Creates a bar that counts things, for example games. `done` of them are done already. As soon as one more is done,
/// the bar shows the time left.
pub(crate) fn bar_of(done: usize, all: usize, what: &str) -> ProgressBar {
    // Without the carriage return, the cursor stays at the right margin, so that the `^C` of an interrupted command
    // begins another line, which is then cleared instead of this one. The crate writes a space after the return.
    let style = style(&format!(
        " {{bar:10}} {{pos}} of {{len}} {what}{{left}}{{wide_msg}}\r"
    ));
    let done = done as u64;
    let left = move |state: &ProgressState, text: &mut dyn fmt::Write| {
        if state.pos() > done {
            let _ = write!(text, ", {:#} left", HumanDuration(state.eta()));
        }
    };
    let bar = cleared(ProgressBar::new(all as u64), style.with_key("left", left));
    bar.set_position(done);
    bar.reset_eta();
    bar
}

/// Creates a line that shows which player is thinking, and for how long.
pub(crate) fn thinker(name: &str) -> ProgressBar {
    let style = style("{msg} is thinking... {elapsed}");
    let thinker = cleared(ProgressBar::new_spinner(), style);
    thinker.set_message(name.to_string());
    thinker.enable_steady_tick(Duration::from_millis(200));
    thinker
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is valid")
}

/// Sets the style of a bar, which is cleared at its end.
fn cleared(bar: ProgressBar, style: ProgressStyle) -> ProgressBar {
    bar.with_style(style).with_finish(ProgressFinish::AndClear)
}
