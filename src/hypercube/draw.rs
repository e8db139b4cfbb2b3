//! Positions as text: the slices of the board side by side.

use anstyle::Style;

use super::{Board, Cell, Line, Position};
use crate::Player;
pub use crate::drawing::canvas::TextStyle;
use crate::drawing::canvas::{Canvas, GAP, style_of};
use crate::drawing::the_lines;

/// The maximum number of cells to draw. On a larger board, the stones are listed instead.
const MAX_CELLS: u64 = 10_000;

/// Draws a position. A line below the board says who is to move, or who has won.
///
/// In each slice, the first coordinate increases to the right, and the second downwards; the caption shows the others.
/// A winning line is in parentheses, and the last move is in brackets. If the board has more than 10,000 cells, or a
/// slice is wider than the output, the stones are listed instead.
///
/// ```
/// use qttt::hypercube::{draw, protocol};
///
/// let position = protocol::read(b"3,3\n1,1,1;2,0,1\n")?;
/// let style = draw::TextStyle { ascii: true, ..Default::default() };
/// assert_eq!(draw::text(&position, &style), "\
/// x,y,0        x,y,1        x,y,2
///    0  1  2      0  1  2      0  1  2
/// 0  .  .  .   0  .  . [O]  0  .  .  .
/// 1  .  .  .   1  .  X  .   1  .  .  .
/// 2  .  .  .   2  .  .  .   2  .  .  .
/// O's last move was 2,0,1. Move 3: X to move.
/// ");
/// # Ok::<(), qttt::hypercube::PositionError>(())
/// ```
#[must_use]
pub fn text(position: &Position, style: &TextStyle) -> String {
    let drawing = Drawing { position, style };
    let mut canvas = match why_listed(position.board(), style) {
        Some(why) => drawing.list(&why),
        None => drawing.slices(),
    };
    canvas.write_wrapped(&drawing.describe(), style.width);
    canvas.render(style.color)
}

/// Describes in a sentence in which direction each coordinate increases in a drawing by [`text`]. Returns `None` if the
/// stones are listed.
///
/// ```
/// use qttt::hypercube::{Board, draw};
///
/// assert_eq!(
///     draw::legend(Board::new(4, 3)?, &draw::TextStyle::default()).as_deref(),
///     Some("A cell is x,y,z: x increases to the right, y downwards, z from slice to slice.")
/// );
/// # Ok::<(), qttt::hypercube::BoardError>(())
/// ```
#[must_use]
pub fn legend(board: Board, style: &TextStyle) -> Option<String> {
    if why_listed(board, style).is_some() {
        return None;
    }
    let (names, others) = match board.dimensions() {
        2 => ("x,y", ""),
        3 => ("x,y,z", ", z from slice to slice"),
        4 => (
            "x,y,z,w",
            ", z from slice to slice, w from row to row of slices",
        ),
        _ => (
            "x,y,z,w and so on",
            ", z from slice to slice, w from row to row, and the others from grid to grid of slices",
        ),
    };
    Some(format!(
        "A cell is {names}: x increases to the right, y downwards{others}."
    ))
}

/// Explains why the stones of a board are listed; `None` if it is drawn.
fn why_listed(board: Board, style: &TextStyle) -> Option<String> {
    let (n, d) = (board.width(), board.dimensions());
    let (columns, most) = (slice_width(board), style.width);
    let why = if board.cell_count().is_none_or(|cells| cells > MAX_CELLS) {
        format!("has {n}^{d} cells, too many to draw.")
    } else if columns > most {
        format!("is too wide to draw: it needs {columns} columns, but only {most} are available.")
    } else {
        return None;
    };
    let listed = "The stones, in the order they were placed:";
    Some(format!("The board {board} {why} {listed}"))
}

/// The columns of a cell beside its stone.
const BRACKETS: usize = 2;

struct Drawing<'p> {
    position: &'p Position,
    style: &'p TextStyle,
}

impl Drawing<'_> {
    /// Draws every slice: the third coordinate increases to the right, the fourth downwards, and so on.
    fn slices(&self) -> Canvas {
        let board = self.position.board();
        let n = board.width() as usize;
        let (each, width) = (slice_width(board), self.style.width);
        let slices = board.cell_count().map_or(0, |cells| cells as usize) / (n * n);
        let mut canvas = Canvas::default();
        for row in (0..slices).step_by(if board.dimensions() == 2 { 1 } else { n }) {
            // A grid of slices numbers its columns once, after an empty line.
            let is_first = row % (n * n) == 0 || n * (each + GAP) - GAP > width;
            let top = canvas.height() + usize::from(is_first && row > 0);
            let row = row..slices.min(row + n);
            let row = row.filter_map(|slice| board.cell(slice * n * n));
            let row: Vec<_> = row.map(|first| self.slice(first, is_first)).collect();
            canvas.paste(0, top, &Canvas::side_by_side(&row, each, width));
        }
        canvas
    }

    /// Draws the slice that begins at a cell, with or without the numbers of its columns.
    fn slice(&self, mut cell: Cell, has_numbers: bool) -> Canvas {
        let board = self.position.board();
        let digits = digits(board);
        let mut canvas = Canvas::default();
        let others: String = cell.0[2..].iter().map(|x| format!(",{x}")).collect();
        canvas.write(0, 0, &format!("x,y{others}"), Style::new().bold());
        let dim = Style::new().dimmed();
        let top = 1 + usize::from(has_numbers);
        for i in 0..board.width() {
            let number = format!("{i:>digits$}");
            if has_numbers {
                canvas.write(column(board, i) + 1, 1, &number, dim);
            }
            canvas.write(0, top + i as usize, &number, dim);
        }
        for y in 0..board.width() {
            for x in 0..board.width() {
                (cell.0[0], cell.0[1]) = (x, y);
                let left = column(board, x) + digits - 1;
                self.stone(&mut canvas, left, top + y as usize, &cell);
            }
        }
        canvas
    }

    /// Draws a cell: the stone with a column on each side for marks.
    fn stone(&self, canvas: &mut Canvas, left: usize, top: usize, cell: &Cell) {
        match self.position.stone(cell) {
            None => {
                let dot = self.style.either(".", "·");
                canvas.write(left + 1, top, dot, Style::new().dimmed());
            }
            Some(player) => {
                let (text, style) = self.marked(cell, player, player.name(), " ");
                canvas.write(left, top, &text, style);
            }
        }
    }

    fn list(&self, note: &str) -> Canvas {
        let mut canvas = Canvas::default();
        canvas.write_wrapped(note, self.style.width);
        for player in Player::ALL {
            let own = self.position.stones_of(player);
            let cells = own.map(|cell| self.marked(cell, player, &cell.to_string(), "").0);
            let words: Vec<_> = std::iter::once(format!("{player}:")).chain(cells).collect();
            canvas.write_wrapped(&words.join(" "), self.style.width);
        }
        canvas
    }

    /// Returns the text of a player's stone between the marks of its cell, and its style.
    fn marked(&self, cell: &Cell, player: Player, text: &str, unmarked: &str) -> (String, Style) {
        let style = style_of(player);
        let mut won = self.position.winning_lines().iter();
        if self.position.moves().last() == Some(cell) {
            (format!("[{text}]"), style.bold())
        } else if won.any(|line| line.contains(cell)) {
            (format!("({text})"), style.bold())
        } else {
            (format!("{unmarked}{text}{unmarked}"), style)
        }
    }

    /// Describes the last move, and who is to move or how the game ended.
    fn describe(&self) -> String {
        let position = self.position;
        let number = position.moves().len();
        let last = match position.moves().last() {
            Some(cell) => {
                let player = Player::after_moves(number - 1);
                format!("{player}'s last move was {cell}. ")
            }
            None => String::new(),
        };
        let state = match (position.winner(), position.turn()) {
            (Some(winner), _) => {
                let join_cells = |line: &Line| {
                    let cells: Vec<_> = line.cells().map(|cell| cell.to_string()).collect();
                    cells.join(" ")
                };
                let lines = the_lines(position.winning_lines().iter().map(join_cells));
                format!("{winner} wins at move {number} with {lines}.")
            }
            (None, Some(turn)) => format!("Move {}: {turn} to move.", number + 1),
            (None, None) => "Nobody wins: the board is full.".to_string(),
        };
        last + &state
    }
}

/// Returns the number of digits of the largest coordinate.
fn digits(board: Board) -> usize {
    (board.width() - 1).to_string().len()
}

/// Returns the column of a slice at which the cells with the first coordinate `x` begin.
fn column(board: Board, x: u32) -> usize {
    digits(board) + 1 + x as usize * (digits(board) + BRACKETS)
}

/// Returns the width of a slice or of its caption, which is wider on boards of many dimensions.
fn slice_width(board: Board) -> usize {
    let others = board.dimensions() as usize - 2;
    let caption = "x,y".len() + others * (1 + digits(board));
    column(board, board.width()).max(caption)
}
