//! Scoring complete random games, and its parts: `cargo bench`.

use std::{hint::black_box, ops::ControlFlow};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use qttt::{Action, Game, Status, Tokens};

const GAMES: usize = 1_000;

/// Plays games with numbers from a small linear congruential generator, so that every run sees the same ones.
fn random_games() -> Vec<Vec<Action>> {
    let mut state = 2006_u64;
    let mut random_below = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let mut random_game = || {
        let (mut game, mut actions) = (Game::new(), Vec::new());
        while game.status() != Status::Over {
            let legal: Vec<_> = game.legal_actions().collect();
            let action = legal[random_below(legal.len())];
            game.act(action).expect("legal");
            actions.push(action);
        }
        actions
    };
    (0..GAMES).map(|_| random_game()).collect()
}

fn replayed(actions: &[Action]) -> Game {
    let mut game = Game::new();
    for &action in actions {
        game.act(action).expect("legal");
    }
    game
}

/// The half points of X and O together.
fn half_points(game: &Game) -> i32 {
    let score = game.score();
    i32::from(score.x().halves()) + i32::from(score.o().halves())
}

fn score(c: &mut Criterion) {
    let games = random_games();
    let records: Vec<String> = games
        .iter()
        .map(|actions| actions.iter().map(|a| format!("{a} ")).collect())
        .collect();
    let expected: i32 = games
        .iter()
        .map(|actions| half_points(&replayed(actions)))
        .sum();
    let tokens: usize = games.iter().map(Vec::len).sum();

    let mut group = c.benchmark_group("random games");
    group.throughput(Throughput::Elements(GAMES as u64));
    group.bench_function("score", |b| {
        b.iter(|| {
            let games = records
                .iter()
                .map(|r| Game::from_ascii(black_box(r.as_bytes())));
            let sum: i32 = games.map(|game| half_points(&game.expect("legal"))).sum();
            assert_eq!(sum, expected);
        });
    });
    group.bench_function("parse", |b| {
        b.iter(|| {
            let records = records.iter().map(|record| black_box(record.as_bytes()));
            let read = |record| {
                Tokens::of(record)
                    .filter(|token| token.action.is_ok())
                    .count()
            };
            assert_eq!(records.map(read).sum::<usize>(), tokens);
        });
    });
    group.bench_function("replay", |b| {
        b.iter(|| {
            let games = games.iter().map(|actions| replayed(black_box(actions)));
            assert_eq!(games.map(|game| half_points(&game)).sum::<i32>(), expected);
        });
    });
    group.finish();
}

/// Measures each game's first cycle, both ways.
fn collapse(c: &mut Criterion) {
    let closed: Vec<Game> = random_games()
        .iter()
        .map(|actions| {
            let end = actions.iter().try_fold(Game::new(), |mut game, &action| {
                game.act(action).expect("legal");
                match game.status() {
                    Status::Measure { .. } => ControlFlow::Break(game),
                    _ => ControlFlow::Continue(game),
                }
            });
            match end {
                ControlFlow::Break(game) | ControlFlow::Continue(game) => game,
            }
        })
        .collect();
    let mut group = c.benchmark_group("first cycles");
    group.throughput(Throughput::Elements(2 * GAMES as u64));
    group.bench_function("collapse", |b| {
        b.iter(|| {
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
    });
    group.finish();
}

criterion_group!(benches, score, collapse);
criterion_main!(benches);
