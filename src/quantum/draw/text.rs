//! Positions as text.

use std::iter;

use anstyle::Style;

use super::describe::{
    chains, describe, describe_choice, describe_possible, describe_result, frames,
};
use super::layout::{place_of_cell, place_of_mark};
use crate::drawing::canvas::{Canvas, GAP, TextStyle, style_of};
use crate::{Cell, CellSet, Mark, Part, Player, Position, Record, Spooky, Step};

/// Draws a position as text: the board, the next action, the entanglement, and, if a measurement is due, its outcomes.
/// With 80 columns, it has at most 24 rows. A board takes 34 columns, even if there are fewer.
///
/// Marks of a cycle are followed by `°` (`*` in ASCII). Cells of a line are filled with dots.
///
/// ```
/// use qttt::{Record, draw};
///
/// let position = "AB BC".parse::<Record>()?.position();
/// let style = draw::TextStyle { ascii: true, ..Default::default() };
/// assert_eq!(draw::text(&position, &style), "\
/// +-A--------+-B--------+-C--------+
/// | X1       | X1 O2    |    O2    |
/// |          |          |          |
/// |          |          |          |
/// +-D--------+-E--------+-F--------+
/// |          |          |          |
/// |          |          |          |
/// |          |          |          |
/// +-G--------+-H--------+-I--------+
/// |          |          |          |
/// |          |          |          |
/// |          |          |          |
/// +----------+----------+----------+
/// Move 3: X to move.
/// Entangled: A -X1- B -O2- C
/// 3 classical boards are possible: X has a line in none of them, and O in none.
/// ");
/// # Ok::<(), qttt::GameError>(())
/// ```
#[must_use]
pub fn text(position: &Position, style: &TextStyle) -> String {
    let mut canvas = style.board(position);
    let beside = BOARD_WIDTH + GAP;
    let is_wide = style.width >= 3 * beside - GAP;
    let outcomes: Vec<_> = (position.measurements().iter())
        .map(|measurement| style.outcome(measurement, is_wide))
        .collect();
    let together = side_by_side(&outcomes, style.width);
    let fits_beside = style.width >= beside + together.width();
    if fits_beside {
        canvas.paste(beside, usize::from(!is_wide), &together);
    }
    let mut notes = vec![describe(position)];
    notes.extend(style.entanglement(position));
    notes.extend(describe_possible(position));
    for note in notes {
        canvas.write_wrapped(&note, style.width);
    }
    if !outcomes.is_empty() && !fits_beside {
        canvas.paste(0, canvas.height() + 1, &together);
    }
    canvas.render(style.color)
}

/// Draws each position of a game after its action, or the empty board if there is no action. A board takes 34 columns,
/// even if there are fewer.
///
/// ```
/// use qttt::draw;
///
/// let drawing = draw::text_steps(&"AB BE".parse()?, &draw::TextStyle::default());
/// assert!(drawing.starts_with("1. X plays AB                       2. O plays BE\n"));
/// # Ok::<(), qttt::GameError>(())
/// ```
#[must_use]
pub fn text_steps(record: &Record, style: &TextStyle) -> String {
    let captioned = |(caption, position): (String, _)| {
        let mut canvas = Canvas::default();
        canvas.write(0, 0, &caption, Style::new().bold());
        canvas.paste(0, 1, &style.board(&position));
        canvas
    };
    let frames: Vec<_> = frames(record).into_iter().map(captioned).collect();
    let mut canvas = side_by_side(&frames, style.width);
    if !record.actions().is_empty() {
        let last = record.position();
        for note in iter::once(describe(&last)).chain(describe_possible(&last)) {
            canvas.write_wrapped(&note, style.width);
        }
    }
    canvas.render(style.color)
}

/// The width of a cell: three marks in a row, each followed by a space or the sign of the cycle.
const CELL_WIDTH: usize = 10;
const CELL_HEIGHT: usize = 3;
const BOARD_WIDTH: usize = 3 * (CELL_WIDTH + 1) + 1;

/// The width of a cell of a small board: two marks and the sign for more.
const SMALL_CELL_WIDTH: usize = 5;

/// Arranges drawings in rows. Each takes as many columns as the widest.
fn side_by_side(drawings: &[Canvas], width: usize) -> Canvas {
    let each = drawings.iter().map(Canvas::width).max().unwrap_or(0);
    Canvas::side_by_side(drawings, each, width)
}

fn spooky_in(position: &Position, cell: Cell) -> impl Iterator<Item = Spooky> {
    let spooky = position.spooky_marks();
    spooky.filter(move |spooky| spooky.cells.contains(&cell))
}

fn is_on_line(position: &Position, cell: Cell) -> bool {
    position.lines().any(|(_, line)| line.contains(cell))
}

impl TextStyle {
    fn board(&self, position: &Position) -> Canvas {
        let mut canvas = Canvas::default();
        self.grid(&mut canvas, 0, [CELL_WIDTH, CELL_HEIGHT]);
        for cell in Cell::ALL {
            self.cell(&mut canvas, position, cell);
        }
        canvas
    }

    /// Draws an outcome of a measurement with its caption, as a large or a small board.
    fn outcome(&self, measurement: &Step, large: bool) -> Canvas {
        let after = &measurement.after;
        let caption = [describe_choice(measurement), describe_result(after)];
        let mut canvas = Canvas::default();
        if large {
            canvas.paste(0, 0, &self.board(after));
            canvas.write(0, canvas.height(), &caption.join(". "), Style::new().bold());
            return canvas;
        }
        for (row, line) in caption.iter().enumerate() {
            canvas.write(0, row, line, Style::new().bold());
        }
        let top = canvas.height();
        self.grid(&mut canvas, top, [SMALL_CELL_WIDTH, 1]);
        for cell in Cell::ALL {
            self.small_cell(&mut canvas, top, after, cell);
        }
        canvas
    }

    fn small_cell(&self, canvas: &mut Canvas, top: usize, position: &Position, cell: Cell) {
        let [column, row] = place_of_cell(cell);
        let (x, y) = (column * (SMALL_CELL_WIDTH + 1), top + row * 2);
        canvas.write(x + 2, y, &cell.to_string(), Style::new());
        if let Some(mark) = position.classical(cell) {
            let text = if is_on_line(position, cell) {
                format!("({})", self.mark(mark))
            } else {
                format!(" {}", self.mark(mark))
            };
            canvas.write(x + 1, y + 1, &text, style_of(mark.player()).bold());
        }
        for (i, spooky) in spooky_in(position, cell).enumerate() {
            let (text, style) = match i {
                0 | 1 => (self.mark(spooky.mark), style_of(spooky.mark.player())),
                _ => (self.either("+", "…").to_string(), Style::new()),
            };
            canvas.write(x + 1 + 2 * i.min(2), y + 1, &text, style);
        }
    }

    /// Draws the borders of cells with this width and height.
    fn grid(&self, canvas: &mut Canvas, top: usize, [width, height]: [usize; 2]) {
        let dim = Style::new().dimmed();
        let (horizontal, vertical) = self.either(("-", "|"), ("─", "│"));
        let middle = ["├", "┼", "┼", "┤"];
        let unicode = [["┌", "┬", "┬", "┐"], middle, middle, ["└", "┴", "┴", "┘"]];
        let crossings = self.either([["+"; 4]; 4], unicode);
        for y in 0..3 * (height + 1) {
            for column in 0..=3 {
                canvas.write(column * (width + 1), top + y, vertical, dim);
            }
        }
        for (row, crossing) in crossings.into_iter().enumerate() {
            let border = crossing.join(&horizontal.repeat(width));
            canvas.write(0, top + row * (height + 1), &border, dim);
        }
    }

    fn cell(&self, canvas: &mut Canvas, position: &Position, cell: Cell) {
        let [column, row] = place_of_cell(cell);
        let (x, y) = (column * (CELL_WIDTH + 1) + 1, row * (CELL_HEIGHT + 1) + 1);
        canvas.write(x + 1, y - 1, &cell.to_string(), Style::new());
        if is_on_line(position, cell) {
            let dots = self.either(":", "·");
            for row in 0..CELL_HEIGHT {
                canvas.write(x, y + row, &dots.repeat(CELL_WIDTH), Style::new().dimmed());
            }
        }
        if let Some(mark) = position.classical(cell) {
            self.classical(canvas, x + 3, y, mark);
        }
        for spooky in spooky_in(position, cell) {
            let [column, row] = place_of_mark(spooky.mark);
            let style = style_of(spooky.mark.player());
            let (style, sign) = match spooky.part {
                Part::Cycle => (style.bold(), self.either("*", "°")),
                Part::Attached | Part::Free => (style, ""),
            };
            let text = self.mark(spooky.mark) + sign;
            canvas.write(x + 1 + 3 * column, y + row, &text, style);
        }
    }

    /// Draws a large mark with its subscript.
    fn classical(&self, canvas: &mut Canvas, x: usize, y: usize, mark: Mark) {
        let rows = match mark.player() {
            Player::X => self.either(["\\ /", " X ", "/ \\"], ["╲ ╱", " ╳ ", "╱ ╲"]),
            Player::O => self.either([".-.", "| |", "'-'"], ["╭─╮", "│ │", "╰─╯"]),
        };
        let style = style_of(mark.player()).bold();
        for (i, row) in rows.into_iter().enumerate() {
            canvas.write(x, y + i, row, style);
        }
        canvas.write(x + 3, y + 2, &self.subscript(mark), style);
    }

    fn mark(&self, mark: Mark) -> String {
        format!("{}{}", mark.player(), self.subscript(mark))
    }

    fn subscript(&self, mark: Mark) -> String {
        if self.ascii {
            return mark.number().to_string();
        }
        let subscripts = "₀₁₂₃₄₅₆₇₈₉".chars();
        subscripts.skip(mark.number().into()).take(1).collect()
    }

    /// Describes the entanglement: the cycle, the marks attached to it, then the other components.
    fn entanglement(&self, position: &Position) -> Vec<String> {
        let cells = position.cycle();
        let free = if cells.is_empty() {
            "Entangled"
        } else {
            "Unaffected"
        };
        let cycle = format!("Cycle ({})", self.either("*", "°"));
        let parts = [
            (&cycle[..], Part::Cycle, CellSet::EMPTY),
            ("Attached to the cycle", Part::Attached, cells),
            (free, Part::Free, CellSet::EMPTY),
        ];
        let mut notes = Vec::new();
        for (title, part, from) in parts {
            let chains = chains(position, part, from).into_iter();
            let chains = chains.map(|(start, marks)| self.chain(start, &marks));
            let chains: Vec<_> = chains.collect();
            if !chains.is_empty() {
                notes.push(format!("{title}: {}", chains.join(", ")));
            }
        }
        notes
    }

    fn chain(&self, start: Cell, marks: &[(Mark, Cell)]) -> String {
        let bar = self.either("-", "─");
        let step = |(mark, cell): &(Mark, Cell)| format!(" {bar}{}{bar} {cell}", self.mark(*mark));
        start.to_string() + &marks.iter().map(step).collect::<String>()
    }
}
