//! The positions that `docs/known.md` counts, found by its definition.

use std::collections::{HashMap, HashSet};

use qttt::{Cell, Position, Status, solve};

/// For each cell, the owners of all cells if this one stays empty: 'X', 'O', or '.' outside its component. A classical
/// mark is a component on its own.
type Class = [[char; 9]; 9];

/// Gives each neighbour of a cell the mark that connects them, and so on up to the ends of the component.
fn fill(pairs: &[(char, [usize; 2])], from: usize, owners: &mut [char; 9]) {
    for &(owner, [a, b]) in pairs {
        let to = if a == from { b } else { a };
        if [a, b].contains(&from) && owners[to] == '.' {
            owners[to] = owner;
            fill(pairs, to, owners);
        }
    }
}

fn class(position: &Position) -> Class {
    let owner = |mark: qttt::Mark| if mark.number() % 2 == 1 { 'X' } else { 'O' };
    let pairs = position.spooky_marks();
    let pairs = pairs.map(|pair| (owner(pair.mark), pair.cells.map(Cell::index)));
    let pairs: Vec<_> = pairs.collect();
    let mut class = Cell::ALL.map(|empty| {
        let mut owners = ['.'; 9];
        owners[empty.index()] = position.classical(empty).map_or(' ', owner);
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

/// The positions after one more move, with every cycle measured, in which the game goes on.
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
    let moved = after(position).into_iter().flat_map(measured);
    moved.filter(|position| !position.is_over()).collect()
}

#[test]
fn the_definition_of_equivalent_positions_gives_the_documented_numbers() {
    let page = include_str!("../../docs/known.md").replace(',', "");
    let solver = solve::Solver::new();
    let mut positions = HashMap::from([(class(&Position::new()), Position::new())]);
    for moves in 0..=4 {
        if moves > 0 {
            let later = positions.values().flat_map(one_move_later);
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
        let canonical: HashSet<_> = positions.values().map(solve::canonical).collect();
        assert_eq!(canonical.len(), positions.len());
        let is_canonical = |position: &Position| solve::canonical(position) == *position;
        assert!(canonical.iter().all(is_canonical));
    }
}
