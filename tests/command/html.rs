//! `qttt show --html` and the page of `qttt serve`, as text.

use sha2::{Digest, Sha256};

use super::serve::Server;
use crate::support::{assert_contains, assert_starts_with, exits, printed};

const RULES: &str = include_str!("../../src/bin/qttt/serve/rules.txt");
const GAME: &str = "AI EG BE EH DG AI 1 BC CE 3";

fn page_to_play() -> String {
    Server::start().get("/").body
}

fn page(arguments: &[&str]) -> String {
    printed(&[&["show", "--html"], arguments].concat(), "")
}

/// Returns each text between two delimiters.
fn all_between<'t>(text: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    let parts = text.split(start).skip(1);
    parts
        .filter_map(|part| Some(part.split_once(end)?.0))
        .collect()
}

/// The page loads nothing. Its policy allows only its own script and style.
fn assert_self_contained(page: &str) {
    for outside in [
        "http:",
        "https:",
        "url(",
        "@import",
        "rel=\"stylesheet",
        " src=",
        " style=",
        " onclick=",
    ] {
        let page = page.replace("http://www.w3.org/", "");
        assert!(!page.contains(outside), "{outside}");
    }
    let [policy] = all_between(
        page,
        "http-equiv=\"Content-Security-Policy\" content=\"",
        "\"",
    )[..] else {
        panic!("no policy");
    };
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    for (name, start, end) in [
        ("style-src", "<style>", "</style>"),
        ("script-src", "<script type=\"module\">", "</script>"),
    ] {
        let [content] = all_between(page, start, end)[..] else {
            panic!("not one {start}");
        };
        let source = format!("{name} 'sha256-{}'", base64(&Sha256::digest(content)));
        assert_contains(policy, &source);
    }
}

/// Encodes a digest of 32 bytes.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: Vec<_> = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |i| byte >> i & 1))
        .collect();
    let digit = |bits: &[u8]| {
        let value = (0..6).fold(0, |value, i| value << 1 | bits.get(i).unwrap_or(&0));
        char::from(DIGITS[usize::from(value)])
    };
    bits.chunks(6).map(digit).chain(['=']).collect()
}

#[test]
fn a_page_needs_nothing_from_outside() {
    let longest = "FI GI FG 1 AD AH CH AE CH 6 BB 9";
    let to_play = page_to_play();
    assert!(to_play.contains("data-source=\"server\"") && to_play.contains("connect-src 'self'"));
    for page in ["", GAME, longest].map(|record| page(&["--values", record])) {
        assert!(page.len() < 106_000, "{}", page.len());
        assert!(!page.contains("connect-src"));
        assert_self_contained(&page);
    }
    for page in [page(&["--theme", "dark", GAME]), to_play] {
        assert_self_contained(&page);
    }
}

#[test]
fn the_text_of_a_record_cannot_inject_html() {
    let hostile = ["show", "--html", "AB", "<script>alert(1)</script>\"'&"];
    let (stdout, stderr) = exits(1, &hostile, "");
    assert_starts_with(&stderr, "error: expected a cell (A to I) or a mark");
    assert!(!stdout.contains("alert(1)"));
    let (before, notice) = stdout
        .split_once("<p class=\"invalid\">")
        .expect("a notice");
    let (notice, after) = notice.split_once("</p>\n").expect("its end");
    assert!(notice.ends_with("found &quot;&lt;&quot;."), "{notice}");
    let valid = page(&["AB"]).replacen("<title>", "<title>Invalid record. ", 1);
    assert_eq!(valid, format!("{before}{after}"));
}

#[test]
fn a_page_has_each_position_and_both_outcomes() {
    let page = page(&[GAME]);
    assert_eq!(page.matches("<section class=\"position\"").count(), 11);
    assert_eq!(page.matches("data-board=\"outcome\"").count(), 4);
    assert_eq!(page.matches("\"choices\":[1,6]").count(), 1);
    assert!(!page.contains("\"value\":") && !page.contains("Value:"));
    for rule in RULES.lines() {
        assert!(page.contains(&format!("<li>{rule}</li>")));
    }
    // Pictures that explain the game are not cells to click.
    let to_play = page_to_play();
    let [body] = all_between(&to_play, "<body", "<script")[..] else {
        panic!("not one script");
    };
    assert!(body.contains("data-in=\"B\"") && !body.contains("data-cell="));
}

#[test]
fn the_rules_say_how_lines_score() {
    for sentence in [
        "Each line is worth one point, so a player with two lines gets two points.",
        "If both players have a line, compare the highest number in each line: the line with the lower one gets one \
         point, and the other line gets half a point.",
    ] {
        assert!(RULES.contains(sentence), "{sentence}");
    }
}

#[test]
fn several_records_are_one_page_with_a_list() {
    let (page, stderr) = exits(1, &["show", "--html"], "AB BE AE 1\nAB BJ\n\n");
    assert_starts_with(&stderr, "<stdin>:2:5: expected");
    assert_eq!(page.matches("<!DOCTYPE html>").count(), 1);
    assert_eq!(page.matches("<article class=\"game\"").count(), 3);
    let [list] = all_between(&page, "<nav id=\"list\" aria-label=\"Games\">", "</nav>")[..] else {
        panic!("not one list");
    };
    for entry in [
        "<a href=\"#1\">AB BE AE 1</a></li>",
        "<a href=\"#2\">AB</a>, invalid: expected a cell",
        "<a href=\"#3\">The empty board</a></li>",
    ] {
        assert_contains(list, entry);
    }
}
