//! Quantum tic-tac-toe

mod quantum;

pub use quantum::*;
