//! `qttt hypercube match --games`: openings, ratings, the sequential test, and a match that is resumed.

use std::{collections::HashSet, fs, process::Stdio};

use crate::support::{chance::Chance, run, spawn, text, wait_until};
use qttt::hypercube::{
    Board, Cell, Position, Stone,
    referee::{PairCounts, Pairing, Sprt, Verdict, series},
};
use serde_json::Value;

fn plan(boards: &[&str], pairs: usize, plies: usize, seed: u64) -> Vec<Pairing> {
    let board = |text: &&str| Board::from_ascii(text.as_bytes()).expect("a board");
    let boards: Vec<_> = boards.iter().map(board).collect();
    series(["a", "b"], &boards, pairs, plies, seed).expect("openings")
}

fn position_after(game: &Pairing) -> Position {
    let mut position = Position::new(game.board);
    for cell in &game.opening {
        position.play(cell.clone()).expect("legal");
    }
    position
}

/// Returns `true` if a player has a line, or lacks one stone for it. It looks in every direction from every cell.
fn is_decided(position: &Position) -> bool {
    let (n, d) = (position.board().width(), position.board().dimensions());
    let digits = |number: u32, base: u32| (0..d).map(move |axis| number / base.pow(axis) % base);
    let stones = |start: u32, direction: u32| {
        let cell = |step: u32| {
            let coordinates = digits(start, n).zip(digits(direction, 3));
            let moved = coordinates.map(|(x, by)| (x + step * by).checked_sub(step));
            moved.collect::<Option<_>>().map(Cell)
        };
        let on_board = |cell: Option<Cell>| cell.filter(|cell| position.board().contains(cell));
        let cells: Option<Vec<_>> = (0..n).map(cell).map(on_board).collect();
        cells.map(|cells| {
            cells
                .iter()
                .map(|cell| position.stone(cell))
                .collect::<Vec<_>>()
        })
    };
    // In base 3 a digit stands for a step back, none, or one ahead: all ones are no direction.
    let directions = (0..3_u32.pow(d)).filter(|&direction| digits(direction, 3).any(|by| by != 1));
    let starts = 0..n.pow(d);
    let mut lines = directions.flat_map(|direction| {
        starts
            .clone()
            .filter_map(move |start| stones(start, direction))
    });
    lines.any(|line| {
        [Stone::X, Stone::O].into_iter().any(|stone| {
            let count = |of| line.iter().filter(|&&there| there == of).count();
            count(Some(stone.other())) == 0 && count(None) <= 1
        })
    })
}

#[test]
fn nothing_is_decided_after_an_opening() {
    let mut drawn = 0;
    for (board, plies) in [
        ("3,2", 3),
        ("3,2", 4),
        ("3,3", 6),
        ("4,2", 7),
        ("4,3", 12),
        ("5,3", 30),
    ] {
        for game in plan(&[board], 20, plies, 1) {
            assert_eq!(game.opening.len(), plies);
            assert!(!is_decided(&position_after(&game)), "{game:?}");
            drawn += 1;
        }
    }
    assert_eq!(drawn, 6 * 40);
    // And such openings are no matter of course.
    let mut chance = Chance(1);
    let board = Board::new(3, 3).expect("a board");
    let random = (0..100).map(|_| {
        let mut position = Position::new(board);
        (0..6).for_each(|_| chance.play_elsewhere(&mut position, &[]));
        position
    });
    assert!(random.filter(is_decided).count() > 20);
}

#[test]
fn each_opening_is_played_with_both_colours_and_none_twice() {
    let games = plan(&["4,3", "3,2"], 31, 2, 7);
    assert_eq!(games.len(), 62);
    let mut seen = HashSet::new();
    for pair in games.chunks(2) {
        assert_eq!((&pair[0].x[..], &pair[0].o[..]), ("a", "b"));
        assert_eq!((&pair[1].x[..], &pair[1].o[..]), ("b", "a"));
        assert_eq!(
            (pair[0].board, &pair[0].opening),
            (pair[1].board, &pair[1].opening)
        );
        assert!(seen.insert((pair[0].board, pair[0].opening.clone())));
    }
    let on_first = games.iter().filter(|game| game.board.width() == 4).count();
    assert_eq!(on_first, 32);
    // More of them begin alike, with another board beside it, too; another seed has others.
    assert_eq!(plan(&["4,3", "3,2"], 40, 2, 7)[..62], games);
    let alone = plan(&["4,3"], 16, 2, 7);
    assert!(alone.iter().all(|game| games.contains(game)));
    assert_ne!(plan(&["4,3"], 16, 2, 8), alone);
}

/// 9 · 8 openings have two plies; in four plies, (9 · 8 / 2) · (7 · 6 / 2) sets of stones can be placed.
#[test]
fn all_openings_of_a_small_board_are_found_and_no_more() {
    let board = Board::new(3, 2).expect("a board");
    let found = |plies| {
        let asked_too_much = series(["a", "b"], &[board], 5000, plies, 3).expect_err("too many");
        asked_too_much.found
    };
    let count_of_four = || {
        let cells: Vec<Cell> = (0..9).map(|i| Cell([i % 3, i / 3].into())).collect();
        let mut count = 0;
        for places in 0..9_usize.pow(4) {
            let [a, b, c, d] = [0, 1, 2, 3].map(|digit| places / 9_usize.pow(digit) % 9);
            let mut position = Position::new(board);
            let is_legal = a < c
                && b < d
                && [a, b, c, d]
                    .iter()
                    .all(|&i| position.play(cells[i].clone()).is_ok());
            count += usize::from(is_legal && !is_decided(&position));
        }
        count
    };
    assert_eq!(
        (found(0), found(1), found(2), found(4)),
        (1, 9, 72, count_of_four())
    );
    assert_eq!(found(9), 0);
    assert_eq!(found(10), 0);
}

#[test]
fn openings_are_drawn_on_boards_of_any_size() {
    for board in ["10,10", "3,30", "1000000,2", "6,5"] {
        assert_eq!(plan(&[board], 10, 8, 0).len(), 20);
    }
}

/// The expected values were computed with 40 digits by mpmath: each likelihood as the maximum under the constraint on the
/// expectation, found by Newton steps on its Lagrangian. The error and the superiority are from `scipy.stats.norm`.
#[test]
fn ratings_and_likelihoods_are_those_of_another_program() {
    let expected = [
        (
            [8, 5, 60, 10, 17],
            "0,20",
            1.742_957,
            40.132_639,
            36.277_259,
            0.985_949,
        ),
        (
            [8, 5, 60, 10, 17],
            "-10,30",
            3.452_084,
            40.132_639,
            36.277_259,
            0.985_949,
        ),
        (
            [3, 0, 10, 0, 9],
            "0,50",
            1.195_644,
            97.215_219,
            112.260_296,
            0.968_824,
        ),
        (
            [100, 200, 400, 210, 120],
            "0,5",
            0.809_198,
            8.434_559,
            11.873_160,
            0.918_255,
        ),
        (
            [20, 2, 30, 1, 8],
            "0,20",
            -1.711_684,
            -72.218_240,
            60.306_444,
            0.007_291,
        ),
    ];
    for (counts, test, ratio, difference, error, superiority) in expected {
        let (pairs, test): (_, Sprt) = (PairCounts(counts), test.parse().expect("a test"));
        let rating = pairs.rating().expect("pairs");
        let found = [
            test.log_likelihood_ratio(&pairs),
            rating.difference,
            rating.error,
            pairs.superiority().expect("pairs"),
        ];
        for (found, expected) in found
            .into_iter()
            .zip([ratio, difference, error, superiority])
        {
            assert!(
                (found - expected).abs() < 2e-6,
                "{counts:?}: {found}, {expected}"
            );
        }
    }
}

#[test]
fn results_that_are_all_alike_are_no_numbers_that_mislead() {
    let won = PairCounts([0, 0, 0, 0, 5]);
    let rating = won.rating().expect("pairs");
    assert_eq!(
        (rating.difference, rating.error),
        (f64::INFINITY, f64::INFINITY)
    );
    assert_eq!(won.superiority(), None);
    let lost = PairCounts([5, 0, 0, 0, 0]);
    assert_eq!(
        lost.rating().map(|rating| rating.difference),
        Some(f64::NEG_INFINITY)
    );
    assert_eq!(lost.superiority(), None);
    let even = PairCounts([0, 0, 5, 0, 0]);
    let rating = even.rating().expect("pairs");
    assert_eq!((rating.difference, rating.error), (0.0, f64::INFINITY));
    assert_eq!(even.superiority(), None);
    assert_eq!(
        (
            PairCounts::default().rating(),
            PairCounts::default().superiority()
        ),
        (None, None)
    );
    // Both hypotheses are as far from the truth, the first by name.
    let test: Sprt = "-20,20".parse().expect("a test");
    assert!(test.log_likelihood_ratio(&even).abs() < 1e-9);
    assert_eq!(test.log_likelihood_ratio(&PairCounts::default()), 0.0);
}

/// Plays pairs by chance until a test has decided.
fn simulate(test: &Sprt, probabilities: [f64; 5], chance: &mut Chance) -> (Verdict, u64) {
    let mut pairs = PairCounts::default();
    loop {
        let mut at = chance.below(1 << 30) as f64 / f64::from(1 << 30);
        let result = probabilities.iter().position(|probability| {
            at -= probability;
            at < 0.0
        });
        pairs.0[result.unwrap_or(4)] += 1;
        if let Some(verdict) = test.verdict(&pairs) {
            return (verdict, pairs.total());
        }
    }
}

/// With many draws, and with openings that one colour mostly wins: there the games of a pair are anything but independent.
#[test]
fn the_sequential_test_errs_as_rarely_as_it_says_and_saves_games() {
    let test: Sprt = "0,100".parse().expect("a test");
    // Each has the expected score of 0 and of 100 points: 0.5 and 0.640065.
    let worlds = [
        (
            [0.1, 0.2, 0.4, 0.2, 0.1],
            [0.05, 0.095, 0.346, 0.263_74, 0.245_26],
        ),
        (
            [0.05, 0.0, 0.9, 0.0, 0.05],
            [0.02, 0.0, 0.679_87, 0.0, 0.300_13],
        ),
    ];
    let mut chance = Chance(5);
    for (equal, stronger) in worlds {
        for (world, truth) in [(equal, Verdict::Low), (stronger, Verdict::High)] {
            let runs: Vec<_> = (0..300)
                .map(|_| simulate(&test, world, &mut chance))
                .collect();
            let wrong = runs.iter().filter(|(verdict, _)| *verdict != truth).count();
            assert!(wrong <= 25, "{wrong} of 300 for {truth:?}");
            assert!(wrong > 0, "a test that never errs plays too many games");
            let mean = runs.iter().map(|(_, pairs)| pairs).sum::<u64>() / 300;
            assert!((10..120).contains(&mean), "{mean} pairs for {truth:?}");
        }
    }
}

#[test]
fn two_rating_differences_are_read_or_refused() {
    let read = |text: &str| text.parse::<Sprt>().map(|test| test.differences()).ok();
    assert_eq!(read("0,20"), Some([0.0, 20.0]));
    assert_eq!(read("-5.5, 5"), Some([-5.5, 5.0]));
    for wrong in [
        "", "0", "0,0", "20,0", "0,20,30", "0;20", "nan,1", "0,inf", "-2000,0", "a,b",
    ] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}

const MATCH: [&str; 6] = [
    "hypercube",
    "match",
    "--x",
    "builtin:greedy",
    "--o",
    "builtin:random",
];

fn many<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&MATCH[..], rest].concat()
}

#[test]
fn a_match_is_the_same_with_more_jobs_and_goes_on_from_a_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    let options = [
        "--games",
        "60",
        "--openings",
        "3",
        "--json",
        "-q",
        "3,2;4,2",
    ];
    let (code, whole, stderr) = run(&many(&options), "");
    assert_eq!((code, &stderr[..]), (0, ""));
    let report: Value = serde_json::from_str(&whole).expect("JSON");
    let games = &report["games"];
    let count = |field: &str| games[field].as_u64().expect("a number");
    assert_eq!(count("won") + count("drawn") + count("lost"), 60);
    let pairs: Vec<u64> = serde_json::from_value(report["pairs"].clone()).expect("numbers");
    assert_eq!(pairs.iter().sum::<u64>(), 30);
    let half_points: u64 = pairs
        .iter()
        .zip(0..)
        .map(|(count, half_points)| count * half_points)
        .sum();
    assert_eq!(half_points, 2 * count("won") + count("drawn"));

    let recorded = [&options[..], &["--record", text(&record), "--jobs", "3"]].concat();
    assert_eq!(run(&many(&recorded), ""), (0, whole.clone(), String::new()));
    let lines = fs::read_to_string(&record).expect("a record");
    let kept: Vec<_> = lines.lines().take(21).collect();
    fs::write(&record, kept.join("\n")).expect("written");
    let (code, resumed, stderr) = run(&many(&recorded), "");
    assert_eq!((code, &resumed), (0, &whole));
    assert_eq!(
        stderr,
        "note: 21 of 60 games recorded before; 39 left to play\n"
    );
    // A game that says it began elsewhere is another one.
    let other = lines.replacen("\"opening\":3", "\"opening\":2", 1);
    fs::write(&record, other).expect("written");
    let (code, resumed, stderr) = run(&many(&recorded), "");
    assert_eq!((code, &resumed), (0, &whole));
    assert!(stderr.contains("note: 1 game in "), "{stderr}");
    assert!(stderr.contains("from other openings"), "{stderr}");
    // The standings of a tournament don't count them.
    let (code, standings, stderr) = run(&["hypercube", "standings", text(&record), "--json"], "");
    let standings: Value = serde_json::from_str(&standings).expect("JSON");
    assert_eq!((code, &standings["games"]), (0, &0.into()), "{stderr}");
    let note = "note: 61 games in the files began from an opening, as `match --games` plays them; standings count only games from the empty board\n";
    assert_eq!(stderr, note);
}

#[test]
fn a_record_whose_opening_is_longer_than_the_game_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    let game = r#"{"board":"3,2","x":"a","o":"b","winner":"x","reason":"line","moves":"0,0;1,0;0,1;1,1;0,2","opening":6}"#;
    fs::write(&record, game).expect("written");
    let (code, _, stderr) = run(&["hypercube", "replay", text(&record)], "");
    assert_eq!(code, 2);
    assert!(
        stderr.ends_with("expected an opening of at most 5 moves, found 6\n"),
        "{stderr}"
    );
}

#[test]
fn a_sequential_test_ends_the_match_and_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    let options = [
        "--games",
        "1000",
        "--sprt",
        "-50,50",
        "--record",
        text(&record),
        "--quiet",
        "4,3",
    ];
    let (code, stdout, stderr) = run(&many(&options), "");
    assert_eq!((code, &stderr[..]), (0, ""));
    assert!(
        stdout.contains("Sequential test of -50 against +50: +50 accepted"),
        "{stdout}"
    );
    let played = fs::read_to_string(&record)
        .expect("a record")
        .lines()
        .count();
    assert!((10..100).contains(&played), "{played}");
    // Nothing is left to play.
    assert_eq!(run(&many(&options), ""), (0, stdout, String::new()));
    assert_eq!(
        fs::read_to_string(&record)
            .expect("a record")
            .lines()
            .count(),
        played
    );
}

#[test]
fn faults_lose_games_and_the_match_goes_on() {
    let arguments = [
        "hypercube",
        "match",
        "--x",
        "exit 3",
        "--o",
        "builtin:greedy",
        "--games",
        "4",
        "3,2",
    ];
    let (code, stdout, stderr) = run(&arguments, "");
    assert_eq!(code, 0);
    let expected = "exit 3 against builtin:greedy: 4 games\n0 won, 0 drawn, 4 lost\nexit 3 lost 4 games by fault\n\
                    Pairs with 0, 0.5, 1, 1.5 and 2 points: 2, 0, 0, 0, 0\n\
                    Rating difference: all points lost: beyond measure\n";
    assert_eq!(stdout, expected);
    assert_eq!(stderr.matches("by a crash in move ").count(), 4, "{stderr}");
    assert_eq!(stderr.matches(": expected a move").count(), 1, "{stderr}");
}

#[test]
fn an_interrupted_match_prints_what_there_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record");
    let options = [
        "--games",
        "100000",
        "--openings",
        "4",
        "--record",
        text(&record),
        "4,4",
    ];
    let child = spawn(&many(&options), Stdio::null(), Stdio::piped());
    wait_until(|| fs::read_to_string(&record).is_ok_and(|text| text.lines().count() > 5));
    // A job in the background would be deaf to an interruption.
    let kill = format!("kill -TERM {}", child.id());
    std::process::Command::new("sh")
        .args(["-c", &kill])
        .status()
        .expect("sent");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(stdout.contains("Rating difference: "), "{stdout}");
    assert!(
        stderr.contains("the same command goes on from there"),
        "{stderr}"
    );
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    let wrong: [(&[&str], &str); 9] = [
        (&["--games", "3", "3,2"], "expected an even number of games"),
        (
            &["--games", "146", "3,2"],
            "expected 73 different openings of 2 plies on 3,2, found 72",
        ),
        (&["3..4,2"], "expected one board for one game, found 2"),
        (&["--sprt", "0,20", "3,2"], "--games <GAMES>"),
        (&["--jobs", "2", "3,2"], "--games <GAMES>"),
        (&["--record", "games.ndjson", "3,2"], "--games <GAMES>"),
        (&["-q", "3,2"], "--games <GAMES>"),
        (
            &["--games", "4", "--sprt", "20,0", "3,2"],
            "the lower first",
        ),
        (
            &["--games", "4", "--o", "builtin:greedy", "3,2"],
            "found two named \"builtin:greedy\". A comment makes a command another one: `CMD # 2`\n",
        ),
    ];
    for (options, message) in wrong {
        let arguments = match options.contains(&"--o") {
            true => [&MATCH[..4], options].concat(),
            false => many(options),
        };
        let (code, stdout, stderr) = run(&arguments, "");
        assert_eq!((code, &stdout[..]), (2, ""));
        assert!(stderr.contains(message), "{stderr}");
    }
}
