//! Finds the strategy: what X plays where no threat sequence wins.
//!
//! A position of X is won if one of X's moves wins, a position after X's move if X wins after each reply of O. Each has
//! an estimate of the positions that its proof still needs. The search goes on where X's estimate is least and, as all
//! of O's replies must be refuted anyway, at the reply that looks hardest; it returns to a position as soon as another
//! move there looks better. That is proof-number search, depth first, for X alone: O's chances only show in estimates
//! that grow. Positions are kept by their least image, so that what one branch proves all branches know.
//!
//! Where O may also play outside, X's move counts only if a stone there is met by a threat sequence.

use std::{cmp::Reverse, collections::HashMap, mem};

use super::{
    board::{Cells, LineSet, Place, Stones, through},
    canonical::Symmetries,
    replies::surviving,
    threats::{Outcome, Searcher},
};

/// The place of a position in the list of all.
type NodeId = u32;

/// The estimate of a position that X can't win.
const HOPELESS: u32 = 1 << 30;

/// The positions that are expanded in vain below a position before its estimate grows by one. Without that the estimate
/// of a bad position hardly grows: there always is another move to try, and one more, deeper and deeper.
const PATIENCE: u64 = 16;

/// The nodes after which a search for a threat sequence is given up; the reply of O then counts as one that survives.
const SEARCH_NODES: u64 = 20_000;

/// The positions without a sequence that are remembered, as a power of two.
const TABLE_BITS: u32 = 22;

/// How many of X's moves are tried where there are no sequences yet to compare them by.
const EARLY_MOVES: usize = 4;

/// A position, X to move or O to move.
struct Node {
    x: Cells,
    o: Cells,
    /// How many positions a proof still needs, about; 0 when it is there.
    estimate: u32,
    /// O's replies that survive; of no meaning where X is to move.
    survivors: Cells,
    /// The positions after the moves that count; none before the node was visited.
    children: Option<Box<[Child]>>,
    /// How many positions were expanded below this one in vain.
    spent: u64,
}

#[derive(Clone, Copy)]
struct Child {
    /// The move, as it is on the image that the parent is.
    place: Place,
    node: NodeId,
}

/// The search, and all that it found.
pub(super) struct Prover {
    symmetries: Symmetries,
    searcher: Searcher,
    nodes: Vec<Node>,
    known: HashMap<(Cells, Cells), NodeId>,
    expanded: u64,
    passes: Passes,
    /// The positions after moves that X must not make, by their least image.
    avoided: Vec<(Cells, Cells)>,
}

/// What O may do besides playing inside.
pub(super) enum Passes {
    /// Nothing: the board is 4×4×4.
    None,
    /// Play outside when X has four stones or more; X's threat sequence then may force O to any cell.
    Late,
}

/// What a proof took.
#[derive(Debug)]
#[expect(dead_code, reason = "it is for printing")]
pub(super) struct Effort {
    positions: usize,
    expanded: u64,
    search_nodes: u64,
}

impl Prover {
    pub(super) fn new(passes: Passes) -> Self {
        Self {
            symmetries: Symmetries::new(),
            searcher: Searcher::new(TABLE_BITS, SEARCH_NODES),
            nodes: Vec::new(),
            known: HashMap::new(),
            expanded: 0,
            passes,
            avoided: Vec::new(),
        }
    }

    /// Makes a prover that has X make no move to some positions, given by their least image.
    pub(super) fn avoiding(passes: Passes, positions: &[(Cells, Cells)]) -> Self {
        Self {
            avoided: positions.to_vec(),
            ..Self::new(passes)
        }
    }

    /// Proves that X wins after a first move, and returns the strategic moves.
    pub(super) fn prove(&mut self, first: Place) -> Option<Vec<(Cells, Cells, Place)>> {
        let root = self.after_x(Cells::of(first), Cells::default());
        self.visit_o(root, HOPELESS);
        (self.nodes[root as usize].estimate == 0).then(|| self.strategy(root))
    }

    /// Proves that X, who is to move, wins, and returns the moves.
    pub(super) fn prove_x(&mut self, x: Cells, o: Cells) -> Option<Vec<(Cells, Cells, Place)>> {
        let least = self.symmetries.canonical(x, o);
        let key = (least.x, least.o);
        let id = self.node(key, || (estimate(key.0), Cells::default()));
        self.visit_x(id, HOPELESS);
        let mut sizes = vec![None; self.nodes.len()];
        let best = self.smallest(id, &mut sizes)?;
        let mut strategy = self.strategy(best.node);
        strategy.push((key.0, key.1, best.place));
        Some(strategy)
    }

    pub(super) fn effort(&self) -> Effort {
        Effort {
            positions: self.nodes.len(),
            expanded: self.expanded,
            search_nodes: self.searcher.nodes,
        }
    }

    /// Returns the smallest strategy in what was proven, as far as choosing for each position apart tells.
    fn strategy(&self, root: NodeId) -> Vec<(Cells, Cells, Place)> {
        let mut sizes = vec![None; self.nodes.len()];
        let (mut strategy, mut seen) = (Vec::new(), vec![false; self.nodes.len()]);
        let mut after_x = vec![root];
        while let Some(id) = after_x.pop() {
            for reply in self.children(id) {
                if mem::replace(&mut seen[reply.node as usize], true) {
                    continue;
                }
                let node = &self.nodes[reply.node as usize];
                let Some(best) = self.smallest(reply.node, &mut sizes) else {
                    continue;
                };
                if Stones::new(node.x, node.o).o_wins().is_empty() {
                    strategy.push((node.x, node.o, best.place));
                }
                after_x.push(best.node);
            }
        }
        strategy
    }

    fn children(&self, id: NodeId) -> impl Iterator<Item = Child> {
        self.nodes[id as usize].children.iter().flatten().copied()
    }

    /// Returns the proven move that leads to the smallest strategy.
    fn smallest(&self, id: NodeId, sizes: &mut [Option<u64>]) -> Option<Child> {
        self.children(id)
            .filter(|child| self.nodes[child.node as usize].estimate == 0)
            .min_by_key(|child| self.size_after_x(child.node, sizes))
    }

    fn size_after_x(&self, id: NodeId, sizes: &mut [Option<u64>]) -> u64 {
        if let Some(size) = sizes[id as usize] {
            return size;
        }
        let mut size = 0;
        for reply in self.children(id) {
            let best = self.smallest(reply.node, sizes);
            size += 1 + best.map_or(0, |best| self.size_after_x(best.node, sizes));
        }
        sizes[id as usize] = Some(size);
        size
    }

    /// Works on a position of X until it is proven or its estimate reaches the limit.
    fn visit_x(&mut self, id: NodeId, limit: u32) {
        if self.nodes[id as usize].children.is_none() {
            self.expand_x(id);
        }
        let (spent, start) = (self.nodes[id as usize].spent, self.expanded);
        loop {
            let node = &self.nodes[id as usize];
            let (mut best, mut second, mut child) = (HOPELESS, HOPELESS, None);
            for edge in node.children.iter().flatten() {
                let estimate = self.nodes[edge.node as usize].estimate;
                if estimate < best {
                    (second, best, child) = (best, estimate, Some(edge.node));
                } else {
                    second = second.min(estimate);
                }
            }
            let spent = spent + self.expanded - start;
            let toil = (spent / PATIENCE) as u32;
            let estimate = if best == 0 {
                0
            } else {
                HOPELESS.min(best + toil)
            };
            let node = &mut self.nodes[id as usize];
            (node.estimate, node.spent) = (estimate, spent);
            let Some(child) = child.filter(|_| estimate > 0 && estimate < limit) else {
                return;
            };
            self.visit_o(child, (limit - toil).min(second + second / 4 + 1));
        }
    }

    /// Does the same after a move of X.
    fn visit_o(&mut self, id: NodeId, limit: u32) {
        if self.nodes[id as usize].children.is_none() {
            self.expand_o(id);
        }
        if self.nodes[id as usize].estimate == HOPELESS {
            return;
        }
        loop {
            let node = &self.nodes[id as usize];
            let (mut sum, mut hardest, mut child) = (0_u32, 0, None);
            for edge in node.children.iter().flatten() {
                let estimate = self.nodes[edge.node as usize].estimate;
                sum = HOPELESS.min(sum + estimate);
                if estimate > hardest {
                    (hardest, child) = (estimate, Some(edge.node));
                }
            }
            self.nodes[id as usize].estimate = sum;
            let Some(child) = child.filter(|_| sum > 0 && sum < limit) else {
                return;
            };
            self.visit_x(child, limit - (sum - hardest));
        }
    }

    fn expand_x(&mut self, id: NodeId) {
        self.expanded += 1;
        let node = &self.nodes[id as usize];
        let (x, o) = (node.x, node.o);
        let stones = Stones::new(x, o);
        let threatened = stones.o_wins();
        let candidates = match threatened.len() {
            0 => self.quiet_moves(&stones),
            1 => threatened.collect(),
            _ => Vec::new(),
        };
        let children = candidates.into_iter().map(|place| Child {
            place,
            node: self.after_x(x | Cells::of(place), o),
        });
        let children = children.collect();
        self.nodes[id as usize].children = Some(children);
    }

    /// Returns the moves to try. At the second move no sequence tells them apart: there the lines do.
    fn quiet_moves(&self, stones: &Stones) -> Vec<Place> {
        let twos = stones.twos();
        // Threes are for sequences: here they would only put the decision off.
        let quiet = |place: &Place| (through(*place) & twos).len() == 0;
        let mut moves: Vec<_> = stones.empty().filter(quiet).collect();
        moves.sort_by_key(|&place| Reverse(weight(stones, place)));
        if stones.x.cells.len() < 2 {
            moves.truncate(EARLY_MOVES);
        }
        moves
    }

    fn expand_o(&mut self, id: NodeId) {
        let node = &self.nodes[id as usize];
        let (x, o) = (node.x, node.o);
        let mut children: Vec<Child> = Vec::new();
        for place in node.survivors {
            let after = self.symmetries.canonical(x, o | Cells::of(place));
            let key = (after.x, after.o);
            let estimate = estimate(key.0);
            let node = self.node(key, || (estimate, Cells::default()));
            if children.iter().all(|child| child.node != node) {
                children.push(Child { place, node });
            }
        }
        self.nodes[id as usize].children = Some(children.into());
    }

    /// Returns the position after a move of X.
    fn after_x(&mut self, x: Cells, o: Cells) -> NodeId {
        let canonical = self.symmetries.canonical(x, o);
        let key = (canonical.x, canonical.o);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let stones = Stones::new(key.0, key.1);
        let (estimate, survivors) = match surviving(&mut self.searcher, &stones) {
            None => (HOPELESS, Cells::default()),
            Some(_) if self.avoided.contains(&key) || !self.meets_a_pass(&stones) => {
                (HOPELESS, Cells::default())
            }
            Some(survivors) => (survivors.len() * estimate(key.0), survivors),
        };
        self.node(key, || (estimate, survivors))
    }

    fn meets_a_pass(&mut self, stones: &Stones) -> bool {
        match self.passes {
            Passes::None => true,
            Passes::Late => {
                stones.x.cells.len() < 4 || self.searcher.search(stones) == Outcome::Won
            }
        }
    }

    fn node(&mut self, key: (Cells, Cells), new: impl FnOnce() -> (u32, Cells)) -> NodeId {
        let nodes = &mut self.nodes;
        *self.known.entry(key).or_insert_with(|| {
            let (estimate, survivors) = new();
            nodes.push(Node {
                x: key.0,
                o: key.1,
                estimate,
                survivors,
                children: None,
                spent: 0,
            });
            nodes.len() as NodeId - 1
        })
    }
}

/// Estimates how many positions a proof needs that starts with these stones of X, and X to move.
fn estimate(x: Cells) -> u32 {
    match x.len() {
        0 | 1 => 2000,
        2 => 60,
        3 => 12,
        4 => 5,
        _ => 3,
    }
}

/// Weighs a cell by what the lines through it hold.
fn weight(stones: &Stones, place: Place) -> u32 {
    let through = through(place);
    let count = |lines: LineSet| (lines & through).len();
    let open = count(!stones.o.one & !stones.x.one);
    let own = count(stones.x.one & !stones.o.one);
    let other = count(stones.o.one & !stones.x.one);
    2 * open + 5 * own + other
}
