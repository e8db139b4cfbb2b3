//! Drawings of a position as text for a terminal and as SVG, and descriptions in English.
//!
//! ```text
//!  describe: sentences, and chains of marks ─→ text: characters on a canvas
//!  layout: coordinates ─→ links: their curves ─→ svg: shapes
//! ```

pub(crate) mod describe;
mod layout;
mod links;
mod plane;
pub(crate) mod svg;
mod text;

pub use crate::drawing::canvas::TextStyle;
pub use describe::{
    describe, describe_action, describe_best, describe_board, describe_collapse, describe_number,
    describe_perfect_play, describe_step, describe_value, with_fractions,
};
pub use svg::{svg, svg_steps};
pub use text::{text, text_steps};
