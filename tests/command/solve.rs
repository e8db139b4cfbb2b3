//! Perfect play: `qttt solve` and the solver behind it.

use std::sync::LazyLock;

use crate::support::*;
use qttt::report::for_page;
use qttt::solve::Solver;
use qttt::{Action, Cell, Player, Position, Score, Status};
use serde_json::json;

/// The solver of all tests. They run side by side, which also tests that threads can share a solver.
static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);

fn after(game: &Position, action: Action) -> Position {
    game.after(action).expect("legal")
}

/// Returns the value of a position from every game that continues it.
fn minimax(game: &Position) -> Score {
    let actions = game.legal_actions().into_iter();
    let values = actions.map(|action| minimax(&after(game, action)));
    match game.turn() {
        Some(Player::X) => values.max().expect("an action"),
        Some(Player::O) => values.min().expect("an action"),
        None => game.score(),
    }
}

/// Compares the values of random positions after a number of moves, or of games that end earlier.
fn assert_is_minimax(moves: u8, positions: usize) {
    for record in games(positions, moves.into()) {
        let is_reached = |game: &Position| game.move_count() == moves || game.is_over();
        let game = record.positions().find(is_reached).expect("an end");
        assert_eq!(SOLVER.value(&game), minimax(&game), "{game:?}");
    }
}

#[test]
fn the_empty_board_is_worth_half_a_point_to_x_after_two_of_the_openings() {
    let solution = SOLVER.solve(&Position::new());
    assert_eq!(solution.value, Score::XFirst);
    let best = [[Cell::A, Cell::I], [Cell::C, Cell::G]].map(|[a, b]| Action::Move(a, b));
    assert!(solution.best().eq(best), "{solution:?}");
    assert_eq!(solution.actions.len(), 36);
    let mut others = solution.actions[2..].iter();
    assert!(others.all(|&(_, value)| value == Score::Nobody));
    let line = SOLVER.principal_variation(&Position::new()).into_iter();
    let game = line.fold(Position::new(), |game, action| after(&game, action));
    assert_eq!(game.status(), Status::Over);
    assert_eq!(game.score().to_string(), "1 0.5");
}

#[test]
fn values_late_in_the_game_match_minimax() {
    assert_is_minimax(7, 3_000);
    assert_is_minimax(6, 60);
}

/// Takes some minutes: `cargo test --release --test main command::solve -- --ignored`
#[test]
#[ignore = "takes some minutes"]
fn values_after_four_moves_match_minimax() {
    assert_is_minimax(4, 60);
}

#[test]
fn the_value_of_a_position_is_the_value_of_its_best_actions() {
    let mut chance = Chance::new(1);
    for _ in 0..1_000 {
        let game = chance.record().position();
        let solution = SOLVER.solve(&game);
        let values = solution.actions.iter().map(|&(action, value)| {
            let next = after(&game, action);
            assert_eq!(SOLVER.value(&next), value, "{action} in {game:?}");
            value
        });
        let best = match game.turn() {
            Some(Player::X) => values.max(),
            Some(Player::O) => values.min(),
            None => Some(game.score()),
        };
        assert_eq!(best, Some(solution.value));
        assert_eq!(solution.actions.len(), game.legal_actions().len());
        let first = solution.actions.first().map(|&(action, _)| action);
        assert_eq!(solution.best().next(), first);
    }
}

#[test]
fn the_solution_of_a_record_is_printed() {
    for (arguments, expected) in [
        // O prefers the results in which X scores less.
        (
            "AB",
            "With perfect play, nobody wins (value 0).\n\
             Best for O: AC AE CE CI EI (11 others: X wins 1 to 0.5; 20 others: X wins 1 to 0)\n\
             Principal variation: AC AE BH AD AF AG AC 2 II 9\n",
        ),
        (
            "AE BF EI DH AI 1",
            "The game is over: X wins 1 to 0 (value 1).\n",
        ),
        ("AB BE DE AE --actions", "1 0.5\n4 0\n"),
    ] {
        let solution = printed(&words(&format!("solve {arguments}")), "");
        assert_eq!(solution, expected, "{arguments}");
    }
    let steps = |record: &str| printed(&["solve", "--steps", record], "");
    assert_is_snapshot(&steps("AB BE DE AE 4"), "solve-steps.txt");
    assert_contains(&steps("DF CE BD"), "\n3. X BD??    -1     1  AB AC AE ");
    let lost = "Points lost by X: none\nPoints lost by O: none\n";
    assert_ends_with(&steps(""), lost);
}

#[test]
fn the_web_page_reports_the_points_that_solve_prints() {
    let record = "HI CD BD DF AH BI FG EI BH 6";
    let steps = printed(&["solve", "--steps", record], "");
    assert_contains(&steps, "\nPoints lost by X: 9 (");
    assert_contains(&steps, "\nPoints lost by O: 10.5 (");
    let report = for_page(record.as_bytes(), &SOLVER);
    assert_contains(&report, r#""lost":"Points lost: X 9, O 10½""#);
}

/// In a list, an empty line follows each solution but that of `--value`.
#[test]
fn a_solution_is_the_same_alone_and_in_a_list() {
    let records = ["AB BE DE AE 4", "", "AE BF EI HD", "AE BF EI DH AI 1"];
    for options in [&[][..], &["--actions"], &["--steps"], &["--value"]] {
        let solve = [&["solve"], options].concat();
        let gap = if options == ["--value"] { "" } else { "\n" };
        let solution = |record: &&str| printed(&[&solve[..], &[*record]].concat(), "") + gap;
        let solutions: String = records.iter().map(solution).collect();
        let (code, stdout, stderr) = run(&solve, records.join("\n") + "\r\nAA");
        let expected = format!("{solutions}error\n{gap}");
        assert_eq!((code, stdout), (1, expected), "{options:?}");
        assert_starts_with(&stderr, "<stdin>:5:1: a move can use A twice only");
    }
    let many = "AB BE DE AE\nAB BE DE AE 1\nAB BE DE AE 4\n".repeat(1_000);
    let values = printed(&["solve", "--value", "-j", "3"], many);
    assert_eq!(values, "0.5\n0.5\n0\n".repeat(1_000));
}

#[test]
fn each_solution_is_a_json_object() {
    let input = "AB BE DE AE\nAE BF EI DH AI 1\nAB BJ\n";
    let (json, _) = exits(1, &["solve", "--json"], input);
    assert_is_snapshot(&json, "solve.ndjson");
    let solution = printed(&["solve", "--json", "--actions", "AB BE DE AE"], "");
    let actions = r#","actions":[{"action":"1","value":0.5},{"action":"4","value":0}],"#;
    assert_contains(&solution, actions);
}

/// Each step has the same fields as the object of its position, and the game has the same fields as the object of its
/// last position.
#[test]
fn each_game_with_its_steps_is_one_json_object() {
    let first = json!({
        "action": "AB", "action_value": 0, "best": ["AI", "CG"], "loss": 0.5, "sign": "?",
        "turn": "X", "value": 0.5,
    });
    let game = &objects(&["solve", "--json", "--steps"], "AB\n")[0];
    assert_eq!(game["steps"], json!([first]));
    let actions = ["solve", "--json", "--actions", "--steps"];
    let game = &objects(&actions, "AB AB 2\n")[0];
    let alone = objects(&actions[..3], "\nAB\nAB AB\nAB AB 2\n");
    let steps = game["steps"].as_array().expect("steps");
    let steps: Vec<_> = steps.iter().chain([game]).collect();
    assert_eq!(steps.len(), alone.len());
    for (step, position) in steps.iter().zip(&alone) {
        for field in ["value", "best", "actions"] {
            assert_eq!(step[field], position[field], "{field} of {step}");
        }
    }
    for field in ["x", "possible", "canonical"] {
        assert_eq!(game[field], alone[3][field], "{field}");
    }
    for pair in steps.windows(2) {
        assert_eq!(pair[0]["action_value"], pair[1]["value"]);
    }
}
