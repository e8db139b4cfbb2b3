//! Drawings of positions, as text for a terminal, as SVG and as HTML pages, and descriptions in English.
//!
//! ```text
//!  Position ─→ scene: contents ─┬──────────────────────────────────────────────→ text: characters on a canvas
//!                               └─→ layout: coordinates ─→ links: their curves ─→ svg: shapes ─→ page: HTML
//! ```

mod describe;
mod facts;
mod layout;
mod links;
mod plane;
mod scene;
mod svg;
mod text;

pub use describe::{EMPTY, captioned, describe, describe_action, describe_board};
pub use facts::{Facts, Outcome, Part, Reason, Spooky};
pub use svg::{SHAPES, of_position, part_of_board, svg, svg_steps};
pub use text::{text, text_steps};

pub use crate::drawing::{
    canvas::{TextStyle, wrap},
    markup::escape,
    theme::Theme,
};
