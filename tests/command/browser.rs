//! The page of `qttt serve`, and pages of `qttt show --html`, as people use them: in a browser, with clicks and keys.

use std::{fs, path::Path, thread};

use serde_json::json;

use super::serve::Server;
use crate::support::{
    browser::{Browser, Page},
    run,
};

const GAME: &str = "AI EG BE EH DG AI 1 BC CE 3";

/// Tests the page of a server, unless there is no browser.
fn on_page(test: impl FnOnce(&mut Page, &str)) {
    let Some(browser) = Browser::start() else {
        return;
    };
    let server = Server::start();
    let address = format!("http://{}/", server.address);
    let mut page = browser.page();
    page.open(&address);
    test(&mut page, &address);
}

/// Writes the page of a record, or of several, and returns its address.
fn page_of(records: &str, options: &[&str], folder: &Path) -> String {
    let (code, page, _) = run(&[&["show", "--html"], options].concat(), records);
    assert_eq!(code, 0);
    let path = folder.join(format!("{}.html", records.lines().count()));
    fs::write(&path, page).expect("it is written");
    format!("file://{}", path.display())
}

/// Plays until the game is over by clicking the first cell, card, or mark that can be clicked.
fn finish(page: &Page) {
    let mark = "#picture .mark:has(.target)";
    let is_next = format!("state === 'over' || find('#cells button:enabled, {mark}')");
    loop {
        page.until(&is_next);
        let is_played = format!("record !== {}", page.value("record"));
        if page.value("state") == "over" {
            return;
        } else if page.value("state") == "move" {
            page.click("#cells button:enabled");
            page.until(&format!(
                "find('#cells [aria-pressed=true]') || {is_played}"
            ));
            if page.value(&is_played) == false {
                page.click("#cells button:enabled[aria-pressed=false]");
            }
        } else if page.value("turn") == "X" {
            page.click(mark);
        } else {
            page.click("[data-choice]");
        }
        page.until(&is_played);
    }
}

/// Waits for the end of a game: a card announces the end, and no earlier marks are left.
fn ends(page: &Page) {
    page.until(
        "state === 'over' && find('#result').checkVisibility() && !document.getAnimations().length",
    );
    let (_, score, _) = run(&[page.value("record").as_str().expect("a text")], "");
    let points = page.value("all('#table output').map(points => points.textContent).join(' ')");
    assert_eq!(points, score.trim_end().replace("0.5", "\u{bd}"));
    page.until("location.hash.slice(1).split('.').join(' ') === record");
    page.until("all('#picture .mark').every(mark => getComputedStyle(mark).opacity === '1')");
    page.until("!find('#picture [data-part=cycle]')");
}

/// A person plays a whole game against the computer, and wants another, with the sides swapped.
fn against_a_computer(page: &Page, address: &str, level: &str, side: &str) {
    let [computer, next] = if side == "X" { ["o", "x"] } else { ["x", "o"] };
    page.open(address);
    page.click(&format!("[data-level={level}]"));
    page.click(&format!("[data-side={side}]"));
    page.until(&format!("location.search === '?{computer}={level}'"));
    finish(page);
    ends(page);
    page.click("#swap");
    page.until(&format!("location.search === '?{next}={level}'"));
    page.until(&format!(
        "turn === '{computer}'.toUpperCase() && find('#cells button:enabled')"
    ));
}

/// After the computer's reply, the page says all that it did; at the end, it says how the person fared.
fn spoken_to(page: &Page, address: &str) {
    page.open(&format!("{address}?x=easy#AE.BF.EI.DH.AI"));
    page.until("find('#says').textContent === 'Choose the outcome'");
    page.until("find('#note').textContent.startsWith('X played AI and closed a cycle. Pick one')");
    let last =
        "all('#picture [data-last]').map(mark => mark.dataset.mark + mark.dataset.in).join()";
    assert_eq!(page.value(last), "5A,5I");
    page.click("[data-choice=\"1\"]");
    ends(page);
    assert_eq!(page.value(last), "1A,3E,5I");
    page.until("find('#score').textContent === 'You lose, 0 \u{2013} 1'");
    page.open(&format!("{address}?o=easy#AB.CD"));
    page.click("[data-cell=A]");
    page.click("[data-cell=B]");
    page.until(
        "find('#note').textContent.match(/^O measured: X[13] is in A, X[13] in B. Then O played /)",
    );
    let side = "find('#acts').getBoundingClientRect().top";
    let before = page.value(side);
    page.click("#share");
    page.until("find('#note').textContent.includes('works only on this computer')");
    assert_eq!(page.value(side), before);
}

/// Two people play a whole game, then review another to its end, and play the next.
fn two_people(page: &Page, address: &str) {
    page.open(address);
    finish(page);
    ends(page);
    page.open(&format!("{address}#AE.BF.EI.DH.AI.1"));
    page.click("#review");
    page.shows("");
    page.click("#play");
    ends(page);
    page.until("find('#score').textContent === 'X wins, 1 \u{2013} 0'");
    page.click("#rematch");
    page.shows("");
    page.play("AB");
}

/// A measurement is taken back and decided differently. What was taken back returns until another action is made.
fn undo(page: &Page, address: &str) {
    page.open(address);
    page.play("AB AB 1");
    page.click("#undo");
    page.shows("AB AB");
    page.until("location.hash === '#AB.AB'");
    page.play("2 CD");
    page.click("[data-cell=E]");
    page.click("#undo");
    page.until("record === 'AB AB 2 CD' && !find('#cells [aria-pressed=true]')");
    let records = ["", "AB", "AB AB", "AB AB 2", "AB AB 2 CD"];
    for record in records.iter().rev().skip(1) {
        page.click("#undo");
        page.shows(record);
    }
    page.until("find('#undo').disabled && find('#back').disabled");
    for record in &records[1..] {
        page.click("#next");
        page.shows(record);
    }
    page.until("find('#next').disabled && location.hash === '#AB.AB.2.CD'");
    page.click("#undo");
    page.play("EF");
    page.until("record === 'AB AB 2 EF' && find('#next').disabled");

    // Against a computer, with its answers as they were; it also answers a move that was taken back.
    page.open(&format!("{address}?x=perfect"));
    for _ in 0..2 {
        // X's first move stays.
        page.until("turn === 'O' && record.length === 2 && find('#undo').disabled");
        page.click("[data-cell=B]");
        page.click("[data-cell=D]");
        page.until("turn === 'O' && record.length > 5");
        let played = page.value("record");
        page.click("#undo");
        page.until("record.length === 2");
        page.click("#next");
        page.until(&format!("record === {played} && find('#next').disabled"));
        page.click("#undo");
    }
    page.until("all('#cells button:enabled').length === 9");
}

/// Looking back changes nothing: not the game, not the address, and a computer that is about to move waits.
fn look_back(page: &Page, address: &str) {
    let says = |text| page.until(&format!("find('#says').textContent === '{text}'"));
    page.open(&format!("{address}#AB.AB.1.CD"));
    page.until("find('#looking').checkVisibility() === false");
    page.click("#moves li:nth-child(2) button");
    says("Move 2 of 3: O played AB and closed a cycle.");
    let is_off = "!all('#cells button:enabled, [data-choice]:enabled, #picture .target').length \
                  && find('#undo').disabled && find('#hint').disabled";
    page.until(is_off);
    for key in ["2", "E", "Backspace", "ArrowRight"] {
        page.press(key);
    }
    says("After move 2 of 3: X measured: X1 is in A, O2 in B.");
    page.press("Home");
    says("Start of the game.");
    page.until("location.hash === '#AB.AB.1.CD' && record === ''");
    page.click("#game");
    page.shows("AB AB 1 CD");
    page.press("ArrowLeft");
    page.shows("AB AB 1");
    page.click("#here");
    page.until("find('#next').disabled && location.hash === '#AB.AB.1'");
    page.play("EF");
    page.value("history.back()");
    page.shows("AB AB 1");
    page.value("history.back()");
    page.shows("AB AB 1 CD");

    // A computer answers when the reader is back, and from an earlier position.
    page.open(&format!("{address}?o=perfect#AB.CE.DE"));
    page.press("ArrowLeft");
    page.shows("AB CE");
    page.click("#moves li:nth-child(1) button");
    says("Move 1 of 3: X played AB.");
    page.until(is_off);
    page.click("#here");
    page.until("record.match(/^AB .. *$/) && turn === 'X' && location.search === '?o=perfect'");
    page.open(&format!("{address}?o=perfect#AB.CE.DE"));
    page.press("Home");
    page.shows("");
    page.click("#game");
    page.until("record.startsWith('AB CE DE ') && turn === 'X'");
}

/// The boards that are still possible are drawn when their fold is opened, and lines are marked.
fn possible_boards(page: &Page, address: &str) {
    page.open(&format!("{address}#BE.AE.CE.DE.FE.GE.IE"));
    page.until(
        "find('#possible summary').textContent === 'Possible boards: 8' && !find('#boards div')",
    );
    page.click("#possible summary");
    page.until("find('#ensemble').textContent.startsWith('8 classical boards are possible: X has a line in 5')");
    page.until("all('#boards div').length === 8");
    page.until("all('#boards div').filter(board => board.querySelector('[data-player=X].lined')).length === 5");
    page.play("CF");
    page.until("find('#possible summary').textContent === 'Possible boards: 2'");
    page.click("[data-choice=\"3\"]");
    page.until("state === 'over' && find('#possible').hidden");
}

/// A cell of the cycle is not a choice, so the page says which marks of the cell are.
fn measure(page: &Page, address: &str) {
    page.open(&format!("{address}#AB.BE.DE.AE"));
    let [x, y] = ["x + 0.9 * width", "y + 0.9 * height"].map(|place| {
        let corner = format!("(({{ x, y, width, height }}) => {place})");
        page.value(&format!(
            "{corner}(find('[data-cell=A]').getBoundingClientRect())"
        ))
    });
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
        page.call("Input.dispatchMouseEvent", &event);
    }
    page.until("find('#says').textContent === 'Pick the mark that stays in A: X1 or O4.'");
    page.until("document.getAnimations().length === 2");
}

/// Back and Forward lead through what people did, and to the players of the game before.
fn back_and_forward(page: &Page, address: &str) {
    page.open(address);
    page.play("AB AB 1");
    for step in ["back AB AB", "back AB", "forward AB AB", "forward AB AB 1"] {
        let (step, record) = step.split_once(' ').expect("two words");
        page.value(&format!("history.{step}()"));
        page.shows(record);
    }
    page.play("CD");
    page.click("#new");
    page.click("[data-level=perfect]");
    page.click("[data-cell=A]");
    page.click("[data-cell=I]");
    page.until("turn === 'X' && record.length > 2");
    for (record, computer) in [("", "perfect"), ("AB AB 1 CD", "person")] {
        page.value("history.back()");
        page.until(&format!(
            "record === '{record}' && find('#o').value === '{computer}'"
        ));
    }
}

/// A recorded game is stepped through by clicks and keys, up to its result.
fn recorded(page: &Page) {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--values", "--theme", "dark"];
    page.open(&page_of(GAME, &options, folder.path()));
    page.shows(GAME);
    page.until("all('.sign').length === 5");
    page.until("getComputedStyle(find('main')).backgroundColor === 'rgb(20, 23, 28)'");
    page.press("ArrowLeft");
    page.until("record.endsWith('CE')");
    page.until("find('#verdict').textContent === 'Mistake: O gave away \u{bd} point.'");
    page.press("Home");
    page.shows("");
    let actions: Vec<_> = GAME.split(' ').collect();
    for end in 1..=actions.len() {
        page.click("#next");
        page.shows(&actions[..end].join(" "));
    }
    ends(page);
    page.click("#play");
    page.until("record.startsWith('AI ') && state !== 'over'");
}

#[test]
fn whole_games_are_played_side_by_side() {
    let Some(browser) = &Browser::start() else {
        return;
    };
    let server = Server::start();
    let address = &format!("http://{}/", server.address);
    thread::scope(|scope| {
        for level in ["easy", "medium", "perfect"] {
            for side in ["X", "O"] {
                scope.spawn(move || against_a_computer(&browser.page(), address, level, side));
            }
        }
        for story in [
            spoken_to,
            two_people,
            undo,
            look_back,
            measure,
            possible_boards,
            back_and_forward,
        ] {
            scope.spawn(move || story(&browser.page(), address));
        }
        scope.spawn(|| recorded(&browser.page()));
    });
}

#[test]
fn a_game_is_played_by_clicks() {
    on_page(|page, address| {
        page.until("!matchMedia('(prefers-reduced-motion: reduce)').matches");
        let says = "find('#says').textContent";
        let top = "find('#board').getBoundingClientRect().top + scrollY";
        let start = page.value(top);
        assert_eq!(page.value(says), "Pick two cells for X1");
        page.click("[data-cell=A]");
        page.until("find('#cells [aria-pressed=true]')");
        assert_eq!(
            page.value(says),
            "Now pick the second cell, or A again to cancel"
        );
        page.click("[data-cell=E]");
        page.shows("AE");
        page.play("BF EI DH AI");
        let due = "O chooses the outcome";
        assert_eq!(page.value(says), due);
        // The mark that is clicked stays where it is.
        page.click("#picture [data-spooky=\"1\"][data-in=A] .target");
        page.shows("AE BF EI DH AI 1");
        page.until("find('#reason').textContent.startsWith('X has the line AEI.')");
        assert_eq!(page.value(top), start);
        page.click("#moves li:nth-child(2) button");
        page.click("#here");
        page.play("GH");
        page.click("#new");
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
        let still = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
        page.call("Emulation.setEmulatedMedia", &json!({ "features": still }));
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
        page.press("?");
        page.until("find('#keys').open && find('#keys #lessons').checkVisibility()");
    });
}

#[test]
fn the_keys_lead_from_control_to_control_and_from_cell_to_cell() {
    on_page(|page, address| {
        let focus = |name: &str| {
            page.until(&format!(
                "(document.activeElement.dataset.cell ?? document.activeElement.id) === '{name}'"
            ));
        };
        page.open(&format!("{address}#DE.EF.DF.3"));
        page.press("Tab");
        focus("share");
        page.value("find('[data-cell=A]').focus()");
        for (key, cell) in [
            ("ArrowRight", "B"),
            ("End", "C"),
            ("ArrowDown", "I"),
            ("ArrowRight", "I"),
            ("Home", "G"),
            ("ArrowUp", "A"),
            ("ArrowLeft", "A"),
        ] {
            page.press(key);
            focus(cell);
        }
        page.shows("DE EF DF 3");
    });
}

#[test]
fn the_first_cell_of_a_move_shows_its_mark() {
    on_page(|page, address| {
        let touch = json!({ "enabled": true });
        page.call("Emulation.setTouchEmulationEnabled", &touch);
        for theme in ["light", "dark"] {
            let theme = json!([{ "name": "prefers-color-scheme", "value": theme }]);
            page.call("Emulation.setEmulatedMedia", &json!({ "features": theme }));
            let mouse = |page: &Page| page.click("[data-cell=E]");
            let finger = |page: &Page| page.tap("[data-cell=E]");
            let key = |page: &Page| page.press("E");
            for pick in [mouse, finger, key] {
                page.open(address);
                assert_eq!(page.ink("E"), 0);
                pick(page);
                page.until("find('.pick .mark[data-in=E]')");
                assert!(page.ink("E") > 100, "{}", page.ink("E"));
            }
        }
    });
}

#[test]
fn no_window_of_a_laptop_scrolls() {
    let records = ["", "AB CD EF GH", "AB BE DE AE"];
    let folder = tempfile::tempdir().expect("a folder");
    on_page(|page, address| {
        let served = records.map(|record| format!("{address}#{}", record.replace(' ', ".")));
        let files = records.map(|record| page_of(&format!("{record}\n"), &[], folder.path()));
        for address in served.iter().chain(&files) {
            page.open(address);
            let sizes = [
                [1024, 768],
                [1280, 720],
                [1280, 800],
                [1366, 768],
                [1440, 900],
                [1536, 864],
                [1920, 1080],
            ];
            for [width, height] in sizes {
                page.resize([width, height]);
                page.until(&format!("innerWidth === {width}"));
                for part in ["document.documentElement", "find('#side')"] {
                    let over = page.value(&format!("{part}.scrollHeight - {part}.clientHeight"));
                    assert_eq!(over, 0, "{address} {part} {width}x{height}");
                }
            }
        }
    });
}

#[test]
fn the_first_screen_shows_only_what_is_meant_yet() {
    on_page(|page, address| {
        let script = json!({ "source": "window.shift = 0; new PerformanceObserver(list => list.getEntries()
            .forEach(({ value }) => { shift += value; })).observe({ type: 'layout-shift', buffered: true });" });
        page.call("Page.addScriptToEvaluateOnNewDocument", &script);
        // The page brings the first position along; for any other, an empty board waits.
        page.call("Network.setBlockedURLs", &json!({ "urls": ["*position*"] }));
        page.open(address);
        page.until("shift < 0.02 && find('meta[name=description]')");
        page.provoke("ERR_BLOCKED_BY_CLIENT");
        page.provoke("The server is not responding.");
        page.open_until(&format!("{address}#AB"), "find('#picture .grid')");
        page.until("!find('#chooser').checkVisibility({ visibilityProperty: true }) && find('[role=alert]').innerText");
    });
}

#[test]
fn a_failure_never_strands_a_game() {
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
        block(&["*position*"]);
        page.press("B");
        page.press("E");
        try_again("record === 'AB BE'");
        block(&["*position*"]);
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
fn addresses_and_records_are_read_or_refused() {
    on_page(|page, address| {
        page.open(&format!("{address}#AEBFEIDHAI1"));
        page.until("all('#moves li').length === 6");
        page.click("#analysis summary");
        page.provoke("the server responded with a status of 4");
        for (record, problem) in [
            ("'41./32./... 5CF'", "This is a position, not a game."),
            ("'AB BJ'", "expected a cell"),
            ("' '.repeat(70000)", "The record is too long."),
        ] {
            page.provoke(problem);
            page.value(&format!("find('#record').value = {record}"));
            page.click("#load button");
            page.until(&format!(
                "find('[role=alert]').innerText.startsWith('{problem}')"
            ));
            page.shows("AE BF EI DH AI 1");
        }
        page.provoke("unknown player");
        page.open(&format!("{address}?o=errs#AB"));
        page.until("record === 'AB' && location.search === '' && find('[role=alert]').innerText");
        page.open(&format!("{address}#AJ"));
        page.until("record === '' && find('[role=alert]').innerText.startsWith('This link is broken: expected a cell')");
    });
}

#[test]
fn the_board_is_in_view_on_every_screen_and_stays_in_its_place() {
    on_page(|page, address| {
        let sizes =
            "1280x800 640x400 844x390 667x375 390x844 390x664 360x640 320x568 768x1024 820x1180";
        let mut places = [const { Vec::new() }; 10];
        for hash in ["", "#AB", "#AI.EG.BE.EH.DG.AI", "#AE.BF.EI.DH.AI.1"] {
            page.open(&format!("{address}{hash}"));
            for (size, places) in sizes.split(' ').zip(&mut places) {
                let (width, height) = size.split_once('x').expect("two numbers");
                page.resize([width, height].map(|side| side.parse().expect("a number")));
                page.until(&format!("innerWidth === {width}"));
                page.value("scrollTo(0, 0)");
                places.push(page.value(
                    "(({ x, y, width }) => [x, y + scrollY, width].join())(find('#board').getBoundingClientRect())",
                ));
                let seen = page.value(
                    "(({ left, right, bottom, width }) => [left >= 0 && right <= innerWidth && bottom <= innerHeight, \
                     width >= Math.min(document.documentElement.clientWidth - 16, 320), \
                     document.documentElement.scrollWidth <= innerWidth, \
                     (find('#side').getBoundingClientRect().left > right) === (innerWidth > innerHeight)].join()) \
                     (find('#board').getBoundingClientRect())",
                );
                assert_eq!(seen, "true,true,true,true", "{size} {hash}");
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
fn many_games_are_reached_on_a_phone_and_seen_without_scripts() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let page = browser.page();
    let folder = tempfile::tempdir().expect("a folder");
    let games = page_of(&("AB\n".repeat(11) + "AB BE AE 1\n"), &[], folder.path());
    page.resize([390, 844]);
    page.open(&games);
    page.click("#list li:last-child a");
    page.shows("AB BE AE 1");
    page.open(&format!("{games}#12.AB.BE"));
    page.shows("AB BE");

    let off = json!({ "value": true });
    page.call("Emulation.setScriptExecutionDisabled", &off);
    let game = page_of(GAME, &[], folder.path());
    page.open_until(&game, "all('.position').length === 11");
    page.until("!find('main').checkVisibility()");
    page.until("all('.position').every(one => one.checkVisibility())");
}
