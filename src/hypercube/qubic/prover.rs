//! Finds the strategy: what X plays where no threat sequence wins.
//!
//! A position of X is won if one of X's moves wins, a position after X's move if X wins after each reply of O. Each has
//! an estimate of the positions that its proof still needs. The search goes on where X's estimate is least and, as all of
//! O's replies must be refuted anyway, at the reply that looks hardest; it returns to a position as soon as another move
//! there looks better (proof-number search, depth first, with bounds for X alone: nothing is ever lost for X but the
//! estimate grows). Positions are kept by their least image, so that what one branch proves all branches know.

use std::collections::HashMap;

use super::{
    board::{Cells, LineSet, Place, Stones, through},
    canonical::Symmetries,
    replies::surviving,
    threats::Searcher,
};

type NodeId = u32;

/// The estimate of a position that X can't win.
const HOPELESS: u32 = 1 << 30;

static K: std::sync::LazyLock<u64> = std::sync::LazyLock::new(|| {
    std::env::var("K")
        .ok()
        .and_then(|k| k.parse().ok())
        .unwrap_or(16)
});
struct Node {
    x: Cells,
    o: Cells,
    /// How many positions a proof still needs, about; 0 when it is there.
    estimate: u32,
    /// O's replies that survive; of no meaning where X is to move.
    survivors: Cells,
    children: Option<Box<[Child]>>,
    /// How many positions were expanded below this one in vain.
    spent: u64,
}

#[derive(Clone, Copy)]
struct Child {
    place: Place,
    node: NodeId,
}

pub(super) struct Prover {
    symmetries: Symmetries,
    pub(super) searcher: Searcher,
    nodes: Vec<Node>,
    known: HashMap<(Cells, Cells), NodeId>,
    expanded: u64,
    report_at: std::time::Instant,
    start: std::time::Instant,
    root: NodeId,
}

impl Prover {
    pub(super) fn new(limit: u64) -> Self {
        Self {
            symmetries: Symmetries::new(),
            searcher: Searcher::new(22, limit),
            nodes: Vec::new(),
            known: HashMap::new(),
            expanded: 0,
            report_at: std::time::Instant::now(),
            start: std::time::Instant::now(),
            root: 0,
        }
    }

    /// Proves that X wins after a first move, or tries for ever.
    pub(super) fn prove(&mut self, first: Place) {
        let root = self.after_x(Cells::of(first), Cells::default());
        self.root = root;
        self.visit_o(root, HOPELESS);
        self.report();
    }

    /// Returns the smallest strategy in what was proven, as far as choosing for each position apart tells.
    pub(super) fn strategy(&self) -> Vec<(Cells, Cells, Place)> {
        let mut sizes = vec![None; self.nodes.len()];
        self.size_after_x(self.root, &mut sizes);
        let (mut strategy, mut seen) = (Vec::new(), vec![false; self.nodes.len()]);
        let mut after_x = vec![self.root];
        while let Some(id) = after_x.pop() {
            for reply in self.children(id) {
                if std::mem::replace(&mut seen[reply.node as usize], true) {
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

    fn report(&self) {
        let secs = self.start.elapsed().as_secs_f64();
        let root = &self.nodes[self.root as usize];
        let kids: Vec<_> = root
            .children
            .iter()
            .flatten()
            .map(|c| (c.place, self.nodes[c.node as usize].estimate))
            .collect();
        println!(
            "{secs:.0}s root {} nodes {} expanded {} search nodes {:.1}M  {kids:?}",
            root.estimate,
            self.nodes.len(),
            self.expanded,
            self.searcher.nodes as f64 / 1e6
        );
        let mut sizes: Vec<(u32, u32, u32)> = vec![Default::default(); 32];
        for node in &self.nodes {
            if node.x.len() == node.o.len() {
                let s = &mut sizes[node.x.len() as usize];
                s.0 += 1;
                if node.children.is_some() {
                    s.1 += 1;
                }
                if node.estimate == 0 {
                    s.2 += 1;
                }
            }
        }
        println!(
            "    X nodes by stones (known, expanded, proven): {:?}",
            sizes
                .iter()
                .enumerate()
                .filter(|(_, s)| s.0 > 0)
                .map(|(k, s)| (k, s.0, s.1, s.2))
                .collect::<Vec<_>>()
        );
    }

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
            let toil = (spent / *K) as u32;
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

    fn visit_o(&mut self, id: NodeId, limit: u32) {
        if self.nodes[id as usize].children.is_none() {
            self.expand_o(id);
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
        if self.report_at.elapsed().as_secs() >= 10 {
            self.report_at = std::time::Instant::now();
            self.report();
        }
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
        let quiet = |place: &Place| (through(*place) & twos).is_empty();
        let mut moves: Vec<_> = stones.empty().filter(quiet).collect();
        moves.sort_by_key(|&place| std::cmp::Reverse(weight(stones, place)));
        if stones.x.cells.len() < 2 {
            moves.truncate(4);
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
            Some(survivors) => (survivors.len() * estimate(key.0), survivors),
        };
        self.node(key, || (estimate, survivors))
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
