//! Quantum tic-tac-toe. It knows nothing of files, terminals or arguments.

mod cell;
pub mod draw;
mod entanglement;
mod error;
mod game;
pub mod generate;
pub(crate) mod lockstep;
mod mark;
mod notation;
mod per_cell;
mod perft;
mod score;
pub mod solve;

pub use cell::{Cell, CellSet, Cells, LINES, Symmetry};
pub use error::{Found, ParseError, Place, RecordError, RuleError};
pub use game::{Action, Game, Status};
pub use mark::{Choices, Mark, Player};
pub use notation::{Misread, Token, Tokens, record_of, replay};
pub use perft::{Perft, perft};
pub use score::{Payoff, Points, Score};
