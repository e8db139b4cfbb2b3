//! Measures the scoring of complete random games, and its parts: `cargo bench`, or `cargo bench NAME` for one part.

use std::env;
use std::hint::black_box;
use std::time::Instant;

use qttt::generate::Generator;
use qttt::solve::Solver;
use qttt::{Action, Player, Position, Record, Score, Status, Strategy, score_lines};

fn main() {
    let asked: Vec<_> = env::args().skip(1).collect();
    let benches: [(&str, fn()); 4] = [
        ("score", score),
        ("lines", lines),
        ("replay", replay),
        ("collapse", collapse),
    ];
    for (name, run) in benches {
        if !asked
            .iter()
            .all(|word| word.starts_with('-') || word == name)
        {
            continue;
        }
        print!("{name:10}");
        run();
    }
}

/// Prints how long a sample takes for each of its items: the fastest and the median of many.
fn measure(items: usize, mut sample: impl FnMut()) {
    const SAMPLES: usize = 1_000;
    let time = |()| {
        let start = Instant::now();
        sample();
        start.elapsed().as_nanos() as f64 / items as f64
    };
    let mut times = [(); SAMPLES].map(time);
    times.sort_by(f64::total_cmp);
    println!("{:7.1} ns, median {:7.1} ns", times[0], times[SAMPLES / 2]);
}

/// The number of games in a sample. Times are per game.
const GAMES: usize = 1_000;

/// Plays random games, the same in every run.
fn random_games() -> Vec<Record> {
    let solver = Solver::new();
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, 2006);
    (0..GAMES).map(|_| generator.record(&solver)).collect()
}

fn replayed(actions: &[Action]) -> Position {
    let mut game = Position::new();
    for &action in actions {
        game.act(action).expect("legal");
    }
    game
}

/// The half points of X and O together.
fn half_points(score: &Score) -> i32 {
    i32::from(score.points(Player::X).halves()) + i32::from(score.points(Player::O).halves())
}

fn texts(games: &[Record]) -> Vec<String> {
    games.iter().map(Record::to_string).collect()
}

fn expected(games: &[Record]) -> i32 {
    games
        .iter()
        .map(|game| half_points(&game.position().score()))
        .sum()
}

fn score() {
    let games = random_games();
    let (records, expected) = (texts(&games), expected(&games));
    measure(GAMES, || {
        let games = records
            .iter()
            .map(|record| Record::try_from(black_box(record.as_bytes())).expect("legal"));
        let sum: i32 = games
            .map(|game| half_points(&game.position().score()))
            .sum();
        assert_eq!(sum, expected);
    });
}

/// As `score`, from one text.
fn lines() {
    let games = random_games();
    let (text, expected) = (texts(&games).join("\n"), expected(&games));
    measure(GAMES, || {
        let mut sum = 0;
        score_lines(black_box(text.as_bytes()), |_, score| {
            sum += half_points(&score.expect("legal"));
        });
        assert_eq!(sum, expected);
    });
}

fn replay() {
    let games = random_games();
    let expected = expected(&games);
    measure(GAMES, || {
        let games = games.iter().map(|game| replayed(black_box(game.actions())));
        assert_eq!(
            games.map(|game| half_points(&game.score())).sum::<i32>(),
            expected
        );
    });
}

/// Measures each game's first cycle, both ways.
fn collapse() {
    let closed: Vec<Position> = random_games()
        .iter()
        .map(|game| {
            let is_closed =
                |position: &Position| matches!(position.status(), Status::Measure { .. });
            game.positions()
                .find(is_closed)
                .expect("every game has a cycle")
        })
        .collect();
    measure(2 * GAMES, || {
        for game in &closed {
            let Status::Measure { choices, .. } = black_box(game).status() else {
                panic!("every game has a cycle");
            };
            for mark in choices.iter() {
                let mut outcome = *game;
                outcome.measure(mark).expect("a choice");
                assert!(outcome.free().len() < 9);
            }
        }
    });
}
