//! `qttt generate`: random games and positions.

use std::collections::BTreeSet;

use qttt::Strategy;

use crate::support::*;

#[track_caller]
fn generate(options: &str) -> String {
    printed(&words(&format!("generate {options}")), "")
}

#[test]
fn a_seed_gives_the_same_games_on_every_machine_and_in_every_version() {
    let mut all = String::new();
    for options in ["", "--x perfect --o random:0.1", "--partial"] {
        let [three, more] = [3, 30].map(|n| generate(&format!("-n {n} --seed 1 {options}")));
        assert_starts_with(&more, &three);
        all += &three;
    }
    assert_is_snapshot(&all, "generate.txt");
}

#[test]
fn the_message_about_an_unknown_player_names_every_level() {
    let error = "x".parse::<Strategy>().expect_err("unknown").to_string();
    for (name, _) in Strategy::LEVELS {
        assert_contains(&error, name);
    }
}

#[test]
fn each_seed_and_each_run_without_a_seed_gives_different_games() {
    let seeds = ["--seed 2", "--seed 18446744073709551615", "", ""];
    let games = seeds.map(|seed| generate(&format!("-n 10 {seed}")));
    assert_eq!(BTreeSet::from(games).len(), 4);
}

#[test]
fn every_game_is_legal_and_complete() {
    // Perfect play takes longer.
    for (count, players) in [
        (4_000, ""),
        (20, "--o perfect"),
        (20, "--x perfect --o perfect"),
    ] {
        let games = generate(&format!("-n {count} --seed 5 {players}"));
        assert_eq!(games.lines().count(), count);
        for game in games.lines() {
            let end = Naive::replay(game).expect("a legal game");
            assert!(end.is_over(), "{game}");
            let tokens: Vec<_> = game.split_ascii_whitespace().collect();
            assert_eq!(tokens.join(" "), game);
        }
    }
}

/// Two independent programs found the averages. Each of the 36 openings is expected 2,000 times; 210 more or less is
/// nearly five standard deviations.
#[test]
fn random_players_score_the_known_averages() {
    let games = generate("-n 72000 --seed 11");
    let mut openings: Vec<_> = games.lines().map(|game| &game[..2]).collect();
    openings.sort_unstable();
    let counts: Vec<_> = openings.chunk_by(|a, b| a == b).map(<[_]>::len).collect();
    assert_eq!(counts.len(), 36);
    assert!(counts.iter().all(|n| n.abs_diff(2_000) < 210), "{counts:?}");

    let (_, scores, _) = run(&[], games);
    let mut sums = [0.0, 0.0];
    for score in scores.lines() {
        for (sum, points) in sums.iter_mut().zip(score.split(' ')) {
            *sum += points.parse::<f64>().expect("points");
        }
    }
    let [x, o] = sums.map(|sum| sum / 72_000.0);
    assert!((x - 0.719).abs() < 0.008, "X has {x}");
    assert!((o - 0.320).abs() < 0.008, "O has {o}");
}

#[test]
fn a_mixed_player_errs_with_the_given_probability() {
    let openings_lost = |games: &str, x: &str| {
        let games = generate(&format!("-n {games} --seed 9 --x {x}"));
        let is_lost = |game: &&str| !game.starts_with("AI") && !game.starts_with("CG");
        games.lines().filter(is_lost).count()
    };
    assert_eq!(openings_lost("200", "random:0"), 0);
    assert_eq!(openings_lost("200", "perfect"), 0);
    // 34 of the 36 openings lose. 142 of 500 games are expected to begin with these, 10 more or less.
    assert!((100..=190).contains(&openings_lost("500", "random:0.3")));
    assert!((1_830..=1_950).contains(&openings_lost("2000", "random:1")));
}

#[test]
fn partial_games_have_every_length_and_status() {
    let games = generate("--seed 3 --partial -n 3000");
    let games = games.lines().map(|game| game.trim_matches('-'));
    let ends = games.map(Naive::replay);
    let ends: Vec<_> = ends.collect::<Option<_>>().expect("legal games");
    assert!(ends.iter().any(Naive::is_over));
    assert!(ends.iter().any(|end| !end.cycle().is_empty()));
    for moves in 0..=9 {
        assert!(ends.iter().any(|end| end.moves == moves), "{moves}");
    }
}

/// An independent program found the same counts, with other canonical forms.
#[test]
fn all_positions_in_which_a_move_is_due_are_printed_once() {
    let all = generate("--all");
    let mut records: Vec<_> = all.lines().collect();
    assert_eq!(records[..4], ["-", "AB", "AB AB 1", "AB AB 1 CD"]);
    for record in records.iter().step_by(997) {
        let end = Naive::replay(record.trim_matches('-')).expect("legal");
        assert!(end.cycle().is_empty() && !end.is_over(), "{record}");
    }
    records.sort_unstable();
    records.dedup();
    let mut counts = [0; 7];
    for record in records {
        let moves = record.split(' ').filter(|token| token.len() == 2);
        counts[moves.count()] += 1;
    }
    assert_eq!(counts, [1, 8, 186, 2_372, 29_687, 167_915, 806_644]);
}

#[test]
fn the_requested_number_of_games_is_printed() {
    for (options, count) in [("", 1), ("-n 0", 0), ("--n 2", 2)] {
        assert_eq!(generate(options).lines().count(), count);
    }
}
