//! A deterministic player: the same position gives the same move, on any machine.
//!
//! Its layers, the surest first: complete a line or block one; follow a winning threat sequence; follow a proven
//! strategy; make quiet moves that win. Else keep to moves that hold against the opponent's threat sequence, and after
//! which pairing rules out a loss; search.

mod defence;
mod pairing;
mod search;
mod tuning;

use std::{cmp::Reverse, collections::HashSet, panic::resume_unwind, thread};

use self::search::{Judgement, Search};
use super::{
    board::Cell,
    line_counts::LineCounts,
    lines::Lines,
    position::{Position, Stone},
    qubic,
    quiet::Quiet,
    scores::Scores,
    symmetry::Symmetry,
    threats::{Limits, Sequence, Threats},
};

/// Chooses the next move; none when the game is won or the board is full.
#[must_use]
pub fn choose(position: &Position) -> Option<Cell> {
    choose_within(position, tuning::WORK)
}

/// Chooses the next move with so much work, counted in positions: [`choose`] takes 13,000,000, which are nine seconds or so
/// at most on each of two cores.
#[must_use]
pub fn choose_within(position: &Position, work: u64) -> Option<Cell> {
    let cores = if work < tuning::MIN_SHARED {
        Cores::One
    } else {
        Cores::Two
    };
    choose_on(cores, position, work)
}

fn choose_on(cores: Cores, position: &Position, work: u64) -> Option<Cell> {
    if position.is_over() {
        return None;
    }
    if position.moves().is_empty() {
        return Some(position.board().center());
    }
    let lines = Lines::select(position);
    let mut thinker = Thinker::new(position, &lines, work, cores);
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

/// How the halves of a search are run. Neither knows of the other, so that what they find is the same.
#[derive(Clone, Copy, Debug)]
enum Cores {
    One,
    Two,
}

impl Cores {
    /// Runs both halves: a half takes the first of its moves, and every second one after it.
    fn halves<A: Send>(self, search: impl Fn(usize) -> A + Sync) -> [A; 2] {
        let (even, odd) = (|| search(0), || search(1));
        thread::scope(|scope| {
            let spawned = match self {
                Self::One => None,
                Self::Two => thread::Builder::new().spawn_scoped(scope, even).ok(),
            };
            let Some(first) = spawned else {
                return [even(), odd()];
            };
            let second = odd();
            let first = first.join().unwrap_or_else(|panic| resume_unwind(panic));
            [first, second]
        })
    }
}

/// Returns every second of some cells, from a place on.
fn every_second(cells: &[u32], first: usize) -> Vec<u32> {
    cells.iter().copied().skip(first).step_by(2).collect()
}

struct Thinker<'p, 'l> {
    position: &'p Position,
    counts: LineCounts<'l>,
    me: Stone,
    /// The searches for sequences, and the work that may still be done on each core.
    threats: Threats,
    /// The work for the move, on each core.
    work: u64,
    cores: Cores,
}

impl<'p, 'l> Thinker<'p, 'l> {
    fn new(position: &'p Position, lines: &'l Lines, work: u64, cores: Cores) -> Self {
        Self {
            position,
            counts: LineCounts::new(lines),
            me: position.next(),
            threats: Threats::new(work),
            work,
            cores,
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
        if let Some(sequence) = self.sequence(me) {
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

    /// Returns `true` if the opponent has a threat sequence after a move.
    fn leaves_a_sequence(&mut self, cell: u32) -> bool {
        self.counts.place(cell, self.me);
        let sequence = self.sequence(self.me.other());
        self.counts.remove(cell, self.me);
        sequence.is_some()
    }

    /// Returns a quiet move that wins, if one is found, else the move that looks best. Each core tries half of the quiet
    /// moves.
    fn likely_move(&mut self) -> Option<u32> {
        let (me, opponent) = (self.me, self.me.other());
        if !self.counts.is_anything_live(me) && !self.counts.is_anything_live(opponent) {
            return self.counts.empty_cells().next();
        }
        let all = self.candidates();
        let safe = self.pairing_moves(&all);
        let candidates = self.different(if safe.is_empty() { &all } else { &safe });
        if let [] | [_] = candidates[..] {
            return candidates.first().copied();
        }
        let work = self.threats.left() / tuning::QUIET_SHARE;
        let [even, odd] = self.halves(work, |first, mut counts| {
            let mut quiet = Quiet::new(me, work);
            let win = quiet.find(&mut counts, first, 2);
            (win, quiet.left())
        });
        even.or(odd).or_else(|| Some(self.best_of(&candidates)))
    }

    /// Runs both halves of a search that takes so much work, and spends what the longer one has taken: a half says what
    /// it has found, and how much is left.
    fn halves<A: Send>(
        &mut self,
        work: u64,
        search: impl Fn(usize, LineCounts<'l>) -> (A, u64) + Sync,
    ) -> [A; 2] {
        let counts = &self.counts;
        let [(even, left), (odd, left_of_odd)] =
            self.cores.halves(|first| search(first, counts.clone()));
        self.threats.spend(work - left.min(left_of_odd));
        [even, odd]
    }

    /// Searches for the best of two moves or more, those that score most first. Each core judges half of them; what counts is
    /// the depth that both have reached.
    fn best_of(&self, cells: &[u32]) -> u32 {
        let [even, odd] = self.cores.halves(|first| {
            let cells = every_second(cells, first);
            Search::new(self.counts.clone(), self.threats.left()).judge(self.me, &cells)
        });
        let depth = even.scores.len().min(odd.scores.len());
        let score = |judgement: &Judgement| {
            // A win is one at any depth.
            let last = judgement
                .scores
                .last()
                .copied()
                .filter(|&score| search::wins(score));
            last.or(judgement.scores[..depth].last().copied())
        };
        if score(&odd) > score(&even) {
            odd.best
        } else {
            even.best
        }
    }

    /// Finds a winning threat sequence for a player, were it to move.
    fn sequence(&mut self, player: Stone) -> Option<Sequence> {
        let limits = Limits {
            threats: tuning::LONGEST,
            nodes: self.work / tuning::SEQUENCE_SHARE,
        };
        self.threats.find(&mut self.counts, player, limits).win()
    }

    /// Returns the empty cells; for the first reply on a board of width 4 only those with the most lines of O's own.
    ///
    /// There the cells with most lines come in two families, those with coordinates 0 and 3 and those with 1 and 2, and any
    /// two of a family are in line. A reply in the family of X's stone takes as many lines from X as it lacks, so that the
    /// scores see no difference, but leaves the rest of the family to be shared, with X a stone ahead. As O on 4^3, 4^4
    /// and 4^5, against a player of threat sequences, it scored 12 : 36, a reply in the other family 27 : 21.
    fn likely_cells(&self) -> Vec<u32> {
        let mut cells: Vec<u32> = self.counts.empty_cells().collect();
        if self.position.moves().len() == 1 && self.position.board().width() == 4 {
            let open = |cell: u32| {
                let through = self.counts.lines.through(cell as usize).iter();
                let open = through.filter(|&&line| self.counts.lacks(line, self.me).is_some());
                open.count()
            };
            let most = cells.iter().map(|&cell| open(cell)).max();
            cells.retain(|&cell| Some(open(cell)) == most);
        }
        cells
    }

    /// Lists cells by what a stone there scores, the highest first.
    fn by_score(&self, mut cells: Vec<u32>) -> Vec<u32> {
        let scores = Scores::new(&self.counts, tuning::weights(self.position.board()));
        let scores = scores.cells(self.me);
        cells.sort_unstable_by_key(|&cell| (Reverse(scores[cell as usize]), cell));
        cells
    }

    /// Lists the moves to choose from, those that score most first: all, or those that hold longest against a sequence of
    /// the opponent's. Where it has none, late moves get less work.
    fn candidates(&mut self) -> Vec<u32> {
        if let Some(danger) = self.sequence(self.me.other()) {
            return self.defences(&danger);
        }
        let plies = self.position.moves().len() as u64;
        let work = self.work / plies.max(tuning::LATE) * tuning::LATE;
        self.threats.spend(self.work - work);
        self.by_score(self.likely_cells())
    }

    /// Lists the moves that hold longest against a sequence of the opponent's, those that score most first. Each core tries
    /// half of them.
    fn defences(&mut self, danger: &Sequence) -> Vec<u32> {
        let me = self.me;
        let mut defences = self.by_score(danger.defences(&self.counts, me));
        let work = self.threats.left() / tuning::DEFENCE_SHARE;
        let tried = self.halves(work, |first, mut counts| {
            let mut threats = Threats::new(work);
            let moves = every_second(&defences, first);
            let tried = defence::try_moves(&mut counts, me, moves, &mut threats);
            (tried, threats.left())
        });
        let tried = tried.concat();
        if let Some(longest) = tried.iter().map(|&(holds, _)| holds).max() {
            defences.retain(|&cell| tried.contains(&(longest, cell)));
        }
        defences
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
            // 6^5 has 92,160 symmetries, which take a few milliseconds; larger boards soon have too many.
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
