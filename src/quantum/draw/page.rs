//! Games on a self-contained page: HTML with its style and its script.
//!
//! The page shows positions and knows no rule. It gets them from one of two sources. Either all of them are in the page
//! ([`page`]): a reader without scripts, and paper, get them all, and the script shows one at a time. Or the page asks a
//! server for them ([`page_to_play`]), by `GET position?record=AB+BE&actions`: the answer is the JSON object of
//! `qttt solve --json --actions`, and as `svg` the picture of [`svg`](super::svg).

use super::{
    svg::{SHAPES, of_position},
    words::describe_action,
};
use crate::{
    Action, Game, Payoff, Record, RecordError, Status, markup::escape, quantum::record::joined,
    theme::Theme,
};

const BODY: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The rules of the game in ten short lines.
pub const RULES: &str = include_str!("rules.txt");

/// What the page may use, as a Content-Security-Policy has it: its own style and script, and nothing else.
const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; \
    style-src 'sha256-NXLiJv87BANeOn4VP3+ohwuHyNfwAyS1U+raT6sszW8='; script-src 'sha256-r6k2NRQ8GcGX22wUP8wBxHLrg8PBJikSey7peWelkc8='";

const TITLE: &str = "Quantum tic-tac-toe";

/// What the position is called in which nothing was played.
const EMPTY: &str = "The empty board";

/// A game on a page.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The game.
    pub record: &'a Record,
    /// What perfect play says of each of its positions; nothing, if it isn't to be said.
    pub worths: &'a [Worth],
    /// Why the record ends there, if it is invalid.
    pub mistake: Option<&'a RecordError>,
}

/// What perfect play says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// X's points minus O's.
    pub value: Payoff,
    /// The best actions.
    pub best: Vec<Action>,
}

/// Draws games as one self-contained HTML page to step through.
///
/// ```
/// use qttt::{Record, draw::{Sheet, Theme, page}};
///
/// let record = Record::new();
/// let page = page(&[Sheet { record: &record, worths: &[], mistake: None }], Theme::Auto);
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("The empty board"));
/// ```
#[must_use]
pub fn page(sheets: &[Sheet<'_>], theme: Theme) -> String {
    let mut games = String::new();
    for (number, sheet) in (1..).zip(sheets) {
        sheet.write(number, &mut games);
    }
    let (title, top) = match sheets {
        [sheet] => (sheet.title(), sheet.notice()),
        _ => (TITLE.to_string(), list(sheets)),
    };
    document(&title, "page", POLICY, [&top, &games], theme)
}

/// Returns the page on which the game is played, which asks a server for positions.
#[must_use]
pub fn page_to_play(theme: Theme) -> String {
    let note = "<p class=\"needs\">To play, this page needs its script.</p>";
    document(TITLE, "server", &policy_to_play(), ["", note], theme)
}

/// Returns what the page on which the game is played may use: its server, too.
pub(crate) fn policy_to_play() -> String {
    format!("{POLICY}; connect-src 'self'")
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
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"{theme}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<style>{style}</style>\n</head>\n\
         <body data-source=\"{source}\">\n{body}{games}<script>{SCRIPT}</script>\n</body>\n</html>\n",
        theme = theme.name(),
        title = escape(title),
        style = style(),
    )
}

fn style() -> String {
    format!("{SHAPES}\n{}{STYLE}", Theme::page_rules())
}

fn list(sheets: &[Sheet<'_>]) -> String {
    let entry = |(number, sheet): (usize, &Sheet<'_>)| {
        let (record, game) = (sheet.record.to_string(), sheet.record.game());
        let name = if record.is_empty() { EMPTY } else { &record };
        let score = match game.is_over() {
            true => format!(", {}", game.score()),
            false => String::new(),
        };
        let invalid = sheet.mistake.map_or(String::new(), |mistake| {
            format!(", invalid: {}", escape(&mistake.to_string()))
        });
        format!("<li><a href=\"#{number}\">{name}</a>{score}{invalid}</li>\n")
    };
    let entries: String = (1..).zip(sheets).map(entry).collect();
    format!("<nav id=\"list\" aria-label=\"Games\"><ol>\n{entries}</ol></nav>\n")
}

impl Sheet<'_> {
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
        self.mistake.map_or(String::new(), |mistake| {
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
        for (i, game) in self.record.positions().enumerate() {
            let caption = match i {
                0 => EMPTY.to_string(),
                _ => describe_action(actions[i - 1], &game),
            };
            let (facts, words) = facts(&joined(&actions[..i]), &game, self.worths.get(i));
            let picture = of_position(&game).element();
            *page += &format!(
                "<section class=\"position\"{facts}><h3>{caption}</h3>{picture}{words}</section>\n"
            );
        }
        *page += "</div>\n</article>\n";
    }
}

/// Says of a position what the script needs, as attributes, and what perfect play gives, in words.
fn facts(record: &str, game: &Game, worth: Option<&Worth>) -> (String, String) {
    let mut facts = format!(" data-record=\"{record}\"");
    let mut add = |name: &str, value: &str| facts += &format!(" data-{name}=\"{value}\"");
    match game.status() {
        Status::Move(_) => add("state", "move"),
        Status::Measure { choices, .. } => {
            let choices: Vec<_> = choices.iter().map(|mark| mark.to_string()).collect();
            add("state", "measure");
            add("choices", &choices.join(" "));
        }
        Status::Over => add("state", "over"),
    }
    if let Some(player) = game.turn() {
        add("turn", player.name());
    }
    let Some(Worth { value, best }) = worth else {
        return (facts, String::new());
    };
    let best = joined(best);
    add("value", &value.to_string());
    add("best", &best);
    let words = match best.is_empty() {
        true => format!("<p>Value: {value}.</p>"),
        false => format!("<p>Value: {value}. Best: {best}.</p>"),
    };
    (facts, words)
}
