//! `qttt show --html`: handouts, and pages on paper.

use super::serve::Server;
use crate::support::browser::Browser;
use crate::support::{assert_contains, assert_starts_with, exits, file, printed};

const GAME: &str = "AI EG BE EH DG AI 1 BC CE 3";

#[test]
fn a_record_is_a_sheet_with_a_picture_for_each_action() {
    let plain = printed(&["show", "--html", GAME], "");
    assert_eq!(plain.matches("<figure ").count(), 10);
    assert_contains(&plain, "<figcaption>6. O plays AI and closes a cycle");
    assert_contains(&plain, "<p>O wins 1 to 0.5. Both players have a line.");
    assert!(!plain.contains("Perfect play") && !plain.contains("<script"));
    let values = printed(&["show", "--html", "--values", GAME], "");
    let caption = "7. X plays BC <b>??</b><br>Perfect play: O wins 1 to 0<";
    assert_contains(&values, caption);
    assert_contains(&values, "marked ?? lost more");
}

#[test]
fn a_position_is_one_picture_without_its_outcomes() {
    let positions = "41./32./... 5CF\n21./.../... 3CD 4CD\n";
    let page = printed(&["show", "--html"], positions);
    assert_eq!(page.matches("<figure class=\"position\">").count(), 2);
    assert_eq!(page.matches("class=\"tint\"").count(), 2);
    assert!(!page.contains("No line yet") && !page.contains("<section"));
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
    let server = Server::start();
    let running = format!("http://{}/#AI.EG.BE.EH.DG.AI", server.address);
    let Some(browser) = Browser::shared() else {
        return;
    };
    let page = browser.page();
    for (address, texts) in [
        (
            format!("file://{path}"),
            [GAME, "X wins 1 to 0. X has the line AEI."],
        ),
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
}
