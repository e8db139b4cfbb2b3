//! A game as one self-contained SVG picture: no script, no font and no file from outside. It is one line of text.

mod board;

use std::fmt::Write;

use super::{
    layout::BOARD,
    scene::{Scene, describe_board},
    words::{describe, describe_action},
};
use crate::{Game, Record, canvas::wrap, markup, theme::Theme};

/// Lengths are in pixels. As small as this, the letters on a board are 11 high.
const SMALL: f32 = 0.5;
const LARGE: f32 = 0.75;
const MARGIN: f32 = 16.0;
const LINE_HEIGHT: f32 = 23.0;

/// Draws a position: the board with its entanglement and lines, what it waits for, and what a measurement that is due
/// can make of it.
///
/// A spooky mark has its own spot, the same in every cell. What they are, the parts of the picture say in attributes: a
/// mark is a group of the class `mark` with `data-mark` and `data-cell` (and `data-spooky`, if it is spooky); a link is a
/// path of the class `link` with `data-mark` (again as `data-link`) and `data-cells`, with a gap where it leads behind
/// another mark; a cycle is a path of the class `ring` under its links, and its cells are tinted; boards have
/// `data-board`.
#[must_use]
pub fn svg(game: &Game, theme: Theme) -> String {
    let scene = Scene::of(game);
    let notes = wrap(&describe(game), 54);
    let (large, small) = (BOARD * LARGE, BOARD * SMALL);
    let height = 2.0 * MARGIN + large + LINE_HEIGHT * (notes.len() as f32 + 0.3);
    let step = LINE_HEIGHT + small + MARGIN;
    let (right, outcomes) = match scene.outcomes.len() {
        0 => (0.0, 0.0),
        count => (2.0 * MARGIN + small, MARGIN + step * count as f32),
    };
    let size = [2.0 * MARGIN + large + right, height.max(outcomes)];
    let mut picture = Picture::new(size, theme, &describe(game), &describe_board(game));
    picture.group("position", MARGIN, MARGIN, LARGE, |picture| {
        picture.board(&scene);
    });
    for (i, note) in notes.iter().enumerate() {
        let y = MARGIN + large + LINE_HEIGHT * (i as f32 + 1.3);
        picture.text("note", MARGIN + large / 2.0, y, note);
    }
    for (i, (caption, outcome)) in scene.outcomes.iter().enumerate() {
        let (x, y) = (3.0 * MARGIN + large, MARGIN + step * i as f32);
        picture.text("caption", x + small / 2.0, y + 14.0, caption);
        let outcome = Scene::of(outcome);
        picture.group("outcome", x, y + LINE_HEIGHT, SMALL, |picture| {
            picture.board(&outcome);
        });
    }
    picture.finish()
}

/// Draws the empty board, or else each position of a game under the action that led to it, as a strip.
#[must_use]
pub fn svg_steps(record: &Record, theme: Theme) -> String {
    let mut frames: Vec<_> = record
        .steps()
        .map(|step| (describe_action(step.action, &step.after), step.after))
        .collect();
    if frames.is_empty() {
        frames.push(("The empty board".to_string(), Game::new()));
    }
    let last = record.game();
    let in_a_row = frames.len().min(3);
    let small = BOARD * SMALL;
    let (width, height) = (small + 1.5 * MARGIN, small + LINE_HEIGHT + 1.5 * MARGIN);
    let rows = frames.len().div_ceil(in_a_row) as f32;
    let width_of_all = 0.5 * MARGIN + width * in_a_row as f32;
    let notes = wrap(&describe(&last), (width_of_all / 8.3) as usize);
    let height_of_all = 0.5 * MARGIN + height * rows + LINE_HEIGHT * notes.len() as f32;
    let captions: Vec<_> = frames.iter().map(|(caption, _)| &caption[..]).collect();
    let mut picture = Picture::new(
        [width_of_all, height_of_all],
        theme,
        &describe(&last),
        &format!("{}. {}", captions.join(". "), describe_board(&last)),
    );
    for (i, (caption, game)) in frames.iter().enumerate() {
        let x = MARGIN + width * (i % in_a_row) as f32;
        let y = MARGIN + height * (i / in_a_row) as f32;
        picture.text("caption", x + small / 2.0, y + 14.0, caption);
        let scene = Scene::of(game);
        picture.group("position", x, y + LINE_HEIGHT, SMALL, |picture| {
            picture.board(&scene);
        });
    }
    for (i, note) in notes.iter().enumerate() {
        let y = MARGIN + height * rows + LINE_HEIGHT * (i as f32 + 0.2);
        picture.text("note", width_of_all / 2.0, y, note);
    }
    picture.finish()
}

/// An SVG document as it is written. Writing to a `String` can't fail.
pub(super) struct Picture(String);

impl Picture {
    /// Begins a picture with what is read out to those who can't see it: first of all comes its title.
    fn new([width, height]: [f32; 2], theme: Theme, title: &str, description: &str) -> Self {
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\"><title>{}</title><desc>{}</desc><style>{}</style>\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>",
            markup::escape(title),
            markup::escape(description),
            sheet(&theme.rules()),
        ))
    }

    /// Begins a picture within a page, by its first tag.
    pub(super) fn within(tag: &str) -> Self {
        Self(tag.to_string())
    }

    pub(super) fn finish(mut self) -> String {
        self.0 += "</svg>";
        self.0
    }

    fn add(&mut self, shape: std::fmt::Arguments<'_>) {
        self.0.write_fmt(shape).expect("a String takes every shape");
    }

    fn text(&mut self, class: &str, x: f32, y: f32, text: &str) {
        let text = markup::escape(text);
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
}

/// Returns a style sheet with these colours.
pub(super) fn sheet(colors: &str) -> String {
    format!("{SHAPES}{colors}")
}

const SHAPES: &str = "\
    text{font-family:system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;text-anchor:middle}\
    .note{font-size:16px}.caption{font-size:15px}.name{font-size:22px}\
    .grid{stroke-width:2.5;stroke-linecap:round}\
    .link{fill:none;stroke:currentColor;stroke-width:4;stroke-linecap:round}\
    .link[data-part=cycle]{stroke-width:5}\
    .ring,.under{fill:none}.ring{stroke-width:17}.under{stroke-width:11}\
    .mark circle{stroke:currentColor;stroke-width:2.5}.mark[data-part=cycle] circle{stroke-width:5}.mark text{fill:currentColor;font-size:26px;font-weight:600}\
    .mark .sub{font-size:22px}.mark .subscript{font-size:38px}\
    .mark .large{fill:none;stroke:currentColor;stroke-width:15;stroke-linecap:round}\
    .line{fill:none;stroke:currentColor;stroke-width:6;stroke-linecap:round}";
