//! Records as commands read them, line by line, and the formats of their output.

mod arguments;
mod format;
mod json;
mod stream;
mod table;

pub(crate) use arguments::{FormatOptions, RecordArguments, mean_stdin, record_of};
pub(crate) use format::{Format, Line, Solving};
