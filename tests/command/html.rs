//! `qttt show --html`: handouts, and pages on paper.

use qttt::Record;
use serde_json::Value;

use crate::support::browser::on_page;
use crate::support::{assert_contains, assert_starts_with, exits, file, games, printed};

const GAME: &str = "AI EG BE EH DG AI 1 BC CE 3";

#[test]
fn a_record_is_a_sheet_with_a_picture_for_each_action() {
    let plain = printed(&["show", "--html", GAME], "");
    assert_eq!(plain.matches("<figure>").count(), 10);
    assert_contains(&plain, "<h1>Game AI EG BE ");
    assert_contains(&plain, "<figcaption>6. O played AI and closed a cycle");
    assert_contains(&plain, "<figcaption>X chose 1: X1 in A, ");
    assert_contains(&plain, "<p>O wins 1 to ½. Both players have a line.");
    assert!(!plain.contains("Perfect play") && !plain.contains("<script"));
    let values = printed(&["show", "--html", "--values", GAME], "");
    let caption = "7. X played BC <b>??</b><br>Perfect play: O wins 1 to 0<";
    assert_contains(&values, caption);
    assert_contains(&values, "marked ?? lost more");
}

/// The sheets in docs show the other texts.
#[test]
fn puzzles_reveal_nothing_and_their_key_has_a_record_of_each() {
    let positions = games(8, 3).flat_map(|game| game.positions().collect::<Vec<_>>());
    let open: Vec<_> = positions.filter(|position| !position.is_over()).collect();
    let lines = open.iter().map(|position| format!("{position}\n"));
    let lines: String = lines.collect();
    let puzzles = printed(&["show", "--html"], &lines[..]);
    assert!(!puzzles.contains("No line yet") && !puzzles.contains("Best"));
    let key = printed(&["show", "--html", "--values"], lines);
    let records = key.split("<p>Record: ").skip(1).map(|rest| {
        let (record, _) = rest.split_once('<').expect("an end");
        record.parse::<Record>().expect("a legal record").position()
    });
    assert!(records.eq(open));
}

#[test]
fn the_text_of_a_record_cannot_inject_html() {
    let hostile = ["show", "--html", "AB", "<script>alert(1)</script>\"'&"];
    let (page, stderr) = exits(1, &hostile, "");
    assert_starts_with(&stderr, "error: expected a cell (A to I) or a mark");
    assert!(!page.contains("alert(1)"));
    assert_contains(&page, "drawn up to the error: expected a cell");
    assert_contains(&page, "found &quot;&lt;&quot;.</p>");
}

#[test]
fn each_printed_sheet_has_text_and_pictures() {
    let games = printed(&["show", "--html"], format!("{GAME}\nAE BF EI DH AI 1\n"));
    let (_folder, path) = file("games.html", &games);
    on_page(|page, address| {
        let handout = format!("file://{path}");
        let running = format!("{address}#AI.EG.BE.EH.DG.AI");
        for (address, texts) in [
            (handout, [GAME, "X wins 1 to 0. X has the line AEI."]),
            (running, ["O played AI and closed a cycle.", "A becomes X1"]),
        ] {
            page.open_until(&address, "state || find('section + section figure')");
            let Some(sheets) = page.printed_sheets() else {
                return;
            };
            let text: String = sheets.iter().map(|(text, _)| &text[..]).collect();
            texts.iter().for_each(|part| assert_contains(&text, part));
            for (text, ink) in sheets {
                assert!(!text.trim().is_empty() && ink > 500, "{ink}: {text}");
            }
        }
    });
}

#[test]
fn six_numbered_positions_fit_on_a_sheet_under_its_head() {
    on_page(|page, _| {
        for (options, position, head) in [
            (&[][..], "41./32./... 5CF", "Name:"),
            (&["--values"], "41./32./... 5CF", "Key"),
            (&[], ".../.../...", "Name:"),
        ] {
            let positions = format!("{position}\n").repeat(7);
            let handout = printed(&[&["show", "--html"], options].concat(), positions);
            let (_folder, path) = file("positions.html", &handout);
            page.open_until(&format!("file://{path}"), "find('figure:nth-of-type(7)')");
            let Some(sheets) = page.printed_sheets() else {
                return;
            };
            let [(first, _), (second, _)] = &sheets[..] else {
                panic!("{} sheets", sheets.len());
            };
            for (sheet, number) in [(first, "1"), (first, "6"), (second, "7")] {
                assert_eq!(sheet.matches(head).count(), 1, "{sheet}");
                let rules = sheet.matches("\n8. A line scores").count();
                assert_eq!(rules, usize::from(options.is_empty()), "{sheet}");
                // An empty board needs no number and no text.
                let text = format!("\n{number}. Move ");
                assert_eq!(sheet.contains(&text), !position.starts_with('.'), "{sheet}");
            }
        }
    });
}

#[test]
fn marks_and_rules_on_paper_have_at_least_9_points() {
    on_page(|page, _| {
        let docs = concat!("file://", env!("CARGO_MANIFEST_DIR"), "/docs");
        let is_loaded = "find('figure:nth-of-type(6)')";
        page.open_until(&format!("{docs}/sheets/easy.html"), is_loaded);
        let points = "all('.mark text:not(.sub)').map(text => \
                      text.getScreenCTM().a * parseFloat(getComputedStyle(text).fontSize) * 72 / 96)";
        let points = page.value(points);
        let points = points.as_array().expect("a list");
        assert!(points.len() > 50);
        let is_large = |points: &Value| points.as_f64() >= Some(9.0);
        assert!(points.iter().all(is_large), "{points:?}");
        page.until("getComputedStyle(find('.head p')).fontSize === '12px'");
    });
}
