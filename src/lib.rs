//! Quantum tic-tac-toe: the rules, records, scores, drawings and perfect play. The command `qttt` is made of it.
//!
//! ```
//! use qttt::{Record, Status, solve::Solver};
//!
//! let mut game = "AB BE DE AE".parse::<Record>()?.game();
//! let Status::Measure { by, cell, choices } = game.status() else { unreachable!("a cycle is closed") };
//! assert_eq!(format!("{by} chooses what fills {cell}: {choices}"), "X chooses what fills A: 1 or 4");
//!
//! let best = Solver::new().best_actions(&game)[0];
//! game.act(best)?;
//! assert_eq!(game.score().to_string(), "0 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! That game before its measurement, as [`draw::svg`] shows it, with both outcomes:
//!
#![doc = "<div><template shadowrootmode=\"open\">"]
#![doc = include_str!("../tests/snapshots/outcomes.svg")]
#![doc = "</template></div>"]
//!
//! - [`Game`] knows the rules, [`Record`] is a game with its history, from and to text.
//! - [`batch`] answers a stream of records, a line each, on all cores.
//! - [`draw`] makes text and pictures, [`solve`] finds perfect play, [`generate`] makes random games.
//! - [`hypercube`] is n^d tic-tac-toe: boards, a player, and the referee of a tournament.
//! - `process` runs commands that can neither hold nor outlive who runs them: on Unix, with `referee`.
//!
//! # Features
//!
//! With `default-features = false` the library has four dependencies, and everything above but the referee.
//!
//! - `serde`: `Serialize` and `Deserialize` for cells, marks, players, actions, scores and boards.
//! - `json`: answers as JSON. Needs `serde`.
//! - `referee`: the referee of the n^d game, which runs programs by `sh`: on Unix only. Needs `json`.
//! - `cli`, the default: the command. Needs `referee`.
//!
//! Rust 1.88 or newer. A later minor version may need a newer Rust, a patch never.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod batch;
mod canvas;
#[cfg(all(unix, feature = "cli"))]
mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "json")]
mod escape;
pub mod hypercube;
#[cfg(feature = "json")]
mod json;
mod line;
mod markup;
#[cfg(all(unix, feature = "referee"))]
pub mod process;
mod quantum;
#[cfg(feature = "serde")]
mod serialize;
mod theme;
mod tsv;

pub use quantum::*;

/// The README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
