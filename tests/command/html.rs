//! `qttt show --html` and the page of `qttt serve`: as text, and in a real browser.

use std::fs;

use qttt::{
    Player, Record,
    draw::{RULES, Theme, page_to_play},
};

use super::serve::Server;
use crate::support::{
    browser::Browser,
    page::{all_between, assert_self_contained},
    published_games, run,
};

const GAME: &str = "AI EG BE EH DG AI 1 BC CE 3";

fn page(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(&[&["show", "--html"], arguments].concat(), "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    stdout
}

#[test]
fn a_page_needs_nothing_from_outside() {
    let longest = "FI GI FG 1 AD AH CH AE CH 6 BB 9";
    let to_play = page_to_play(Theme::Auto);
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
    // Pictures that explain the game are no squares to click.
    let to_play = page_to_play(Theme::Auto);
    let [body] = all_between(&to_play, "<body", "<script")[..] else {
        panic!("not one script");
    };
    assert!(body.contains("data-at=\"B\"") && !body.contains("data-cell="));
}

#[test]
fn the_rules_as_published_give_the_published_scores() {
    for sentence in [
        "Each line is one point; two lines of one player are two points.",
        "If both players have a line, the one whose highest number is lower gets one point and the other half a point.",
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

/// Returns a browser and a server, unless there is no browser.
fn played() -> Option<(Browser, Server, String)> {
    let browser = Browser::start()?;
    let server = Server::start();
    let address = format!("http://{}/", server.address);
    Some((browser, server, address))
}

/// Clicks the squares and the choices of a record.
fn play(browser: &mut Browser, actions: &str) {
    for action in actions.split(' ') {
        match action.as_bytes() {
            [_] => browser.click(&format!("[data-choice=\"{action}\"]")),
            _ => action
                .chars()
                .for_each(|cell| browser.click(&format!("[data-cell={cell}]"))),
        }
        browser.until(&format!(
            "document.body.dataset.record.split(' ').pop() === '{action}'"
        ));
    }
}

const SAYS: &str = "document.querySelector('#says').textContent";
const ENABLED: &str = "document.querySelectorAll('#cells button:enabled').length";

#[test]
fn a_game_is_played_by_clicks() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    browser.open(&address);
    let top = "document.querySelector('#board').getBoundingClientRect().top + scrollY";
    let start = browser.value(top);
    assert_eq!(browser.value(SAYS), "Pick two squares for X1");
    browser.click("[data-cell=A]");
    assert_eq!(browser.value(SAYS), "Now the second, or A again to cancel");
    assert_eq!(
        browser.value("document.querySelectorAll('.pick .mark').length"),
        1
    );
    browser.click("[data-cell=E]");
    browser.shows("AE");
    play(&mut browser, "BF EI DH AI");
    assert_eq!(
        browser.value(SAYS),
        "O closed a loop. X chooses how it settles."
            .replace("O closed a loop. X", "X closed a loop. O")
    );
    // The mark X1 stays where it is clicked.
    browser.click("#picture [data-spooky=\"1\"][data-at=A] .target");
    browser.shows("AE BF EI DH AI 1");
    assert_eq!(
        browser.value("document.querySelector('#score').innerText"),
        "X wins, 1 \u{2013} 0"
    );
    assert_eq!(
        browser.value("document.querySelector('#reason').innerText"),
        "It has the line AEI."
    );
    assert_eq!(browser.value("location.hash"), "#AE.BF.EI.DH.AI.1");
    assert_eq!(browser.value(top), start);
    browser.click("#first");
    browser.shows("");
    browser.click("#moves li:nth-child(2) button");
    browser.shows("AE BF");
    play(&mut browser, "GH");
    assert_eq!(
        browser.value("document.querySelector('#stepper').hidden"),
        true
    );
    browser.click("#new");
    browser.shows("");
}

#[test]
fn a_game_is_played_by_keys() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    browser.open(&address);
    for (keys, record) in [
        (&["a", "Escape", "B", "a"][..], "AB"),
        (&["e", "Backspace", "b", "e"], "AB BE"),
        (&["ArrowLeft"], "AB"),
        (&["ArrowRight"], "AB BE"),
        (&["d", "e"], "AB BE DE"),
        (&["a", "e"], "AB BE DE AE"),
        (&["4"], "AB BE DE AE 4"),
        (&["Backspace"], "AB BE DE AE"),
    ] {
        for key in keys {
            browser.press(key);
        }
        browser.shows(record);
    }
    browser.press("?");
    browser.until("document.querySelector('#keys').open");
}

#[test]
fn undo_takes_back_what_a_person_did() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    browser.open(&address);
    let is_disabled = "document.querySelector('#undo').disabled";
    assert_eq!(browser.value(is_disabled), true);
    play(&mut browser, "AE BF");
    browser.click("[data-cell=C]");
    browser.click("#undo");
    browser.until("!document.querySelector('.pick')");
    play(&mut browser, "EI DH AI 1");
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
    assert_eq!(browser.value(is_disabled), true);

    // Against X, Undo takes back its move and ours; its first move stays.
    browser.open(&address);
    browser.click("[data-level=perfect]");
    browser.click("[data-side=O]");
    browser.until("document.body.dataset.turn === 'O'");
    assert_eq!(
        (browser.value(is_disabled), browser.value(ENABLED)),
        (true.into(), 9.into())
    );
    let first = browser.value("document.body.dataset.record");
    browser.click("[data-cell=B]");
    browser.click("[data-cell=D]");
    browser.until("document.body.dataset.turn === 'O' && document.body.dataset.record.length > 5");
    browser.click("#undo");
    browser.shows(first.as_str().expect("a record"));
    assert_eq!(browser.value(ENABLED), 9);
}

#[test]
fn a_game_against_the_perfect_player_ends_and_survives_a_reload() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    browser.open(&address);
    browser.value("o.value = 'perfect', o.dispatchEvent(new Event('change'))");
    browser.until("location.search === '?o=perfect'");
    play(&mut browser, "AB");
    browser.until("document.body.dataset.turn === 'X'");
    let record = browser.value("document.body.dataset.record");
    let reloaded = browser.value("location.href");
    browser.open(reloaded.as_str().expect("an address"));
    browser.shows(record.as_str().expect("a record"));
    assert_eq!(browser.value("o.value"), "perfect");
    while browser.value("document.body.dataset.state") != "over" {
        let before = browser.value("document.body.dataset.record");
        if browser.value("document.body.dataset.state") == "measure" {
            browser.click("[data-choice]");
        } else {
            browser.click("#cells button:enabled");
            if browser.value("document.querySelector('.pick')") != serde_json::Value::Null {
                browser.click("#cells button:enabled[aria-pressed=false]");
            }
        }
        browser.until(&format!(
            "document.body.dataset.record !== {before} && document.body.dataset.turn !== 'O'"
        ));
    }
    assert_eq!(
        browser.value("document.querySelector('#result').hidden"),
        false
    );
    browser.click("#swap");
    browser.until(
        "x.value === 'perfect' && o.value === 'person' && document.body.dataset.turn === 'O'",
    );
}

#[test]
fn the_last_square_takes_one_click() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    browser.open(&format!("{address}#BC.BE.CF.EF.1.AD.AG.GH.DG.6"));
    assert_eq!(browser.value(SAYS), "One square is left: pick I for X9");
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
    assert_eq!(
        browser.value("document.querySelectorAll('#moves li').length"),
        6
    );
    browser.click("#analysis summary");
    for (record, problem) in [
        ("'41./32./... 5CF'", "This is a position."),
        ("'AB BJ'", "expected a cell"),
        ("' '.repeat(70000)", "The record is too long."),
    ] {
        browser.value(&format!(
            "document.querySelector('#record').value = {record}"
        ));
        browser.click("#load button");
        browser.until(&format!(
            "document.querySelector('#problem').textContent.startsWith('{problem}')"
        ));
        browser.shows("AE BF EI DH AI 1");
    }
    browser.open(&format!("{address}#AJ"));
    browser.until("document.querySelector('#problem').textContent");
    browser.shows("");
}

#[test]
fn the_board_is_in_view_on_every_screen() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    for [width, height] in [
        [1280, 800],
        [844, 390],
        [667, 375],
        [390, 844],
        [390, 664],
        [360, 640],
        [768, 1024],
        [820, 1180],
    ] {
        browser.resize([width, height]);
        let mut tops = Vec::new();
        for hash in ["", "#AI.EG.BE.EH.DG.AI", "#AE.BF.EI.DH.AI.1"] {
            browser.open(&format!("{address}{hash}"));
            let board =
                browser.value("document.querySelector('#board').getBoundingClientRect().toJSON()");
            let [side, left, right, bottom] = ["height", "left", "right", "bottom"]
                .map(|name| board[name].as_f64().expect("a number"));
            let least = f64::from(width - 16).min(320.0);
            let [width, height] = [width, height].map(f64::from);
            assert!(
                side >= least && left >= 0.0 && right <= width && bottom <= height,
                "{width}x{height} {board}"
            );
            let is_beside = browser
                .value("document.querySelector('#side').getBoundingClientRect().left")
                == board["right"];
            assert!(
                !is_beside
                    && browser.value("document.documentElement.scrollWidth <= innerWidth") == true
            );
            let side_left =
                browser.value("document.querySelector('#side').getBoundingClientRect().left");
            assert_eq!(
                side_left.as_f64().expect("a number") > right,
                width > height,
                "{width}x{height}"
            );
            tops.push(board["top"].clone());
        }
        tops.dedup();
        assert_eq!(tops.len(), 1, "{width}x{height} {tops:?}");
    }
}

#[test]
fn the_choices_are_in_view_on_a_tablet() {
    let Some((mut browser, _server, address)) = played() else {
        return;
    };
    for size in [[768, 1024], [820, 1180], [1280, 800]] {
        browser.resize(size);
        browser.open(&format!("{address}#AI.EG.BE.EH.DG.AI"));
        let bottom = "document.querySelector('[data-choice] span').getBoundingClientRect().bottom <= innerHeight";
        assert_eq!(browser.value(bottom), true, "{size:?}");
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
    let verdict = "document.querySelector('#verdict').textContent";
    for (key, record) in [
        ("ArrowLeft", "AI EG BE EH DG AI 1 BC CE"),
        ("Home", ""),
        (" ", "AI"),
        ("End", GAME),
    ] {
        browser.press(key);
        browser.until(&format!(
            "document.body.dataset.record.startsWith('{record}')"
        ));
        if key == "ArrowLeft" {
            assert_eq!(browser.value(verdict), "A mistake: O gives away \u{bd}.");
        }
    }
    assert_eq!(
        browser.value("document.querySelectorAll('.sign').length"),
        5
    );
    let paper = "getComputedStyle(document.querySelector('main')).backgroundColor";
    assert_eq!(browser.value(paper), "rgb(20, 23, 28)");

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
    let sections = "document.querySelectorAll('.position').length === 11";
    browser.open_until(
        &game,
        &format!("document.readyState === 'complete' && {sections}"),
    );
    assert_eq!(
        browser.value("document.querySelector('main').checkVisibility()"),
        false
    );
    assert_eq!(
        browser.value(
            "[...document.querySelectorAll('.position')].every(one => one.checkVisibility())"
        ),
        true
    );
}
