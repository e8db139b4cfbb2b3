//! `qttt show --html` and the page to play on: as text, and in a real browser.

use crate::support::{
    browser::{browser, drive},
    page::{all_between, assert_self_contained},
    run,
};
use qttt::draw::{RULES, Theme, page_to_play};

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
    assert!(!stdout.contains("alert"));
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
    assert_eq!(RULES.lines().count(), 10);
}

#[test]
fn values_say_what_perfect_play_gives() {
    let page = page(&["--values", "AB"]);
    assert!(page.contains("data-turn=\"X\" data-value=\"0.5\" data-best=\"AI CG\""));
    assert!(
        page.contains("data-record=\"AB\" data-state=\"move\" data-turn=\"O\" data-value=\"0\"")
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

#[test]
fn a_game_is_played_by_clicks_keys_and_addresses() {
    let Some(browser) = browser() else { return };
    let script = "
        await open('/play', '');
        click('[data-cell=A]'); click('[data-cell=B]');
        await until(() => record() === 'AB');
        for (const name of 'eb') key(name);
        for (const name of 'AE') click('[data-cell=' + name + ']');
        await until(() => record() === 'AB BE AE' || record() === 'AB EB AE');
        note('cells', page().querySelectorAll('[data-cell]').length);
        note('state', page().body.dataset.state);
        find('[data-choice=\"3\"]').dispatchEvent(new Event('focus'));
        note('settles', [...page().querySelectorAll('#picture .settles')].map(mark => mark.dataset.mark + mark.dataset.at));
        click('[data-choice=\"3\"]');
        await until(() => page().body.dataset.state === 'move');
        note('address', frame.contentWindow.location.hash);
        click('[data-go=back]');
        await until(() => page().body.dataset.state === 'measure');
        key('ArrowRight');
        await until(() => page().body.dataset.state === 'move');
        click('#moves li:nth-child(2) button');
        await until(() => record() === 'AB');
        click('[data-cell=G]'); click('[data-cell=H]');
        await until(() => record() === 'AB GH');
        note('branch', record());
        click('#values'); click('#hint');
        await until(() => find('.hint'));
        note('hint', find('#outlook').textContent.slice(0, 5));
        await open('/play#AB.BE.DE.AE', 'AB BE DE AE');
        note('shared', page().body.dataset.state);
        key('4');
        await until(() => record() === 'AB BE DE AE 4');
        find('#record').value = 'aibj';
        click('#table button:not([type])');
        await until(() => find('#problem').textContent);
        note('problem', find('#problem').textContent.slice(0, 15) + record());
        await open('/play#BC.BE.CF.EF.1.AD.AG.GH.DG.6', 'BC BE CF EF 1 AD AG GH DG 6');
        click('[data-cell=I]'); click('[data-cell=I]');
        await until(() => page().body.dataset.state === 'measure');
        note('doubled', record().slice(-2));
        await open('/play', '');
        find('#o').value = 'perfect';
        find('#o').dispatchEvent(new Event('change'));
        for (let turns = 0; page().body.dataset.state !== 'over'; turns++) {
          if (turns > 30) throw new Error('endless');
          const before = record();
          if (page().body.dataset.turn === 'X') {
            if (page().body.dataset.state === 'measure') click('[data-choice]');
            else {
              const free = [...page().querySelectorAll('#cells button:enabled')];
              free[0].click(); free[free.length > 1 ? 1 : 0].click();
            }
          }
          await until(() => record() !== before);
        }
        note('end', /wins|Nobody/.test(find('#state').textContent));";
    let seen = drive(
        browser,
        vec![("/play", page_to_play(Theme::Auto))],
        [1280, 800],
        script,
    );
    assert_eq!(
        seen,
        "cells=9;state=measure;settles=1B,2E,3A;address=#AB.BE.AE.3;branch=AB GH;hint=Best:;shared=measure;\
         problem=expected a cellAB BE DE AE 4;doubled=II;end=true;"
    );
}

#[test]
fn a_game_is_stepped_through() {
    let Some(browser) = browser() else { return };
    let (_, several, _) = run(&["show", "--html"], "AB\nAB BE AE 1\n");
    let pages = vec![
        ("/game", page(&["--values", "--theme", "dark", GAME])),
        ("/games", several),
    ];
    let script = "
        await open('/game', '');
        const press = async (name, expected) => { key(name); await until(() => record() === expected); };
        await press('End', 'AI EG BE EH DG AI 1 BC CE 3');
        note('end', find('#state').textContent.slice(0, 6));
        await press('ArrowLeft', 'AI EG BE EH DG AI 1 BC CE');
        note('verdict', find('#verdict').textContent);
        note('signs', [...page().querySelectorAll('.sign')].map(sign => sign.textContent));
        note('chosen', [...page().querySelectorAll('[data-choice].chosen')].map(button => button.dataset.choice));
        await press('Home', '');
        key(' ');
        await until(() => record() === 'AI EG');
        key(' ');
        note('status', page().querySelectorAll('[role=status]').length);
        note('paper', frame.contentWindow.getComputedStyle(page().body).backgroundColor);
        await open('/games#2.AB.BE', 'AB BE');
        click('#list a');
        await until(() => record() === '');
        note('list', find('#list [aria-current]').textContent);";
    let seen = drive(browser, pages, [1280, 800], script);
    assert_eq!(
        seen,
        "end=O wins;verdict=A mistake: O gives away 0.5.;signs=?,?,?,??,?;chosen=3;status=1;paper=rgb(20, 23, 28);list=AB;"
    );
}

#[test]
fn board_and_outcomes_are_in_view_together() {
    let Some(browser) = browser() else { return };
    for size in [[1280, 800], [1366, 768], [1920, 1080], [390, 844]] {
        let script = "
            for (const path of ['/play#AI.EG.BE.EH.DG.AI', '/game#AI.EG.BE.EH.DG.AI']) {
              await open(path, 'AI EG BE EH DG AI');
              note('fits', ['#board', '[data-choice]', '[data-choice]:last-child', '#controls'].map(fits));
              note('large', box('#board').width > 0.4 * Math.min(frame.clientWidth, frame.clientHeight));
              note('beside', box('[data-choice]').top === box('[data-choice]:last-child').top);
              note('wide', page().documentElement.scrollWidth > frame.clientWidth);
            }";
        let pages = vec![
            ("/play", page_to_play(Theme::Auto)),
            ("/game", page(&["--values", GAME])),
        ];
        let seen = drive(browser, pages, size, script);
        let expected = "fits=true,true,true,true;large=true;beside=true;wide=false;".repeat(2);
        assert_eq!(seen, expected, "{size:?}");
    }
}

#[test]
fn without_scripts_every_position_is_there() {
    let Some(browser) = browser() else { return };
    let script = "
        frame.sandbox = 'allow-same-origin';
        await go('/game');
        note('positions', shown('.position').length);
        note('outcomes', shown('[data-board=outcome]').length);
        note('controls', shown('main, button').length);";
    let seen = drive(browser, vec![("/game", page(&[GAME]))], [1280, 800], script);
    assert_eq!(seen, "positions=11;outcomes=4;controls=0;");
}
