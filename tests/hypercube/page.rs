//! `qttt hypercube replay --html`: recorded games on a page, as text, and in a real browser.

use super::replay::{GAMES, replay};
use crate::support::{
    browser::{browser, drive},
    chance::Chance,
    page::{all_between, assert_self_contained},
    run,
};
use qttt::hypercube::{
    Board, Position,
    draw::{Sheet, Theme, page},
};

/// X has two lines on 4^3 when it wins, and a game on 5^4 is in the middle.
const CUBE: &str = concat!(
    r#"{"board":"4,3","x":"ann","o":"bob","winner":"x","reason":"line","moves":"#,
    r#""0,0,0;0,1,1;1,0,0;0,1,2;2,0,0;0,2,1;3,1,0;0,2,2;3,2,0;0,3,1;3,3,0;0,3,3;3,0,0"}"#,
);
const TESSERACT: &str = concat!(
    r#"{"board":"4,4","x":"ann","o":"bob","winner":"o","reason":"time","moves":"#,
    r#""0,0,0,0;3,3,3,3","message":"expected a move within 60 s"}"#,
);

fn page_of(games: &str, options: &[&str]) -> String {
    let (code, page, stderr) = replay(games, &[&["--html"], options].concat());
    assert_eq!((code, stderr.as_str()), (0, ""));
    page
}

/// Plays at random on 6^5.
fn long_game(plies: usize) -> String {
    let mut chance = Chance(1);
    let mut position = Position::new(Board::new(6, 5).expect("a board"));
    (0..plies).for_each(|_| chance.play_elsewhere(&mut position, &[]));
    let sheet = Sheet {
        position,
        title: "A long game".to_string(),
        result: "It goes on.".to_string(),
    };
    page(&[sheet], Theme::Auto)
}

#[test]
fn a_page_needs_nothing_from_outside() {
    for page in [
        page_of(GAMES, &[]),
        page_of(CUBE, &["--theme", "dark"]),
        long_game(30),
    ] {
        assert_self_contained(&page);
    }
}

#[test]
fn every_move_is_there_and_the_winning_lines() {
    let page = page_of(CUBE, &[]);
    let cells = "0,0,0;0,1,1;1,0,0;0,1,2;2,0,0;0,2,1;3,1,0;0,2,2;3,2,0;0,3,1;3,3,0;0,3,3;3,0,0";
    for (ply, cell) in (1..).zip(cells.split(';')) {
        let player = if ply % 2 == 1 { "X" } else { "O" };
        let stone = format!("data-player=\"{player}\" data-ply=\"{ply}\" data-cell=\"{cell}\"");
        assert_eq!(page.matches(&stone).count(), 1, "{stone}");
    }
    assert_eq!(page.matches("class=\"mark\"").count(), 13);
    assert_eq!(page.matches(" data-line=\"\"").count(), 4 + 4 - 1);
    let [moves] = all_between(&page, "<p class=\"moves\">", "</p>")[..] else {
        panic!("not one list of moves");
    };
    assert_eq!(moves, cells.replace(';', "; "));
    assert_eq!(all_between(&page, "class=\"caption\"", "</text>").len(), 4);
    assert!(page.contains("<p class=\"result\">ann (X) beat bob in 13 moves.</p>"));
}

#[test]
fn a_long_game_on_a_large_board_stays_small() {
    let (short, long) = (long_game(0).len(), long_game(400).len());
    assert!(short < 60_000, "{short}");
    assert!(long - short < 400 * 200, "{}", long - short);
}

#[test]
fn of_a_board_that_is_too_large_to_draw_there_are_the_moves() {
    let game = r#"{"board":"10,10","x":"a","o":"b","winner":"x","reason":"crash","moves":"1,2,3,4,5,6,7,8,9,0"}"#;
    let page = page_of(game, &[]);
    assert!(page.contains("The board 10,10 is too large to draw."));
    assert!(page.contains("<p class=\"moves\">1,2,3,4,5,6,7,8,9,0</p>"));
    assert!(!page.contains("class=\"mark\""));
}

#[test]
fn several_games_are_one_page_with_a_list() {
    let page = page_of(GAMES, &[]);
    assert_eq!(page.matches("<article class=\"game\"").count(), 3);
    let [list] = all_between(&page, "<nav id=\"list\" aria-label=\"Games\">", "</nav>")[..] else {
        panic!("not one list");
    };
    let entry = "<a href=\"#1\">Game 1 on 3,2: ann (X) against bob (O)</a>: ann (X) beat bob in 5 moves.</li>";
    assert!(list.contains(entry), "{list}");
    assert_eq!(list.matches("<li>").count(), 3);
    let one = page_of(GAMES, &["--game", "2"]);
    assert_eq!(one.matches("<article class=\"game\"").count(), 1);
    assert!(!one.contains("id=\"list\""));
}

#[test]
fn nothing_that_a_record_holds_becomes_part_of_the_page() {
    let plain = page_of(GAMES, &[]);
    let games = GAMES.replace("bob", "<script>alert(1)</script>");
    let hostile = page_of(&games.replace("late", "<b>"), &[]);
    assert_eq!(
        hostile.matches("<script>").count(),
        plain.matches("<script>").count()
    );
    assert!(hostile.contains("&lt;script&gt;") && !hostile.contains("<b>"));
}

#[test]
fn a_page_has_no_steps_or_width_of_its_own() {
    for option in [&["--steps"][..], &["--width", "80"], &["--ascii"]] {
        let arguments = [&["hypercube", "replay", "-", "--html"], option].concat();
        assert_eq!(run(&arguments, GAMES).0, 2, "{option:?}");
    }
}

#[test]
fn a_game_is_stepped_through_by_clicks_keys_and_addresses() {
    let Some(browser) = browser() else { return };
    let pages = vec![
        ("/game", page_of(CUBE, &["--theme", "dark"])),
        ("/games", page_of(&format!("{CUBE}\n{TESSERACT}\n"), &[])),
    ];
    let script = "
        const ply = () => page().body.dataset.ply;
        const at = async expected => { await until(() => ply() === String(expected)); };
        const load = async (path, expected) => { await go(path); await at(expected); };
        await load('/game', 0);
        note('start', shown('#board .mark').length + find('#played').textContent);
        click('[data-go=next]'); await at(1);
        key('ArrowRight'); await at(2);
        note('two', shown('#board .mark').map(mark => mark.dataset.cell).join(' ') + find('#state').textContent);
        note('last', find('#board .last').dataset.cell);
        note('address', frame.contentWindow.location.hash);
        key('End'); await at(13);
        note('end', shown('#board .mark').length + find('#state').textContent + page().querySelectorAll('#board .won').length);
        click('#moves li:nth-child(5) button'); await at(4);
        note('fourth', find('#played').textContent + page().querySelectorAll('#board .won').length);
        key('ArrowLeft'); await at(3);
        key('Home'); await at(0);
        key(' '); await at(2); key(' ');
        note('paper', frame.contentWindow.getComputedStyle(page().body).backgroundColor);
        await load('/games#2.1', 1);
        note('second', find('#title').textContent);
        click('#list a'); await at(0);
        note('first', find('#title').textContent + find('#list [aria-current]').textContent);";
    let seen = drive(browser, pages, [1280, 800], script);
    assert_eq!(
        seen,
        "start=0The empty board;two=0,0,0 0,1,1Move 3: X to move;last=0,1,1;address=#2;\
         end=13ann (X) beat bob in 13 moves.7;fourth=4. O plays 0,1,20;paper=rgb(20, 23, 28);\
         second=Game 2 on 4,4: ann (X) against bob (O);\
         first=Game 1 on 4,3: ann (X) against bob (O)Game 1 on 4,3: ann (X) against bob (O);"
    );
}

#[test]
fn board_and_controls_are_in_view_and_so_is_the_last_move() {
    let Some(browser) = browser() else { return };
    for size in [[1280, 800], [390, 844]] {
        let pages = vec![
            ("/cube", page_of(CUBE, &[])),
            ("/tesseract", page_of(TESSERACT, &[])),
            ("/long", long_game(300)),
        ];
        let script = "
            const within = (what, outer) => { const [a, b] = [box(what), box(outer)]; return a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left >= b.left - 1 && a.right <= b.right + 1; };
            for (const [path, ply] of [['/cube#13', '13'], ['/tesseract#2', '2'], ['/long#250', '250']]) {
              await go(path);
              await until(() => page().body.dataset.ply === ply);
              note('fits', ['#board', '#controls', '#says'].map(fits));
              note('last', within('#board .last', '#board') && within('#moves [aria-current]', '#moves'));
              note('wide', page().documentElement.scrollWidth > frame.clientWidth);
            }";
        let seen = drive(browser, pages, size, script);
        let expected = "fits=true,true,true;last=true;wide=false;".repeat(3);
        assert_eq!(seen, expected, "{size:?}");
    }
}

#[test]
fn without_scripts_the_end_of_a_game_and_its_moves_are_there() {
    let Some(browser) = browser() else { return };
    let script = "
        frame.sandbox = 'allow-same-origin';
        await go('/game');
        note('stones', shown('.mark').length);
        note('moves', shown('.moves').length);
        note('controls', shown('main, button').length);";
    let pages = vec![("/game", page_of(CUBE, &[]))];
    let seen = drive(browser, pages, [1280, 800], script);
    assert_eq!(seen, "stones=13;moves=1;controls=0;");
}
