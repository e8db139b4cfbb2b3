//! The parts that the drawings of both games share.

pub(crate) mod canvas;
pub(crate) mod markup;
pub(crate) mod theme;
