//! A deterministic player: the same position gives the same move, on any machine.
//!
//! The engine does the first of these that applies: it completes a line or blocks one, follows a winning threat
//! sequence, or plays the move of a proven strategy. Otherwise, it searches for the best of the moves that defend
//! against the opponent's threat sequence, or after which a pairing rules out a loss.
//!
//! [`greedy`] and [`pseudorandom`] are simple players, for comparison.

mod bands;
mod defence;
mod pairing;
mod search;
mod simple;
mod transpositions;
mod tuning;

use std::cmp::Reverse;
use std::collections::HashSet;

use self::search::Search;
use super::line_counts::LineCounts;
use super::scores::Scores;
use super::table::CellId;
use super::threats::{Sequence, ThreatSearch};
use super::{Cell, Position, Symmetry, qubic};
use crate::Player;

pub use self::simple::{greedy, pseudorandom};

/// Chooses the next move; `None` if the game is over. On the boards of the contest, 3 to 6 wide with 2 to 5 dimensions,
/// all moves of a game together take less than a minute on one core, no matter how long the game is.
///
/// ```
/// use qttt::hypercube::{Cell, Position, engine};
///
/// let position: Position = "3,2\n1,1;0,0;2,0".parse()?;
/// assert_eq!(engine::choose(&position), Some(Cell([0, 2].into())));
/// # Ok::<(), qttt::hypercube::PositionError>(())
/// ```
#[must_use]
pub fn choose(position: &Position) -> Option<Cell> {
    choose_within(position, tuning::NODES)
}

/// Chooses the next move by a shorter or longer search: up to `nodes` nodes early in the game, and fewer later.
/// [`choose`] visits up to two million. With 0, it still completes lines, blocks them, and plays proven moves.
///
/// ```
/// use qttt::hypercube::{Position, engine};
///
/// let position: Position = "4,3\n2,2,2".parse()?;
/// assert!(engine::choose_within(&position, 1_000).is_some());
/// # Ok::<(), qttt::hypercube::PositionError>(())
/// ```
#[must_use]
pub fn choose_within(position: &Position, nodes: u32) -> Option<Cell> {
    if position.moves().is_empty() {
        return Some(position.board().center());
    }
    let mut engine = Engine::new(position, nodes.into())?;
    let cell = engine.sure_move().or_else(|| engine.likely_move());
    cell.map(|cell| engine.counts.table().cell(cell))
        .or_else(|| pseudorandom(position))
}

/// A choice of a move for the player to move.
struct Engine<'p> {
    position: &'p Position,
    counts: LineCounts,
    me: Player,
    /// The maximum number of nodes for a sequence that begins in the position itself.
    nodes_of_sequence: u64,
    /// The nodes left for other searches.
    nodes: u64,
}

impl<'p> Engine<'p> {
    /// Prepares the choice of a move, or returns `None` if the game is over.
    fn new(position: &'p Position, nodes: u64) -> Option<Self> {
        let ply = position.moves().len() as u64;
        Some(Self {
            position,
            counts: LineCounts::of(position),
            me: position.turn()?,
            nodes_of_sequence: tuning::nodes_of_sequence(nodes, ply),
            nodes: tuning::nodes_of_move(nodes, ply),
        })
    }

    /// Returns a move that completes a line or blocks one, begins a threat sequence, or is the move of X's strategy for
    /// width 4, if there is one.
    fn sure_move(&mut self) -> Option<CellId> {
        let (me, opponent) = (self.me, self.me.opponent());
        let win = self.counts.winning_cell(me);
        if let Some(urgent) = win.or_else(|| self.counts.winning_cell(opponent)) {
            return Some(urgent);
        }
        if let Some(sequence) = self.sequence(me) {
            return Some(sequence.first());
        }
        match qubic::move_on_whole(self.position) {
            Some(cell) => self.counts.table().id(&cell),
            None => self.move_inside(),
        }
    }

    /// Returns X's move inside its sub-board, unless O has a threat sequence after it, which may begin outside.
    fn move_inside(&mut self) -> Option<CellId> {
        let cell = qubic::move_inside(self.position)?;
        let cell = self.counts.table().id(&cell)?;
        self.counts.place(cell, self.me);
        let sequence = self.sequence(self.me.opponent());
        self.counts.remove(cell, self.me);
        sequence.is_none().then_some(cell)
    }

    /// Finds a winning threat sequence for a player, as if it were its turn to move.
    fn sequence(&mut self, player: Player) -> Option<Sequence> {
        let (counts, nodes) = (&mut self.counts, self.nodes_of_sequence);
        let (mut search, mut left) = (ThreatSearch::new(nodes), nodes);
        let found = search.find(counts, player, 1..=tuning::MAX_THREATS, nodes, &mut left);
        found.ok()
    }

    /// Returns the best move of the alpha-beta search.
    fn likely_move(&mut self) -> Option<CellId> {
        let me = self.me;
        if self.counts.table().lines().next().is_none() {
            return self.counts.free_cells().next();
        }
        // Against a sequence of the opponent's, only the moves that hold longest are candidates.
        let mut all = match self.sequence(me.opponent()) {
            Some(sequence) => self.defences(&sequence),
            None => self.likely_cells(),
        };
        let growth = tuning::growth(self.position.board());
        let mut scores = Scores::new(self.counts.clone(), growth);
        let score = |cell: CellId| scores.cells(me)[cell.index()];
        all.sort_unstable_by_key(|&cell| (Reverse(score(cell)), cell));
        let safe = self.pairing_moves(&all, &mut scores);
        let candidates = self.different(if safe.is_empty() { &all } else { &safe });
        if let [] | [_] = candidates[..] {
            return candidates.first().copied();
        }
        let search = Search::new(scores, self.nodes);
        Some(search.best_move(me, &candidates).0)
    }

    /// Returns the free cells; for the first reply on a board of width 4, only the cells on the most lines without X's
    /// stone.
    ///
    /// On such a board, the cells on the most lines form two families: one with coordinates 0 and 3, and one with 1 and
    /// 2. Any two cells of a family are in line. A reply in the family of X's stone is on fewer open lines, but blocks
    /// as many of X's, so that its score is the same; X is then a stone ahead in that family.
    fn likely_cells(&self) -> Vec<CellId> {
        let counts = &self.counts;
        let mut cells: Vec<CellId> = counts.free_cells().collect();
        if self.position.moves().len() == 1 && self.position.board().width() == 4 {
            let open = |cell| counts.open_through(cell, self.me);
            let most = cells.iter().map(|&cell| open(cell)).max();
            cells.retain(|&cell| Some(open(cell)) == most);
        }
        cells
    }

    /// Lists the moves that hold longest against a sequence of the opponent's.
    fn defences(&mut self, sequence: &Sequence) -> Vec<CellId> {
        let nodes = self.nodes / tuning::DEFENCE_SHARE;
        let mut left = nodes;
        let counts = &mut self.counts;
        let defences = sequence.defences(counts, self.me);
        let tried = defence::try_moves(counts, self.me, defences, &mut left);
        self.nodes -= nodes - left;
        let most = tried.iter().map(|&(holds, _)| holds).max();
        let longest = tried.iter().filter(|&&(holds, _)| Some(holds) == most);
        longest.map(|&(_, cell)| cell).collect()
    }

    /// Lists the moves after which a pairing strategy keeps the opponent from completing any line. If such a strategy
    /// already exists, the list contains all candidates.
    fn pairing_moves(&mut self, candidates: &[CellId], scores: &mut Scores) -> Vec<CellId> {
        let most = self.nodes / tuning::PAIRING_SHARE * tuning::PAIRING_CELLS_PER_NODE;
        let mut left = most;
        let me = self.me;
        let safe = scores.explore(|counts| {
            // The player's own stones don't break a pair.
            if pairing::exists(counts, me, &mut left) {
                return candidates.to_vec();
            }
            let holds_after = |&cell: &CellId| {
                counts.place(cell, me);
                let holds = pairing::exists(counts, me, &mut left);
                counts.remove(cell, me);
                holds
            };
            let tried = candidates.iter().copied().take(2 * tuning::ROOT_MOVES);
            tried.filter(holds_after).collect()
        });
        self.nodes -= (most - left) / tuning::PAIRING_CELLS_PER_NODE;
        safe
    }

    /// Returns the first candidates, skipping images of earlier ones under a symmetry of the position.
    fn different(&self, candidates: &[CellId]) -> Vec<CellId> {
        let board = self.position.board();
        let is_early = self.position.moves().len() <= tuning::EARLY_PLIES;
        let symmetries = match (board.width(), board.dimensions()) {
            // 6^5 has 92,160 symmetries; larger boards soon have too many.
            (..=6, ..=5) if is_early => Symmetry::preserving(self.position),
            _ => Vec::new(),
        };
        let table = self.counts.table();
        let mut images = HashSet::new();
        let is_different = |&candidate: &CellId| {
            let cell = table.cell(candidate);
            let is_new = !images.contains(&cell);
            if is_new {
                images.extend(symmetries.iter().map(|symmetry| symmetry.image(&cell)));
            }
            is_new
        };
        let different = candidates.iter().copied().filter(is_different);
        different.take(tuning::ROOT_MOVES).collect()
    }
}

#[cfg(test)]
mod tests;
