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
mod symmetry;

pub use action::Action;
pub use cell::{Cell, CellSet, LINES};
pub use lockstep::score_lines;
pub use mark::{Choices, Mark};
pub use position::{ClassicalBoard, Position, PositionError, Possible, RuleError, Status};
pub use record::{MistakeKind, Record, RecordError, Span, Step};
pub use score::{Points, Score};
pub use symmetry::Symmetry;
