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
//! Modules depend only on those below: the rules don't depend on the search, nor the search on the layout of its table.
//!
//! ```text
//!  quantum          generate ─→ solve ─→ record ─→ position ─→ entanglement ─→ cell; lockstep ─→ record, for speed
//!                   record: cell_names and state_string translate other notations; position: boards
//!                   draw ─→ record: facts ─→ describe, chains ─→ text; facts ─→ layout ─→ links ─→ svg
//!  hypercube        n^d tic-tac-toe: player ─→ threats ─→ line_counts ─→ lines ─→ position ─→ board
//!  drawing          shared by both games: canvas, colours, markup
//!    player         X and O, of both games; random: random numbers
//! ```
//!
//! The command is a separate crate, `src/bin/qttt`, and uses the public items of this library:
//!
//! ```text
//!  main ─→ commands arguments to library calls, their results to output and an exit code
//!    check          checks other scorers: samples ─→ scorer; naive names their mistakes
//!    serve ─→ page  the page to play on, over HTTP, and pages of games
//!    referee        schedule ─→ pool ─→ game ─→ game_record, record_file ─→ standings, match_score, sprt: contests
//!                   contestant, boards: named in arguments; compliance: the check of a bot
//!    batch          a stream of records to a stream of answers, in order, on all cores: source ─→ line ─→ answer
//!                   json, tsv, solved: answers other than scores as text
//!    input          reads text from outside: a file or standard input
//!    process        runs other programs, and kills their process groups
//!      escape       makes text from outside safe to print
//!      plural       nouns after numbers
//! ```
//!
//! How a record is scored: `batch` divides a text into lines (`batch::line`). The tokens of a line are played on a
//! `Position` (`quantum::record`). Every mark collapses at once (`quantum::entanglement`), so both outcomes are known
//! as soon as a cycle is closed. The score or the object (`batch::json`) is appended, and written in the order of the
//! lines. For scores as text, sixteen records are played at a time (`quantum::lockstep`).
//!
//! `Position` implements the rules. Lockstep and `check::naive` implement them again, and tests compare both with
//! `Position`.
//!
//! `tests/` has a folder for each game and one for the command. `.ci/long` runs the long tests, which are ignored.
//!
//! # Features
//!
//! - `cli` (default): the dependencies of the command `qttt`, which runs on Unix. It is a feature because Cargo can't
//!   restrict dependencies to a binary.
//!
//! With `default-features = false`, the library has four dependencies.
//!
//! Rust 1.88 or newer. A minor version may need a newer Rust, but a patch version doesn't.

mod drawing;
pub mod hypercube;
mod player;
mod quantum;
mod random;

pub use player::Player;
pub use quantum::*;
pub use random::Rng;

/// The README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
