//! Quantum tic-tac-toe, as a user of the library sees it.

mod known;
pub(crate) mod notations;
mod pictures;
mod positions;
pub(crate) mod rules;
