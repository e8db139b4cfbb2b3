//! Games on a self-contained page: the slices of the board side by side, and the moves to step through.
//!
//! A game is drawn once, at its end, and every stone says which move placed it: so a long game on a large board stays
//! small. A reader without scripts, and paper, get that and the moves; the script hides what came later.

use std::{
    collections::{BTreeSet, HashSet},
    fmt::Write,
};

use super::{axes, caption, is_too_large};
use crate::{
    hypercube::{board::Board, line::Line, position::Position},
    markup::escape,
    page::{self, Page},
    theme::Theme,
};

const BODY: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

const STYLE_DIGEST: &str = "Jc4CRxdLMQ1jstovmlb2HHBIVh20+idrIyLFifKr7YM=";
const SCRIPT_DIGEST: &str = "uG75k+WYaaAADUS926p3mqscyaq2ETgk2mSZIzxi7as=";

/// Lengths in the units of a slice: of a cell, and of what is to the left of the cells and above.
const CELL: u32 = 30;
const LEFT: u32 = 18;
const TOP: u32 = 36;
const MARGIN: u32 = 3;

/// A game on a page.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its last position.
    pub position: Position,
    /// What it is called.
    pub title: String,
    /// How it ended.
    pub result: String,
}

/// Draws games as one self-contained HTML page to step through.
///
/// Of boards of more than 10,000 cells there are only the moves.
///
/// ```
/// use qttt::hypercube::{draw, protocol};
///
/// let position = protocol::read(b"3,3\n1,1,1;2,0,1\n")?;
/// let sheet = draw::Sheet { position, title: "A game".to_string(), result: "Unfinished.".to_string() };
/// let page = draw::page(&[sheet], draw::Theme::Auto);
/// assert!(page.contains("data-player=\"O\" data-ply=\"2\" data-cell=\"2,0,1\""));
/// # Ok::<(), protocol::ProtocolError>(())
/// ```
#[must_use]
pub fn page(sheets: &[Sheet], theme: Theme) -> String {
    let mut games = definitions(sheets);
    for (number, sheet) in (1..).zip(sheets) {
        sheet.write(number, &mut games);
    }
    let entry = |sheet: &Sheet| (sheet.title.clone(), format!(": {}", sheet.result));
    let (title, list) = match sheets {
        [sheet] => (&*sheet.title, String::new()),
        _ => ("n^d tic-tac-toe", page::list(sheets.iter().map(entry))),
    };
    let page = Page {
        title,
        source: "page",
        policy: &page::policy(STYLE_DIGEST, SCRIPT_DIGEST),
        style: STYLE,
        script: SCRIPT,
        body: &BODY.replace("<!--top-->", &list),
        games: &games,
    };
    page.html(theme)
}

/// Draws what all slices of a width have in common, once: the lines between the cells, and their numbers.
fn definitions(sheets: &[Sheet]) -> String {
    let boards = sheets.iter().map(|sheet| sheet.position.board());
    let widths: BTreeSet<u32> = boards
        .filter(|&board| !is_too_large(board))
        .map(Board::width)
        .collect();
    let mut svg = "<svg class=\"definitions\" width=\"0\" height=\"0\"><defs>".to_string();
    for n in widths {
        let side = n * CELL;
        put(
            &mut svg,
            format_args!("<g id=\"slice-{n}\"><path class=\"lines\" d=\""),
        );
        for at in (0..=n).map(|i| i * CELL) {
            put(
                &mut svg,
                format_args!("M{} {TOP}v{side}M{LEFT} {}h{side}", LEFT + at, TOP + at),
            );
        }
        svg += "\"/>";
        for i in 0..n {
            let middle = i * CELL + CELL / 2;
            for [x, y] in [[LEFT + middle, TOP - 5], [LEFT / 2, TOP + middle + 4]] {
                put(
                    &mut svg,
                    format_args!("<text class=\"name\" x=\"{x}\" y=\"{y}\">{i}</text>"),
                );
            }
        }
        svg += "</g>";
    }
    svg + "</defs></svg>\n"
}

impl Sheet {
    fn write(&self, number: usize, page: &mut String) {
        let board = self.position.board();
        let (title, result) = (escape(&self.title), escape(&self.result));
        put(
            page,
            format_args!("<article class=\"game\" id=\"{number}\">\n<h2>{title}</h2>\n"),
        );
        match is_too_large(board) {
            true => put(
                page,
                format_args!("<p class=\"note\">The board {board} is too large to draw.</p>\n"),
            ),
            false => {
                put(page, format_args!("<p>{}</p>\n", axes(board)));
                self.write_slices(page);
            }
        }
        let moves: Vec<_> = self
            .position
            .moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        put(
            page,
            format_args!(
                "<p class=\"result\">{result}</p>\n<p class=\"moves\">{}</p>\n</article>\n",
                moves.join("; ")
            ),
        );
    }

    /// Writes the slices: from one to the next, the third coordinate grows to the right, and the fourth downwards; each of
    /// the others makes more such grids.
    fn write_slices(&self, page: &mut String) {
        let board = self.position.board();
        let n = board.width() as usize;
        let cells = board.cells().unwrap_or(0) as usize;
        let mut marks = vec![String::new(); cells / (n * n)];
        let lines = self.position.winning_lines();
        let won: HashSet<_> = lines.iter().flat_map(Line::cells).collect();
        for (ply, cell) in (1..).zip(self.position.moves()) {
            let Some(stone) = self.position.stone(cell) else {
                continue;
            };
            let [x, y] = [cell.0[0], cell.0[1]].map(|at| at * CELL + CELL / 2);
            let line = if won.contains(cell) {
                " data-line=\"\""
            } else {
                ""
            };
            put(
                &mut marks[board.index(cell) / (n * n)],
                format_args!(
                    "<g class=\"mark\" data-player=\"{stone}\" data-ply=\"{ply}\" data-cell=\"{cell}\"{line} \
                     transform=\"translate({} {})\"><path d=\"M-15-15h30v30h-30z\"/><text y=\"8\">{stone}</text></g>",
                    LEFT + x,
                    TOP + y
                ),
            );
        }
        let (kind, in_a_grid) = match board.dimensions() {
            2 => ("plane", 1),
            3 => ("cube", n),
            _ => ("grid", n * n),
        };
        let side = board.width() * CELL;
        let (width, height) = (LEFT + side + MARGIN, TOP + side + MARGIN);
        for (grid, marks) in marks.chunks(in_a_grid).enumerate() {
            put(
                page,
                format_args!("<div class=\"slices {kind}\" data-n=\"{n}\">\n"),
            );
            for (slice, marks) in marks.iter().enumerate() {
                let name = caption(&board.cell((grid * in_a_grid + slice) * n * n));
                put(
                    page,
                    format_args!(
                        "<svg viewBox=\"0 0 {width} {height}\"><text class=\"caption\" x=\"{}\" y=\"14\">{name}</text>\
                         <use href=\"#slice-{n}\"/>{marks}</svg>\n",
                        LEFT + side / 2
                    ),
                );
            }
            *page += "</div>\n";
        }
    }
}

/// Writing to a `String` can't fail.
fn put(page: &mut String, text: std::fmt::Arguments<'_>) {
    page.write_fmt(text).expect("a String takes every text");
}
