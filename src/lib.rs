//! Quantum tic-tac-toe: the rules, records, scores, drawings, and perfect play. The command `qttt` uses this library.
//!
//! ```
//! use qttt::{Record, Status, solve::Solver};
//!
//! let mut position = "AB BE DE AE".parse::<Record>()?.position();
//! let Status::Measure { by, cell, choices } = position.status() else { unreachable!("a cycle is closed") };
//! assert_eq!(format!("{by} chooses what fills {cell}: {choices}"), "X chooses what fills A: 1 or 4");
//!
//! let best = Solver::new().best_actions(&position)[0];
//! position.act(best)?;
//! assert_eq!(position.score().to_string(), "0 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! That game before its measurement, drawn by [`draw::svg`], and both outcomes:
//!
#![doc = "<div><template shadowrootmode=\"open\">"]
#![doc = include_str!("../tests/snapshots/outcomes.svg")]
#![doc = "</template></div>"]
//!
//! - [`Position`] implements the rules; [`Record`] is a game with its history, from and to text.
//! - [`score_lines`] scores many records, one per line.
//! - [`draw`] draws positions as text and SVG, [`solve`] finds perfect play, [`generate`] generates games.
//! - [`hypercube`] is n^d tic-tac-toe: boards, positions, and players.
//!
//! # Layout
//!
//! Modules depend only on those to their right: for example, the rules don't depend on the search.
//!
//! ```text
//!  bin/qttt     commands ─→ check, serve, referee, batch ─→ records, process ─→ input, escape, plural
//!  quantum      generate ─→ solve ─→ record ─→ position ─→ entanglement ─→ score, action, mark, cell; draw ─→ record
//!               lockstep ─→ record: the rules again, for sixteen records at a time
//!  hypercube    player ─→ threats ─→ line_counts ─→ lines ─→ position ─→ board
//!  both games   drawing; player: X and O; random: random numbers
//! ```
//!
//! The command, `src/bin/qttt`, is a separate crate, which uses the public items of this library; [`support`] has those
//! that nothing else needs. A record from standard input is a line of a `batch`, which is read by `records` and played
//! on a [`Position`] token by token; to write scores as text, `lockstep` plays sixteen lines at a time instead.
//! Lockstep and `check::naive` implement the rules a second and a third time, and tests compare both with [`Position`].
//!
//! `tests/` contains a folder for each game and one for the command. `.ci/long` runs the long tests, which are ignored.
//!
//! # Features
//!
//! - `cli` (default): the dependencies of the command `qttt`, which runs on Unix. It is a feature because Cargo can't
//!   restrict dependencies to a binary.
//!
//! With `default-features = false`, the library has four dependencies.
//!
//! Rust 1.89 or newer. A minor version may need a newer Rust, but a patch version doesn't.

mod drawing;
pub mod hypercube;
mod player;
mod quantum;
mod random;
#[cfg(feature = "json")]
mod serialize;
pub mod support;

// The rules.
pub use player::Player;
pub use quantum::action::RuleError;
pub use quantum::position::{Position, Status};

// The board.
pub use quantum::cell::{Cell, CellSet, LINES, ParseError, Symmetry};
pub use quantum::mark::{Choices, Mark};
pub use quantum::position::{ClassicalBoard, Part, PositionError, Possible, Spooky};

// Games, with their history and their score.
pub use quantum::action::Action;
pub use quantum::game::Game;
pub use quantum::lockstep::score_lines;
pub use quantum::position::Step;
pub use quantum::record::{ErrorKind, GameError, Record, Span};
pub use quantum::score::{Points, Score};

// Tools.
#[cfg(feature = "json")]
pub use quantum::report;
pub use quantum::{draw, generate, solve};
pub use random::Rng;

/// The README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
