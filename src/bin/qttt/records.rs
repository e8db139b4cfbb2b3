//! The contents of a line, and their output formats: text, JSON, or a table.

mod analysis;
pub(crate) mod arguments;
mod game;
mod object;
mod query;
mod scores;
mod stream;
mod table;

pub(crate) use analysis::{Analysis, join, result_of, sign};
pub(crate) use game::{Game, InputLine, LineError, Lines};
pub(crate) use object::{Object, Objects, push_invalid};
pub(crate) use query::Query;
pub(crate) use scores::Scores;
pub(crate) use table::Table;

/// Answers lines.
pub(crate) trait Answer: Sync {
    /// Appends the answer to a line, or what stands for an invalid one, with its newline.
    ///
    /// # Errors
    ///
    /// If the line is invalid.
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError>;

    /// Appends the answers to all lines. Returns the mistakes, each with the number of its line.
    fn answer_all(&self, lines: Lines<'_>, output: &mut Vec<u8>) -> Vec<(u64, LineError)> {
        let mistake = |line: InputLine<'_>| Some((line.number, self.answer(line, output).err()?));
        lines.iter().filter_map(mistake).collect()
    }
}
