//! A game as one self-contained page to step through: HTML with its style, its script and its pictures.
//!
//! Every position is there from the start, so that a reader without scripts, and paper, get them all; the script shows
//! one at a time.

use std::fmt::Write;

use super::{
    layout::BOARD,
    scene::{Scene, describe_board},
    svg::{Picture, sheet},
    words::{describe, describe_action},
};
use crate::{Action, Game, Record, markup::escape, theme::Theme};

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// What a page says of a position, and of the action that led to it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Remark {
    /// The sign behind the action in the list of moves, such as `?`; none if it was no mistake.
    pub sign: String,
    /// Sentences under the position.
    pub text: String,
}

/// Draws a game as one self-contained HTML page to step through, in one line of text.
///
/// There is a remark for the empty board and for each step, or none at all.
///
/// ```
/// use qttt::{Record, draw::{Theme, page}};
///
/// let page = page(&Record::new(), &[], Theme::Auto);
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("The empty board"));
/// ```
#[must_use]
pub fn page(record: &Record, remarks: &[Remark], theme: Theme) -> String {
    let actions = record.actions();
    let title = match actions.is_empty() {
        true => "Quantum tic-tac-toe".to_string(),
        false => format!("Quantum tic-tac-toe: {record}"),
    };
    let mut frames = String::new();
    let mut moves = String::new();
    let start = (None, Game::new());
    let played = record.steps().map(|step| (Some(step.action), step.after));
    for (i, (action, game)) in [start].into_iter().chain(played).enumerate() {
        let remark = remarks.get(i);
        let scene = Scene::of(&game);
        let frame = Frame {
            caption: action.map_or("The empty board".to_string(), |action| {
                describe_action(action, &game)
            }),
            scene,
            next: actions.get(i).copied(),
            remark,
        };
        frame.write(&mut frames);
        let sign = remark.map_or("", |remark| &remark.sign);
        moves += &entry(action, &game, sign);
    }
    let (style, script) = (on_one_line(STYLE), on_one_line(SCRIPT));
    let sheet = sheet(&theme.page_rules());
    let title = escape(&title);
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"{}\"><link rel=\"icon\" href=\"data:,\"><style>{sheet}{style}</style></head>\
         <body><h1>{title}</h1><main><div>{CONTROLS}<p id=\"says\" role=\"status\"></p>{frames}</div>\
         <nav aria-label=\"Moves\"><ol>{moves}</ol></nav></main>\
         <p class=\"aside\">Cells are named A to I from the top left. A mark's number is the number of its move. \
         The arrow keys, Home and End step through the game.</p>\
         <script>{script}</script></body></html>",
        theme.name(),
    )
}

const CONTROLS: &str = "<div class=\"controls\">\
    <button type=\"button\" data-go=\"first\" aria-label=\"First position\">&#8676;</button>\
    <button type=\"button\" data-go=\"back\" aria-label=\"Back\">&#8592;</button>\
    <button type=\"button\" id=\"play\">Play</button>\
    <button type=\"button\" data-go=\"next\" aria-label=\"Next\">&#8594;</button>\
    <button type=\"button\" data-go=\"last\" aria-label=\"Last position\">&#8677;</button></div>";

/// A page is a line of text, as a picture is: a stream of records becomes a stream of pages.
fn on_one_line(text: &str) -> String {
    text.lines().collect()
}

/// Returns an entry of the list of moves.
fn entry(action: Option<Action>, game: &Game, sign: &str) -> String {
    let words = match action {
        None => "Start".to_string(),
        Some(Action::Measure(_)) => action_in_short(action, game),
        Some(Action::Move(..)) => format!("{}. {}", game.moves(), action_in_short(action, game)),
    };
    match sign {
        "" => format!("<li><button type=\"button\">{words}</button></li>"),
        sign => format!(
            "<li><button type=\"button\"><span class=\"mistake\">{words}</span> {}</button></li>",
            escape(sign)
        ),
    }
}

fn action_in_short(action: Option<Action>, game: &Game) -> String {
    let Some(action) = action else {
        return String::new();
    };
    let words = describe_action(action, game);
    let words = words
        .split_once(". ")
        .map_or(&words[..], |(_, words)| words);
    escape(words.trim_end_matches(": a cycle"))
}

/// A position of the game.
struct Frame<'a> {
    caption: String,
    scene: Scene,
    /// What is played in it.
    next: Option<Action>,
    remark: Option<&'a Remark>,
}

impl Frame<'_> {
    fn write(&self, page: &mut String) {
        let game = &self.scene.game;
        let (caption, state) = (escape(&self.caption), escape(&describe(game)));
        let board = board(&self.scene, &describe_board(game));
        let remark = self.remark.map_or(String::new(), |remark| {
            format!("<p class=\"remark\">{}</p>", escape(&remark.text))
        });
        let said = self
            .remark
            .map_or(String::new(), |remark| escape(&remark.text));
        let outcomes: String = game
            .legal_actions()
            .zip(&self.scene.outcomes)
            .map(|(choice, (caption, outcome))| self.outcome(choice, caption, outcome))
            .collect();
        let outcomes = match outcomes.is_empty() {
            true => outcomes,
            false => format!("<div class=\"outcomes\">{outcomes}</div>"),
        };
        write!(
            page,
            "<section class=\"frame\" data-says=\"{caption}. {state} {said}\"><h2>{caption}</h2>{board}\
             <p>{state}</p>{remark}{outcomes}</section>"
        )
        .expect("a String takes every text");
    }

    fn outcome(&self, choice: Action, caption: &str, outcome: &Game) -> String {
        let scene = Scene::of(outcome);
        let caption = escape(caption);
        let (class, chosen) = match self.next == Some(choice) {
            true => ("chosen", ", chosen"),
            false => ("", ""),
        };
        let board = board(&scene, &describe_board(outcome));
        format!(
            "<figure class=\"{class}\" tabindex=\"0\" aria-label=\"If {caption}{chosen}\">{board}\
             <figcaption>{caption}</figcaption></figure>"
        )
    }
}

fn board(scene: &Scene, description: &str) -> String {
    let label = escape(description);
    let mut picture = Picture::within(&format!(
        "<svg viewBox=\"-4 -4 {size} {size}\" role=\"img\" aria-label=\"{label}\">",
        size = BOARD + 8.0
    ));
    picture.board(scene);
    picture.finish()
}
