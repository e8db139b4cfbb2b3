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
//! - [`Game`] knows the rules; [`Record`] is a game with its history, from and to text.
//! - [`batch`] answers a stream of records, a line each, on all cores.
//! - [`draw`] makes text, pictures and pages, [`solve`] finds perfect play, [`generate`] makes random games.
//! - [`hypercube`] is n^d tic-tac-toe: boards, a player, and the referee of a tournament.
//!
//! # The house
//!
//! Rooms know only those to their right: rules know no search, search no table layout, and neither knows text.
//!
//! ```text
//! cli ─→ check, serve ─→ batch ─→ json ─→ line ─→ quantum: draw, solve, generate ─→ record ─→ game ─→ entanglement ─→ cell
//!  └───→ hypercube: referee ─→ player ─→ quiet, threats ─→ line_counts ─→ lines ─→ board
//!             └─→ process: programs, ended whole
//! ```
//!
//! The way of a record: a block of bytes (`batch`) is cut into lines (`line`); the tokens of a line are played on a `Game`
//! (`quantum::record`), which settles every mark as it comes (`quantum::entanglement`), so that a cycle is known when it is
//! closed; the score or the object (`json`) is appended, and written in the order of the blocks. Plain records are scored sixteen at
//! a time (`quantum::lockstep`), and `check::mistakes` has scorers that are wrong on purpose: the only two places that know the
//! rules besides `Game`, each held against it in tests. `canvas`, `theme`, `markup`, `page` and `escape` are what both games draw
//! and write with; `serialize` is the vocabulary in serde.
//!
//! `tests/` has a folder for each game and one for the command. The long tests are ignored, with their commands in comments.
//!
//! # Features
//!
//! With `default-features = false` the library has four dependencies, and everything above but the referee.
//!
//! - `serde`: `Serialize` and `Deserialize` for cells, marks, players, actions, scores and boards.
//! - `json`: answers as JSON. Needs `serde`.
//! - `referee`: the referee of the n^d game, which runs programs by `sh`: on Unix only. Needs `json`.
//! - `cli`, a default: the command. Needs `referee`.
//! - `serve`, a default: its `qttt serve`. Needs `cli`.
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
mod page;
#[cfg(all(unix, feature = "referee"))]
pub mod process;
mod quantum;
#[cfg(feature = "serde")]
mod serialize;
#[cfg(feature = "serve")]
mod serve;
mod theme;
mod tsv;

pub use quantum::*;

/// The README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
