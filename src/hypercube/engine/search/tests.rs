//! The search compared with plain minimax, on positions that both can search to the end of the game.

use std::collections::HashMap;

use super::*;
use crate::hypercube::line_counts::LineCounts;
use crate::hypercube::table::Table;
use crate::hypercube::testing::{random_position, stones_of, table_of};
use crate::hypercube::{Board, protocol};

/// Tries every move to the end of the game. A win of the player to move is 1, a draw 0, a loss -1.
struct Minimax {
    lines: Vec<Vec<usize>>,
    known: HashMap<(Vec<Option<Player>>, Player), i8>,
}

impl Minimax {
    fn new(table: &Table) -> Self {
        let cells = |line| {
            table
                .on_line(line)
                .iter()
                .map(|cell| cell.index())
                .collect()
        };
        Self {
            lines: table.lines().map(cells).collect(),
            known: HashMap::new(),
        }
    }

    fn value(&mut self, stones: &mut Vec<Option<Player>>, player: Player) -> i8 {
        let key = (stones.clone(), player);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let opponent = Some(player.opponent());
        let is_lost = |line: &Vec<usize>| line.iter().all(|&cell| stones[cell] == opponent);
        let value = if self.lines.iter().any(is_lost) {
            -1
        } else {
            let mut best = None;
            for cell in 0..stones.len() {
                if stones[cell].is_none() && best != Some(1) {
                    stones[cell] = Some(player);
                    best = best.max(Some(-self.value(stones, player.opponent())));
                    stones[cell] = None;
                }
            }
            best.unwrap_or(0)
        };
        self.known.insert(key, value);
        value
    }
}

#[test]
fn the_search_finds_the_wins_and_losses_that_minimax_finds() {
    // Width, dimensions, stones, positions.
    let boards = [(3, 2, 0, 30), (3, 2, 3, 100), (4, 2, 6, 20), (3, 3, 16, 20)];
    let mut values = [0; 3];
    for (n, d, moves, count) in boards {
        let board = Board::new(n, d).expect("a board");
        let mut minimax = Minimax::new(&table_of(board));
        for seed in 0..count {
            let position = random_position(board, moves, seed);
            let counts = LineCounts::of(&position);
            let player = position.turn().expect("a game that goes on");
            if counts.winning_cell(player).is_some() {
                continue;
            }
            let cells: Vec<CellId> = counts.free_cells().collect();
            let scores = Scores::new(counts, tuning::growth(board));
            let (best, score) = Search::new(scores, 1_000_000).best_move(player, &cells);
            let found = i8::from(wins(score)) - i8::from(loses(score));

            let mut stones = stones_of(&position);
            let value = minimax.value(&mut stones, player);
            assert_eq!(found, value, "{}", protocol::write(&position));
            stones[best.index()] = Some(player);
            let after = -minimax.value(&mut stones, player.opponent());
            assert_eq!(
                after,
                value,
                "{} plays {:?}",
                protocol::write(&position),
                best
            );
            values[(value + 1) as usize] += 1;
        }
    }
    assert!(values.iter().all(|&count| count > 5), "{values:?}");
}

/// Within 60,000 nodes, the search finds that this move wins against the replies with the highest scores. It then tries
/// more replies at the same depth, and within 200,000 nodes, it has tried all.
#[test]
fn a_win_is_called_proven_only_after_every_reply_is_tried() {
    let moves = "2,0,1;1,3,1;1,0,1;2,2,1;0,2,0;3,2,1;1,0,0;3,0,0;2,1,3";
    let position = protocol::read(format!("4,3\n{moves}\n").as_bytes()).expect("a position");
    let scores = Scores::new(LineCounts::of(&position), tuning::growth(position.board()));
    let cell = "1,1,1".parse().expect("a cell");
    let cell = scores.counts().table().id(&cell).expect("a number");
    let score = |nodes, breadth| {
        let mut search = Search::new(scores.clone(), nodes);
        search.breadth = breadth;
        let player = position.turn().expect("a game that goes on");
        search.best_move(player, &[cell]).1
    };
    let unproven = score(60_000, 1);
    assert!(is_decisive(unproven) && !wins(unproven), "{unproven}");
    assert!(wins(score(200_000, 1)));
    let all_cells = scores.counts().free();
    assert!(wins(score(1_000_000, all_cells)));
}
