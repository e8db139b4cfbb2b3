//! The page of `qttt serve`, as people use it: in a browser, with clicks and keys.

use serde_json::json;

use super::serve::Server;
use crate::support::browser::{Browser, Page};

/// Tests the page of a server, unless there is no browser.
fn on_page(test: impl FnOnce(&mut Page, &str)) {
    let Some(browser) = Browser::shared() else {
        return;
    };
    let server = Server::start();
    let address = format!("http://{}/", server.address);
    let mut page = browser.page();
    page.start(&address);
    test(&mut page, &address);
}

#[test]
fn a_game_is_played_by_clicks() {
    on_page(|page, address| {
        page.until("!matchMedia('(prefers-reduced-motion: reduce)').matches");
        page.says("Pick two cells for X1");
        let top = "find('#board').getBoundingClientRect().top + scrollY";
        let start = page.value(top);
        page.click("[data-cell=A]");
        page.says("Now pick the second cell, or A again to cancel");
        page.until("find('.pick .mark[data-in=A]')");
        // The mark of a cell that isn't picked any more is not on the board.
        page.click("[data-cell=A]");
        page.until("find('[data-cell=A]').ariaLabel === 'A' && !find('.pick .mark')");
        page.click("[data-cell=A]");
        page.click("[data-cell=E]");
        page.shows("AE");
        page.touch();
        page.tap("[data-cell=B]");
        page.until("find('.pick .mark[data-in=B]')");
        page.tap("[data-cell=F]");
        page.shows("AE BF");
        // No cell looks as if it were still picked.
        page.until("all('#cells button').every(cell => getComputedStyle(cell).backgroundColor === 'rgba(0, 0, 0, 0)')");
        page.play("EI DH");
        // The position after the move is known before the click.
        page.click("[data-cell=A]");
        page.hover("[data-cell=I]");
        page.until("find('#picture .pick [data-in=I]')");
        page.click("[data-cell=I]");
        page.shows("AE BF EI DH AI");
        page.says("O chooses the outcome");
        page.click("[data-choice=\"1\"]");
        page.shows("AE BF EI DH AI 1");
        page.until("find('#reason').textContent.startsWith('X has the line AEI.')");
        assert_eq!(page.value(top), start);
        page.click("#moves li:nth-child(2) button");
        page.click("#here");
        page.play("GH");
        page.click("#new");
        page.click("[data-level=person]");
        page.shows("");

        page.open(&format!("{address}#BC.BE.CF.EF.1.AD.AG.GH.DG.6"));
        page.click("[data-cell=I]");
        page.shows("BC BE CF EF 1 AD AG GH DG 6 II 9");
        page.click("#undo");
        page.shows("BC BE CF EF 1 AD AG GH DG 6");
    });
}

#[test]
fn a_game_is_played_by_keys_and_without_motion() {
    on_page(|page, _| {
        page.reduce_motion();
        for (keys, record) in [
            ("a Escape B a", "AB"),
            ("e Backspace b e", "AB BE"),
            ("ArrowLeft", "AB"),
            ("ArrowRight", "AB BE"),
            ("d e a e", "AB BE DE AE"),
            ("4", "AB BE DE AE 4"),
            ("Backspace", "AB BE DE AE"),
        ] {
            keys.split(' ').for_each(|key| page.press(key));
            page.shows(record);
            assert_eq!(page.value("document.getAnimations().length"), 0);
        }
        // After a click on a cell, the arrow keys still look back.
        page.click("[data-cell=B]");
        for (key, record) in [
            ("Home", ""),
            ("ArrowRight", "AB"),
            ("End", "AB BE DE AE"),
            ("ArrowLeft", "AB BE DE"),
        ] {
            page.press(key);
            page.shows(record);
        }
        page.value("find('header .help').focus()");
        for (key, cell) in [
            ("Tab", "A"),
            ("ArrowRight", "B"),
            ("ArrowUp", "B"),
            ("ArrowDown", "E"),
            ("ArrowLeft", "D"),
        ] {
            page.press(key);
            page.until(&format!("document.activeElement.dataset.cell === '{cell}'"));
        }
        page.shows("AB BE DE");
        page.resize("360x640");
        page.click("header .help");
        page.until("find('#help').open && find('#help').scrollTop === 0 && find('#help svg').checkVisibility()");
    });
}

#[test]
fn a_page_that_is_still_loading_shows_no_wrong_content() {
    on_page(|page, address| {
        let script = json!({ "source": "window.shift = 0; new PerformanceObserver(list => list.getEntries()
            .forEach(({ value }) => { shift += value; })).observe({ type: 'layout-shift', buffered: true });" });
        page.call("Page.addScriptToEvaluateOnNewDocument", &script);
        // Until the first position has arrived, the page shows an empty board.
        page.call(
            "Network.setBlockedURLs",
            &json!({ "urls": ["*position?*"] }),
        );
        page.provoke("ERR_BLOCKED_BY_CLIENT");
        page.provoke("The server is not responding.");
        page.open_until(
            &format!("{address}#AB"),
            "find('#picture .grid') && shift < 0.02",
        );
        page.until("!find('#controls').checkVisibility({ visibilityProperty: true }) && find('[role=alert]').innerText");
    });
}

#[test]
fn a_game_continues_after_a_failed_request() {
    on_page(|page, address| {
        // If a single request is lost, the page repeats it.
        page.value("(real => { window.fetch = async () => { window.fetch = real; throw Error(); } })(fetch)");
        page.play("AB");

        page.provoke("ERR_BLOCKED_BY_CLIENT");
        page.provoke("The server is not responding.");
        let text = "find('[role=alert]').innerText";
        let is_silent = &format!("{text}.startsWith('The server is not responding.')");
        let block = |urls: &[&str]| page.call("Network.setBlockedURLs", &json!({ "urls": urls }));
        let try_again = |condition| {
            page.until(is_silent);
            block(&[]);
            page.click("[role=alert] button");
            page.until(&format!("{condition} && !{text}"));
        };
        block(&["*position?*"]);
        page.press("B");
        page.press("E");
        try_again("record === 'AB BE'");
        block(&["*position?*"]);
        page.open_until(&format!("{address}?o=perfect#AI"), is_silent);
        try_again("record.startsWith('AI ') && turn === 'X'");
        // The computer's reply.
        page.open(&format!("{address}?o=perfect"));
        block(&["*AI%20*"]);
        page.play("AI");
        try_again("record.startsWith('AI ') && turn === 'X'");

        page.provoke("Something went wrong on this page. Reload it to continue this game.");
        page.provoke("TypeError");
        page.open(&format!("{address}#AB"));
        page.value("find('#moves').remove()");
        page.press("B");
        page.press("E");
        page.until(&format!("{text}.endsWith('to continue this game.')"));
        page.value("location.reload()");
        page.until("record === 'AB BE' && find('#moves li')");
    });
}

#[test]
fn the_page_opens_addresses_and_loads_records() {
    on_page(|page, address| {
        page.open(&format!("{address}#AEBFEIDHAI1"));
        page.until("all('#moves li').length === 6");
        page.provoke("the server responded with a status of 4");
        page.click("#new");
        for (record, problem) in [
            ("41./32./... 5CF", "This is a position, not a game."),
            ("AB BJ", "Character 5: expected a cell"),
            (&" ".repeat(70_000), "The record is too long."),
        ] {
            page.provoke(problem);
            page.value(&format!("find('#record').value = '{record}'"));
            page.click("#load button");
            page.until(&format!(
                "find('#chooser [role=alert]').innerText.startsWith('{problem}')"
            ));
            page.until(&format!("find('#record').value === '{record}'"));
            page.shows("AE BF EI DH AI 1");
        }
        page.value("find('#record').value = 'http://127.0.0.1:8000/?o=easy#AB.CD'");
        page.click("#load button");
        page.until("record === 'AB CD' && !find('#chooser').open");
        page.provoke("unknown player");
        page.open(&format!("{address}?o=errs#AB"));
        page.until("record === 'AB' && location.search === '' && find('[role=alert]').innerText");
        page.provoke("This link is broken");
        for link in ["AB.BE.ED.JA", "AB.BE.ED.AJ", "AB.BE.ED.A"] {
            page.open(&format!("{address}#{link}"));
            page.until("record === 'AB BE ED' && find('[role=alert]').innerText.startsWith('This link is broken. Character 1')");
        }
    });
}

#[test]
fn back_cancel_and_a_tap_outside_close_a_dialog() {
    on_page(|page, address| {
        page.resize("390x844");
        page.touch();
        page.play("AB CD");
        let back = |page: &Page| drop(page.value("history.back()"));
        let cancel = |page: &Page| page.tap("#cancel");
        let outside = |page: &Page| page.tap_at(&json!([195, 830]));
        for close in [back, cancel, outside] {
            page.tap("#new");
            page.tap("#chooser h2");
            page.tap("#chooser .help");
            page.until("find('#help').open");
            back(page);
            page.until("!find('#help').open && find('#chooser').open");
            close(page);
            page.until("!find('dialog[open]') && record === 'AB CD' && !history.state");
        }
        back(page);
        page.shows("AB");
        // The computer waits.
        page.open(&format!("{address}?x=easy"));
        page.until("record && turn === 'O'");
    });
}

#[test]
fn the_computers_measurement_is_shown_before_it_is_made() {
    on_page(|page, address| {
        page.hold_timers(2000);
        let timer = |page: &Page| drop(page.value("held()"));
        let click = |page: &Page| page.click("h1");
        let key = |page: &Page| page.press("Shift");
        for end in [timer, click, key] {
            page.open(&format!("{address}?o=easy#AB.CD"));
            page.play("AB");
            page.until("all('[data-choice]').length === 2 && all('.hinted').length === 1");
            page.until("find('#says').textContent.match(/^The computer chose: A becomes X[13]$/)");
            page.shows("AB CD AB");
            end(page);
            page.until("record.match(/^AB CD AB [13]$/) && !find('[data-choice]')");
        }
    });
}

#[test]
fn a_closed_cycle_scrolls_the_question_and_the_outcomes_into_view() {
    on_page(|page, address| {
        page.resize("640x400");
        page.open(&format!("{address}#AI.EG.BE.EH.DG"));
        page.play("AI");
        page.until(
            "find('#status').getBoundingClientRect().top >= find('#controls').getBoundingClientRect().bottom && \
             find('#outcomes').getBoundingClientRect().bottom <= innerHeight",
        );
    });
}

#[test]
fn a_move_in_the_list_can_be_clicked_while_the_computer_replies() {
    on_page(|page, address| {
        page.hold_timers(700);
        page.open(&format!("{address}?o=perfect#AB"));
        let point = page.point("#moves li:last-child button");
        page.mouse("mousePressed", &point);
        page.value("held()");
        page.until("record !== 'AB'");
        page.mouse("mouseReleased", &point);
        page.shows("AB");
    });
}

#[test]
fn the_board_is_in_view_on_every_screen_and_stays_in_its_place() {
    on_page(|page, address| {
        let sizes = "1024x768 1280x720 1920x1080 640x400 844x390 740x300 568x320 390x844 390x664 320x568 820x1180";
        let mut places = [const { Vec::new() }; 11];
        for hash in ["", "#AB", "#AI.EG.BE.EH.DG.AI", "#AE.BF.EI.DH.AI.1"] {
            page.open(&format!("{address}{hash}"));
            for (size, places) in sizes.split(' ').zip(&mut places) {
                page.resize(size);
                page.value("scrollTo(0, 0)");
                places.push(page.value(
                    "(({ x, y, width }) => [x, y + scrollY, width].join())(find('#board').getBoundingClientRect())",
                ));
                let seen = page.value(
                    "(({ left, right, bottom, width }) => [left >= 0 && right <= innerWidth && bottom <= innerHeight, \
                     width >= Math.min(document.documentElement.clientWidth - 16, innerHeight - 54, 320), \
                     document.documentElement.scrollWidth <= innerWidth, \
                     innerWidth < innerHeight || document.documentElement.scrollHeight <= innerHeight, \
                     (find('#side').getBoundingClientRect().left > right) === (innerWidth > innerHeight)].join()) \
                     (find('#board').getBoundingClientRect())",
                );
                assert_eq!(seen, "true,true,true,true,true", "{size} {hash}");
                // On a laptop, nothing scrolls beside the board.
                page.until(
                    "innerWidth < 1024 || find('#side').scrollHeight <= find('#side').clientHeight",
                );
                if hash.ends_with("AI") {
                    page.value(
                        "(find('#table').scrollIntoView({ block: 'nearest' }), \
                                find('#outcomes').scrollIntoView({ block: 'nearest' }))",
                    );
                    page.until(
                        "all('[data-choice] :is(span, svg)').map(part => part.getBoundingClientRect()).every(({ \
                         top, bottom, width }) => top >= 0 && bottom <= innerHeight && width >= 60)",
                    );
                }
            }
        }
        for places in &mut places {
            places.dedup();
            assert_eq!(places.len(), 1, "{places:?}");
        }
    });
}

#[test]
fn the_buttons_stay_under_the_pointer_for_twelve_clicks() {
    const LONG: &str = "BC BE CF EF 1 AD AG GH DG 6 II 9";
    on_page(|page, address| {
        let actions: Vec<_> = LONG.split(' ').collect();
        for size in ["360x640", "844x390"] {
            page.resize(size);
            page.open(&format!("{address}#{}", actions.join(".")));
            let step = |button: &str, records: &mut dyn Iterator<Item = usize>| {
                let point = page.point(button);
                for end in records {
                    page.click_at(&point);
                    page.shows(&actions[..end].join(" "));
                }
            };
            step("#back", &mut (0..12).rev());
            step("#next", &mut (1..=12));
            // Forced measurements are taken back along with the move.
            step("#undo", &mut [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].into_iter());
        }
    });
}
