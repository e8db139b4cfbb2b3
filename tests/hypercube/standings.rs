//! `qttt hypercube standings`: points, places, and tables.

use std::collections::HashMap;

use super::*;

/// A game of two players with a winner, or none.
fn game(x: &str, o: &str, winner: Option<&str>) -> Value {
    match winner {
        Some("X") => recorded(x, o, ROW, winner, "line"),
        Some(_) => recorded(x, o, "0,0;0,1;1,0;1,1;2,2;2,1", winner, "line"),
        None => recorded(x, o, FULL, None, "draw"),
    }
}

/// Returns the standings of games and what is noted about them.
#[track_caller]
fn table(options: &[&str], games: &[Value]) -> (String, String) {
    let standings = [&["hypercube", "standings", "-"], options].concat();
    exits(0, &standings, lines(games))
}

#[track_caller]
fn standings(options: &[&str], games: &[Value]) -> Value {
    let (json, _) = table(&[&["--json"], options].concat(), games);
    serde_json::from_str(&json).expect("JSON")
}

/// Returns some fields of each row.
fn rows(table: &Value, fields: &[&str]) -> Vec<Value> {
    let rows = table["standings"].as_array().expect("rows").iter();
    let rows = rows.map(|row| fields.iter().map(|field| row[field].clone()).collect());
    rows.collect()
}

#[test]
fn a_long_name_is_truncated_in_the_middle() {
    let long = "python3 -m a_package_of_mine.some/where/even/bot.py --fast";
    let mut lost = [
        recorded(long, "b", "", Some("O"), "crash"),
        recorded("b", long, "0,0", Some("X"), "time"),
        recorded(long, "b", "", Some("O"), "time"),
    ];
    lost[2]["board"] = "6,5".into();
    lost[2]["milliseconds"] = json!([1234.5]);
    assert_is_snapshot(&table(&[], &lost).0, "hypercube-standings.txt");
}

#[test]
fn a_cross_table_wider_than_80_columns_is_not_printed() {
    let names: Vec<_> = (0..9).map(|i| format!("player-number-{i}")).collect();
    let pairs = names.iter().flat_map(|x| names.iter().map(move |o| (x, o)));
    let pairs = pairs.filter(|(x, o)| x != o);
    let games: Vec<_> = pairs.map(|(x, o)| game(x, o, None)).collect();
    let (table, _) = table(&[], &games);
    let widest = table.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{table}");
    let note = "is too wide.\n`standings --help` has a command that prints it.\n";
    assert_contains(&table, note);
    let help = printed(&["hypercube", "standings", "--help"], "");
    let (_, command) = help.split_once("games.ndjson --json").expect(&help);
    let (command, _) = command.split_once("\n      print a table").expect(command);
    let command = format!("qttt hypercube standings - --json {command}");
    let (code, cross, stderr) = answer(&mut shell(&command), lines(&games));
    if code == 127 {
        eprintln!("skipped: {stderr}");
        return;
    }
    let rows: Vec<_> = cross.lines().collect();
    assert_eq!(rows.len(), 10, "{stderr}");
    assert_eq!(rows[0], format!("\t{}", names.join("\t")));
    let row = format!("player-number-0\t-{}", "\t0-1-0".repeat(8));
    assert_eq!(rows[1], row);
}

/// Both games of a round, which the first player wins, because the other player is late.
fn won(x: &str, o: &str, opening: usize) -> [Value; 2] {
    let late = |x: &str, o: &str, winner, plies| {
        let mut game = recorded(x, o, &FULL[..4 * plies - 1], Some(winner), "time");
        game["opening"] = opening.into();
        game
    };
    let odd = opening | 1;
    [late(x, o, "X", odd), late(o, x, "O", odd + 1)]
}

#[test]
fn every_opening_on_a_board_is_expected_of_every_pair() {
    // c has joined late, and has played against one player.
    let games = [won("a", "b", 0), won("a", "b", 1), won("a", "c", 0)].concat();
    let (text, _) = table(&[], &games);
    assert_contains(&text, "\n6 games on 1 board, 3,2; 6 missing.");
    let missing = |options: &[&str]| json!(rows(&standings(options, &games), &["name", "missing"]));
    assert_eq!(missing(&[]), json!([["a", 2], ["b", 4], ["c", 6]]));
    let rounds = ["--rounds", "3"];
    let boards = ["--boards", "3..4,2", "--rounds", "1"];
    for options in [&rounds[..], &boards] {
        assert_eq!(missing(options), json!([["a", 6], ["b", 8], ["c", 10]]));
    }
}

/// By points, b would be first.
#[test]
fn players_with_uneven_rounds_are_ranked_by_points_per_round() {
    let mut games = [won("a", "b", 0), won("a", "c", 0)].concat();
    games.extend((1..4).flat_map(|opening| won("b", "c", opening)));
    let uneven = standings(&[], &games);
    let ranks = rows(&uneven, &["rank", "name", "points"]);
    let expected = json!([[1, "a", 6], [2, "b", 9], [3, "c", 0]]);
    assert_eq!(json!(ranks), expected);
    assert_eq!(uneven["rounds_played"], json!([2, 4]));
    let (text, _) = table(&[], &games);
    let note = "\nThe players have played 2 to 4 rounds, so they are ranked by points per round.\n";
    assert_contains(&text, note);
    let (even, _) = table(&[], &games[..2]);
    assert!(!even.contains("rounds, so"), "{even}");
}

#[test]
fn the_games_of_a_disqualified_player_do_not_count() {
    let games = [
        game("bad", "a", Some("X")),
        game("a", "bad", Some("O")),
        game("a", "b", Some("X")),
        game("b", "a", None),
    ];
    let out = ["--disqualify", "bad"];
    let json = standings(&out, &games);
    assert_eq!((&json["games"], &json["missing"]), (&2.into(), &0.into()));
    let none = json!({"won": 0, "drawn": 0, "lost": 0});
    let last = json!({
        "rank": 3, "name": "bad", "points": -1, "disqualified": true, "faults": {}, "against": {},
        "slowest_ms": 0.0, "missing": 0, "rounds": none, "games": none,
    });
    assert_eq!(json["standings"][2], last);
    let (table, _) = table(&out, &games);
    let row = table.lines().nth(3).expect("a row");
    assert_starts_with(row, "3  bad ");
    assert_ends_with(row, " disqualified");
    let worse = ["hypercube", "standings", "-", "--disqualify", "worse"];
    let message = "error: no player is named \"worse\"; the players are a, b, bad\n";
    assert_eq!(refused(2, &worse, lines(&games)), message);
}

#[test]
fn games_are_missing_on_the_given_boards_and_do_not_count_on_other_boards() {
    let games = [
        game("a", "b", Some("X")),
        game("b", "a", None),
        recorded("c", "a", "", Some("O"), "crash"),
    ];
    let note = "note: ignored 3 games on other boards\n";
    for (boards, last, ignored) in [
        ("3,2", "3 games on 1 board, 3,2; 3", ""),
        ("3..6,2..5", "3 games on 16 boards, 3..6,2..5; 93", ""),
        ("3,2;4,3", "3 games on 2 boards: 3,2 4,3; 9", ""),
        ("4,2..3", "0 games on 2 boards, 4,2..3; 12", note),
    ] {
        let (table, stderr) = table(&["--boards", boards], &games);
        assert_contains(&table, &format!("\n{last} missing.\n"));
        assert_eq!(stderr, ignored);
    }
    let table = standings(&["--boards", "3..4,2"], &games);
    assert_eq!(table["boards"], json!(["3,2", "4,2"]));
    assert_eq!(table["missing"], 9);
    let missing = rows(&table, &["missing"]);
    assert_eq!(json!(missing), json!([[5], [6], [7]]));
}

/// Some games are missing, so the players have played different numbers of rounds.
#[test]
fn standings_agree_with_an_independent_count() {
    const NAMES: [&str; 4] = ["a", "b", "c", "d"];
    let mut chance = Chance::new(1);
    for _ in 0..20 {
        let (mut games, mut records) = (HashMap::new(), Vec::new());
        for (board, opening) in [("3,2", 0), ("3,2", 1), ("3,2", 2), ("4,2", 0)] {
            for (x, o) in NAMES.iter().flat_map(|x| NAMES.map(|o| (*x, o))) {
                if x == o || chance.below(4) == 0 {
                    continue;
                }
                // The player to move after some moves is late, or nobody wins.
                let moves = opening + 1 + chance.below(2);
                let late = &FULL[..4 * moves - 1];
                let (margin, mut game) = match moves % 2 {
                    _ if board == "3,2" && chance.below(3) == 0 => {
                        (0, recorded(x, o, FULL, None, "draw"))
                    }
                    1 => (1, recorded(x, o, late, Some("X"), "time")),
                    _ => (-1, recorded(x, o, late, Some("O"), "time")),
                };
                (game["board"], game["opening"]) = (board.into(), opening.into());
                records.push(game);
                games.insert((board, opening, x, o), margin);
            }
        }
        let totals = NAMES.map(|name| {
            let (mut points, mut rounds, mut lost, mut played) = (0, 0, 0, 0);
            for (&(board, opening, x, o), margin) in &games {
                played += usize::from(x == name || o == name);
                lost += usize::from(name == x && *margin < 0 || name == o && *margin > 0);
                if let Some(back) = games.get(&(board, opening, o, x)).filter(|_| x == name) {
                    rounds += 1;
                    points += [0, 1, 3][(i32::signum(margin - back) + 1) as usize];
                }
            }
            (name, points, rounds, lost, 4 * 2 * 3 - played)
        });
        // Points per round, and then games lost per round.
        let is_better = |one: &(_, usize, usize, usize, _), other: &(_, _, _, _, _)| {
            let (more, fewer) = (one.1 * other.2, other.1 * one.2);
            more > fewer || (more == fewer && one.3 * other.2 < other.3 * one.2)
        };
        let mut expected = totals.map(|total| {
            let better = totals.iter().filter(|other| is_better(other, &total));
            let (name, points, _, lost, missing) = total;
            json!([1 + better.count(), name, points, lost, missing])
        });
        expected.sort_by_key(Value::to_string);
        let table = standings(&[], &records);
        let fields = ["rank", "name", "points", "games", "missing"];
        let mut found = rows(&table, &fields);
        for row in &mut found {
            row[3] = row[3]["lost"].take();
        }
        found.sort_by_key(Value::to_string);
        assert_eq!(found, expected);
    }
}
