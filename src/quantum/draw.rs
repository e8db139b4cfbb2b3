//! Pictures of positions: as text for a terminal, and as SVG.
//!
//! ```text
//!  Position ─→ scene: what is to be seen ─┬──────────────────────────────────────────────────────→ text: characters on a canvas
//!                                     └─→ layout: where marks stand ─→ links: the way they go ─→ svg: shapes
//! ```

mod layout;
mod links;
mod page;
mod plane;
mod scene;
mod svg;
mod text;
mod words;

pub use page::{RULES, Sheet, page, page_to_play};
pub use scene::describe_board;
pub use svg::{svg, svg_steps};
pub use text::{text, text_steps};
pub use words::{describe, describe_action};

pub use crate::drawing::{canvas::TextStyle, theme::Theme};
