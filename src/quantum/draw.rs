//! Drawings of a position as text for a terminal and as SVG, and descriptions in English.
//!
//! ```text
//!  chains of marks ─→ describe: sentences ─→ text: characters on a canvas
//!  layout: coordinates ─→ links: their curves ─→ svg: shapes
//! ```

mod chains;
mod describe;
mod layout;
mod links;
mod plane;
mod svg;
mod text;

pub use crate::drawing::canvas::TextStyle;
pub use describe::describe;
pub use svg::{svg, svg_steps};
pub use text::{text, text_steps};

/// What [`support`](crate::support) offers.
pub(crate) mod support {
    pub use super::{
        describe::{
            describe_action, describe_board, describe_collapse, describe_possible, describe_reason,
            describe_result, describe_step, describe_win,
        },
        svg::{svg_board, svg_style},
    };
}
