//! The parts that the drawings of both games share.

pub(crate) mod canvas;
pub(crate) mod colors;
pub(crate) mod markup;

/// Lists lines by their cells: `the line AEI`, or `the lines AEI and CEG`.
pub(crate) fn the_lines(lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<_> = lines.collect();
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("the {noun} {}", lines.join(" and "))
}
