#![doc = include_str!("../README.md")]

pub mod batch;
mod canvas;
pub mod escape;
pub mod hypercube;
#[cfg(feature = "json")]
mod json;
mod quantum;
#[cfg(feature = "serde")]
mod serialize;

#[cfg(feature = "json")]
pub use json::{ErrorReport, ScoreReport, SolutionReport};
pub use quantum::*;
