//! Positions as self-contained SVG pictures, without scripts, fonts, or external files, each in one line of text.

use super::describe::{describe, describe_board, describe_choice, describe_result, frames};
use super::layout::{
    BOARD, CELL, LARGE_O, LARGE_X, LETTER_SIZE, RADIUS, RIM, STROKE, SUBSCRIPT_SIZE, center,
    letter, spot, subscript,
};
use super::links;
use super::plane::{Curve, Point};
use crate::drawing::canvas::{count_characters, wrap};
use crate::drawing::{self, colors};
use crate::{Cell, CellSet, Mark, Part, Player, Position, Record, Spooky};

/// The scale of small boards: letters are 11 pixels high.
const SMALL: f32 = 0.55;
/// The scale of large boards.
const LARGE: f32 = 0.75;
const MARGIN: f32 = 16.0;
const LINE_HEIGHT: f32 = 23.0;

/// Draws a position as SVG: the board with its entanglement and lines, the next action, and, if a measurement is due,
/// its outcomes. The picture is 482 units wide, or 844 with outcomes, and 512 to 754 high.
///
/// A spooky mark has its own spot, the same in every cell. Attributes identify the parts of the picture: a mark is a
/// group of class `mark` with `data-mark` and `data-in`, and `data-spooky` if it is spooky; a link is a path of class
/// `link` with `data-mark`, `data-link` (the same mark), and `data-cells`, and has a gap behind another mark; a cycle
/// is a path of class `ring` under its links, with `data-cycle`, and its cells are tinted; a board has `data-board`.
/// The player and the part of a mark or a link are classes, too, which the colours depend on.
///
/// ```
/// use qttt::{Record, draw};
///
/// let picture = draw::svg(&"AB BE".parse::<Record>()?.position());
/// assert!(picture.starts_with("<svg ") && picture.contains("data-cells=\"BE\""));
/// # Ok::<(), qttt::GameError>(())
/// ```
#[must_use]
pub fn svg(position: &Position) -> String {
    svg_of(position, None, None)
}

/// Draws each position of a game after its action as SVG, three boards per row, or the empty board if there is no
/// action. A board is 330 units wide, under a caption.
#[must_use]
pub fn svg_steps(record: &Record) -> String {
    svg_of(&record.position(), Some(record), None)
}

/// Draws a position as SVG, or each position of the record that leads to it. If this is what precedes an error in a
/// text, the picture is struck out, and its title has the error.
pub fn svg_of(position: &Position, steps: Option<&Record>, error: Option<&str>) -> String {
    let (mut title, mut description) = (describe(position), describe_board(position));
    let mut picture = Picture::default();
    let [width, height] = match steps {
        Some(record) => {
            let frames = frames(record);
            let captions: Vec<_> = frames.iter().map(|(caption, _)| &caption[..]).collect();
            description = format!("{}. {description}", captions.join(". "));
            picture.steps(&frames, &title)
        }
        None => picture.position(position, &title),
    };
    if let Some(error) = error {
        title = format!("Invalid record, drawn up to the error: {error}. {title}");
        picture.shapes +=
            &format!("<path class=\"invalid\" d=\"M0 0L{width} {height}M0 {height}L{width} 0\"/>");
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"qttt\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\"><title>{}</title><desc>{}</desc><style>{}{}</style>\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>{}</svg>",
        drawing::escape_markup(&title),
        drawing::escape_markup(&description),
        style(),
        colors::picture_rules(),
        picture.shapes,
    )
}

/// Returns the style sheet of an HTML page with [boards](svg_board) in elements of class `qttt`. It follows the user's
/// colour scheme; printed pages are light.
pub fn svg_style() -> String {
    colors::page_rules() + &style()
}

/// The `viewBox` of an SVG element with [`svg_board`].
pub const BOARD_BOX: &str = "-6 -6 612 612";

/// Draws only the board: the shapes in an SVG element of an HTML page with the style sheet [`svg_style`], in a square
/// of 600 by 600.
pub fn svg_board(position: &Position) -> String {
    let mut picture = Picture::default();
    picture.board(position);
    picture.shapes
}

/// The shapes of a picture.
#[derive(Default)]
struct Picture {
    shapes: String,
}

impl Picture {
    /// Draws a position over its title, and the outcomes beside it if a measurement is due. Returns the size.
    fn position(&mut self, position: &Position, title: &str) -> [f32; 2] {
        let (large, small) = (BOARD * LARGE, BOARD * SMALL);
        self.group("position", [MARGIN, MARGIN], LARGE, position);
        let notes = wrap(title, 54, count_characters);
        for (i, note) in notes.iter().enumerate() {
            let y = MARGIN + large + LINE_HEIGHT * (i as f32 + 1.3);
            self.text("note", MARGIN + large / 2.0, y, note);
        }
        let height = 2.0 * MARGIN + large + LINE_HEIGHT * (notes.len() as f32 + 0.3);
        let step = LINE_HEIGHT + small + MARGIN;
        let measurements = position.measurements();
        for (i, measurement) in measurements.iter().enumerate() {
            let (x, y) = (3.0 * MARGIN + large, MARGIN + step * i as f32);
            let after = &measurement.after;
            let caption = describe_choice(measurement) + ". " + &describe_result(after);
            self.captioned("outcome", [x, y], &caption, after);
        }
        match measurements.len() {
            0 => [2.0 * MARGIN + large, height],
            count => [
                4.0 * MARGIN + large + small,
                height.max(MARGIN + step * count as f32),
            ],
        }
    }

    /// Draws positions with their captions over a title. Returns the size.
    fn steps(&mut self, frames: &[(String, Position)], title: &str) -> [f32; 2] {
        let in_a_row = frames.len().min(3);
        let small = BOARD * SMALL;
        let (width, height) = (small + 1.5 * MARGIN, small + LINE_HEIGHT + 1.5 * MARGIN);
        for (i, (caption, position)) in frames.iter().enumerate() {
            let x = MARGIN + width * (i % in_a_row) as f32;
            let y = MARGIN + height * (i / in_a_row) as f32;
            self.captioned("position", [x, y], caption, position);
        }
        let rows = frames.len().div_ceil(in_a_row) as f32;
        let width_of_all = 0.5 * MARGIN + width * in_a_row as f32;
        let notes = wrap(title, (width_of_all / 8.3) as usize, count_characters);
        for (i, note) in notes.iter().enumerate() {
            let y = MARGIN + height * rows + LINE_HEIGHT * (i as f32 + 0.2);
            self.text("note", width_of_all / 2.0, y, note);
        }
        let height_of_all = 0.5 * MARGIN + height * rows + LINE_HEIGHT * notes.len() as f32;
        [width_of_all, height_of_all]
    }

    fn text(&mut self, class: &str, x: f32, y: f32, text: &str) {
        let text = drawing::escape_markup(text);
        self.shapes += &format!("<text class=\"text {class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    /// Adds a small board under its caption.
    fn captioned(&mut self, name: &str, [x, y]: [f32; 2], caption: &str, position: &Position) {
        self.text("caption", x + BOARD * SMALL / 2.0, y + 14.0, caption);
        self.group(name, [x, y + LINE_HEIGHT], SMALL, position);
    }

    fn group(&mut self, name: &str, [x, y]: [f32; 2], scale: f32, position: &Position) {
        self.shapes +=
            &format!("<g data-board=\"{name}\" transform=\"translate({x} {y}) scale({scale})\">");
        self.board(position);
        self.shapes += "</g>";
    }

    /// Draws a board in a square of 600: in drawing order, bands under lines of three, the cycle's cells, the grid,
    /// links, letters, marks, lines of three.
    fn board(&mut self, position: &Position) {
        for (player, line) in position.lines() {
            self.band(player, first_and_last(line).map(center));
        }
        for cell in position.cycle() {
            let corner = center(cell) - Point::new(CELL, CELL) * 0.5;
            self.shapes +=
                &format!("<path class=\"tint\" d=\"M{corner}h{CELL}v{CELL}h-{CELL}Z\"/>");
        }
        for i in 1..3 {
            let (at, end) = (CELL * i as f32, BOARD);
            self.shapes +=
                &format!("<path class=\"grid\" d=\"M{at} 0L{at} {end}M0 {at}L{end} {at}\"/>");
        }
        let spooky: Vec<_> = position.spooky_marks().collect();
        let links = spooky.iter().zip(links::route(position, &spooky));
        let links = links.map(|(spooky, parts)| (spooky, path(&parts)));
        let (cycle, others): (Vec<_>, Vec<_>) =
            links.partition(|(spooky, _)| spooky.part == Part::Cycle);
        for (spooky, path) in others {
            self.link(spooky, &path);
        }
        if !cycle.is_empty() {
            let ring: String = cycle.iter().map(|(_, path)| &path[..]).collect();
            self.shapes += &format!(
                "<path class=\"ring\" data-cycle=\"{}\" d=\"{ring}\"/>",
                position.cycle().letters()
            );
        }
        for (spooky, path) in cycle {
            self.link(spooky, &path);
        }
        // Above the links, because players need the letters.
        for cell in Cell::ALL {
            self.letter("name", letter(cell), LETTER_SIZE, &cell.to_string());
        }
        for spooky in &spooky {
            // A doubled cell holds one mark.
            for cell in CellSet::from_iter(spooky.cells) {
                self.spooky(spooky, cell);
            }
        }
        for cell in Cell::ALL {
            if let Some(mark) = position.classical(cell) {
                self.classical(cell, mark);
            }
        }
        for (player, line) in position.lines() {
            self.line(player, first_and_last(line));
        }
    }

    /// Draws the link between the two marks of a pair.
    fn link(&mut self, spooky: &Spooky, path: &str) {
        let Spooky { mark, cells, part } = spooky;
        let ([a, b], player, part) = (cells, mark.player(), name_of(*part));
        let mark = mark.number();
        self.shapes += &format!(
            "<path class=\"under\" d=\"{path}\"/>\
             <path class=\"link {player} {part}\" data-mark=\"{mark}\" data-link=\"{mark}\" data-cells=\"{a}{b}\" \
             data-player=\"{player}\" data-part=\"{part}\" d=\"{path}\"/>",
        );
    }

    fn spooky(&mut self, spooky: &Spooky, cell: Cell) {
        let mark = spooky.mark;
        let (player, part) = (mark.player(), name_of(spooky.part));
        let Point { x, y } = spot(mark, cell);
        let mark = mark.number();
        self.shapes += &format!(
            "<g class=\"mark {player} {part}\" data-mark=\"{mark}\" data-in=\"{cell}\" data-spooky=\"{mark}\" \
             data-player=\"{player}\" data-part=\"{part}\">\
             <circle class=\"disc\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>\
             <text class=\"text letter\" x=\"{}\" y=\"{}\">{player}</text>\
             <text class=\"text sub\" x=\"{}\" y=\"{}\">{mark}</text></g>",
            x - 6.0,
            y + 8.0,
            x + 9.0,
            y + 11.0,
        );
    }

    fn classical(&mut self, cell: Cell, mark: Mark) {
        let (at, player) = (center(cell), mark.player());
        let mark = mark.number().to_string();
        self.shapes += &format!(
            "<g class=\"mark {player}\" data-mark=\"{mark}\" data-in=\"{cell}\" data-player=\"{player}\">"
        );
        let corner = |x: f32, y: f32| at + Point::new(x, y) * LARGE_X;
        self.shapes += &match player {
            Player::X => format!(
                "<path class=\"large\" d=\"M{}L{}M{}L{}\"/>",
                corner(-1.0, -1.0),
                corner(1.0, 1.0),
                corner(1.0, -1.0),
                corner(-1.0, 1.0),
            ),
            Player::O => format!(
                "<circle class=\"large\" cx=\"{}\" cy=\"{}\" r=\"{LARGE_O}\"/>",
                at.x, at.y,
            ),
        };
        self.letter("subscript", subscript(cell), SUBSCRIPT_SIZE, &mark);
        self.shapes += "</g>";
    }

    /// Draws the band under a line of three, with round ends.
    fn band(&mut self, player: Player, [a, b]: [Point; 2]) {
        const HALF: f32 = 86.0;
        let aside = (b - a).turned() * (HALF / a.distance(b));
        let [p, q, r, s] = [a + aside, a - aside, b - aside, b + aside];
        self.shapes += &format!(
            "<path class=\"band {player}\" data-player=\"{player}\" \
             d=\"M{p}A{HALF} {HALF} 0 0 1 {q}L{r}A{HALF} {HALF} 0 0 1 {s}Z\"/>",
        );
    }

    /// Strikes through a line of three.
    fn line(&mut self, player: Player, [first, last]: [Cell; 2]) {
        let (a, b) = (center(first), center(last));
        let beyond = (b - a) * 0.17;
        self.shapes += &format!(
            "<path class=\"line {player}\" data-line=\"{first}{last}\" data-player=\"{player}\" d=\"M{}L{}\"/>",
            a - beyond,
            b + beyond,
        );
    }

    /// Writes a letter or digit with its middle at a point. The height of capitals and digits is 0.72 times the font
    /// size.
    fn letter(&mut self, class: &str, at: Point, size: f32, letter: &str) {
        self.text(class, at.x, at.y + 0.36 * size, letter);
    }
}

/// Returns the path data for a series of curves.
fn path(curves: &[Curve]) -> String {
    let curve = |Curve([a, b, c, d]): &Curve| format!("M{a}C{b} {c} {d}");
    curves.iter().map(curve).collect()
}

fn first_and_last(line: CellSet) -> [Cell; 2] {
    let mut cells = line.iter();
    [cells.next(), cells.last()].map(|cell| cell.expect("a line has three cells"))
}

const fn name_of(part: Part) -> &'static str {
    match part {
        Part::Cycle => "cycle",
        Part::Attached => "attached",
        Part::Free => "free",
    }
}

/// The style sheet of all pictures, without colours. [`style`] replaces the variables.
const STYLE: &str = "\
    .qttt .text{font-family:system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;text-anchor:middle}\
    .qttt .note{font-size:16px}.qttt .caption{font-size:15px}.qttt .name{font-size:var(--letter)px}\
    .qttt .grid{stroke-width:2.5;stroke-linecap:round}\
    .qttt .link{fill:none;stroke-width:4;stroke-linecap:round}.qttt .link.cycle{stroke-width:5}\
    .qttt .ring{fill:none;stroke-width:17}.qttt .under{fill:none;stroke-width:11}\
    .qttt .disc{stroke-width:var(--rim)}.qttt .cycle .disc{stroke-width:5}\
    .qttt .mark .text{font-weight:600}.qttt .letter{font-size:25px}\
    .qttt .sub{font-size:20px}.qttt .subscript{font-size:var(--subscript)px}\
    .qttt .large{fill:none;stroke-width:var(--stroke);stroke-linecap:round}\
    .qttt .line{fill:none;stroke-width:6;stroke-linecap:round}.qttt .invalid{stroke-width:6}";

fn style() -> String {
    STYLE
        .replace("var(--rim)", &RIM.to_string())
        .replace("var(--stroke)", &STROKE.to_string())
        .replace("var(--letter)", &LETTER_SIZE.to_string())
        .replace("var(--subscript)", &SUBSCRIPT_SIZE.to_string())
}
