//! What is read from a line, a record or a position, and how it is written: as text, as JSON, or as a table.

mod answer;
pub(crate) mod json;
mod line;
mod solved;
mod tsv;

pub(crate) use answer::{Answer, Format, Readings, TextScores};
use line::NO_MOVES;
pub(crate) use line::{Block, Game, InputLine, LineError, MAX_RECORD, only_line};
pub(crate) use solved::{Reading, Request};
