//! Pictures of a game: as text for a terminal, and as SVG.
//!
//! ```text
//!  Game ─→ Scene: what is to be seen ─┬─→ text: characters on a canvas
//!          geometry: where it stands ─┴─→ svg: shapes
//! ```

mod geometry;
mod scene;
mod svg;
mod text;
mod words;

pub use svg::{svg, svg_steps};
pub use text::{text, text_steps};
pub use words::{describe, describe_action};

use super::game::{Action, Game};
pub use crate::canvas::{TextStyle, wrap};

/// An action and the position after it.
pub type Step = (Action, Game);
