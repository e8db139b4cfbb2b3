//! The page, as the server sends it and as a single file.

use qttt::generate::Strategy;
use qttt::support::{RULES, svg_board, svg_style};
use qttt::{Position, Record};

pub(super) const GAME: &str = include_str!("game.js");
pub(super) const PAGE: &str = include_str!("page.js");
pub(super) const POSITIONS: &str = include_str!("positions.js");
const POSITIONS_FROM_LIBRARY: &str = include_str!("library.js");

/// What the page loads from a server.
const LINKS: &str = r#"<link rel="stylesheet" href="style.css">
<script type="module" src="page.js"></script>"#;

/// The single-file page makes no requests.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' data: 'wasm-unsafe-eval'; \
    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// The rules that have a picture, each with the part of the board that it shows, and a record.
const PICTURES: [(&str, &str, &str); 3] = [
    ("2", "0 0 398 120", "AB"),
    ("4", "0 0 398 120", "AB AB"),
    ("5", "0 40 398 120", "AB AB 1"),
];

/// Returns the HTML for a server.
pub(super) fn html() -> String {
    with_head(LINKS)
}

/// Returns the style sheet.
pub(super) fn style() -> String {
    svg_style() + include_str!("style.css")
}

/// Returns the whole page as one file, which contains the library as a WebAssembly module.
pub(crate) fn in_one_file(library: &[u8]) -> String {
    let [game, positions] = [GAME, POSITIONS_FROM_LIBRARY].map(|script| base64(script.as_bytes()));
    let imports = serde_json::json!({ "imports": {
        "./game.js": format!("data:text/javascript;base64,{game}"),
        "./positions.js": format!("data:text/javascript;base64,{positions}"),
    }});
    let (style, library) = (style(), base64(library));
    with_head(&format!(
        r#"<meta http-equiv="content-security-policy" content="{POLICY}">
<style>{style}</style>
<script type="importmap">{imports}</script>
<script type="application/wasm" id="library">{library}</script>
<script type="module">{PAGE}</script>"#
    ))
}

/// Returns the HTML with a style sheet and scripts, the rules, the first board, and the probability with which each
/// level of the computer plays at random.
fn with_head(head: &str) -> String {
    let rules: String = RULES.lines().map(rule).collect();
    let mut page = include_str!("page.html")
        .replace("<!--rules-->", &rules)
        .replace("<!--board-->", &svg_board(&Position::new()));
    for (level, strategy) in Strategy::LEVELS {
        page = page.replace(&format!("{{{level}}}"), &strategy.probability().to_string());
    }
    // Last, because scripts contain braces, too.
    page.replace("<!--head-->", head)
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
    format!("<li>{text}{picture}</li>")
}

/// Encodes bytes as base64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::new();
    for group in bytes.chunks(3) {
        let mut padded = [0; 4];
        padded[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(padded);
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            encoded.push(if digit <= group.len() {
                DIGITS[value as usize].into()
            } else {
                '='
            });
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn bytes_are_encoded_as_base64() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let encoded = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        assert_eq!(texts.map(|text| base64(text.as_bytes())), encoded);
    }
}
