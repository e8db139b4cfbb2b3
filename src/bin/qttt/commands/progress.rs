//! Progress on standard error, if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// Creates a bar that counts things, for example games.
pub(crate) fn bar_of(all: usize, what: &str, is_shown: bool) -> ProgressBar {
    // Without the carriage return, the cursor stays at the right margin, so that the `^C` of an interrupted command
    // begins another line, which is then cleared instead of this one. The crate writes a space after the return.
    let style = style(&format!(
        " {{bar:10}} {{pos}} of {{len}} {what}{{wide_msg}}\r"
    ));
    let target = if is_shown {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(all as u64), target);
    cleared(bar, style)
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
