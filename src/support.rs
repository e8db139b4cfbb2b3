//! The parts of the library's drawings that the command `qttt` uses: sentences, boards without captions, text layout.
//! This is not part of the stable API: any version may change it.

pub use crate::{
    drawing::{canvas::wrap, markup::escape},
    quantum::draw::{
        describe::{
            describe_action, describe_board, describe_collapse, describe_possible, describe_reason,
            describe_result, describe_step, describe_win,
        },
        svg::{svg_board, svg_style},
    },
};

/// The rules in English: a numbered list, one rule per line.
pub const RULES: &str = include_str!("quantum/rules.md");
