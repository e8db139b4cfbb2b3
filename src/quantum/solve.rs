//! Perfect play: the exact value of any position, and the actions that keep it.
//!
//! ```text
//!  review: the mistakes in a record
//!    └─→ Solver: values, best actions
//!          └─→ search: is the value at least the goal? ─→ table: proven bounds
//!                ├─→ ending: the last two moves
//!                └─→ key: what tells positions apart
//! ```

mod ending;
pub(super) mod key;
mod review;
mod search;
mod table;

use std::{
    cmp::Reverse,
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

use super::{action::Action, cell::Cell, mark::Player, position::Position, score::Score};
use key::Node;
pub use review::{Decision, Review};
use search::Search;
use table::Table;

/// A solver of positions, with a table of what it has proven. Threads can share it, and so each other's work.
///
/// ```
/// use qttt::{Action, Mark, Record, Score, solve::Solver};
///
/// let solver = Solver::new();
/// let game = "AB BE DE AE".parse::<Record>()?.position();
/// assert_eq!(solver.value(&game), Score::XFirst);
/// assert_eq!(solver.best_actions(&game), Mark::new(1).map(Action::Measure).as_slice());
/// # Ok::<(), qttt::RecordError>(())
/// ```
pub struct Solver {
    table: Table,
    nodes: AtomicU64,
}

/// What perfect play gives in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The score at the end.
    pub value: Score,
    /// Every legal action with what it leads to, the best first; none when the game is over.
    pub actions: Vec<(Action, Score)>,
}

impl Solver {
    /// Makes a solver that knows nothing yet, and takes up to 16 MiB.
    #[must_use]
    pub fn new() -> Self {
        Self {
            table: Table::new(),
            nodes: AtomicU64::new(0),
        }
    }

    /// Returns the score that perfect play of both leads to.
    ///
    /// The empty board takes less than a tenth of a second. No position is solved twice, and only a million differ: after
    /// many of them, an answer takes a microsecond.
    #[must_use]
    pub fn value(&self, position: &Position) -> Score {
        self.search(|search| search.value(&Node::of(position), Score::O, Score::XTwice))
    }

    /// Returns the value of a position and of each legal action.
    #[must_use]
    pub fn solve(&self, position: &Position) -> Solution {
        self.search(|search| solve(search, &Node::of(position)))
    }

    /// Returns the legal actions that keep the value, in the order of [`Position::legal_actions`].
    #[must_use]
    pub fn best_actions(&self, position: &Position) -> Vec<Action> {
        self.solve(position).best().collect()
    }

    /// Returns the principal variation, a game of perfect play from a position to the end: always the first of the best actions.
    #[must_use]
    pub fn principal_variation(&self, position: &Position) -> Vec<Action> {
        self.search(|search| principal_variation(search, Node::of(position)))
    }

    /// Returns the number of positions looked at so far, by all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Searches, and counts the positions that were looked at.
    fn search<T>(&self, find: impl FnOnce(&mut Search<'_>) -> T) -> T {
        let mut search = Search::new(&self.table);
        let found = find(&mut search);
        self.nodes.fetch_add(search.nodes(), Ordering::Relaxed);
        found
    }
}

/// Leaves out what is in the table: millions of entries.
impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("nodes", &self.nodes())
            .finish_non_exhaustive()
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solution {
    /// Iterates over the actions that keep the value.
    pub fn best(&self) -> impl Iterator<Item = Action> {
        let keeps_value = |&&(_, value): &&(Action, Score)| value == self.value;
        self.actions
            .iter()
            .take_while(keeps_value)
            .map(|&(action, _)| action)
    }
}

fn solve(search: &mut Search<'_>, node: &Node) -> Solution {
    let value = search.value(node, Score::O, Score::XTwice);
    let Some(player) = node.position.turn() else {
        let actions = Vec::new();
        return Solution { value, actions };
    };
    // No action is better for the player than the value of the position.
    let (low, high) = match player {
        Player::X => (Score::O, value),
        Player::O => (value, Score::XTwice),
    };
    // What becomes of a cell in which the new mark settles; the moves that close a cycle share it.
    let mut outcomes = [None; 9];
    let value_of = |action| match action {
        Action::Move(a, b) if node.position.is_entangled(a, b) => {
            let [one, other] = [a, b].map(|cell: Cell| {
                *outcomes[cell.index()]
                    .get_or_insert_with(|| search.value(&node.closed_in(cell), low, high))
            });
            // The opponent measures.
            match player {
                Player::X => one.min(other),
                Player::O => one.max(other),
            }
        }
        _ => search.value(&node.after(action), low, high),
    };
    let values = node.position.legal_actions().map(value_of);
    let mut actions: Vec<_> = node.position.legal_actions().zip(values).collect();
    // Equally good ones stay in the order of the cells.
    match player {
        Player::X => actions.sort_by_key(|&(_, value)| Reverse(value)),
        Player::O => actions.sort_by_key(|&(_, value)| value),
    }
    Solution { value, actions }
}

fn principal_variation(search: &mut Search<'_>, mut node: Node) -> Vec<Action> {
    let mut line = Vec::new();
    let value = search.value(&node, Score::O, Score::XTwice);
    while let Some(player) = node.position.turn() {
        // Nothing is better: what is no worse is as good.
        let (low, high) = match player {
            Player::X => (Score::ALL[(value as usize).saturating_sub(1)], value),
            Player::O => (value, Score::ALL[(value as usize + 1).min(5)]),
        };
        let mut nexts = node
            .position
            .legal_actions()
            .map(|action| (action, node.after(action)));
        let keeps_value = |(_, next): &(_, Node)| search.value(next, low, high) == value;
        let Some((action, next)) = nexts.find(keeps_value) else {
            break;
        };
        line.push(action);
        node = next;
    }
    line
}
