//! What is asked of the solver.

/// A question about a position, or about all positions of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    /// Whether every legal action has its value, and not only the best actions are listed.
    pub(crate) actions: bool,
    pub(crate) path: Path,
}

/// Which other positions are solved.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Path {
    None,
    /// The principal variation.
    Best,
    /// The moves of the record.
    Played,
}
