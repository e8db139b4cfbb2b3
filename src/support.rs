//! The parts of the library's drawings that the command `qttt` uses: sentences, boards without captions, text layout.
//! This is not part of the stable API: any version may change it.

#[cfg(feature = "json")]
pub use crate::quantum::report::is_printable;
pub use crate::{
    drawing::{canvas::wrap, escape},
    quantum::{
        action::{join_actions, push_actions},
        draw::{
            describe::{
                describe_action, describe_board, describe_collapse, describe_step, describe_value,
            },
            svg::{svg_board, svg_steps_up_to, svg_style, svg_up_to},
        },
        game::{NO_ACTIONS, next_line, whole_lines, without_end},
    },
};

/// The rules in English: a numbered list, one rule per line.
pub const RULES: &str = include_str!("quantum/rules.md");
