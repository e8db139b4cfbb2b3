//! A deterministic player: the same position gives the same move, on any machine.
//!
//! Its layers, the surest first: complete a line or block one; follow a proven strategy; follow a winning threat
//! sequence; make quiet moves that win; break the opponent's; keep to moves after which pairing rules out a loss; search.

mod pairing;
mod search;
mod tuning;
mod weights;

use std::{
    cmp::Reverse,
    collections::HashSet,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use self::{search::Search, weights::Weights};
use super::{
    board::Cell,
    line_counts::LineCounts,
    lines::Lines,
    position::{Position, Stone},
    qubic,
    quiet::{self, Quiet},
    symmetry::Symmetry,
    threats::{Limits, Sequence, Threats},
};

/// Chooses the next move; none when the game is won or the board is full.
#[must_use]
pub fn choose(position: &Position) -> Option<Cell> {
    choose_within(position, tuning::WORK)
}

/// Chooses the next move with so much work, counted in positions: [`choose`] takes 12,000,000, a few seconds.
#[must_use]
pub fn choose_within(position: &Position, work: u64) -> Option<Cell> {
    if position.winner().is_some() || position.is_full() {
        return None;
    }
    if position.moves().is_empty() {
        return Some(position.board().center());
    }
    let lines = Lines::select(position);
    let plies = position.moves().len() as u64;
    let work = work.saturating_mul(tuning::LATE) / plies.max(tuning::LATE);
    let mut thinker = Thinker::new(position, &lines, work);
    let cell = thinker.sure_move().or_else(|| thinker.likely_move());
    cell.map(|cell| lines.cell(cell))
        .or_else(|| first_empty(position))
}

/// Returns the empty cell with the lowest coordinates, the first coordinate fastest.
fn first_empty(position: &Position) -> Option<Cell> {
    let board = position.board();
    let mut cell = Cell(vec![0; board.dimensions() as usize].into());
    while position.stone(&cell).is_some() {
        let axis = cell.0.iter().position(|&x| x < board.width() - 1)?;
        cell.0[..axis].fill(0);
        cell.0[axis] += 1;
    }
    Some(cell)
}

/// What quiet moves can do.
enum Attack {
    /// The player wins by this one.
    Win(u32),
    /// The opponent would win, could it move now.
    OfOpponent,
    None,
}

struct Thinker<'p, 'l> {
    position: &'p Position,
    counts: LineCounts<'l>,
    me: Stone,
    threats: Threats,
    work: u64,
}

impl<'p, 'l> Thinker<'p, 'l> {
    fn new(position: &'p Position, lines: &'l Lines, work: u64) -> Self {
        Self {
            position,
            counts: LineCounts::new(lines),
            me: position.next(),
            threats: Threats::new(work / 4),
            work,
        }
    }

    /// Returns a move that wins, or without which the opponent does: the one that completes a line or blocks one, the
    /// first of a threat sequence, or that of X's strategy for width 4.
    fn sure_move(&mut self) -> Option<u32> {
        let (me, opponent) = (self.me, self.me.other());
        let win = self.counts.winning_cell(me);
        if let Some(urgent) = win.or_else(|| self.counts.winning_cell(opponent)) {
            return Some(urgent);
        }
        if let Some(sequence) = self.sequence(me, tuning::ATTACK_SHARE) {
            return Some(sequence.first());
        }
        match qubic::move_on_whole(self.position) {
            Some(cell) => self.counts.lines.number(&cell),
            None => self.move_inside(),
        }
    }

    /// Returns X's move inside its sub-board, unless it leaves the opponent a threat sequence: that may start outside.
    fn move_inside(&mut self) -> Option<u32> {
        let cell = qubic::move_inside(self.position)?;
        let cell = self.counts.lines.number(&cell)?;
        (!self.leaves_a_sequence(cell)).then_some(cell)
    }

    /// Tells whether the opponent has a threat sequence after a move.
    fn leaves_a_sequence(&mut self, cell: u32) -> bool {
        self.counts.place(cell, self.me);
        let sequence = self.sequence(self.me.other(), tuning::DEFENCE_SHARE);
        self.counts.remove(cell, self.me);
        sequence.is_some()
    }

    /// Returns a quiet move that wins, if one is found, else the move that looks best.
    fn likely_move(&mut self) -> Option<u32> {
        let (me, opponent) = (self.me, self.me.other());
        if !self.counts.is_anything_live(me) && !self.counts.is_anything_live(opponent) {
            return self.counts.empty_cells().next();
        }
        let candidates = self.candidates();
        let safe = self.pairing_moves(&candidates);
        let is_safe = !safe.is_empty();
        let candidates = self.different(if is_safe { &safe } else { &candidates });
        if let [] | [_] = candidates[..] {
            return candidates.first().copied();
        }
        let (attack, best) = self.search(&candidates);
        match attack {
            Attack::Win(cell) => Some(cell),
            Attack::OfOpponent if !is_safe => self.first_that_holds(&best),
            Attack::OfOpponent | Attack::None => best.first().copied(),
        }
    }

    /// Looks for quiet moves that win, and meanwhile for the best of some moves, which are returned with the best first.
    /// Neither search knows of the other, so the result is the same on one core.
    fn search(&self, candidates: &[u32]) -> (Attack, Vec<u32>) {
        let is_won = AtomicBool::new(false);
        let attack = || {
            let attack = self.attack();
            is_won.store(matches!(attack, Attack::Win(_)), Ordering::Relaxed);
            attack
        };
        let search = || {
            let mut counts = self.counts.clone();
            let ranked = Search::new(&mut counts, self.work, &is_won).rank(self.me, candidates);
            ranked.iter().map(|judged| judged.cell).collect()
        };
        thread::scope(|scope| {
            let attacker = thread::Builder::new().spawn_scoped(scope, attack);
            let Ok(attacker) = attacker else {
                return (attack(), search());
            };
            let best = search();
            // A thread that has failed has said so on standard error.
            (attacker.join().unwrap_or(Attack::None), best)
        })
    }

    /// Looks for quiet moves that win, for the player or else, were it to move, for the opponent.
    fn attack(&self) -> Attack {
        let mut counts = self.counts.clone();
        let work = self.work / tuning::QUIET_SHARE;
        let mut find = |player| Quiet::new(player, work).find(&mut counts);
        if let quiet::Found::Win(cell) = find(self.me) {
            return Attack::Win(cell);
        }
        match find(self.me.other()) {
            quiet::Found::Win(_) => Attack::OfOpponent,
            quiet::Found::Nothing | quiet::Found::GivenUp => Attack::None,
        }
    }

    /// Returns the first of some moves after which the opponent has no quiet moves that win, or else the first.
    fn first_that_holds(&mut self, moves: &[u32]) -> Option<u32> {
        let (me, work) = (self.me, self.work / tuning::QUIET_DEFENCE_SHARE);
        let holds = |&&cell: &&u32| {
            self.counts.place(cell, me);
            let found = Quiet::new(me.other(), work).find(&mut self.counts);
            self.counts.remove(cell, me);
            !matches!(found, quiet::Found::Win(_))
        };
        let mut tried = moves.iter().take(tuning::QUIET_DEFENCES);
        tried.find(holds).or(moves.first()).copied()
    }

    /// Finds a winning threat sequence for a player, were it to move, with a part of the work.
    fn sequence(&mut self, player: Stone, share: u64) -> Option<Sequence> {
        let limits = Limits {
            threats: tuning::LONGEST,
            nodes: self.work / share,
        };
        self.threats.find(&mut self.counts, player, limits).win()
    }

    /// Lists the moves to choose from, those of most worth first: all, or if the opponent threatens a sequence, those
    /// that break it. If none does, the one that lasts longest.
    fn candidates(&mut self) -> Vec<u32> {
        let (me, opponent) = (self.me, self.me.other());
        let weights = Weights::of(&self.counts, tuning::GROWTH);
        let by_worth = |cell: &u32| (Reverse(weights.of_cell(*cell, me)), *cell);
        let Some(danger) = self.sequence(opponent, tuning::DEFENCE_SHARE) else {
            let mut all: Vec<u32> = self.counts.empty_cells().collect();
            all.sort_unstable_by_key(by_worth);
            return all;
        };
        let mut defences = danger.defences(&self.counts, me);
        defences.sort_unstable_by_key(by_worth);
        let mut breaking = Vec::new();
        let mut longest = (0, None);
        for cell in defences {
            self.counts.place(cell, me);
            let sequence = self.sequence(opponent, tuning::DEFENCE_SHARE);
            self.counts.remove(cell, me);
            match sequence {
                None => breaking.push(cell),
                Some(sequence) if sequence.plies() > longest.0 => {
                    longest = (sequence.plies(), Some(cell));
                }
                Some(_) => {}
            }
        }
        if breaking.is_empty() {
            breaking.extend(longest.1);
        }
        breaking
    }

    /// Lists some of the moves after which no line of the opponent can be completed any more; if each of them will do,
    /// all.
    fn pairing_moves(&mut self, candidates: &[u32]) -> Vec<u32> {
        let mut left = tuning::PAIRING_CELLS;
        // A stone of one's own breaks no pair.
        if pairing::holds(&self.counts, self.me, &mut left) {
            return candidates.to_vec();
        }
        let me = self.me;
        let holds = |&cell: &u32| {
            self.counts.place(cell, me);
            let holds = pairing::holds(&self.counts, me, &mut left);
            self.counts.remove(cell, me);
            holds
        };
        let tried = candidates.iter().copied().take(2 * tuning::ROOT_MOVES);
        tried.filter(holds).collect()
    }

    /// Returns the first moves of a list that no symmetry of the position carries to one before.
    fn different(&self, candidates: &[u32]) -> Vec<u32> {
        let board = self.position.board();
        let is_early = self.position.moves().len() <= tuning::EARLY;
        let symmetries = match (board.width(), board.dimensions()) {
            // 6^5 has 92,160 symmetries, a few milliseconds' worth; larger boards soon have too many to try.
            (..=6, ..=5) if is_early => Symmetry::of(self.position),
            _ => Vec::new(),
        };
        let lines = self.counts.lines;
        let mut images = HashSet::new();
        let mut different = Vec::new();
        for &candidate in candidates {
            let cell = lines.cell(candidate);
            if images.contains(&cell) {
                continue;
            }
            images.extend(symmetries.iter().map(|symmetry| symmetry.image(&cell)));
            different.push(candidate);
            if different.len() == tuning::ROOT_MOVES {
                break;
            }
        }
        different
    }
}

#[cfg(test)]
mod tests;
