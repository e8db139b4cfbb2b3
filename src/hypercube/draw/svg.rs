//! A position as one self-contained SVG picture: the slices of the board as layers.

use std::{collections::BTreeSet, fmt::Write};

use super::{MOST_CELLS, axes, caption, describe};
use crate::{
    canvas::wrap,
    hypercube::{board::Cell, line::Line, position::Position},
    markup::escape,
    theme::Theme,
};

/// A plane has room for two dimensions within a layer, and two of layers.
const MOST_DIMENSIONS: u32 = 4;

/// Lengths are in pixels: of a cell, and of what is around the cells of a layer.
const CELL: f32 = 30.0;
const NUMBERS: f32 = 26.0;
const CAPTION: f32 = 24.0;
const GAP: f32 = 18.0;
const MARGIN: f32 = 14.0;
const LINE_HEIGHT: f32 = 22.0;

const SHAPES: &str = "\
    text{font-family:system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;text-anchor:middle}\
    .note{font-size:16px}.caption{font-size:15px}.name{font-size:13px}.grid{fill:none;stroke-width:1.5}\
    .mark text{fill:currentColor;font-size:20px;font-weight:700}\
    .last{fill:none;stroke:currentColor;stroke-width:2.5}.band{stroke:currentColor;stroke-width:1.5}";

/// Draws a position in layers: within one, the first coordinate grows to the right and the second downwards; from layer
/// to layer, the third to the right and the fourth downwards. Returns `None` for more than four dimensions or 10,000
/// cells, which no picture has room for.
///
/// A stone is a group of the class `mark` with `data-player`, `data-ply` and `data-cell`. Those of a line that wins
/// have `data-line`, and a ground of their own; the last one has a frame.
///
/// ```
/// use qttt::hypercube::{draw, protocol};
///
/// let position = protocol::read(b"3,3\n1,1,1;2,0,1\n")?;
/// let picture = draw::svg(&position, draw::Theme::Auto).unwrap();
/// assert!(picture.contains("data-player=\"O\" data-ply=\"2\" data-cell=\"2,0,1\""));
/// # Ok::<(), protocol::ProtocolError>(())
/// ```
#[must_use]
pub fn svg(position: &Position, theme: Theme) -> Option<String> {
    let board = position.board();
    let cells = board.cells().filter(|&cells| cells <= MOST_CELLS)?;
    if board.dimensions() > MOST_DIMENSIONS {
        return None;
    }
    let n = board.width() as usize;
    let layers = cells as usize / (n * n);
    let (columns, rows) = (layers.min(n), layers.div_ceil(n));
    let side = CELL * n as f32;
    let (wide, high) = (NUMBERS + side + GAP, CAPTION + NUMBERS + side + GAP);
    let words = describe(position);
    let width = (2.0 * MARGIN + wide * columns as f32 - GAP).max(300.0);
    let notes = wrap(
        &format!("{words} {}", axes(board)),
        ((width - 2.0 * MARGIN) / 8.6) as usize,
    );
    let top_of_notes = MARGIN + high * rows as f32;
    let height = top_of_notes + LINE_HEIGHT * notes.len() as f32 + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\"><title>{}</title><desc>{}</desc><style>{SHAPES}{}</style>\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>",
        escape(&words),
        escape(&stones_in_words(position)),
        theme.rules(),
    );
    let picture = Picture {
        position,
        won: position
            .winning_lines()
            .iter()
            .flat_map(Line::cells)
            .collect(),
    };
    for layer in 0..layers {
        let first = board.cell(layer * n * n);
        let left = MARGIN + NUMBERS + wide * (layer % n) as f32;
        let top = MARGIN + CAPTION + NUMBERS + high * (layer / n) as f32;
        picture.layer(&mut svg, &first, [left, top]);
    }
    for (ply, cell) in (1..).zip(position.moves()) {
        let layer = board.index(cell) / (n * n);
        let left = MARGIN + NUMBERS + wide * (layer % n) as f32;
        let top = MARGIN + CAPTION + NUMBERS + high * (layer / n) as f32;
        picture.stone(&mut svg, ply, cell, [left, top]);
    }
    for (i, note) in notes.iter().enumerate() {
        let y = top_of_notes + LINE_HEIGHT * (i as f32 + 0.6);
        add(&mut svg, "note", [width / 2.0, y], note);
    }
    Some(svg + "</svg>")
}

struct Picture<'p> {
    position: &'p Position,
    won: BTreeSet<Cell>,
}

impl Picture<'_> {
    /// Draws the caption, the numbers and the cells of a layer, which begins at a cell.
    fn layer(&self, svg: &mut String, first: &Cell, [left, top]: [f32; 2]) {
        let n = self.position.board().width();
        let side = CELL * n as f32;
        let middle = left + side / 2.0;
        add(
            svg,
            "caption",
            [middle, top - NUMBERS - 4.0],
            &caption(first),
        );
        for i in 0..n {
            let at = CELL * (i as f32 + 0.5);
            add(svg, "name", [left + at, top - 8.0], &i.to_string());
            add(svg, "name", [left - 13.0, top + at + 5.0], &i.to_string());
        }
        let mut grid = String::new();
        for i in 0..=n {
            let at = CELL * i as f32;
            let (x, y, right, bottom) = (left + at, top + at, left + side, top + side);
            put(
                &mut grid,
                format_args!("M{x} {top}L{x} {bottom}M{left} {y}L{right} {y}"),
            );
        }
        put(svg, format_args!("<path class=\"grid\" d=\"{grid}\"/>"));
    }

    fn stone(&self, svg: &mut String, ply: usize, cell: &Cell, [left, top]: [f32; 2]) {
        let Some(stone) = self.position.stone(cell) else {
            return;
        };
        let (x, y) = (
            left + CELL * cell.0[0] as f32,
            top + CELL * cell.0[1] as f32,
        );
        let is_won = self.won.contains(cell);
        let line = if is_won { " data-line=\"\"" } else { "" };
        put(
            svg,
            format_args!(
                "<g class=\"mark\" data-player=\"{stone}\" data-ply=\"{ply}\" data-cell=\"{cell}\"{line}>"
            ),
        );
        let mut frame = |class: &str, inset: f32| {
            let (x, y, side) = (x + inset, y + inset, CELL - 2.0 * inset);
            put(
                svg,
                format_args!(
                    "<rect class=\"{class}\" data-player=\"{stone}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
                ),
            );
        };
        if is_won {
            frame("band", 0.0);
        }
        if self.position.moves().len() == ply {
            frame("last", 3.0);
        }
        put(
            svg,
            format_args!(
                "<text x=\"{}\" y=\"{}\">{stone}</text></g>",
                x + CELL / 2.0,
                y + CELL / 2.0 + 7.2
            ),
        );
    }
}

fn add(svg: &mut String, class: &str, [x, y]: [f32; 2], text: &str) {
    let text = escape(text);
    put(
        svg,
        format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"),
    );
}

/// Writing to a `String` can't fail.
fn put(svg: &mut String, shape: std::fmt::Arguments<'_>) {
    svg.write_fmt(shape).expect("a String takes every shape");
}

/// Lists the stones of both players.
fn stones_in_words(position: &Position) -> String {
    let of = |first: usize| {
        let cells = position.moves().iter().skip(first).step_by(2);
        cells.map(Cell::to_string).collect::<Vec<_>>().join(" ")
    };
    match position.moves() {
        [] => "The board is empty.".to_string(),
        [first] => format!("X: {first}."),
        _ => format!("X: {}. O: {}.", of(0), of(1)),
    }
}
