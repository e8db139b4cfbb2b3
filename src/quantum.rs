//! Quantum tic-tac-toe, independent of files, terminals, and arguments.

mod action;
mod cell;
pub mod draw;
mod entanglement;
pub mod generate;
mod lockstep;
mod mark;
mod per_cell;
mod position;
mod record;
mod score;
pub mod solve;

pub use action::Action;
pub use cell::{Cell, CellSet, LINES, ParseError, Symmetry};
pub use lockstep::score_lines;
pub use mark::{Choices, Mark};
pub use position::{
    ClassicalBoard, Part, Position, PositionError, Possible, RuleError, Spooky, Status, Step,
};
pub use record::{MistakeKind, Record, RecordError, Span};
pub use score::{Points, Score};
