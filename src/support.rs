//! Items that the library and the command `qttt` share, for example boards without captions, lines of input, and the
//! rules. Not part of the stable API: any version may change it.

pub use crate::drawing::canvas::wrap;
pub use crate::drawing::escape_markup;
#[cfg(feature = "json")]
pub use crate::json_line::{is_printable, json_line, push_json_line};
pub use crate::lines::{excerpt, next_line, shortened, whole_lines, without_end, without_marks};
pub use crate::quantum::action::{join_actions, push_actions};
pub use crate::quantum::draw::svg::{BOARD_BOX, svg_board, svg_of, svg_style};
pub use crate::quantum::game::NO_ACTIONS;
pub use crate::quantum::record::MAX_TEXT;

/// The rules in English: a numbered list, one rule per line.
pub const RULES: &str = include_str!("quantum/rules.md");
