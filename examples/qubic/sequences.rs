//! Threat sequences on any board of width 4, as short as possible.

use std::{collections::HashMap, mem};

use super::{
    cube::{Cell, Game, O, Wins, X},
    frame::Frame,
};

/// How many positions a search looks at before it is given up.
const MAX_NODES: u32 = 400_000;
/// The most moves in a sequence.
const MAX_MOVES: u8 = 24;

/// Searches for sequences.
#[derive(Default)]
pub(super) struct Finder {
    /// For each sub-board that was asked about the lines inside through each cell.
    inside: HashMap<Frame, Vec<Vec<u32>>>,
    search: Search,
}

#[derive(Default)]
struct Search {
    /// Positions in which so many moves of X don't win, by their keys.
    failed: HashMap<u64, u8>,
    /// X's moves so far.
    path: Vec<Cell>,
    /// How many positions may still be looked at.
    left: u32,
    /// Whether a sequence may go on where the moves were used up.
    is_cut: bool,
}

impl Finder {
    /// Returns X's moves of a shortest sequence by the lines of a sub-board, if one is found. O may threaten on all
    /// lines.
    pub(super) fn find(
        &mut self,
        game: &mut Game<'_>,
        frame: &Frame,
        max_nodes: u32,
    ) -> Option<Vec<Cell>> {
        self.lines_inside(game, frame);
        let Self { inside, search } = self;
        *search = Search {
            left: max_nodes.min(MAX_NODES),
            ..Search::default()
        };
        let before = game.len();
        for moves in 1..=MAX_MOVES {
            search.is_cut = false;
            if search.visit(game, &inside[frame], moves) {
                game.take_back_to(before);
                return Some(mem::take(&mut search.path));
            }
            if !search.is_cut {
                break;
            }
        }
        None
    }

    /// Returns the lines inside a sub-board through each cell.
    pub(super) fn lines_inside(&mut self, game: &Game<'_>, frame: &Frame) -> &[Vec<u32>] {
        if !self.inside.contains_key(frame) {
            self.inside.insert(frame.clone(), lines_inside(game, frame));
        }
        &self.inside[frame]
    }
}

fn lines_inside(game: &Game<'_>, frame: &Frame) -> Vec<Vec<u32>> {
    let cube = game.cube;
    let is_inside: Vec<bool> = (0..cube.through.len())
        .map(|cell| frame.inner(cell as Cell).is_some())
        .collect();
    let is_line_inside = |&line: &u32| {
        let mut cells = cube.lines[line as usize].iter();
        cells.all(|&cell| is_inside[usize::from(cell)])
    };
    let through = |lines: &Vec<u32>| lines.iter().copied().filter(is_line_inside).collect();
    cube.through.iter().map(through).collect()
}

impl Search {
    /// Looks for a win in so many moves of X, who is to move.
    fn visit(&mut self, game: &mut Game<'_>, through: &[Vec<u32>], moves: u8) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let gains = gains(game, through);
        if let Some(fork) = gains.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            self.path.push(fork[0].0);
            return true;
        }
        if moves == 1 {
            self.is_cut |= !gains.is_empty();
            return false;
        }
        let key = game.key();
        if self.failed.get(&key).is_some_and(|&failed| failed >= moves) {
            return false;
        }
        let before = game.len();
        for (gain, cost) in gains {
            game.place(gain, X);
            game.place(cost, O);
            self.path.push(gain);
            if self.visit(game, through, moves - 1) {
                return true;
            }
            self.path.pop();
            game.take_back_to(before);
        }
        self.failed.insert(key, moves);
        false
    }
}

/// Lists X's moves that threaten a line, each with O's reply: those that take the cell that O threatens, if there is
/// one.
fn gains(game: &Game<'_>, through: &[Vec<u32>]) -> Vec<(Cell, Cell)> {
    let lines = game
        .stones_of(X)
        .flat_map(|cell| &through[usize::from(cell)]);
    let mut gains = Vec::new();
    for &line in lines.filter(|&&line| game.counts[line as usize] == [2, 0]) {
        let mut gaps = game.gaps(line);
        if let (Some(a), Some(b)) = (gaps.next(), gaps.next()) {
            gains.extend([(a, b), (b, a)]);
        }
    }
    match game.wins(O) {
        Wins::None => {}
        Wins::One(cell) => gains.retain(|&(gain, _)| gain == cell),
        Wins::Several => gains.clear(),
    }
    gains.sort_unstable();
    gains.dedup();
    gains
}
