#![doc = include_str!("../README.md")]

pub mod batch;
mod canvas;
pub mod escape;
pub mod hypercube;
mod json;
mod quantum;

pub use json::{ErrorReport, ScoreReport, SolutionReport};
pub use quantum::*;
