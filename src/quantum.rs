//! Quantum tic-tac-toe, independent of files, terminals, and arguments.

pub(crate) mod action;
pub(crate) mod cell;
pub mod draw;
mod entanglement;
pub(crate) mod game;
pub mod generate;
pub(crate) mod lockstep;
pub(crate) mod mark;
mod per_cell;
pub(crate) mod position;
pub(crate) mod record;
#[cfg(feature = "json")]
pub mod report;
pub(crate) mod score;
pub mod solve;
pub(crate) mod strategy;
