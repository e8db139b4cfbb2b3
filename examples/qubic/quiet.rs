//! Quiet moves that win: an attack in which each of X's moves threatens a line or a sequence, so that only O's replies
//! that touch it have to be refuted (λ², Thomsen 2000). It is a proof-number search, depth first, that keeps the
//! positions it met.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use super::{
    cube::{Cell, Game, O, Position, Wins, X},
    frame::Frame,
    sequences::Finder,
};

/// How many positions a search for a sequence looks at.
const SEQUENCE_NODES: u32 = 5_000;
/// How many positions after X's moves are looked into before a search is given up.
const MAX_EXPANDED: u32 = 60_000;
/// The estimate of what can't be.
const NEVER: u32 = 1 << 30;
/// What X's moves are estimated to need: threats of a line, and quiet ones, those that look best first.
const THREAT: u32 = 1;
const BEST_QUIET: u32 = 6;
const MAX_QUIET: usize = 100;
/// Of X's moves one in so many counts as one to disprove besides the hardest: most lead to the same positions.
const SAME: u32 = 16;

/// A position, and about how many more must be looked into to prove that X wins, and to disprove it.
struct Node {
    proof: u32,
    disproof: u32,
    /// The moves that count; none before they were looked for.
    moves: Option<Vec<Cell>>,
}

impl Node {
    fn new(proof: u32) -> Self {
        Self {
            proof,
            disproof: 1,
            moves: None,
        }
    }
}

/// A search in one sub-board.
pub(super) struct Quiet<'q> {
    finder: &'q mut Finder,
    frame: &'q Frame,
    nodes: HashMap<u64, Node>,
    left: u32,
}

/// X's move in each of the positions that a win leads to.
pub(super) type Strategy = Vec<(Position, Cell)>;

fn key_after(game: &mut Game<'_>, cell: Cell, player: usize) -> u64 {
    let before = game.len();
    game.place(cell, player);
    let key = game.key();
    game.take_back_to(before);
    key
}

impl<'q> Quiet<'q> {
    pub(super) fn new(finder: &'q mut Finder, frame: &'q Frame) -> Self {
        Self {
            finder,
            frame,
            nodes: HashMap::new(),
            left: MAX_EXPANDED,
        }
    }

    /// Looks for a win of X, who is to move.
    pub(super) fn find(&mut self, game: &mut Game<'_>) -> Option<Strategy> {
        let root = game.key();
        self.nodes.insert(root, Node::new(1));
        self.visit(game, X, (NEVER, NEVER));
        (self.nodes[&root].proof == 0).then(|| {
            let mut strategy = Vec::new();
            self.collect(game, X, &mut HashSet::new(), &mut strategy);
            strategy
        })
    }

    fn collect(
        &self,
        game: &mut Game<'_>,
        player: usize,
        seen: &mut HashSet<u64>,
        strategy: &mut Strategy,
    ) {
        let is_proven =
            |game: &mut Game<'_>, cell| self.nodes[&key_after(game, cell, player)].proof == 0;
        let node = &self.nodes[&game.key()];
        if !seen.insert(game.key()) {
            return;
        }
        let mut moves = node.moves.clone().unwrap_or_default();
        if player == X {
            let first = moves.into_iter().find(|&cell| is_proven(game, cell));
            moves = first.into_iter().collect();
            strategy.extend(moves.iter().map(|&cell| (game.position(), cell)));
        }
        let before = game.len();
        for cell in moves {
            game.place(cell, player);
            self.collect(game, 1 - player, seen, strategy);
            game.take_back_to(before);
        }
    }

    /// Works on a position until it is proven or disproven, or an estimate reaches its limit.
    fn visit(&mut self, game: &mut Game<'_>, player: usize, limits: (u32, u32)) {
        let key = game.key();
        if self.nodes[&key].moves.is_none() {
            let moves = if player == X {
                Some(self.attacks(game))
            } else {
                self.replies(game)
            };
            let node = self
                .nodes
                .get_mut(&key)
                .expect("it was added with its move");
            if moves.is_none() {
                (node.proof, node.disproof) = (NEVER, 0);
                return;
            }
            node.moves = moves;
        }
        let before = game.len();
        while let Some((cell, limits)) = self.most_proving(game, player, limits) {
            game.place(cell, player);
            self.visit(game, 1 - player, limits);
            game.take_back_to(before);
        }
    }

    /// Sums up what the moves are known to lead to, and returns the one to work on next, with its limits.
    fn most_proving(
        &mut self,
        game: &mut Game<'_>,
        player: usize,
        limits: (u32, u32),
    ) -> Option<(Cell, (u32, u32))> {
        // What X wants to be least is O's to be most.
        let seen = |(proof, disproof)| {
            if player == X {
                (proof, disproof)
            } else {
                (disproof, proof)
            }
        };
        let key = game.key();
        let moves = self.nodes[&key].moves.clone().unwrap_or_default();
        let (mut least, mut second, mut best) = (NEVER, NEVER, None);
        let (mut sum, mut most, mut open) = (0_u32, 0, 0);
        for cell in moves {
            let node = &self.nodes[&key_after(game, cell, player)];
            let (own, other) = seen((node.proof, node.disproof));
            sum = NEVER.min(sum + other);
            most = most.max(other);
            open += u32::from(other > 0);
            if own < least {
                (second, least, best) = (least, own, Some((cell, other)));
            } else {
                second = second.min(own);
            }
        }
        if player == X && open > 0 {
            sum = NEVER.min(most + (open - 1) / SAME);
        }
        let (proof, disproof) = seen((least, sum));
        if let Some(node) = self.nodes.get_mut(&key) {
            (node.proof, node.disproof) = (proof, disproof);
        }
        let limits = seen(limits);
        if least == 0 || sum == 0 || least >= limits.0 || sum >= limits.1 || self.left == 0 {
            return None;
        }
        let (cell, other) = best?;
        let own = limits.0.min(second + second / 4 + 1);
        Some((cell, seen((own, limits.1 - sum.saturating_sub(other)))))
    }

    /// Lists X's moves: the cell that O threatens, or threats and quiet moves.
    fn attacks(&mut self, game: &mut Game<'_>) -> Vec<Cell> {
        let moves = match game.wins(O) {
            Wins::Several => Vec::new(),
            Wins::One(cell) => vec![(cell, THREAT)],
            Wins::None => {
                let through = self.finder.lines_inside(game, self.frame);
                let count = |cell: Cell| {
                    let lines = through[usize::from(cell)].iter();
                    lines.map(|&line| game.counts[line as usize])
                };
                let is_threat = |cell: Cell| count(cell).any(|counts| counts == [2, 0]);
                let score = |cell: Cell| -> u32 {
                    let scores = count(cell).map(|counts| match counts {
                        [x, 0] => 2 + 5 * u32::from(x),
                        [0, o] => u32::from(o),
                        _ => 0,
                    });
                    scores.sum()
                };
                let cells = game
                    .empty_cells()
                    .filter(|&cell| !through[usize::from(cell)].is_empty());
                let (threats, mut quiet): (Vec<Cell>, Vec<Cell>) =
                    cells.partition(|&cell| is_threat(cell));
                quiet.sort_by_key(|&cell| Reverse(score(cell)));
                quiet.truncate(MAX_QUIET);
                let threats = threats.into_iter().map(|cell| (cell, THREAT));
                threats.chain(quiet.into_iter().zip(BEST_QUIET..)).collect()
            }
        };
        self.add(game, X, moves)
    }

    fn add(&mut self, game: &mut Game<'_>, player: usize, moves: Vec<(Cell, u32)>) -> Vec<Cell> {
        for &(cell, proof) in &moves {
            let key = key_after(game, cell, player);
            self.nodes.entry(key).or_insert(Node::new(proof));
        }
        moves.into_iter().map(|(cell, _)| cell).collect()
    }

    /// Lists O's replies after which X has no sequence; none if X threatens nothing.
    fn replies(&mut self, game: &mut Game<'_>) -> Option<Vec<Cell>> {
        self.left = self.left.saturating_sub(1);
        let mut sequences = Vec::new();
        let replies = match game.wins(X) {
            Wins::Several => Vec::new(),
            Wins::One(cell) => vec![cell],
            Wins::None => {
                let sequence = self.finder.find(game, self.frame, SEQUENCE_NODES)?;
                let touched = game.touched_by(&sequence);
                sequences.push(sequence);
                touched
            }
        };
        let before = game.len();
        let mut left = Vec::new();
        for reply in replies {
            game.place(reply, O);
            let mut is_refuted = sequences.iter().any(|sequence| game.does_win(sequence));
            if !is_refuted
                && let Some(sequence) = self.finder.find(game, self.frame, SEQUENCE_NODES)
            {
                sequences.push(sequence);
                is_refuted = true;
            }
            game.take_back_to(before);
            if !is_refuted {
                left.push((reply, 1));
            }
        }
        Some(self.add(game, O, left))
    }
}
