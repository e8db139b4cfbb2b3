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
#![doc = "<div><template shadowrootmode=\"open\">"]
#![doc = include_str!("../tests/snapshots/outcomes.svg")]
#![doc = "</template></div>"]
//!
//! - [`Game`] reads records and positions in every form; [`score_lines`] scores many, one per line.
//! - [`solve`] finds perfect play, [`draw`] draws text and SVG, [`generate`] generates games.
//! - [`hypercube`] is n^d tic-tac-toe: boards, positions, and the engine.
//!
//! # Features
//!
//! - `json`: [`report`], the facts about a game as data, and serialization of cells, actions, positions, and records.
//! - `cli` (default): `json`, and the dependencies of the command `qttt`, which runs on Unix. It is a feature because
//!   Cargo can't restrict dependencies to a binary.
//!
//! With `default-features = false`, the library has three dependencies.
//!
//! Rust 1.89 or newer. A minor version may need a newer Rust, but a patch version doesn't.
//!
//! # Layout
//!
//! Each module depends only on modules to its right or below it: the rules don't depend on the search.
//!
//! ```text
//!  wasm         report, for the page
//!  serialize    both games, as text
//!  quantum      report ─→ draw ─────────┬→ solve ─┬→ record ─→ position ─→ entanglement ─→ per_cell
//!               generate ─→ strategy ───┘         │
//!               lockstep ─→ game: forms of a text ┘
//!               score, action, mark, cell: the vocabulary
//!  hypercube    engine ─→ threats, scores, qubic ─→ line_counts ─→ table ─→ sub_board, symmetry
//!               draw, protocol ─→ position ─→ line, board
//!  both games   drawing; player: X and O; random
//! ```
//!
//! The command, `src/bin/qttt`, is a separate crate, which uses the public items of this library; [`support`] has those
//! that nothing else needs. The command has a file or a folder for each feature:
//!
//! ```text
//!  main            the commands; parses the arguments and runs a command
//!  score, show, handout, solve ─→ records: which records, line by line on all cores, as text, JSON, or a table
//!  play ─→ session: a game in the terminal
//!  page, generate, packaging
//!  check           scorers ─→ process: a command with limits
//!  hypercube       its commands ─→ referee: bots, games, tournaments ─→ process
//!  terminal        output, escapes, progress
//!  input           files and standard input
//!  command_line    help, values of arguments, and threads, which commands share
//! ```
//!
//! A record from an argument or a line is read by [`Game`], which decides its form and plays it on a [`Position`] token
//! by token. To write the scores of many lines as text, `lockstep` plays sixteen lines at a time instead. Lockstep and
//! `check::naive` implement the rules a second and a third time, and tests compare both with [`Position`].
//!
//! Where to add what (a path is below `src/bin/qttt` unless it begins with `quantum`, `docs`, or `tests`):
//!
//! - *a rule*: `quantum/position.rs`, `quantum/lockstep.rs`, `check/naive.rs`; the text: `quantum/rules.md`
//! - *a rule of scoring*: `quantum/score.rs`, which `Position` and `lockstep` share; `check/naive.rs`
//! - *a reason why an action is illegal*, which is also a kind of error: `RuleError` in `quantum/action.rs`, raised in
//!   `quantum/position.rs`
//! - *a kind of error*: `ErrorKind` in `quantum/record/error.rs`, raised by `Record::extend`, a notation, or
//!   `Game::read`; `docs/output.md`; hints for some kinds: `records/arguments.rs`, `play/quantum.rs`, `page/game.js`
//! - *a notation*: `Notation` in `quantum/record/notation.rs`; `record_of_link` in `quantum/game.rs`, if `#` or `+`
//!   means something in it; `docs/notation.md`, [`Game`], the README, `about_input` in `main.rs`; tests:
//!   `in_every_notation` in `tests/quantum/notations.rs`, `BYTES` and `reads_mutated_record` in
//!   `tests/command/mutations.rs`, `tests/command/notations.rs`
//! - *another form of a text*: `quantum/game.rs`; `docs/notation.md`
//! - *a sentence*: `quantum/draw/describe.rs`
//! - *a level of the computer*: `Strategy::LEVELS` in `quantum/strategy.rs`
//! - *a field of JSON*: `quantum/report.rs`; `docs/output.md`; only for the page: `quantum/report/page.rs`
//! - *a column*: `push_row` or, for a fact about the position, `push_facts` in `records/table.rs`; `docs/output.md`
//! - *an output format*: a file below `records/` with a `Format`; `FormatOptions` in `records/arguments.rs`, and the
//!   help there and in `solve.rs` that names the others; what `--actions` and `--steps` mean in it: `solve.rs`; a page
//!   in `docs`, which the README lists; tests: `FORMATS` in `tests/support/command.rs`, `PRINTING` in
//!   `tests/command/streams.rs`, `tests/command/usage.txt`
//! - *a command*: a file with its arguments, its help, and `run`; `main.rs`
//! - *a common mistake*: `Mistake` in `check/naive.rs`; `docs/judging.md`
//! - *a button*: `page/page.html`, `page/responses.js`; what is shown: `page/page.js`; what is played: `page/game.js`
//! - *a reason for a forfeit*: `Fault` in `referee/record.rs`; found in `ask.rs` beside it;
//!   `docs/contests.md`
//! - *a field of a record file*: `JsonGame` in `referee/record.rs`; `docs/contests.md`
//! - *a built-in player*: `BUILTINS` in `referee/contestant.rs`
//!
//! `tests/` contains a folder for each game and one for the command, and `published.txt`, the published games. A new
//! error also needs a case in `tests/quantum/mistakes.txt` or `tests/command/usage.txt`. What changes reports,
//! drawings, errors, or what can be read needs `.ci/page`, which rebuilds `page/qttt.wasm`. Outputs that were changed
//! on purpose need `SNAPSHOTS=overwrite cargo test`. `.ci/long` runs the long tests, which are marked `#[ignore]`.

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
pub use player::Player;
pub use quantum::action::RuleError;
pub use quantum::position::{Position, Status};

// The board.
pub use quantum::cell::{Cell, CellSet, Cells, LINES, Symmetry};
pub use quantum::mark::{Choices, Mark};
pub use quantum::position::{ClassicalBoard, Part, PositionError, Possible, Spooky};

// Games, with their history and their score.
pub use quantum::action::{Action, ParseError};
pub use quantum::game::{Game, Unread};
pub use quantum::lockstep::score_lines;
pub use quantum::record::{
    ErrorKind, Expected, Found, GameError, Place, Record, Span, Step, StepError,
};
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
