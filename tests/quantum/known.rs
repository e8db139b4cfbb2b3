//! The positions that `docs/known.md` counts, found by its definition.

use std::collections::{HashMap, HashSet};

use qttt::solve::{Solver, canonical};
use qttt::{Cell, Player, Position, Status};

/// For each cell, the owners of all cells if this one stays empty: `X`, `O`, or `.` outside its component. A classical
/// mark is a component on its own.
type Class = [[u8; 9]; 9];

/// Gives each neighbour of a cell the mark that connects them, and so on up to the ends of the component.
fn fill(pairs: &[(u8, [usize; 2])], from: usize, owners: &mut [u8; 9]) {
    for &(owner, [a, b]) in pairs {
        let to = if a == from { b } else { a };
        if [a, b].contains(&from) && owners[to] == b'.' {
            owners[to] = owner;
            fill(pairs, to, owners);
        }
    }
}

fn class(position: &Position) -> Class {
    let owner = |mark: qttt::Mark| if mark.number() % 2 == 1 { b'X' } else { b'O' };
    let pairs = position.spooky_marks();
    let pairs = pairs.map(|pair| (owner(pair.mark), pair.cells.map(Cell::index)));
    let pairs: Vec<_> = pairs.collect();
    let mut class = Cell::ALL.map(|empty| {
        let mut owners = [b'.'; 9];
        owners[empty.index()] = position.classical(empty).map_or(b' ', owner);
        fill(&pairs, empty.index(), &mut owners);
        owners
    });
    // The first of the eight images.
    let mut first = class;
    for _ in 0..4 {
        class = image(&class, [2, 5, 8, 1, 4, 7, 0, 3, 6]);
        first = first
            .min(class)
            .min(image(&class, [2, 1, 0, 5, 4, 3, 8, 7, 6]));
    }
    first
}

fn image(class: &Class, cells: [usize; 9]) -> Class {
    cells.map(|empty| cells.map(|cell| class[empty][cell]))
}

/// The positions after one more move, with every cycle measured.
fn one_move_later(position: &Position) -> Vec<Position> {
    let after = |position: &Position| -> Vec<Position> {
        let actions = position.legal_actions().into_iter();
        let next = actions.map(|action| position.after(action).expect("legal"));
        next.collect()
    };
    let measured = |moved: Position| match moved.status() {
        Status::Measure { .. } => after(&moved),
        _ => vec![moved],
    };
    after(position).into_iter().flat_map(measured).collect()
}

#[test]
fn the_definition_of_equivalent_positions_gives_the_documented_numbers() {
    let page = include_str!("../../docs/known.md").replace(',', "");
    let solver = Solver::new();
    let mut positions = HashMap::from([(class(&Position::new()), Position::new())]);
    for moves in 0..=4 {
        if moves > 0 {
            let later = positions.values().flat_map(one_move_later);
            let later = later.filter(|position| !position.is_over());
            positions = later.map(|position| (class(&position), position)).collect();
        }
        let value = |position| solver.value(position).payoff().to_string();
        let values: Vec<_> = positions.values().map(value).collect();
        let mut row = format!("| {moves} | {} |", values.len());
        for value in ["-1", "-0.5", "0", "0.5", "1", "2"] {
            let count = values.iter().filter(|found| *found == value).count();
            row += &format!(" {count} |");
        }
        assert!(page.lines().any(|line| line == row), "{row}");

        // `qttt generate --all` and the solver's table use the same equivalence.
        let found: HashSet<_> = positions.values().map(canonical).collect();
        assert_eq!(found.len(), positions.len());
        let is_canonical = |position: &Position| canonical(position) == *position;
        assert!(found.iter().all(is_canonical));
    }
}

/// Equivalent positions continue in equally many ways, so the records to one class can be counted together. Two
/// independent programs found the same numbers.
#[test]
#[ignore = "takes four minutes"]
fn the_numbers_of_records_and_of_complete_games_are_the_known_ones() {
    let mut classes = HashMap::from([(class(&Position::new()), (Position::new(), 1))]);
    let (mut records, mut games) = (Vec::new(), 0);
    while !classes.is_empty() {
        let (mut later, mut over) = (HashMap::new(), 0);
        for (position, count) in classes.into_values() {
            for position in one_move_later(&position) {
                if position.is_over() {
                    over += count;
                } else {
                    let (_, all) = later.entry(class(&position)).or_insert((position, 0));
                    *all += count;
                }
            }
        }
        let continued: u64 = later.values().map(|(_, count)| count).sum();
        records.push((continued + over, over));
        games += over;
        classes = later;
    }
    // With five and six moves.
    let known = [(66_588_480, 1_160_640), (2_203_891_200, 113_324_400)];
    assert_eq!(records[4..6], known);
    let page = include_str!("../../docs/known.md").replace(',', "");
    assert!(page.contains(&format!("There are {games} complete games")));
}

/// Returns `true` if X can force at least half a point in a game of at most `moves` moves.
fn can_force(
    position: &Position,
    moves: u8,
    solver: &Solver,
    known: &mut HashMap<Position, bool>,
) -> bool {
    let is_ahead = solver.value(position).winner() == Some(Player::X);
    if position.is_over() || !is_ahead {
        return is_ahead;
    }
    if position.move_count() == moves && matches!(position.status(), Status::Move(_)) {
        return false;
    }
    let key = canonical(position);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut next =
        (position.legal_actions().into_iter()).map(|action| position.after(action).expect("legal"));
    let mut can_force = |next: Position| can_force(&next, moves, solver, known);
    let result = match position.turn() {
        Some(Player::X) => next.any(&mut can_force),
        _ => next.all(&mut can_force),
    };
    known.insert(key, result);
    result
}

#[test]
fn x_can_force_half_a_point_only_with_the_ninth_mark() {
    let solver = Solver::new();
    for moves in [6, 7, 8, 9] {
        let forced = can_force(&Position::new(), moves, &solver, &mut HashMap::new());
        assert_eq!(forced, moves == 9, "{moves}");
    }
}
