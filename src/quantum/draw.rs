//! What is shown of a position, drawings of it as text for a terminal and as SVG, and descriptions in English.
//!
//! ```text
//!  Position ─→ Facts ─┬─→ describe: sentences
//!                     ├─→ text: characters on a canvas
//!                     └─→ layout: coordinates ─→ links: their curves ─→ svg: shapes
//! ```

mod chains;
mod describe;
mod facts;
mod layout;
mod links;
mod plane;
mod svg;
mod text;

pub use describe::{captions, describe_action};
pub use facts::{Facts, Outcome, Part, Reason, Spooky};
pub use svg::{svg, svg_element, svg_part, svg_steps, svg_style};
pub use text::{text, text_steps};

pub use crate::drawing::{
    canvas::{TextStyle, wrap},
    markup::escape,
    theme::Theme,
};
