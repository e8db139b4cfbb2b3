//! A game as one self-contained SVG picture: no script, no font and no file from outside. It is one line of text.

use std::fmt::Write;

use super::{
    Step,
    geometry::{ends, spot_of_cell, spot_of_mark},
    scene::{Link, Part, Scene},
    words::{describe, describe_action},
};
use crate::{Cell, CellSet, Game, Mark, Player, canvas::wrap};

/// Lengths are in the units of the drawing; a board is 600 wide.
const CELL: f32 = 200.0;
const BOARD: f32 = 3.0 * CELL;
const MARGIN: f32 = 40.0;
const LINE_HEIGHT: f32 = 34.0;
/// How far apart the spots of spooky marks are, in columns and rows.
const SPOT: f32 = 58.0;
const CHIP_RADIUS: f32 = 25.0;
/// The size of a board that shows an outcome, and of one that shows a step.
const SMALL: f32 = 0.45;

/// The colours of the light and of the dark: paper, ink, faint ink, X, O. Blue and orange stay apart for nearly every
/// eye.
const LIGHT: [&str; 5] = ["#ffffff", "#1f2328", "#b8bec6", "#1668dc", "#c2570c"];
const DARK: [&str; 5] = ["#14171c", "#e8eaed", "#4d5560", "#6cb0ff", "#ff9f4d"];

/// Draws a position: the board with its entanglement and lines, what it waits for, and what a measurement that is due
/// can make of it.
///
/// Every part names what it is in attributes that begin with `data-`.
#[must_use]
pub fn svg(game: &Game) -> String {
    let scene = Scene::of(game);
    let notes = wrap(&describe(game), 52);
    let right = if scene.outcomes.is_empty() {
        0.0
    } else {
        BOARD * SMALL + 2.0 * MARGIN
    };
    let height = 2.0 * MARGIN + BOARD + LINE_HEIGHT * (notes.len() as f32 + 0.4);
    let mut picture = Picture::new(
        2.0 * MARGIN + BOARD + right,
        height.max(2.0 * MARGIN + 2.0 * 340.0),
    );
    picture.title(&describe(game));
    picture.group("position", MARGIN, MARGIN, 1.0, |picture| {
        picture.board(&scene)
    });
    for (i, note) in notes.iter().enumerate() {
        let y = MARGIN + BOARD + LINE_HEIGHT * (i as f32 + 1.4);
        picture.text("note", MARGIN + BOARD / 2.0, y, note);
    }
    for (i, (caption, outcome)) in scene.outcomes.iter().enumerate() {
        let (x, y) = (3.0 * MARGIN + BOARD, MARGIN + 340.0 * i as f32);
        picture.text("note", x + BOARD * SMALL / 2.0, y + 20.0, caption);
        picture.group("outcome", x, y + 36.0, SMALL, |picture| {
            picture.board(&Scene::of(outcome))
        });
    }
    picture.finish()
}

/// Draws the empty board, or else each position of a game under the action that led to it, as a strip.
#[must_use]
pub fn svg_steps(steps: &[Step]) -> String {
    let mut frames: Vec<_> = steps
        .iter()
        .map(|(action, game)| (describe_action(*action, game), *game))
        .collect();
    if frames.is_empty() {
        frames.push(("The empty board".to_string(), Game::new()));
    }
    let last = describe(&frames[frames.len() - 1].1);
    let in_a_row = frames.len().min(5);
    let (width, height) = (BOARD * SMALL + MARGIN, BOARD * SMALL + MARGIN + LINE_HEIGHT);
    let rows = frames.len().div_ceil(in_a_row) as f32;
    let width_of_all = (MARGIN + width * in_a_row as f32).max(2.0 * MARGIN + BOARD);
    let notes = wrap(&last, (width_of_all / 12.5) as usize);
    let mut picture = Picture::new(
        width_of_all,
        MARGIN + height * rows + LINE_HEIGHT * (notes.len() as f32 + 0.4),
    );
    picture.title(&last);
    for (i, (caption, game)) in frames.iter().enumerate() {
        let x = MARGIN + width * (i % in_a_row) as f32;
        let y = MARGIN + height * (i / in_a_row) as f32;
        picture.text("note", x + BOARD * SMALL / 2.0, y, caption);
        picture.group("position", x, y + 16.0, SMALL, |picture| {
            picture.board(&Scene::of(game))
        });
    }
    for (i, note) in notes.iter().enumerate() {
        let y = MARGIN + height * rows + LINE_HEIGHT * i as f32;
        picture.text("note", width_of_all / 2.0, y, note);
    }
    picture.finish()
}

/// An SVG document as it is written. Writing to a `String` can't fail.
struct Picture(String);

impl Picture {
    fn new(width: f32, height: f32) -> Self {
        let colors = |[paper, ink, faint, x, o]: [&str; 5]| {
            format!(
                ".paper{{fill:{paper}}}text{{fill:{ink}}}.grid{{stroke:{faint}}}.chip circle{{fill:{paper}}}\
                 .x{{stroke:{x}}}.x text,text.x{{fill:{x}}}.o{{stroke:{o}}}.o text,text.o{{fill:{o}}}"
            )
        };
        let mut picture = Self(String::new());
        picture.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\"><style>\
             text{{font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif;text-anchor:middle;stroke:none}}\
             .note{{font-size:24px}}.name{{font-size:20px;opacity:.6}}\
             .grid{{stroke-width:3;stroke-linecap:round}}\
             .link{{fill:none;stroke-width:4;opacity:.8}}.link.free{{stroke-dasharray:2 9;stroke-linecap:round}}\
             .link.cycle{{stroke-width:8;opacity:1}}\
             .chip{{stroke-width:3}}.chip.cycle{{stroke-width:7}}.chip text{{font-size:25px;font-weight:600}}\
             .chip .sub{{font-size:17px}}\
             .mark{{fill:none;stroke-width:18;stroke-linecap:round}}.subscript{{font-size:40px;font-weight:600}}\
             .line{{stroke-width:14;stroke-linecap:round;opacity:.45}}{}\
             @media(prefers-color-scheme:dark){{{}}}</style>\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>",
            colors(LIGHT),
            colors(DARK),
        ));
        picture
    }

    fn finish(mut self) -> String {
        self.0 += "</svg>";
        self.0
    }

    fn add(&mut self, shape: std::fmt::Arguments<'_>) {
        self.0.write_fmt(shape).expect("a String takes every shape");
    }

    /// What is read out to those who can't see the picture. Descriptions hold `<`, which has to be escaped.
    fn title(&mut self, title: &str) {
        self.add(format_args!("<title>{}</title>", escape(title)));
    }

    fn text(&mut self, class: &str, x: f32, y: f32, text: &str) {
        let text = escape(text);
        self.add(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"
        ));
    }

    fn group(&mut self, name: &str, x: f32, y: f32, scale: f32, draw: impl FnOnce(&mut Self)) {
        self.add(format_args!(
            "<g data-board=\"{name}\" transform=\"translate({x} {y}) scale({scale})\">"
        ));
        draw(self);
        self.0 += "</g>";
    }

    fn board(&mut self, scene: &Scene) {
        for i in 1..3 {
            let (at, end) = (CELL * i as f32, BOARD);
            self.add(format_args!(
                "<path class=\"grid\" d=\"M{at} 0V{end}M0 {at}H{end}\"/>"
            ));
        }
        for cell in CellSet::FULL {
            let [x, y] = corner(cell);
            self.text("name", x + 14.0, y + 24.0, &cell.to_string());
        }
        // First everything that lies under the marks: the links of the cycle above the others.
        for part in [Part::Free, Part::Hanging, Part::Cycle] {
            for link in scene.links_that(part) {
                self.link(&link);
            }
        }
        for link in &scene.links {
            self.chips(link);
        }
        for cell in CellSet::FULL {
            if let Some(mark) = scene.game.classical(cell) {
                self.classical(cell, mark);
            }
        }
        for (player, line) in &scene.lines {
            self.line(*player, *line);
        }
    }

    fn link(&mut self, link: &Link) {
        let [a, b] = link.cells.map(|cell| center_of_chip(cell, link.mark));
        let (class, part) = (class_of(link.mark.player()), name_of(link.part));
        let [name_a, name_b] = link.cells;
        let path = if name_a == name_b {
            loop_path(a)
        } else {
            curve(a, b)
        };
        self.add(format_args!(
            "<path class=\"link {part} {class}\" data-link=\"{}\" data-cells=\"{name_a}{name_b}\" d=\"{path}\"/>",
            link.mark,
        ));
    }

    /// Draws a spooky mark in each of its cells.
    fn chips(&mut self, link: &Link) {
        let Link {
            mark,
            cells: [a, b],
            part,
        } = *link;
        let (player, class, part) = (mark.player(), class_of(mark.player()), name_of(part));
        for cell in [Some(a), Some(b).filter(|&b| b != a)].into_iter().flatten() {
            let [x, y] = center_of_chip(cell, mark);
            self.add(format_args!(
                "<g class=\"chip {part} {class}\" data-spooky=\"{mark}\" data-cell=\"{cell}\">\
                 <circle cx=\"{x}\" cy=\"{y}\" r=\"{CHIP_RADIUS}\"/>\
                 <text x=\"{x}\" y=\"{}\">{player}<tspan class=\"sub\" dy=\"6\">{mark}</tspan></text></g>",
                y + 8.0,
            ));
        }
    }

    fn classical(&mut self, cell: Cell, mark: Mark) {
        let [x, y] = center(cell);
        let class = class_of(mark.player());
        self.add(format_args!(
            "<g class=\"{class}\" data-mark=\"{mark}\" data-cell=\"{cell}\">"
        ));
        let r = 46.0;
        match mark.player() {
            Player::X => self.add(format_args!(
                "<path class=\"mark\" d=\"M{} {}l{d} {d}m0 -{d}l-{d} {d}\"/>",
                x - r,
                y - r,
                d = 2.0 * r,
            )),
            Player::O => self.add(format_args!(
                "<circle class=\"mark\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>",
                r + 6.0
            )),
        }
        self.text("subscript", x + 74.0, y + 84.0, &mark.to_string());
        self.0 += "</g>";
    }

    /// Strikes through a line of three.
    fn line(&mut self, player: Player, line: CellSet) {
        let Some([a, b]) = ends(line) else { return };
        let ([ax, ay], [bx, by]) = (center(a), center(b));
        let [dx, dy] = [(bx - ax) * 0.18, (by - ay) * 0.18];
        let class = class_of(player);
        self.add(format_args!(
            "<path class=\"line {class}\" data-line=\"{a}{b}\" d=\"M{} {}L{} {}\"/>",
            ax - dx,
            ay - dy,
            bx + dx,
            by + dy,
        ));
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

const fn class_of(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
}

const fn name_of(part: Part) -> &'static str {
    match part {
        Part::Cycle => "cycle",
        Part::Hanging => "hanging",
        Part::Free => "free",
    }
}

fn corner(cell: Cell) -> [f32; 2] {
    let spot = spot_of_cell(cell);
    [CELL * spot.column as f32, CELL * spot.row as f32]
}

fn center(cell: Cell) -> [f32; 2] {
    corner(cell).map(|corner| corner + CELL / 2.0)
}

fn center_of_chip(cell: Cell, mark: Mark) -> [f32; 2] {
    let [x, y] = center(cell);
    let spot = spot_of_mark(mark);
    [
        x + SPOT * (spot.column as f32 - 1.0),
        y + SPOT * (spot.row as f32 - 1.0) + 6.0,
    ]
}

/// A curve from one mark to its twin, bent so that it keeps clear of what stands between.
fn curve([ax, ay]: [f32; 2], [bx, by]: [f32; 2]) -> String {
    let bend = 0.16;
    let (mx, my) = ((ax + bx) / 2.0, (ay + by) / 2.0);
    let (cx, cy) = (mx + (by - ay) * bend, my - (bx - ax) * bend);
    format!("M{ax} {ay}Q{cx} {cy} {bx} {by}")
}

/// A loop from a mark back to itself, for a doubled cell.
fn loop_path([x, y]: [f32; 2]) -> String {
    format!("M{x} {y}c-110 -20 -20 -110 0 0")
}
