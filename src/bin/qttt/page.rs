//! The page to play on.

#[path = "serve/view.rs"]
mod view;

use qttt::{
    Record, draw,
    generate::Strategy,
    support::{escape, svg_board, svg_style},
};

pub(crate) use self::view::view;
use crate::records::{Analysis, Game};

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

/// The digest of the script, in base64.
const SCRIPT_DIGEST: &str = "4PTo/Iu1a9cQsCemHX9Qu3HlTwemJ8FGS7MxsWFpZqM=";

const TITLE: &str = "Quantum tic-tac-toe";
const DESCRIPTION: &str = "Games of quantum tic-tac-toe, drawn move by move.";
const EMPTY: &str = "The empty board";

/// Returns the HTML page to play the game on, which has the position before the first move, and requests all others
/// from its server. `address` is where other computers can open it, if they can.
#[must_use]
pub(crate) fn page_to_play(start: &Game, analysis: &Analysis, address: &str) -> String {
    let note = "<p class=\"needs\">To play on this page, turn on JavaScript.</p>\n";
    let body = format!(
        "<body data-source=\"server\" data-address=\"{}\">\n{}{note}<article class=\"game\">\n{}</article>\n",
        escape(address),
        body("", &lessons()),
        section(start, analysis, EMPTY)
    );
    let policy = format!("{}; connect-src 'self'", policy());
    document(&policy, &body)
}

/// Returns the Content-Security-Policy of a page: only its own style sheet and script, identified by their digests.
fn policy() -> String {
    format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; \
         script-src 'sha256-{SCRIPT_DIGEST}'"
    )
}

fn document(policy: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"auto\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<title>{TITLE}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"description\" content=\"{DESCRIPTION}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<style>{pictures}\n{STYLE}</style>\n</head>\n\
         {body}<script type=\"module\">\n{GAME_SCRIPT}\n{PAGE_SCRIPT}</script>\n</body>\n</html>\n",
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

/// Returns a position for people without scripts, with its data for the script.
fn section(game: &Game, analysis: &Analysis, caption: &str) -> String {
    let data = view(game, analysis, None, None).replace('<', "\\u003c");
    let picture = draw::svg(&game.position(), None);
    format!(
        "<section class=\"position\"><script type=\"application/json\">{data}</script>\
         <h3>{caption}</h3>{picture}</section>\n"
    )
}
