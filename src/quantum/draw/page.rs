//! Games on a self-contained page: HTML with its style and its script.
//!
//! The page shows positions and knows no rule. It gets them from one of two sources. Either all of them are in the page
//! ([`page`]): a reader without scripts, and paper, get them all, and the script shows one at a time. Or the page asks a
//! server for them ([`page_to_play`]), by `GET position?record=AB+BE&actions`: the answer is the JSON object of
//! `qttt solve --json --actions`, and as `svg` the picture of [`svg`](super::svg).

use super::{
    svg::{SHAPES, of_position},
    words::{EMPTY, captioned},
};
use crate::{
    Position, Record, RecordError, Status,
    markup::escape,
    page::{self, Page},
    quantum::record::joined,
    solve::{Review, Solution},
    theme::Theme,
};

const BODY: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The rules of the game in ten short lines.
pub const RULES: &str = include_str!("rules.txt");

const STYLE_DIGEST: &str = "kYvgVDz83EYMAu9PzihEiUXTLcEEYJV7n0nN9IZTYRA=";
const SCRIPT_DIGEST: &str = "A8CdtrmrAWLjPlwqLvhzV0SY+L1XyQu1j3SChz4UIL8=";

const TITLE: &str = "Quantum tic-tac-toe";

/// A game on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The game.
    pub record: Record,
    /// What perfect play says of the game; `None` leaves it out.
    pub review: Option<Review>,
    /// Why the record ends there, if it is invalid.
    pub mistake: Option<RecordError>,
}

/// Draws games as one self-contained HTML page to step through.
///
/// ```
/// use qttt::{Record, draw::{Sheet, Theme, page}};
///
/// let sheet = Sheet { record: Record::new(), review: None, mistake: None };
/// let page = page(&[sheet], Theme::Auto);
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("The empty board"));
/// ```
#[must_use]
pub fn page(sheets: &[Sheet], theme: Theme) -> String {
    let mut games = String::new();
    for (number, sheet) in (1..).zip(sheets) {
        sheet.write(number, &mut games);
    }
    let (title, top) = match sheets {
        [sheet] => (sheet.title(), sheet.notice()),
        _ => (TITLE.to_string(), list(sheets)),
    };
    document(&title, "page", &policy(), [&top, &games], theme)
}

/// Returns the page on which the game is played, which asks a server for positions.
#[must_use]
pub fn page_to_play(theme: Theme) -> String {
    let note = "<p class=\"needs\">To play, this page needs its script.</p>";
    document(TITLE, "server", &policy_to_play(), ["", note], theme)
}

fn policy() -> String {
    page::policy(STYLE_DIGEST, SCRIPT_DIGEST)
}

/// Returns what the page on which the game is played may use: its server, too.
fn policy_to_play() -> String {
    format!("{}; connect-src 'self'", policy())
}

fn document(
    title: &str,
    source: &str,
    policy: &str,
    [top, games]: [&str; 2],
    theme: Theme,
) -> String {
    let rules: String = RULES
        .lines()
        .map(|rule| format!("<li>{rule}</li>"))
        .collect();
    let body = BODY
        .replace("<!--top-->", top)
        .replace("<!--rules-->", &format!("<ol>{rules}</ol>"));
    let page = Page {
        title,
        source,
        policy,
        style: &format!("{SHAPES}\n{STYLE}"),
        script: SCRIPT,
        body: &body,
        games,
    };
    page.html(theme)
}

fn list(sheets: &[Sheet]) -> String {
    page::list(sheets.iter().map(|sheet| {
        let (record, position) = (sheet.record.to_string(), sheet.record.position());
        let name = if record.is_empty() { EMPTY } else { &record };
        let score = match position.is_over() {
            true => format!(", {}", position.score()),
            false => String::new(),
        };
        let invalid = sheet
            .mistake
            .as_ref()
            .map_or(String::new(), |mistake| format!(", invalid: {mistake}"));
        (name.to_string(), score + &invalid)
    }))
}

impl Sheet {
    fn title(&self) -> String {
        let invalid = if self.mistake.is_some() {
            "Invalid record. "
        } else {
            ""
        };
        match self.record.actions() {
            [] => format!("{invalid}{TITLE}"),
            _ => format!("{invalid}{TITLE}: {}", self.record),
        }
    }

    /// Says why the record ends there.
    fn notice(&self) -> String {
        self.mistake.as_ref().map_or(String::new(), |mistake| {
            let mistake = escape(&mistake.to_string());
            format!(
                "<p class=\"invalid\">Invalid record, shown up to its mistake: {mistake}.</p>\n"
            )
        })
    }

    fn write(&self, number: usize, page: &mut String) {
        *page += &format!(
            "<article class=\"game\" id=\"{number}\">\n<h2>{}</h2>\n<div class=\"positions\">\n",
            self.record
        );
        let actions = self.record.actions();
        let mut solutions = self.review.iter().flat_map(Review::solutions);
        for (i, (caption, position)) in captioned(&self.record).into_iter().enumerate() {
            let (facts, words) = facts(&joined(&actions[..i]), &position, solutions.next());
            let picture = of_position(&position).element();
            *page += &format!(
                "<section class=\"position\"{facts}><h3>{caption}</h3>{picture}{words}</section>\n"
            );
        }
        *page += "</div>\n</article>\n";
    }
}

/// Says of a position what the script needs, as attributes, and what perfect play gives, in words.
fn facts(record: &str, position: &Position, solution: Option<&Solution>) -> (String, String) {
    let mut facts = format!(" data-record=\"{record}\"");
    let mut add = |name: &str, value: &str| facts += &format!(" data-{name}=\"{value}\"");
    add("state", position.status().name());
    if let Status::Measure { choices, .. } = position.status() {
        let choices: Vec<_> = choices.iter().map(|mark| mark.to_string()).collect();
        add("choices", &choices.join(" "));
    }
    if let Some(player) = position.turn() {
        add("turn", player.name());
    }
    let Some(solution) = solution else {
        return (facts, String::new());
    };
    let value = solution.value.payoff();
    let best = joined(&solution.best().collect::<Vec<_>>());
    add("value", &value.to_string());
    add("best", &best);
    let words = match best.is_empty() {
        true => format!("<p>Value: {value}.</p>"),
        false => format!("<p>Value: {value}. Best: {best}.</p>"),
    };
    (facts, words)
}
