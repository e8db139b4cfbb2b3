//! Threat sequences (λ¹, victory by continuous fours): an attack in which every move threatens to complete a line, so
//! that every reply is forced, until one move makes two threats at the same time.
//!
//! The method and its terms are from Allis, van den Herik, and Huntjens, "Go-Moku solved by new search techniques",
//! Computational Intelligence 12 (1996): the attacker's stones are gain squares, the forced replies cost squares. A
//! reply may be a threat of the defender's; the next move of the attacker must then answer it and be a threat itself.
//! Therefore, a sequence wins against every reply.

use std::ops::RangeInclusive;

use super::line_counts::LineCounts;
use super::table::{CellId, LineId};
use crate::Player;

/// A winning threat sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sequence {
    /// The gain squares with the cost squares that they force.
    pub(super) steps: Vec<(CellId, CellId)>,
    pub(super) end: End,
}

/// The last move of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The cell completes a line.
    Line(CellId),
    /// The gain square makes two threats, and each gap completes a line.
    Fork { gain: CellId, gaps: [CellId; 2] },
}

impl Sequence {
    pub(super) fn first(&self) -> CellId {
        match (self.steps.first(), self.end) {
            (Some(&(gain, _)), _) | (None, End::Line(gain) | End::Fork { gain, .. }) => gain,
        }
    }

    /// Returns the number of plies until the line is complete, including the first move.
    pub(super) const fn plies(&self) -> usize {
        let last = match self.end {
            End::Line(_) => 1,
            End::Fork { .. } => 3,
        };
        2 * self.steps.len() + last
    }

    /// Returns the moves that may break the sequence, each once: they take one of its cells, make a threat, or add to a
    /// line in which a forced reply then makes a threat. After any other move, the sequence still wins, because its
    /// forced replies make no further threats.
    pub(super) fn defences(&self, counts: &LineCounts, defender: Player) -> Vec<CellId> {
        let steps = self.steps.iter().flat_map(|&(gain, cost)| [gain, cost]);
        let mut cells: Vec<CellId> = steps.collect();
        match self.end {
            End::Line(cell) => cells.push(cell),
            End::Fork { gain, gaps } => cells.extend([gain, gaps[0], gaps[1]]),
        }
        for &line in counts.lacking_two(defender) {
            cells.extend(counts.gaps(line));
        }
        let costs = self.steps.iter().map(|&(_, cost)| cost);
        for cost in costs.clone() {
            for &line in counts.table().through(cost) {
                let Some(lacking) = counts.lacks(line, defender) else {
                    continue;
                };
                let on_line = counts.table().on_line(line);
                let forced = costs.clone().filter(|cost| on_line.contains(cost)).count();
                if lacking as usize <= forced + 2 {
                    cells.extend(counts.gaps(line));
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// The reason for finding no sequence. If every threat of a position fails, the reason is the highest of those after
/// each threat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Failure {
    /// No sequence of any length wins.
    Nothing,
    /// No sequence within the limit of threats wins.
    TooShort,
    OutOfNodes,
}

/// Searches for threat sequences and stores positions that have none.
pub(super) struct ThreatSearch {
    /// Hashes of positions without a winning sequence, each with the number of threats up to which the position was
    /// searched.
    failed: Vec<(u64, u8)>,
    /// Threats of the positions on the path, one position after the other, each with its score.
    threats: Vec<(i32, Threat)>,
    /// For each cell, the stamp of the position in which it was last met, and the other gap of its line that lacks two
    /// stones.
    met: Vec<(u64, CellId)>,
    stamp: u64,
}

/// A move in a line that lacks two stones, and the reply that it forces.
#[derive(Clone, Copy)]
struct Threat {
    line: LineId,
    gain: CellId,
    cost: CellId,
}

/// The maximum number of entries of the table: 4 MiB.
const MAX_ENTRIES: u64 = 1 << 18;
/// No limit on the number of threats.
const ANY: u8 = u8::MAX;

impl ThreatSearch {
    /// Prepares searches that visit about `nodes` nodes in all.
    pub(super) fn new(nodes: u64) -> Self {
        let entries = nodes.min(MAX_ENTRIES).next_power_of_two();
        Self {
            failed: vec![(0, 0); entries as usize],
            threats: Vec::new(),
            met: Vec::new(),
            stamp: 0,
        }
    }

    /// Finds a winning sequence for the attacker, who is to move, in at most `most` nodes, and takes them from those
    /// that are `left` for all searches of a move. `threats` is the range of its lengths in threats: the lowest is
    /// tried first, and then the next. The search counts as one node, plus one for each position that it visits.
    pub(super) fn find(
        &mut self,
        counts: &mut LineCounts,
        attacker: Player,
        threats: RangeInclusive<u8>,
        most: u64,
        left: &mut u64,
    ) -> Result<Sequence, Failure> {
        let nodes = most.min(*left);
        let mut run = Run {
            search: self,
            counts,
            attacker,
            nodes,
            steps: Vec::new(),
        };
        let found = run.deepen(threats);
        let (unused, steps) = (run.nodes, run.steps);
        *left = left.saturating_sub(1 + nodes - unused);
        found.map(|end| Sequence { steps, end })
    }
}

/// A search for one sequence.
struct Run<'r> {
    search: &'r mut ThreatSearch,
    counts: &'r mut LineCounts,
    attacker: Player,
    /// The nodes left for this search.
    nodes: u64,
    /// The gain squares on the path with their cost squares.
    steps: Vec<(CellId, CellId)>,
}

impl Run<'_> {
    fn deepen(&mut self, threats: RangeInclusive<u8>) -> Result<End, Failure> {
        if let Some(cell) = self.counts.winning_cell(self.attacker) {
            return Ok(End::Line(cell));
        }
        if self.counts.lacking_two(self.attacker).is_empty() {
            return Err(Failure::Nothing);
        }
        let never = (0, CellId::new(0));
        let cells = self.counts.table().cells().len();
        self.search.met.resize(cells, never);
        self.search.threats.clear();
        for most in threats {
            match self.visit(most) {
                Err(Failure::TooShort) => {}
                result => return result,
            }
        }
        Err(Failure::TooShort)
    }

    /// Looks for a sequence of at most `threats` threats. The attacker, who is to move, can't complete a line.
    fn visit(&mut self, threats: u8) -> Result<End, Failure> {
        if self.nodes == 0 {
            return Err(Failure::OutOfNodes);
        }
        self.nodes -= 1;
        if self.counts.wins_in_two_cells(self.attacker.opponent()) {
            return Err(Failure::Nothing);
        }
        // If the opponent's reply was a threat itself, only a threat that answers it is tried.
        let forced = self.counts.winning_cell(self.attacker.opponent());
        if let Some(fork) = self.fork(forced) {
            return Ok(fork);
        }
        let hash = self.counts.hash() ^ self.attacker as u64;
        let slot = hash as usize & (self.search.failed.len() - 1);
        match self.search.failed[slot] {
            (known, _) if known != hash => {}
            (_, ANY) => return Err(Failure::Nothing),
            (_, failed) if failed >= threats => return Err(Failure::TooShort),
            _ => {}
        }
        let found = self.try_threats(threats, forced);
        match found {
            Err(Failure::Nothing) => self.search.failed[slot] = (hash, ANY),
            Err(Failure::TooShort) => self.search.failed[slot] = (hash, threats),
            Ok(_) | Err(Failure::OutOfNodes) => {}
        }
        found
    }

    /// Tries each threat, and after it a sequence with one threat fewer.
    fn try_threats(&mut self, threats: u8, forced: Option<CellId>) -> Result<End, Failure> {
        let attacker = self.attacker;
        if threats == 1 {
            let is_of_use = |threat| score(self.counts, attacker, threat) > 0;
            let any = threats_of(self.counts, attacker, forced).any(is_of_use);
            return Err(if any {
                Failure::TooShort
            } else {
                Failure::Nothing
            });
        }
        let mut failure = Failure::Nothing;
        let first = self.search.threats.len();
        self.list_threats(forced);
        for place in first..self.search.threats.len() {
            let (_, Threat { gain, cost, .. }) = self.search.threats[place];
            self.steps.push((gain, cost));
            self.counts.place(gain, attacker);
            self.counts.place(cost, attacker.opponent());
            let found = self.visit(threats - 1);
            self.counts.remove(cost, attacker.opponent());
            self.counts.remove(gain, attacker);
            // If it wins, the steps are those of the sequence.
            let Err(found) = found else {
                return found;
            };
            failure = failure.max(found);
            self.steps.pop();
            if failure == Failure::OutOfNodes {
                break;
            }
        }
        self.search.threats.truncate(first);
        Err(failure)
    }

    /// Looks for a cell where two lines cross that lack two stones: a move there makes two threats, and only one can be
    /// answered.
    fn fork(&mut self, forced: Option<CellId>) -> Option<End> {
        let ThreatSearch { met, stamp, .. } = &mut *self.search;
        *stamp += 1;
        for Threat { gain, cost, .. } in threats_of(self.counts, self.attacker, forced) {
            match met[gain.index()] {
                // Two lines that lack the same two cells make one threat.
                (at, other) if at == *stamp && other != cost => {
                    let gaps = [other, cost];
                    return Some(End::Fork { gain, gaps });
                }
                _ => met[gain.index()] = (*stamp, cost),
            }
        }
        None
    }

    /// Lists the threats, the highest scores first.
    fn list_threats(&mut self, forced: Option<CellId>) {
        let threats = &mut self.search.threats;
        let first = threats.len();
        for threat in threats_of(self.counts, self.attacker, forced) {
            let score = score(self.counts, self.attacker, threat);
            if score > 0 {
                threats.push((score, threat));
            }
        }
        // Ties are broken by cell: the order of the lines depends on earlier moves of the search.
        threats[first..]
            .sort_unstable_by_key(|&(score, Threat { gain, cost, .. })| (-score, gain, cost));
    }
}

/// Iterates over the threats of the attacker; if the defender makes a threat, over those that answer it.
fn threats_of(
    counts: &LineCounts,
    attacker: Player,
    forced: Option<CellId>,
) -> impl Iterator<Item = Threat> {
    let lines = counts.lacking_two(attacker).iter();
    let pairs = lines.filter_map(|&line| {
        let mut gaps = counts.gaps(line);
        Some((line, gaps.next()?, gaps.next()?))
    });
    pairs
        .flat_map(|(line, a, b)| [(a, b), (b, a)].map(|(gain, cost)| Threat { line, gain, cost }))
        .filter(move |threat| forced.is_none_or(|cell| cell == threat.gain))
}

/// Returns the score of a threat, by the other lines through its gain square; 0 if no player can still complete any of
/// them.
fn score(counts: &LineCounts, attacker: Player, threat: Threat) -> i32 {
    let through = counts.table().through(threat.gain).iter();
    let others = through.filter(|&&line| line != threat.line);
    let score = |&line: &LineId| {
        let lacking = [attacker, attacker.opponent()].map(|player| counts.lacks(line, player));
        match lacking {
            [Some(3), _] => 8,
            [Some(4), _] => 2,
            [None, None] => 0,
            _ => 1,
        }
    };
    others.map(score).sum()
}

#[cfg(test)]
mod tests;
