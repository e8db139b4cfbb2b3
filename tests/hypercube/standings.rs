//! What games add up to: points, places, tables, and the boards that they are on.

use qttt::hypercube::referee::{GameRecord, Standings, parse_boards};
use serde_json::{Value, json};

/// Makes a game of a board, two players, and a winner or the reason that the loser has lost for.
fn game(board: &str, x: &str, o: &str, winner: Option<&str>, reason: &str) -> GameRecord {
    let times = [1.0, 2.0, 30.0, 4.0];
    let game = json!({"board": board, "x": x, "o": o, "winner": winner, "reason": reason, "moves": "", "milliseconds": times});
    serde_json::from_value(game).expect("a game")
}

fn standings(games: &[GameRecord]) -> Value {
    let (names, boards) = Standings::found_in(games);
    serde_json::to_value(Standings::of(&names, &boards, games)).expect("JSON")
}

#[test]
fn a_round_gives_three_points_or_one_to_both() {
    let (x, o, nobody) = (Some("x"), Some("o"), None);
    for (there, back, points) in [
        (x, o, [3, 0]),
        (x, nobody, [3, 0]),
        (nobody, o, [3, 0]),
        (x, x, [1, 1]),
        (o, o, [1, 1]),
        (nobody, nobody, [1, 1]),
        (nobody, x, [0, 3]),
        (o, x, [0, 3]),
    ] {
        let reason = |winner: Option<_>| if winner.is_some() { "line" } else { "draw" };
        let table = standings(&[
            game("3,2", "a", "b", there, reason(there)),
            game("3,2", "b", "a", back, reason(back)),
        ]);
        let of = |name: &str| {
            let rows = table["standings"].as_array().expect("rows");
            let row = rows.iter().find(|row| row["name"] == name);
            row.expect("a row")["points"].clone()
        };
        assert_eq!(
            [of("a"), of("b")],
            points.map(Value::from),
            "{there:?} {back:?}"
        );
    }
}

#[test]
fn among_equal_points_the_fewest_games_lost_count_and_equals_share_a_rank() {
    // Each wins one round and loses one.
    let round = |a: &'static str, b: &'static str, winners: [Option<&'static str>; 2]| {
        let reason = |winner: Option<_>| if winner.is_some() { "line" } else { "draw" };
        [
            game("3,2", a, b, winners[0], reason(winners[0])),
            game("3,2", b, a, winners[1], reason(winners[1])),
        ]
    };
    let games = [
        round("b", "c", [Some("x"), None]),
        round("c", "d", [Some("x"), Some("o")]),
        round("d", "b", [Some("x"), None]),
    ];
    let table = standings(&games.concat());
    let rows: Vec<_> = table["standings"]
        .as_array()
        .expect("rows")
        .iter()
        .collect();
    let ranks: Vec<_> = rows
        .iter()
        .map(|row| (&row["rank"], &row["name"]))
        .collect();
    // Of the games, b and c have lost one each, d two.
    assert_eq!(json!(ranks), json!([[1, "b"], [1, "c"], [3, "d"]]));
    assert!(rows.iter().all(|row| row["points"] == 3));
}

#[test]
fn a_table_of_eighty_columns_tells_all() {
    let games = [
        game(
            "6,5",
            "a name that is far too long",
            "b",
            Some("o"),
            "crash",
        ),
        game("6,5", "b", "a name that is far too long", Some("x"), "time"),
        game(
            "3,2",
            "b",
            "a name that is far too long",
            Some("o"),
            "illegal",
        ),
    ];
    let (names, boards) = Standings::found_in(&games);
    let table = Standings::of(&names, &boards, &games).to_string();
    let expected = [
        "#  name                points  rounds  games  faults  slowest",
        "1  b                        3   1-0-0  2-0-1       1    30 ms",
        "2  a name that is fa…       0   0-0-1  1-0-2       2    30 ms",
        "",
        "Rounds are won-tied-lost, games won-drawn-lost.",
        "",
        "Games lost by fault",
        "#  name                illegal move  bad output  time  crash",
        "1  b                              1           0     0      0",
        "2  a name that is fa…             0           0     1      1",
        "",
        "Rounds won-tied-lost by the row against the column",
        "                           #1     #2",
        "#1  b                       ·  1-0-0",
        "#2  a name that is fa…  0-0-1      ·",
        "",
        "3 games played, 1 missing; a round counts when both of its games are there.",
        "  3,2: a name that is fa… (X) against b (O)",
    ];
    assert_eq!(table.lines().collect::<Vec<_>>(), expected);
    assert!(
        table.lines().all(|line| line.chars().count() <= 80),
        "{table}"
    );
}

#[test]
fn a_name_that_is_given_twice_is_one_player() {
    let games = [
        game("3,2", "a", "b", None, "draw"),
        game("3,2", "b", "a", None, "draw"),
    ];
    let names = ["a", "b", "a"].map(String::from);
    let standings = Standings::of(&names, &[games[0].board; 2], &games);
    assert_eq!(
        (standings.rows.len(), standings.games, standings.missing),
        (2, 2, 0)
    );
    assert!(standings.to_string().contains("2 games played.\n"));
}

#[test]
fn names_of_double_width_keep_the_columns() {
    let games = [
        game("3,2", "象棋程序", "a", None, "draw"),
        game("3,2", "a", "象棋程序", None, "draw"),
    ];
    let (names, boards) = Standings::found_in(&games);
    let table = Standings::of(&names, &boards, &games).to_string();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "#  name      points  rounds  games  faults  slowest",
            "1  a              1   0-1-0  0-2-0       0    30 ms",
            "1  象棋程序       1   0-1-0  0-2-0       0    30 ms",
        ]
    );
    // Nine characters of two columns have room; of ten, eight are left before the ellipsis.
    let long = game("3,2", &"棋".repeat(10), &"程".repeat(9), None, "draw");
    let (names, boards) = Standings::found_in(std::slice::from_ref(&long));
    let table = Standings::of(&names, &boards, &[long]).to_string();
    assert!(
        table.contains(&format!("1  {}…   ", "棋".repeat(8))),
        "{table}"
    );
    assert!(
        table.contains(&format!("1  {}  ", "程".repeat(9))),
        "{table}"
    );
}

#[test]
fn boards_are_numbers_and_inclusive_ranges() {
    for (text, boards) in [
        ("4,3", "4,3"),
        ("4..4,3..3", "4,3"),
        ("3..4,2..3", "3,2 3,3 4,2 4,3"),
        ("5,2; 3..5,2", "5,2 3,2 4,2"),
    ] {
        let found = parse_boards(text).expect("boards");
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.join(" "), boards, "{text}");
    }
    assert_eq!(parse_boards("3..6,2..5").expect("boards").len(), 16);
}
