//! `qttt page`: the web page to play on, a single file that loads nothing.
//!
//! The file contains a style sheet, the library compiled to WebAssembly, and four scripts: game.js has the game,
//! page.js shows it, responses.js responds to the user, and library.js gets the JSON of [`qttt::report::for_page`] for
//! each position, because the scripts don't know which actions are legal or good.

use base64::prelude::{BASE64_STANDARD, Engine};
use qttt::support::{BOARD_BOX, RULES, svg_board, svg_style};
use qttt::{Position, Record, Strategy};

use crate::command_line::SUCCESS_OR_ERROR;
use crate::terminal::output::{Outcome, write};

const EXAMPLES: &str = "\
Examples:
  qttt page > play.html    write the page, to open it in a browser
  python3 -m http.server   serve the folder with that file to the network";

/// Print the game as a single-file web page
///
/// The page needs no server and no network. It needs Safari 15.4, Chrome 97, Firefox 104, or a newer browser.
#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{SUCCESS_OR_ERROR}"))]
pub(crate) struct Page {}

/// The content security policy: the page may run only its own scripts and its library.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'";

/// The library, which `.ci/page` compiles.
const LIBRARY: &[u8] = include_bytes!("page/qttt.wasm");

/// The scripts, which are one module.
const SCRIPTS: &str = concat!(
    include_str!("page/library.js"),
    include_str!("page/game.js"),
    include_str!("page/page.js"),
    include_str!("page/responses.js")
);

/// The rules that have a picture, each with the part of the board that it shows, and a record.
const PICTURES: [(&str, &str, &str); 3] = [
    ("2", "0 0 398 150", "AB"),
    ("4", "0 0 398 150", "AB AB"),
    ("5", "0 25 398 150", "AB AB 1"),
];

impl Page {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        write(&html())?;
        Ok(Outcome::Fine)
    }
}

fn html() -> String {
    let rules: String = RULES.lines().map(rule).collect();
    let levels: String = Strategy::LEVELS.map(button).concat();
    let head = format!(
        r#"<meta http-equiv="content-security-policy" content="{POLICY}">
<style>{}{}</style>
<script type="application/wasm" id="library">{}</script>
<script type="module">{SCRIPTS}</script>"#,
        svg_style(),
        include_str!("page/style.css"),
        BASE64_STANDARD.encode(LIBRARY),
    );
    include_str!("page/page.html")
        .replace("<!--rules-->", &rules)
        .replace("<!--levels-->", &levels)
        .replace("<!--box-->", BOARD_BOX)
        .replace("<!--board-->", &svg_board(&Position::new()))
        .replace("<!--head-->", &head)
}

/// Returns the button of a level of the computer, with the probability of a random action.
fn button((level, strategy): (&str, Strategy)) -> String {
    let probability = strategy.probability();
    format!("<button data-level=\"{level}\" data-probability=\"{probability}\">{level}</button>")
}

/// Returns the item of a rule in the list, with its picture if there is one.
fn rule(rule: &str) -> String {
    let (number, text) = rule.split_once(". ").expect("rules are numbered");
    let picture = PICTURES.into_iter().find(|&(of, ..)| of == number);
    let picture = picture.map_or(String::new(), |(_, part, record)| {
        let record: Record = record.parse().expect("a valid record");
        let board = svg_board(&record.position());
        format!("<svg viewBox=\"{part}\" aria-hidden=\"true\">{board}</svg>")
    });
    format!("<li><span>{number}.</span><p>{text}</p>{picture}</li>")
}
