//! Whole games on the web page, played side by side in one browser: stories of people who use it.

use std::thread;

use serde_json::json;

use crate::support::browser::{Browser, Page};
use crate::support::run;

/// Plays until the game is over by clicking the first cells or the first card that can be clicked.
fn finish(page: &Page) {
    const CELL: &str = "#cells [aria-disabled=false]";
    loop {
        page.until(&format!(
            "state === 'over' || find('{CELL}, [data-choice]:enabled')"
        ));
        let is_played = format!("record !== {}", page.value("record"));
        if page.value("state") == "over" {
            return;
        } else if page.value("state") == "move" {
            page.click(CELL);
            page.until(&format!(
                "find('#cells [aria-pressed=true]') || {is_played}"
            ));
            if page.value(&is_played) == false {
                page.click(&format!("{CELL}[aria-pressed=false]"));
            }
        } else {
            page.click("[data-choice]:enabled");
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

/// A person plays a whole game against the computer, and then a rematch. As O, the person prefers reduced motion.
fn against_a_computer(page: &Page, address: &str, level: &str, side: &str) {
    let computer = if side == "X" { "o" } else { "x" };
    if side == "O" {
        page.reduce_motion();
    }
    page.open(address);
    page.click(&format!("[data-side={side}]"));
    page.click(&format!("[data-level={level}]"));
    page.until("find('#table').innerText.includes('You')");
    page.until(&format!("location.search === '?{computer}={level}'"));
    finish(page);
    ends(page);
    // A rematch swaps the sides, and says so.
    page.until(&format!(
        "find('#rematch').innerText.toLowerCase() === 'rematch as {computer}'"
    ));
    page.click("#rematch");
    page.until("find('#cells [aria-disabled=false]')");
    page.until(&format!("location.search[1] !== '{computer}'"));
}

/// After the computer's reply, the page says everything that the computer did; at the end, it says who won.
fn announcements(page: &Page, address: &str) {
    page.open(&format!("{address}?x=easy#AE.BF.EI.DH.AI"));
    page.says("Choose the outcome");
    page.until("find('#note').textContent.startsWith('The computer played AI and closed a cycle. Its cells are A, E, and I. You will choose, because the computer closed it. ')");
    let last =
        "all('#picture [data-last]').map(mark => mark.dataset.mark + mark.dataset.in).join()";
    assert_eq!(page.value(last), "5A,5I");
    page.click("[data-choice=\"1\"]");
    ends(page);
    page.reads("#note", "You chose 1: X1 in A, X3 in E, X5 in I.");
    assert_eq!(page.value(last), "1A,3E,5I");
    page.reads("#score", "You lose, 0 \u{2013} 1");
    page.open(&format!("{address}#AI.EG.BE.EH.DG.AI.1.BC.CE"));
    page.until("find('[data-choice=\"3\"]').innerText.includes('O wins 1 to \u{bd}')");
    page.click("[data-choice=\"3\"]");
    page.until("find('#picture').getAttribute('aria-label').startsWith('O wins 1 to \u{bd}. ')");
    page.open(&format!("{address}?o=easy#AB.CD"));
    page.click("[data-cell=A]");
    page.click("[data-cell=B]");
    page.until(
        "find('#note').textContent.match(/^The computer chose [13]: X[13] in A, X[13] in B. The player who chooses also makes the next move. The computer played /)",
    );
}

/// A measurement is taken back and decided differently. The browser's Back does the same, and Forward returns it.
fn undo(page: &Page, address: &str) {
    page.start(address);
    page.play("AB AB 1");
    page.click("#undo");
    page.shows("AB AB");
    page.until("location.hash === '#AB.AB'");
    page.value("history.forward()");
    page.shows("AB AB 1");
    page.click("#undo");
    page.shows("AB AB");
    page.value("history.back()");
    page.shows("AB");
    page.play("AB 2 CD");
    page.click("[data-cell=E]");
    page.click("#undo");
    page.until("record === 'AB AB 2 CD' && !find('#cells [aria-pressed=true]')");

    // Against a computer, whose first move stays.
    page.open(&format!("{address}?x=perfect"));
    page.until("turn === 'O' && record.length === 2 && find('#undo').ariaDisabled === 'true'");
    page.click("[data-cell=B]");
    page.click("[data-cell=D]");
    page.until("turn === 'O' && record.length > 5");
    page.click("#undo");
    page.until("record.length === 2");
}

/// Looking back changes nothing: not the game, not the address, and a computer that is about to move waits.
fn review(page: &Page, address: &str) {
    page.open(&format!("{address}#AB.AB.1.CD"));
    page.until("find('#reviewing').checkVisibility() === false");
    page.click("#moves li:nth-child(2) button");
    page.says("Move 2 of 3: O played AB and closed a cycle.");
    let is_off = "!find('#cells [aria-disabled=false], [data-choice]:enabled') && all('#undo, #hint').every(button => button.ariaDisabled === 'true')";
    page.until(is_off);
    for key in ["2", "E", "Backspace", "ArrowRight"] {
        page.press(key);
    }
    page.says("After move 2 of 3: X chose 1: X1 in A, O2 in B.");
    for _ in 0..3 {
        page.press("ArrowLeft");
    }
    page.says("Start of the game.");
    page.press("E");
    page.says("First choose Back to the game or Play from here.");
    page.until("location.hash === '#AB.AB.1.CD' && record === ''");
    page.click("#game");
    page.shows("AB AB 1 CD");
    page.press("ArrowLeft");
    page.shows("AB AB 1");
    page.click("#here");
    page.until("find('#next').ariaDisabled === 'true' && location.hash === '#AB.AB.1'");
    page.play("EF");
    page.value("history.back()");
    page.shows("AB AB 1");
    page.value("history.back()");
    page.shows("AB AB 1 CD");

    // The computer replies when the user is back, or plays from an earlier position. Until then, it waits.
    page.hold_timers(700);
    page.open(&format!("{address}?o=perfect#AB.CE.DE"));
    page.press("ArrowLeft");
    page.shows("AB CE");
    page.click("#moves li:nth-child(1) button");
    page.says("Move 1 of 3: You played AB.");
    page.until(is_off);
    page.value("(window.setTimeout = timer, 0)");
    page.click("#here");
    page.until("record.match(/^AB .. *$/) && turn === 'X' && location.search === '?o=perfect'");
    page.open(&format!("{address}?o=perfect#AB.CE.DE"));
    page.click("#back");
    page.click("#back");
    page.shows("AB");
    page.value("(window.setTimeout = timer, 0)");
    page.click("#game");
    page.until("record.startsWith('AB CE DE ') && turn === 'X'");
}

/// The boards that are still possible are drawn when their section is opened, and lines are marked.
fn possible_boards(page: &Page, address: &str) {
    page.open(&format!("{address}#BE.AE.CE.DE.FE.GE.IE"));
    page.reads("#possible summary", "Possible boards: 8");
    page.click("#possible summary");
    page.until("find('#ensemble').textContent.startsWith('8 classical boards are possible: X has a line in 5')");
    page.until("all('#boards div').length === 8");
    page.until("all('#boards div').filter(board => board.querySelector('[data-player=X].lined')).length === 5");
    page.play("CF");
    page.reads("#possible summary", "Possible boards: 2");
    // They come in the order of the outcomes.
    let first = |marks: &str| page.value(&format!("find('{marks}').dataset.player"));
    let of_card = first("[data-choice] .mark[data-in=C]");
    assert_eq!(of_card, first("#boards div > :nth-child(3)"));
    page.click("[data-choice=\"3\"]");
    page.until("state === 'over' && find('#possible').hidden");
}

/// Only a card chooses an outcome. A click on the board, a hint, and a pointer only say something.
fn hints_and_hovering_change_nothing(page: &Page, address: &str) {
    page.open(&format!("{address}#AB.BE.DE"));
    page.click("[data-cell=A]");
    page.hover("[data-cell=E]");
    page.says("A and E close a cycle; X will choose");
    // A double click closes the cycle, and chooses nothing.
    let point = page.point("[data-cell=E]");
    page.click_at(&point);
    page.click_at(&point);
    page.says("Choose one of the two pictures.");
    page.shows("AB BE DE AE");
    page.click("#hint");
    page.says("Hint: A becomes X1");
    page.until("find('[data-choice].chosen') && record === 'AB BE DE AE'");
    page.click("[data-choice=\"4\"]");
    page.click("[data-cell=A]");
    page.says("A already holds O4; pick a free cell.");
    page.click("#hint");
    page.until("find('#says').textContent.startsWith('Hint: ') && all('#picture #pick .mark').length === 2");
    page.until("!find('#cells [aria-pressed=true]') && record === 'AB BE DE AE 4'");
    page.until("(window.move = find('#moves button')) && !find('#moves').innerText.includes('?')");
    page.click("#analysis summary");
    page.until("find('#moves').innerText.includes('?') && move.isConnected");
    page.reads("#lost", "Points lost: X 1, O \u{bd}.");
    page.until("find('#outlook').textContent.includes(\" Best for X: \")");
}

/// A hint takes back the first cell of a move, and its own first cell is not picked. It says what it keeps if the user
/// loses anyway.
fn hint(page: &Page, address: &str) {
    page.open(&format!("{address}#AB.AC.FI"));
    page.click("[data-cell=E]");
    page.until("find('#pick [data-in=E]')");
    page.click("#hint");
    page.says("Hint: A and C close a cycle; X will choose");
    page.until("all('#pick .mark').map(mark => mark.dataset.in).join() === 'A,C'");
    page.click("[data-cell=A]");
    page.says("Now pick the second cell, or A again to cancel");
    page.shows("AB AC FI");
    page.open(&format!("{address}?x=medium#CG.AE.GI.AC.AI.4.BH.BF"));
    page.click("#hint");
    page.says("Hint: B and F close a cycle; the computer will choose. X wins anyway; this keeps half a point");
}

/// Back and Forward lead through what people did, and to the players of the game before.
pub(super) fn back_and_forward(page: &Page, address: &str) {
    page.start(address);
    page.play("AB AB 1");
    for step in ["back AB AB", "back AB", "forward AB AB", "forward AB AB 1"] {
        let (step, record) = step.split_once(' ').expect("two words");
        page.value(&format!("history.{step}()"));
        page.shows(record);
    }
    page.play("CD");
    page.click("#new");
    page.until("find('[data-side=X]:checked')");
    page.click("[data-level=perfect]");
    page.click("[data-cell=A]");
    page.click("[data-cell=I]");
    page.until("turn === 'X' && record.length > 2");
    for (record, computer) in [("", "?o=perfect"), ("AB AB 1 CD", "")] {
        page.value("history.back()");
        page.until(&format!(
            "record === '{record}' && location.search === '{computer}'"
        ));
    }
}

/// A game is shared as a link, or as a record if nobody else can open the page's address.
pub(super) fn share(page: &Page, address: &str) {
    page.start(address);
    page.play("AB CD");
    // A browser lets a page copy only for some seconds after a gesture, which a busy machine may exceed after a click.
    let click =
        json!({ "expression": "document.querySelector('#share').click()", "userGesture": true });
    page.call("Runtime.evaluate", &click);
    let is_served = address.starts_with("http");
    let what = if is_served { "Link" } else { "Record" };
    page.says(&format!("{what} copied"));
    page.until("['AB.CD', location.href].includes(find('#link').value)");
    page.until("document.activeElement === find('#share') && find('#link').offsetHeight < 60");
    page.play("EF");
    page.until("find('#link').hidden");
}

#[test]
fn whole_games_are_played_side_by_side() {
    let Some(browser) = &Browser::shared() else {
        return;
    };
    let address = browser.address();
    thread::scope(|scope| {
        for (level, side) in [("easy", "X"), ("medium", "O"), ("perfect", "X")] {
            scope.spawn(move || against_a_computer(&browser.page(), address, level, side));
        }
        for story in [
            announcements,
            undo,
            review,
            hints_and_hovering_change_nothing,
            hint,
            possible_boards,
            back_and_forward,
            share,
        ] {
            scope.spawn(move || story(&browser.page(), address));
        }
    });
}
