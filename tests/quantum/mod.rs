//! Quantum tic-tac-toe, as a user of the library sees it.

mod known;
mod notations;
mod perft;
mod pictures;
mod positions;
mod rules;
