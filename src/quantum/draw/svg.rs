//! Positions as self-contained SVG pictures, without scripts, fonts, or external files, each in one line of text.

mod board;

use super::describe::{describe, describe_board, describe_choice, describe_result, frames};
use super::layout::{BOARD, LETTER_SIZE, RIM, STROKE, SUBSCRIPT_SIZE};
use crate::drawing::canvas::{count_characters, wrap};
use crate::drawing::{self, colors};
use crate::{Position, Record};

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
