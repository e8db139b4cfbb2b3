//! Perfect play: the exact value of any position, and the actions that keep it.
//!
//! ```text
//!  review: a game's mistakes
//!    └─→ Solver: values, best actions
//!          └─→ search: is it worth at least so much? ─→ table: what has been proven
//!                ├─→ ending: the last two moves
//!                └─→ key: what tells positions apart
//! ```

mod ending;
mod key;
mod review;
mod search;
mod table;

use std::{
    cmp::Reverse,
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

use super::{
    game::{Action, Game},
    mark::Player,
    score::Payoff,
};
use key::Position;
pub use review::{Decision, Loss, Review};
use search::Search;
use table::Table;

/// A solver of positions, with a table of what it has proven. Threads can share it, and so each other's work.
///
/// ```
/// use qttt::{Action, Game, Mark, Payoff, solve::Solver};
///
/// let solver = Solver::new();
/// let game: Game = "AB BE DE AE".parse()?;
/// assert_eq!(solver.value(&game), Payoff::Half);
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
    /// The payoff at the end.
    pub value: Payoff,
    /// Every legal action with what it leads to, the best first; none when the game is over.
    pub actions: Vec<(Action, Payoff)>,
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

    /// Returns the payoff that perfect play of both leads to.
    ///
    /// The empty board takes less than a tenth of a second. No position is solved twice, and only a million differ:
    /// whoever asks for many soon gets answers within a microsecond.
    #[must_use]
    pub fn value(&self, game: &Game) -> Payoff {
        self.value_between(game, Payoff::MinusOne, Payoff::Two)
    }

    /// Returns the value of a position and of each legal action.
    #[must_use]
    pub fn solve(&self, game: &Game) -> Solution {
        let value = self.value(game);
        let mut solution = Solution {
            value,
            actions: Vec::new(),
        };
        if let Some(player) = game.status().turn() {
            let (low, high) = bounds_of_actions(player, value);
            let valued = |action| (action, self.value_between(&after(game, action), low, high));
            solution.actions.extend(game.legal_actions().map(valued));
            // Equally good ones stay in the order of the cells.
            match player {
                Player::X => solution.actions.sort_by_key(|&(_, value)| Reverse(value)),
                Player::O => solution.actions.sort_by_key(|&(_, value)| value),
            }
        }
        solution
    }

    /// Returns the legal actions that keep the value, in the order of [`Game::legal_actions`].
    #[must_use]
    pub fn best_actions(&self, game: &Game) -> Vec<Action> {
        self.solve(game).best().collect()
    }

    /// Returns a game of perfect play from a position to the end: always the first of the best actions.
    #[must_use]
    pub fn main_line(&self, game: &Game) -> Vec<Action> {
        let (mut game, mut line) = (*game, Vec::new());
        let value = self.value(&game);
        while let Some(player) = game.status().turn() {
            // Nothing is better: what is no worse is as good.
            let (low, high) = match player {
                Player::X => (Payoff::ALL[(value as usize).saturating_sub(1)], value),
                Player::O => (value, Payoff::ALL[(value as usize + 1).min(5)]),
            };
            let keeps_value = |next: &Game| self.value_between(next, low, high) == value;
            let mut nexts = game
                .legal_actions()
                .map(|action| (action, after(&game, action)));
            let Some((action, next)) = nexts.find(|(_, next)| keeps_value(next)) else {
                break;
            };
            line.push(action);
            game = next;
        }
        line
    }

    /// Returns the number of positions looked at so far, by all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Halves the range of payoffs that the value is known to be in, until one is left.
    fn value_between(&self, game: &Game, low: Payoff, high: Payoff) -> Payoff {
        let position = Position::of(game);
        let mut search = Search::new(&self.table);
        let (mut low, mut high) = (low as usize, high as usize);
        while low < high {
            let middle = (low + high).div_ceil(2);
            if search.at_least(&position, Payoff::ALL[middle]) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        self.nodes.fetch_add(search.nodes(), Ordering::Relaxed);
        Payoff::ALL[low]
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
        let keeps_value = |&&(_, value): &&(Action, Payoff)| value == self.value;
        self.actions
            .iter()
            .take_while(keeps_value)
            .map(|&(action, _)| action)
    }
}

/// No action is better for a player than the value of the position.
const fn bounds_of_actions(player: Player, value: Payoff) -> (Payoff, Payoff) {
    match player {
        Player::X => (Payoff::MinusOne, value),
        Player::O => (value, Payoff::Two),
    }
}

fn after(game: &Game, action: Action) -> Game {
    let mut next = *game;
    next.act(action).expect("the action is a legal one");
    next
}
