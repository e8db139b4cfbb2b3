//! Monte Carlo tree search: which of some moves fares best when the game is played on again and again?
//!
//! First, each move is played out with players of several tempers. Then each walk goes down the tree of moves that were
//! tried, always to the move that looks best or was tried least, adds one, plays the game out by simple rules, and
//! tells the moves on its way how it ended. After Levente Kocsis and Csaba Szepesvári, "Bandit based Monte-Carlo
//! planning", ECML 2006, and, for what is expected of a move before it is tried, Christopher Rosin, "Multi-armed
//! bandits with episode context", Annals of Mathematics and Artificial Intelligence 61 (2011).
//!
//! There is no chance in it: playouts differ by where they begin, and by a temper. Sums and square roots of `f64` are
//! the same on every machine.

use super::{field::Field, playout::Playout, threats::Threats, weights::Weights};
use crate::hypercube::Stone;

/// How many moves are tried in the position itself, and in each of the tree.
pub(super) const MOST_MOVES: usize = 20;
const MOST_REPLIES: usize = 16;

/// The tempers: how much more a line is worth with a stone more in it.
const GROWTHS: [u64; 5] = [2, 4, 6, 10, 20];

/// How many moves all walks together may have, and how many cells may be weighed for them.
const ALL_PLIES: usize = 300_000;
const ALL_CELLS: usize = 150_000_000;
/// How many positions all searches for sequences may look at.
const ALL_NODES: u64 = 1_000_000;

/// How much a move that is expected to be good, and was tried little, is preferred.
const CURIOSITY: f64 = 1.0;

/// Chooses the candidate that is visited most often; of those, the one that was worth most, or else the first.
pub(super) fn best(
    field: &mut Field<'_>,
    player: Stone,
    threats: &mut Threats,
    candidates: &[u32],
) -> Option<u32> {
    if let [] | [_] = candidates {
        return candidates.first().copied();
    }
    let weights = GROWTHS.map(|growth| Weights::of(field, growth));
    let last_node = threats.nodes() + ALL_NODES;
    let all_plies = ALL_PLIES
        .min(ALL_CELLS / field.empty())
        .min(plies_for(field.empty()));
    let mut tree = Tree {
        nodes: vec![branches(candidates.iter().copied().take(MOST_MOVES))],
    };
    // That each candidate meets each temper beats those who play like one of them.
    let candidates = 0..tree.nodes[0].len();
    let first =
        candidates.flat_map(|place| weights.iter().map(move |temper| (Some(place), temper)));
    let then = weights.iter().cycle().map(|temper| (None, temper));
    let mut plies = 0;
    for (place, temper) in first.chain(then) {
        if plies > all_plies || threats.nodes() > last_node {
            break;
        }
        let mut playout = Playout::new(field, threats, temper.clone(), player);
        match place {
            Some(place) => tree.play_out(place, &mut playout),
            None => tree.walk(&mut playout),
        }
        plies += playout.len();
    }
    let by_visits = |a: &&Branch, b: &&Branch| {
        let visits = a.visits.cmp(&b.visits);
        visits.then(a.worth.total_cmp(&b.worth))
    };
    let best = tree.nodes[0].iter().rev().max_by(by_visits);
    best.map(|branch| branch.cell)
}

/// Returns how many moves of walks are enough for a board with few empty cells.
const fn plies_for(empty: usize) -> usize {
    empty.saturating_mul(8 * empty).saturating_add(1_000)
}

/// The positions that were looked at, each as the moves in it; the first is the one to choose in.
struct Tree {
    nodes: Vec<Vec<Branch>>,
}

/// A move in a position of the tree.
struct Branch {
    cell: u32,
    /// How likely it is the best, before it is tried.
    prior: f64,
    visits: u32,
    /// What it was worth to its player, all visits together.
    worth: f64,
    /// The position after it.
    node: Option<usize>,
}

/// Makes branches of moves, the best first.
fn branches(cells: impl ExactSizeIterator<Item = u32>) -> Vec<Branch> {
    let weight = |place: usize| 1.0 / (place as f64 + 2.0);
    let sum: f64 = (0..cells.len()).map(weight).sum();
    let branch = |(place, cell)| Branch {
        cell,
        prior: weight(place) / sum,
        visits: 0,
        worth: 0.0,
        node: None,
    };
    cells.enumerate().map(branch).collect()
}

impl Tree {
    /// Plays on after a branch of the position itself.
    fn play_out(&mut self, place: usize, playout: &mut Playout<'_, '_>) {
        let branch = &mut self.nodes[0][place];
        branch.visits += 1;
        branch.worth += playout.run(branch.cell);
    }

    /// Goes down the tree to a move that was not tried yet, plays on, and goes back.
    fn walk(&mut self, playout: &mut Playout<'_, '_>) {
        let (mut node, mut path) = (0, Vec::new());
        // What it is worth to the player of the last move on the path.
        let mut worth = loop {
            let Some(place) = self.pick(node) else {
                break 0.0;
            };
            path.push((node, place));
            let branch = &self.nodes[node][place];
            if branch.visits == 0 {
                break playout.run(branch.cell);
            }
            if playout.place(branch.cell) {
                break playout.worth_of_win();
            }
            node = self.after(node, place, playout);
        };
        while let Some((node, place)) = path.pop() {
            let branch = &mut self.nodes[node][place];
            branch.visits += 1;
            branch.worth += worth;
            worth = -worth;
        }
    }

    /// Returns the branch to follow; none where the board is full.
    fn pick(&self, node: usize) -> Option<usize> {
        let branches = &self.nodes[node];
        let visits: u32 = branches.iter().map(|branch| branch.visits).sum();
        let worth: f64 = branches.iter().map(|branch| branch.worth).sum();
        let mean = worth / f64::from(visits.max(1));
        let curiosity = CURIOSITY * f64::from(visits + 1).sqrt();
        let promise = |branch: &Branch| {
            let expected = match branch.visits {
                0 => mean,
                visits => branch.worth / f64::from(visits),
            };
            expected + curiosity * branch.prior / f64::from(branch.visits + 1)
        };
        let promises = branches.iter().map(promise).enumerate().rev();
        promises
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(place, _)| place)
    }

    /// Returns the position after a branch, where the playout has come to.
    fn after(&mut self, node: usize, place: usize, playout: &mut Playout<'_, '_>) -> usize {
        if let Some(known) = self.nodes[node][place].node {
            return known;
        }
        let candidates = playout.candidates(MOST_REPLIES);
        self.nodes.push(branches(candidates.into_iter()));
        let new = self.nodes.len() - 1;
        self.nodes[node][place].node = Some(new);
        new
    }
}
