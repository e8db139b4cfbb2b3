//! `qttt show --html` and the page of `qttt serve`: as text, and in a real browser.

use std::fs;

use qttt::{Player, Record};
use sha2::{Digest, Sha256};

use super::serve::Server;
use crate::support::{browser::Browser, published_games, run};

const RULES: &str = include_str!("../../src/bin/qttt/page/rules.txt");
const GAME: &str = "AI EG BE EH DG AI 1 BC CE 3";

fn page_to_play() -> String {
    Server::start().get("/").body
}

fn page(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(&[&["show", "--html"], arguments].concat(), "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    stdout
}

/// Returns what stands between two marks, each time.
fn all_between<'t>(text: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    let parts = text.split(start).skip(1);
    parts
        .filter_map(|part| Some(part.split_once(end)?.0))
        .collect()
}

/// Nothing is loaded, and the policy allows the page its own script and style, and nothing else.
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
        assert!(
            !page.replace("http://www.w3.org/", "").contains(outside),
            "{outside}"
        );
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
        assert!(
            policy.contains(&source),
            "expected {source}, found {policy}"
        );
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
        assert!(page.len() < 100_000, "{}", page.len());
        assert!(!page.contains("connect-src"));
        assert_self_contained(&page);
    }
    for page in [page(&["--theme", "dark", GAME]), to_play] {
        assert_self_contained(&page);
    }
}

#[test]
fn nothing_that_a_record_holds_becomes_part_of_the_page() {
    let (code, stdout, stderr) = run(
        &["show", "--html", "AB", "<script>alert(1)</script>\"'&"],
        "",
    );
    assert_eq!(code, 1);
    assert!(
        stderr.starts_with("error: expected a cell (A to I) or a mark"),
        "{stderr}"
    );
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
    assert_eq!(page.matches("data-choices=\"1 6\"").count(), 1);
    assert!(!page.contains("data-value=\"") && !page.contains("Value:"));
    for rule in RULES.lines() {
        assert!(page.contains(&format!("<li>{rule}</li>")));
    }
    // Pictures that explain the game are not cells to click.
    let to_play = page_to_play();
    let [body] = all_between(&to_play, "<body", "<script")[..] else {
        panic!("not one script");
    };
    assert!(body.contains("data-at=\"B\"") && !body.contains("data-cell="));
}

#[test]
fn the_rules_as_published_give_the_published_scores() {
    for sentence in [
        "Each line is one point; two lines of one player are two points.",
        "If both players have a line, the line whose highest number is lower gets one point and the other half a point.",
    ] {
        assert!(RULES.contains(sentence), "{sentence}");
    }
    for (record, score) in published_games() {
        let position = record.parse::<Record>().expect("legal").position();
        let highest = |player| {
            let numbers = |line: qttt::CellSet| {
                line.iter()
                    .filter_map(|cell| position.classical(cell))
                    .max()
            };
            position.lines_of(player).map(numbers).min().flatten()
        };
        let derived = match Player::ALL.map(highest) {
            [Some(x), Some(o)] if x < o => "1 0.5".to_string(),
            [Some(_), Some(_)] => "0.5 1".to_string(),
            _ => Player::ALL
                .map(|player| position.lines_of(player).count().to_string())
                .join(" "),
        };
        assert_eq!(derived, score, "{record}");
    }
}

#[test]
fn values_say_what_perfect_play_gives() {
    let page = page(&["--values", "AB"]);
    assert!(page.contains("data-o=\"0\" data-value=\"0.5\" data-best=\"AI CG\""));
    assert!(
        page.contains("data-record=\"AB\" data-state=\"move\" data-turn=\"O\" data-x=\"0\" data-o=\"0\" data-value=\"0\"")
    );
    assert!(page.contains("<p>Value: 0.5. Best: AI CG.</p>"));
}

#[test]
fn several_records_are_one_page_with_a_list() {
    let (code, page, stderr) = run(&["show", "--html"], "AB BE AE 1\nAB BJ\n\n");
    assert_eq!(code, 1);
    assert!(stderr.starts_with("<stdin>:2:5: expected"), "{stderr}");
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
        assert!(list.contains(entry), "no {entry} in {list}");
    }
}

/// Returns a browser, a server and its address, unless there is no browser.
fn played() -> Option<(Browser, Server, String)> {
    let mut browser = Browser::start()?;
    let server = Server::start();
    let address = format!("http://{}/", server.address);
    browser.open(&address);
    Some((browser, server, address))
}

#[test]
fn a_game_is_played_by_clicks() {
    let Some((mut browser, _server, _)) = played() else {
        return;
    };
    let says = "find('#says').textContent";
    let top = "find('#board').getBoundingClientRect().top + scrollY";
    let start = browser.value(top);
    assert_eq!(browser.value(says), "Pick two cells for X1");
    browser.click("[data-cell=A]");
    browser.until("find('.pick .mark')");
    assert_eq!(
        browser.value(says),
        "Now pick the second cell, or A again to cancel"
    );
    browser.click("[data-cell=E]");
    browser.shows("AE");
    browser.play("BF EI DH AI");
    let due = "X closed a cycle. O measures it.";
    assert_eq!(browser.value(says), due);
    // The mark that is clicked stays where it is.
    browser.click("#picture [data-spooky=\"1\"][data-at=A] .target");
    browser.until("record.endsWith('AI 1') && location.hash.endsWith('.AI.1')");
    let card = browser.value("find('#result').innerText");
    let card = card.as_str().expect("a text");
    assert!(
        card.starts_with("X wins, 1 \u{2013} 0\n\nX has the line AEI."),
        "{card}"
    );
    assert_eq!(browser.value(top), start);
    browser.click("#first");
    browser.shows("");
    browser.click("#moves li:nth-child(2) button");
    browser.play("GH");
    browser.until("find('#stepper').hidden");
    browser.click("#new");
    browser.shows("");
}

#[test]
fn a_game_is_played_by_keys() {
    let Some((mut browser, _server, _)) = played() else {
        return;
    };
    for (keys, record) in [
        ("a Escape B a", "AB"),
        ("e Backspace b e", "AB BE"),
        ("ArrowLeft", "AB"),
        ("ArrowRight", "AB BE"),
        ("d e a e", "AB BE DE AE"),
        ("4", "AB BE DE AE 4"),
        ("Backspace", "AB BE DE AE"),
    ] {
        keys.split(' ').for_each(|key| browser.press(key));
        browser.shows(record);
    }
    browser.press("?");
    browser.until("find('#keys').open");
}

#[test]
fn undo_takes_back_what_a_person_did() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    browser.until("find('#undo').disabled");
    browser.play("AE BF");
    browser.click("[data-cell=C]");
    browser.click("#undo");
    browser.until("record === 'AE BF' && !find('.pick')");
    browser.play("EI DH AI 1");
    for record in [
        "AE BF EI DH AI",
        "AE BF EI DH",
        "AE BF EI",
        "AE BF",
        "AE",
        "",
    ] {
        browser.click("#undo");
        browser.shows(record);
    }
    browser.until("find('#undo').disabled");

    // Against X, its first move stays.
    browser.open(&address);
    browser.click("[data-level=perfect]");
    browser.click("[data-side=O]");
    let is_first = "turn === 'O' && record.length === 2 && find('#undo').disabled";
    browser.until(is_first);
    browser.play("BD");
    browser.until("turn === 'O' && record.length > 5");
    browser.click("#undo");
    browser.until(is_first);
    browser.until("document.querySelectorAll('#cells button:enabled').length === 9");
}

#[test]
fn a_game_against_the_perfect_player_survives_a_reload_and_ends() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    browser.value("o.value = 'perfect', o.dispatchEvent(new Event('change'))");
    browser.until("location.search === '?o=perfect'");
    browser.open(&format!("{address}?o=perfect#AB"));
    browser.until("turn === 'X' && record.length > 4 && find('#o').value === 'perfect'");
    while browser.value("state") != "over" {
        let before = browser.value("record");
        if browser.value("state") == "measure" {
            browser.click("[data-choice]");
        } else {
            browser.click("#cells button:enabled");
            if browser.value("Boolean(find('.pick'))") == true {
                browser.click("#cells button:enabled[aria-pressed=false]");
            }
        }
        browser.until(&format!("record !== {before} && turn !== 'O'"));
    }
    browser.click("#swap");
    browser.until("find('#x').value === 'perfect' && turn === 'O' && record.length === 2");
}

#[test]
fn the_last_cell_takes_one_click() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    browser.open(&format!("{address}#BC.BE.CF.EF.1.AD.AG.GH.DG.6"));
    browser.click("[data-cell=I]");
    browser.shows("BC BE CF EF 1 AD AG GH DG 6 II 9");
    browser.click("#undo");
    browser.shows("BC BE CF EF 1 AD AG GH DG 6");
}

#[test]
fn addresses_and_records_are_read_or_refused() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    browser.open(&format!("{address}#AEBFEIDHAI1"));
    browser.until("document.querySelectorAll('#moves li').length === 6");
    browser.click("#analysis summary");
    for (record, problem) in [
        ("'41./32./... 5CF'", "This is a position, not a game."),
        ("'AB BJ'", "expected a cell"),
        ("' '.repeat(70000)", "The record is too long."),
    ] {
        browser.value(&format!("find('#record').value = {record}"));
        browser.click("#load button");
        browser.until(&format!(
            "find('#problem').textContent.startsWith('{problem}')"
        ));
        browser.shows("AE BF EI DH AI 1");
    }
    browser.open(&format!("{address}#AJ"));
    browser.until("record === '' && find('#problem').textContent");
}

#[test]
fn the_board_is_in_view_on_every_screen_and_stays_in_its_place() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    let sizes = "1280x800 844x390 667x375 390x844 390x664 360x640 768x1024 820x1180";
    for size in sizes.split(' ') {
        let (width, height) = size.split_once('x').expect("two numbers");
        browser.resize([width, height].map(|side| side.parse().expect("a number")));
        let mut places = Vec::new();
        for hash in ["", "#AB", "#AI.EG.BE.EH.DG.AI", "#AE.BF.EI.DH.AI.1"] {
            browser.open(&format!("{address}{hash}"));
            places.push(browser.value("find('#board').getBoundingClientRect().toJSON()"));
            let seen = browser.value(
                "(({ left, right, bottom, width }) => [left >= 0 && right <= innerWidth && bottom <= innerHeight, \
                 width >= Math.min(innerWidth - 16, 320), document.documentElement.scrollWidth <= innerWidth, \
                 (find('#side').getBoundingClientRect().left > right) === (innerWidth > innerHeight)].join()) \
                 (find('#board').getBoundingClientRect())",
            );
            assert_eq!(seen, "true,true,true,true", "{size} {hash}");
            if hash.ends_with("AI") && (size == "1280x800" || height.len() == 4) {
                browser.until(
                    "find('[data-choice] span').getBoundingClientRect().bottom <= innerHeight",
                );
            }
        }
        places.dedup();
        assert_eq!(places.len(), 1, "{size} {places:?}");
    }
}

#[test]
fn recorded_games_are_stepped_through() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, page: &str| {
        let path = folder.path().join(name);
        fs::write(&path, page).expect("it is written");
        format!("file://{}", path.display())
    };
    let game = file("game.html", &page(&["--values", "--theme", "dark", GAME]));
    browser.open(&game);
    browser.shows(GAME);
    browser.until("document.querySelectorAll('.sign').length === 5");
    browser.press("ArrowLeft");
    browser.until("record.endsWith('CE')");
    browser.until("find('#verdict').textContent === 'A mistake: O gives away \u{bd} point.'");
    browser.press("Home");
    browser.shows("");
    browser.press(" ");
    browser.shows("AI");
    browser.until("getComputedStyle(find('main')).backgroundColor === 'rgb(20, 23, 28)'");

    // Every one of many games can be reached on a phone.
    let (_, several, _) = run(&["show", "--html"], "AB\n".repeat(11) + "AB BE AE 1\n");
    let games = file("games.html", &several);
    browser.resize([390, 844]);
    browser.open(&games);
    browser.click("#list li:last-child a");
    browser.shows("AB BE AE 1");
    browser.open(&format!("{games}#12.AB.BE"));
    browser.shows("AB BE");

    browser.allow_scripts(false);
    browser.open_until(
        &game,
        "document.querySelectorAll('.position').length === 11",
    );
    browser.until("!find('main').checkVisibility()");
    browser
        .until("[...document.querySelectorAll('.position')].every(one => one.checkVisibility())");
}
