//! Queries to the solver.

/// A query about a position, or about all positions of a game.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Query {
    /// Whether every legal action is listed with its value, not only the best actions.
    pub(crate) actions: bool,
    /// Whether every position of the record is solved, not only the last.
    pub(crate) steps: bool,
}
