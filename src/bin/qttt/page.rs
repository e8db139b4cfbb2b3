//! Games on a self-contained HTML page, with its style sheet and its script.
//!
//! The script doesn't know the rules. It gets each position as the JSON of [`view`], from one of two sources. A page of
//! games ([`page`]) contains all of its positions. Without scripts and in print, they are all visible; the script shows
//! one at a time. A page to play on ([`page_to_play`]) requests them from a server by `GET
//! position?record=AB+BE&actions`, with their legal actions and pictures.

#[path = "serve/view.rs"]
mod view;

use qttt::{
    Action, Record,
    draw::{Theme, describe_action, escape, svg_board, svg_element, svg_style},
    generate::Strategy,
    solve::Solver,
};

pub(crate) use self::view::view;
use crate::records::{Evaluation, Game, LineError, Reading, Request};

const BODY: &str = include_str!("serve/page.html");
/// The strip of a player beside the board.
const STRIP: &str = include_str!("serve/player.html");
const STYLE: &str = include_str!("serve/style.css");
const GAME_SCRIPT: &str = include_str!("serve/game.js");
const PAGE_SCRIPT: &str = include_str!("serve/page.js");

/// Three pictures that explain the game: a record, the visible part of the board, and a caption.
const LESSONS: [(&str, &str, &str); 3] = [
    (
        "AB",
        "0 0 398 120",
        "The nine squares are called cells. A move puts a pair of marks into two cells: X1 is in both of them until it \
         is measured.",
    ),
    (
        "AB AB",
        "0 0 398 120",
        "O2 connects the same two cells, so the links now form a ring, called a cycle. O closed the cycle, so X chooses \
         how it ends.",
    ),
    (
        "AB AB 1",
        "0 40 398 120",
        "That choice is a measurement: each mark now has one cell to itself. Three in a line wins. Physicists call the \
         three steps superposition, entanglement, and collapse.",
    ),
];

/// The levels of the computer: the names of strategies.
const LEVELS: [&str; 3] = ["easy", "medium", "perfect"];

/// The rules of the game, one per line.
const RULES: &str = include_str!("serve/rules.txt");

/// The digests of the style sheet and the script, in base64. A test prints the right ones after a change.
const STYLE_DIGEST: &str = "ChFTJvgTJYCuufzi7PAeRsX6kUGUqhVV5ipzoQLAiGI=";
const SCRIPT_DIGEST: &str = "4PTo/Iu1a9cQsCemHX9Qu3HlTwemJ8FGS7MxsWFpZqM=";

const TITLE: &str = "Quantum tic-tac-toe";
const DESCRIPTION: &str = "Games of quantum tic-tac-toe, drawn move by move.";
const EMPTY: &str = "The empty board";

/// A game on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sheet {
    /// The game.
    pub(crate) record: Record,
    /// The mistake after the last action, if the record is invalid.
    pub(crate) mistake: Option<LineError>,
}

/// Returns a self-contained HTML page to step through games, with the values of their positions if a solver is given.
#[must_use]
pub(crate) fn page(sheets: &[Sheet], solver: Option<&Solver>, theme: Theme) -> String {
    let mut games = String::new();
    for (number, sheet) in (1..).zip(sheets) {
        sheet.write(number, solver, &mut games);
    }
    let (title, top, list) = match sheets {
        [sheet] => (sheet.title(), sheet.notice(), String::new()),
        _ => (TITLE.to_string(), String::new(), list(sheets)),
    };
    let body = format!(
        "<body data-source=\"page\">\n{top}{}{games}",
        body(&list, "")
    );
    document(&title, &policy(), &body, theme)
}

/// Returns the HTML page to play the game on, which has the position before the first move, and requests all others
/// from its server. `address` is where other computers can open it, if they can.
#[must_use]
pub(crate) fn page_to_play(first: &Reading, theme: Theme, address: &str) -> String {
    let note = "<p class=\"needs\">To play on this page, turn on JavaScript.</p>\n";
    let body = format!(
        "<body data-source=\"server\" data-address=\"{}\">\n{}{note}<article class=\"game\">\n{}</article>\n",
        escape(address),
        body("", &lessons()),
        section(first, None, EMPTY, "")
    );
    let policy = format!("{}; connect-src 'self'", policy());
    document(TITLE, &policy, &body, theme)
}

/// Returns the Content-Security-Policy of a page: only its own style sheet and script, identified by their digests.
fn policy() -> String {
    format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'sha256-{STYLE_DIGEST}'; \
         script-src 'sha256-{SCRIPT_DIGEST}'"
    )
}

fn document(title: &str, policy: &str, body: &str, theme: Theme) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"{theme}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"description\" content=\"{DESCRIPTION}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<style>{pictures}\n{STYLE}</style>\n</head>\n\
         {body}<script type=\"module\">\n{GAME_SCRIPT}\n{PAGE_SCRIPT}</script>\n</body>\n</html>\n",
        theme = theme.name(),
        title = escape(title),
        pictures = svg_style(),
    )
}

/// Returns the part of the page that needs the script.
fn body(list: &str, lessons: &str) -> String {
    let rules: String = RULES
        .lines()
        .map(|rule| format!("<li>{rule}</li>"))
        .collect();
    let level = |name| {
        let strategy: Strategy = str::parse(name).expect("a strategy");
        let rate = strategy.random_share();
        format!("<option value=\"{name}\" data-rate=\"{rate}\">Computer, {name}</option>")
    };
    let levels = LEVELS.map(level).concat();
    let strip = |player: &str, sign| {
        let strip = STRIP.replace("{player}", player).replace("{sign}", sign);
        let strip = strip.replace("{id}", &player.to_lowercase());
        strip.replace("<!--levels-->", &levels)
    };
    BODY.replace("<!--list-->", list)
        .replace("<!--strip X-->", &strip("X", "M4 4L16 16M16 4L4 16"))
        .replace(
            "<!--strip O-->",
            &strip("O", "M3 10a7 7 0 1 1 14 0a7 7 0 1 1 -14 0Z"),
        )
        .replace("<!--rules-->", &rules)
        .replace("<!--lessons-->", lessons)
}

fn lessons() -> String {
    let lesson = |(record, part, caption): (&str, _, _)| {
        let record: Record = record.parse().expect("a valid record");
        let board = svg_board(&record.position());
        format!(
            "<figure><svg viewBox=\"{part}\" aria-hidden=\"true\">{board}</svg>\
             <figcaption>{caption}</figcaption></figure>"
        )
    };
    LESSONS.map(lesson).concat()
}

/// Returns a list of links to the games of a page.
fn list(sheets: &[Sheet]) -> String {
    let entry = |(number, sheet): (usize, &Sheet)| {
        let (record, position) = (sheet.record.to_string(), sheet.record.position());
        let name = if record.is_empty() { EMPTY } else { &record };
        let score = if position.is_over() {
            format!(", {}", position.score())
        } else {
            String::new()
        };
        let invalid = sheet.mistake.as_ref().map_or(String::new(), |mistake| {
            format!(", invalid: {}", escape(&mistake.to_string()))
        });
        format!("<li><a href=\"#{number}\">{name}</a>{score}{invalid}</li>\n")
    };
    let entries: String = (1..).zip(sheets).map(entry).collect();
    format!("<nav id=\"list\" aria-label=\"Games\"><ol>\n{entries}</ol></nav>\n")
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

    /// Returns a paragraph about the mistake, if there is one.
    fn notice(&self) -> String {
        self.mistake.as_ref().map_or(String::new(), |mistake| {
            let mistake = escape(&mistake.to_string());
            format!(
                "<p class=\"invalid\">Invalid record, shown up to the mistake: {mistake}.</p>\n"
            )
        })
    }

    fn write(&self, number: usize, solver: Option<&Solver>, page: &mut String) {
        *page += &format!(
            "<article class=\"game\" id=\"{number}\">\n<h2>{}</h2>\n<div class=\"positions\">\n",
            self.record
        );
        let only_value = Request {
            only_value: true,
            ..Request::default()
        };
        let mut record = Record::new();
        let mut actions = self.record.actions().iter();
        for position in self.record.positions() {
            let last = record.actions().last();
            let caption = last.map_or(EMPTY.to_string(), |&action| {
                describe_action(action, &position)
            });
            let game = Game::Record(record.clone());
            let solved = solver.map(|solver| only_value.solve(&game, solver));
            let solved = solved.map(|solved| solved.expect("no steps are asked for"));
            let value = solved.as_ref().map(|solved| paragraph(&solved.evaluation));
            let value = value.unwrap_or_default();
            let reading = Reading {
                game,
                shows_position: true,
                solved: solved.map(Box::new),
            };
            *page += &section(&reading, solver, &caption, &value);
            if let Some(&action) = actions.next() {
                record.push(action).expect("the record is legal");
            }
        }
        *page += "</div>\n</article>\n";
    }
}

/// Returns a position for people without scripts, with its data for the script.
fn section(reading: &Reading, solver: Option<&Solver>, caption: &str, value: &str) -> String {
    let data = view(reading, solver, None).replace('<', "\\u003c");
    let picture = svg_element(&reading.game.position());
    format!(
        "<section class=\"position\"><script type=\"application/json\">{data}</script>\
         <h3>{caption}</h3>{picture}{value}</section>\n"
    )
}

/// Returns a paragraph with the value of a position.
fn paragraph(Evaluation { value, best, .. }: &Evaluation) -> String {
    let best = match &best[..] {
        [] => String::new(),
        _ => format!(" Best: {}.", Action::join(best.iter().copied())),
    };
    format!("<p>Value: {value}.{best}</p>")
}
