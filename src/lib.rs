//! Quantum tic-tac-toe: the rules, records, scores, drawings, and perfect play.
//!
//! A game is played on a [`Position`], or as a [`Record`], which also keeps its history:
//!
//! ```
//! use qttt::{Record, Score, Status, solve::Solver};
//!
//! let mut record: Record = "AB BE DE AE".parse()?;
//! let Status::Measure { by, cell, choices } = record.position().status() else { unreachable!("a cycle is closed") };
//! assert_eq!(format!("{by} chooses what {cell} becomes: {choices}"), "X chooses what A becomes: 1 or 4");
//!
//! // Perfect play, to the end of the game.
//! let solver = Solver::new();
//! while let Some(&best) = solver.best_actions(&record.position()).first() {
//!     record.push(best)?;
//! }
//! assert_eq!(record.to_string(), "AB BE DE AE 1 GH GH 5");
//! assert_eq!(record.position().score(), Score::XFirst);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same game before its measurement, and both outcomes, as [`draw::svg`] draws them:
//!
#![doc = include_str!("../tests/snapshots/outcomes.svg")]
//!
//! - [`Game`] reads records and positions in every form; [`score_lines`] scores many, one per line.
//! - [`solve`] finds perfect play, [`draw`] draws text and SVG, [`generate`] generates games.
//! - [`hypercube`] is n^d tic-tac-toe: boards, positions, and the engine.
//!
//! # Features
//!
//! - `json`: the module `report`, with the facts about a game as data, and serialization of cells, actions, positions,
//!   and records.
//! - `cli` (default): `json`, and the dependencies of the command `qttt`, which runs on Unix. It is a feature because
//!   Cargo can't restrict dependencies to a binary.
//!
//! With `default-features = false`, the library has three dependencies.
//!
//! Rust 1.89 or newer. A minor version may need a newer Rust, but a patch version doesn't.

mod drawing;
pub mod hypercube;
#[cfg(feature = "json")]
mod json_line;
mod lines;
mod player;
mod quantum;
mod random;
#[cfg(feature = "json")]
mod serialize;
#[doc(hidden)]
pub mod support;
#[cfg(all(target_arch = "wasm32", feature = "json"))]
mod wasm;

// The rules.
pub use player::{ByPlayer, Player};
pub use quantum::action::RuleError;
pub use quantum::position::{Position, Status};

// The board.
pub use quantum::cell::{Cell, CellSet, Cells, LINES, Symmetry};
pub use quantum::mark::{Choices, Mark};
pub use quantum::position::{ClassicalBoard, Part, PositionError, Possible, Spooky};

// Games, with their history and their score.
pub use quantum::action::{Action, ParseError};
pub use quantum::game::Game;
pub use quantum::lockstep::score_lines;
pub use quantum::record::{ErrorKind, GameError, Place, Record, Step};
pub use quantum::score::{Points, Score};

// Tools.
#[cfg(feature = "json")]
pub use quantum::report;
pub use quantum::strategy::Strategy;
pub use quantum::{draw, generate, solve};
pub use random::Rng;

/// The README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
