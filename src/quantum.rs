//! Quantum tic-tac-toe, independent of files, terminals, and arguments.

pub(crate) mod action;
pub(crate) mod cell;
pub mod draw;
mod entanglement;
pub mod generate;
pub(crate) mod lockstep;
pub(crate) mod mark;
mod per_cell;
pub(crate) mod position;
pub(crate) mod record;
pub(crate) mod score;
pub mod solve;
