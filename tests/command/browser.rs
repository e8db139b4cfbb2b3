//! The web page, as people use it: in a browser, opened as a file, with clicks and keys.

use serde_json::json;

use crate::support::browser::{self, Page};
use crate::support::printed;

/// Tests a game of two people, unless there is no browser.
fn on_page(test: impl FnOnce(&mut Page, &str)) {
    browser::on_page(|page, address| {
        page.start(address);
        test(page, address);
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
        for (key, actions) in [("Home", 0), ("ArrowRight", 1), ("End", 4), ("ArrowLeft", 3)] {
            page.press(key);
            page.shows(&["AB", "BE", "DE", "AE"][..actions].join(" "));
        }
        // A button that is off keeps the focus.
        page.value("find('#back').focus()");
        for record in ["AB BE", "AB", "", ""] {
            page.value("document.activeElement.click()");
            page.shows(record);
        }
        page.until("document.activeElement.id === 'back' && document.activeElement.ariaDisabled === 'true'");
        page.press("End");
        page.press("ArrowLeft");
        page.value("find('header .help').focus()");
        for step in "TabA ArrowRightB ArrowUpB ArrowDownE ArrowLeftD".split(' ') {
            let (key, cell) = step.split_at(step.len() - 1);
            page.press(key);
            page.until(&format!("document.activeElement.dataset.cell === '{cell}'"));
        }
        page.shows("AB BE DE");
        // Each picture is beside or below its rule, and large.
        for size in ["360x640", "1280x720", "1920x1080"] {
            page.resize(size);
            page.click("header .help");
            // Who has pressed a key reads about keys.
            page.press("Shift");
            page.until("find('#help').scrollTop === 0 && find('#keys').checkVisibility()");
            page.reads("#help p", "Get three of your marks in a row.");
            page.until(
                "all('#help svg').length === 3 && all('#help svg').every(svg => {
                 const [picture, rule, text] = [svg, svg.parentElement, svg.previousElementSibling].map(part => part.getBoundingClientRect());
                 const isBeside = picture.left >= text.right && picture.top <= text.top + 5;
                 return picture.height >= 90 && picture.bottom <= rule.bottom && isBeside === innerWidth > 600; })",
            );
            page.click("#help button");
        }
    });
}

#[test]
fn a_page_that_cannot_run_says_what_it_needs() {
    on_page(|page, address| {
        page.provoke("is not a function");
        page.provoke("Something went wrong");
        let needs = "getComputedStyle(find('#needs')).position === 'static'";
        for missing in ["Array.prototype.findLastIndex", "WebAssembly.instantiate"] {
            let older = json!({ "source": format!("delete {missing}") });
            page.call("Page.addScriptToEvaluateOnNewDocument", &older);
            page.open_until(address, needs);
            page.until("['Safari 15.4, Chrome 97, Firefox 104', 'Enhanced security in Edge', 'Lockdown Mode'].every(text => find('#needs').innerText.includes(text))");
        }
        page.until("!find('#controls').checkVisibility({ visibilityProperty: true })");
    });
}

#[test]
fn an_error_in_a_script_is_shown_and_a_reload_continues_the_game() {
    on_page(|page, address| {
        page.provoke("Something went wrong on this page. Reload it to continue this game.");
        page.provoke("TypeError");
        page.open(&format!("{address}#AB"));
        page.value("find('#moves').remove()");
        page.press("B");
        page.press("E");
        page.until("find('[role=alert]').innerText.endsWith('to continue this game.')");
        page.value("location.reload()");
        page.until("record === 'AB BE' && find('#moves li')");
    });
}

#[test]
fn rules_are_explained_when_they_matter_for_the_first_time() {
    on_page(|page, address| {
        page.touch();
        let note = |text| page.reads("#note", text);
        page.play("AB");
        note(
            "X played AB. X1 is now in A and in B: a pair of spooky marks, which will become one mark.",
        );
        page.play("BC");
        note(
            "O played BC. X1 and O2 share B. Their cells are now entangled: the pairs will become classical together.",
        );
        page.play("DE CF");
        note("O played CF.");
        // The first tap that would close a cycle announces it, and a tap elsewhere cancels it.
        for is_cancelled in [true, false] {
            page.tap("[data-cell=F]");
            page.tap("[data-cell=A]");
            page.says("A and F close a cycle; O will choose: tap A again");
            note("Tap elsewhere to cancel.");
            page.shows("AB BC DE CF");
            page.tap(if is_cancelled { "h1" } else { "[data-cell=A]" });
            // No cell looks as if it were still picked.
            page.until("!find('#pick .mark') && all('#cells button').every(cell => getComputedStyle(cell).backgroundColor === 'rgba(0, 0, 0, 0)')");
        }
        note(
            "X played AF and closed a cycle. Its cells are A, B, C, and F. O will choose, because X closed it. \
             All pairs connected to it become classical.",
        );
        // The first tap on an outcome shows it on the board. Escape and a tap elsewhere cancel it.
        let [one, five] = ["[data-choice=\"1\"]", "[data-choice=\"5\"]"];
        for place in ["", "h1", "[data-cell=A]"] {
            page.tap(one);
            page.says("A becomes X1: tap again");
            note("Tap elsewhere to cancel.");
            page.until("all('#preview .mark').length === 4 && (window.card = find('.chosen'))");
            if place.is_empty() {
                page.press("Escape");
            } else {
                page.tap(place);
            }
            page.until("!find('#preview .mark') && !find('.chosen')");
        }
        [five, one, one].into_iter().for_each(|card| page.tap(card));
        note(
            "O chose 1: X1 in A, O2 in B, O4 in C, X5 in F. The player who chooses also makes the next move.",
        );
        page.open(&format!("{address}#BC.BE.CF.EF.1.AD.AG.GH.DG.6.II"));
        page.until("record.endsWith(' 9')");
        note("I becomes X9.");
    });
}

#[test]
fn a_screen_reader_and_a_keyboard_reach_everything() {
    on_page(|page, address| {
        page.open(&format!("{address}#AB.BC"));
        let labels = "all('#cells button').map(cell => cell.ariaLabel).slice(0, 4).join('; ')";
        let before = "A, spooky X1; B, spooky X1, spooky O2; C, spooky O2; D";
        page.until(&format!("{labels} === '{before}'"));
        page.play("AC");
        page.value("find('[data-cell=C]').focus()");
        page.press("Tab");
        page.until("document.activeElement.innerText.match(/^A becomes X1\\s+No line yet/)");
        page.until("find(':focus svg').ariaLabel === 'B becomes O2, C becomes X3'");
        page.value("document.activeElement.click()");
        page.shows("AB BC AC 1");
        let after = "A, classical X1; B, classical O2; C, classical X3; D";
        page.until(&format!(
            "document.activeElement.id === 'cells' && {labels} === '{after}'"
        ));
        // Regions that are read out: the instruction, what would have been better, the result, and what happened.
        page.open(&format!("{address}#AE.BF.EI.DH.AI.1"));
        page.until(
            "all('[role=status]').map(({ innerText }) => innerText).join() === \
             'The game is over,,X wins, 1 \u{2013} 0\\n\\nX has the line AEI.,O chose 1: X1 in A, X3 in E, X5 in I.'",
        );
        // What happened is read out before what to do.
        page.open(&format!("{address}#AB"));
        page.value(
            "(window.told = [], new MutationObserver(changes => told.push(...changes.map(({ target }) => target.id)))\
             .observe(find('#side'), { subtree: true, childList: true, characterData: true }))",
        );
        page.play("CD");
        page.until("told.filter(id => /says|note/.test(id)).slice(-2).join() === 'note,says'");
    });
}

#[test]
fn a_page_in_a_frame_without_an_address_works() {
    on_page(|page, _| {
        let html = json!(printed(&["page"], ""));
        page.value(&format!(
            "(frame => {{ frame.srcdoc = {html}; document.body.replaceChildren(frame); }})\
             (document.createElement('iframe'))"
        ));
        let inside = "find('iframe').contentDocument";
        page.until(&format!("{inside}?.body?.dataset.state"));
        page.value(&format!(
            "['[data-level=person]', '[data-cell=A]', '[data-cell=B]'].forEach(selector => {inside}.querySelector(selector).click())"
        ));
        page.until(&format!("{inside}.body.dataset.record === 'AB'"));
        page.until(&format!("!{inside}.querySelector('#problem').innerText"));
    });
}

#[test]
fn the_page_opens_addresses_and_loads_records() {
    on_page(|page, address| {
        page.open(&format!("{address}#AEBFEIDHAI1"));
        page.until("all('#moves li').length === 6");
        page.click("#new");
        page.click("#chooser summary");
        for (record, problem) in [
            ("41./32./... 5CF", "expected a record, not a position"),
            ("AB BJ", "Character 5: expected a cell"),
            (&"J".repeat(70_000), "Character 1: expected a cell"),
        ] {
            page.provoke(problem);
            page.value(&format!("find('#record').value = '{record}'"));
            page.click("#load button");
            page.until(&format!(
                "(text => text.includes('{problem}') && text.length < 300)(find('#refusal').innerText)"
            ));
            page.until(&format!("find('#record').value === '{record}'"));
            page.shows("AE BF EI DH AI 1");
        }
        for (line, record) in [
            ("Ed AE.BF", "AE BF"),
            ("ab. cd. be.", "AB CD BE"),
            ("Al  file:///play.html%23AB.BE ", "AB BE"),
            ("Ada http://10.0.0.7:8000/?o=easy#AB.CD", "AB CD"),
        ] {
            page.value("find('#chooser').open || find('#new').click()");
            page.value(&format!("find('#record').value = '{line}'"));
            page.click("#load button");
            page.until(&format!("record === '{record}' && !find('#chooser').open"));
        }
        page.until("location.search === '?o=easy'");
        page.open(&format!("{address}?o=easy#AE.BF.EI.DH.AI.1"));
        page.reads(
            "#lost",
            "Points lost: X \u{bd}, O 1. The person played X, and the computer O.",
        );
        // What was added to an address that ends with a `#`.
        page.open(&format!("{address}#?o=easy"));
        page.until("location.href.endsWith('?o=easy') && record === ''");
        page.open(&format!("{address}##BE.AE"));
        page.until("location.hash === '#BE.AE'");
        page.provoke("unknown player");
        page.open(&format!("{address}?o=hard"));
        page.until("find('#chooser').open && find('#refusal').innerText.includes('medium')");
        for players in "o=errs o=\"] o=easy\"],[x=\"text x=easy&o=easy x=\"".split(' ') {
            page.open(&format!("{address}?{players}#AB"));
            page.until("record === 'AB' && !location.search && find('#problem').innerText");
            page.press("C");
            page.press("D");
            page.shows("AB CD");
        }
        page.provoke("This link is broken");
        for link in "AB.BE.ED.JA AB.BE.ED.AJ AB.BE.ED.A ABBEEDJA AB+BE+ED+JA".split(' ') {
            page.open(&format!("{address}#{link}"));
            page.until("record === 'AB BE ED'");
            page.until("find('#problem').innerText.startsWith('This link is broken: expected ')");
        }
    });
}

#[test]
fn back_cancel_and_a_tap_outside_close_a_dialog() {
    on_page(|page, address| {
        page.resize("390x844");
        page.touch();
        page.tap("#new");
        page.tap("[data-level=person]");
        // By touch, there is no ring around the board.
        page.until("document.activeElement.id === 'cells' && getComputedStyle(find('#cells')).outlineStyle === 'none'");
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
            page.until("!find('dialog[open]') && history.state.before === 'AB'");
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
            page.until("all('[data-choice]').length === 2 && all('.chosen').length === 1");
            page.until("find('#says').textContent.match(/^The computer chose: A becomes X[13]$/)");
            page.shows("AB CD AB");
            end(page);
            page.until("record.match(/^AB CD AB [13]$/) && !find('[data-choice]')");
        }
    });
}

#[test]
fn what_matters_next_is_scrolled_into_view() {
    on_page(|page, address| {
        for size in ["640x400", "375x553", "320x568"] {
            page.resize(size);
            page.open(&format!("{address}#AE.BF.EI.DH"));
            page.play("AI");
            let is_seen = |part: &str| {
                page.until(&format!(
                    "innerWidth > innerHeight ? rect('{part}').top >= rect('#controls').bottom && rect('{part}').bottom <= innerHeight \
                     : rect('{part}').top >= 0 && rect('{part}').bottom < rect('#controls').top + 1"
                ));
            };
            is_seen("#says");
            is_seen("#outcomes");
            page.until("innerWidth > innerHeight || rect('#board').top >= 0");
            page.until(
                "innerWidth > innerHeight || rect('#note').bottom < rect('#controls').top + 1",
            );
            page.click("[data-choice=\"1\"]");
            is_seen("#score");
            is_seen("#rematch");
            page.click("#rematch");
            page.until("!scrollY && document.activeElement === find('#cells')");
        }
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
        let sizes = "1024x768 1280x720 1920x1080 640x400 844x390 740x300 568x320 820x1180 768x1024 412x915 390x844 \
                     390x664 360x640 375x553 320x568 480x320 400x300 320x256";
        let mut places = [const { Vec::new() }; 18];
        for hash in ["", "#AB", "#AE.BF.EI.DH.AI.1", "#AI.EG.BE.EH.DG.AI"] {
            page.open(&format!("{address}{hash}"));
            for (size, places) in sizes.split(' ').zip(&mut places) {
                page.resize(size);
                page.value("find('header').scrollIntoView()");
                if page.value("state") != "measure" {
                    let place =
                        "(({ x, y, width }) => [x, y + scrollY, width].join())(rect('#board'))";
                    places.push(page.value(place));
                }
                page.value(
                    "['outcomes', 'result', 'table'].forEach(id => find('#' + id).scrollIntoView({ block: 'nearest' }))",
                );
                let seen = page.value(
                    "(({ left, right, top, bottom, width }, { clientWidth, scrollWidth, scrollHeight }, isWide) => [
                     left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight, \
                     state === 'measure' || width >= Math.min(clientWidth - 16, innerHeight - 64, Math.max(240, innerHeight - 288), 320), \
                     scrollWidth <= innerWidth && (!isWide || scrollHeight <= innerHeight), \
                     (rect('#side').left > right) === isWide].join()) \
                     (rect('#board'), document.documentElement, innerWidth > innerHeight && innerWidth >= 560)",
                );
                assert_eq!(seen, "true,true,true,true", "{size} {hash}");
                // On a laptop, nothing scrolls beside the board.
                page.until(
                    "innerWidth < 1024 || rect('#side').height >= find('#side').scrollHeight",
                );
                // Cards are large, and the buttons cover nothing.
                page.until(
                    "innerWidth < 800 && innerHeight < 600 || all('#outcomes svg').every(({ clientHeight }) => \
                     clientHeight >= (Math.min(innerWidth, innerHeight) < 600 ? 120 : 180))",
                );
                page.until("innerHeight < 480 || innerWidth > innerHeight || rect('#content').bottom <= rect('#controls').top");
                // Nothing covers the outcomes or the result.
                page.until(
                    "Math.max(innerWidth, innerHeight) < 550 || all('[data-choice] :is(span, svg), #score').every(part => {
                     const { x, y, width, height } = part.getBoundingClientRect();
                     return !height || part.contains(document.elementFromPoint(x + width / 2, y + height - 1)); })",
                );
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
        for size in ["390x844", "844x390"] {
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

#[test]
fn a_review_shows_what_was_better() {
    on_page(|page, address| {
        page.resize("390x844");
        page.open(&format!("{address}#AE.BF.EI.DH.AI.1"));
        page.click("#review");
        page.click("#next");
        page.click("#next");
        page.reads("#verdict", "Points lost by BF: 1. Better: AC AE AG.");
        page.until("rect('#verdict').top > 0 && rect('#verdict').bottom < rect('#controls').top");
        page.until(
            "all('#pick .mark').map(({ dataset }) => dataset.mark + dataset.in).join() === '2A,2C'",
        );
        page.click("#next");
        page.reads("#verdict", "");
        page.until("!find('#pick .mark')");
        page.open(&format!("{address}#AB.BE.DE.AE.4.CF"));
        page.click("#analysis summary");
        page.click("#back");
        page.until("all('.chosen:disabled').map(({ innerText }) => innerText.split('\\n')[0]).join() === 'A becomes X1'");
        // The user's font size counts, also in a wide window.
        page.resize("1280x720");
        let sizes = json!({ "fontSizes": { "standard": 24, "fixed": 24 } });
        page.call("Page.setFontSizes", &sizes);
        page.until("getComputedStyle(document.documentElement).fontSize === '24px'");
    });
}
