//! Threat sequences (λ¹, victory by continuous fours): an attack in which every move threatens to complete a line, so
//! that every reply is forced, until one move makes two threats at the same time.
//!
//! The method and its terms are from Allis, van den Herik, and Huntjens, "Go-Moku solved by new search techniques",
//! Computational Intelligence 12 (1996): the attacker's stones are gain squares, the forced replies cost squares. A
//! reply may be a threat of the defender's; the next move of the attacker must then answer it and be a threat itself.
//! Therefore, a sequence wins against every reply.

use std::mem;
use std::ops::RangeInclusive;

use super::line_counts::{LineCounts, Wins};
use crate::Player;

/// A winning threat sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sequence {
    /// The gain squares with the cost squares that they force. Without any, the sequence completes a line immediately.
    pub(super) steps: Vec<(u32, u32)>,
    /// The last cells: one that completes a line, or a gain square with two cells that then complete one each.
    pub(super) end: Vec<u32>,
}

impl Sequence {
    pub(super) fn first(&self) -> u32 {
        self.steps.first().map_or(self.end[0], |&(gain, _)| gain)
    }

    /// Returns the number of plies until the line is complete, including the first move.
    pub(super) fn plies(&self) -> usize {
        2 * self.steps.len() + if self.end.len() == 1 { 1 } else { 3 }
    }

    /// Returns the moves that may break the sequence, each once: they take one of its cells, make a threat, or add to a
    /// line in which a forced reply then makes a threat. After any other move the sequence still wins, because its
    /// forced replies make no further threats.
    pub(super) fn defences(&self, counts: &LineCounts, defender: Player) -> Vec<u32> {
        let steps = self.steps.iter().flat_map(|&(gain, cost)| [gain, cost]);
        let mut cells: Vec<u32> = steps.chain(self.end.iter().copied()).collect();
        for &line in counts.open_lines(defender) {
            cells.extend(counts.gaps(line));
        }
        let costs = self.steps.iter().map(|&(_, cost)| cost);
        for cost in costs.clone() {
            for &line in counts.lines.through(cost) {
                let Some(lacking) = counts.lacks(line, defender) else {
                    continue;
                };
                let on_line = counts.lines.line(line);
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

/// Why no sequence is found. If every threat of a position fails, the reason is the highest of the reasons after each
/// threat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Failure {
    /// No sequence of any length wins.
    Nothing,
    /// No sequence with that few threats wins.
    TooShort,
    OutOfNodes,
}

/// Searches for threat sequences and stores positions that have none.
pub(super) struct Threats {
    /// Hashes of positions without a winning sequence, each with the number of threats up to which the position was
    /// searched.
    failed: Vec<(u64, u8)>,
    /// The nodes left for all searches.
    left: u64,
    /// The attacker of this search, and the nodes left for it.
    attacker: Player,
    nodes: u64,
    path: Vec<(u32, u32)>,
    end: Vec<u32>,
    /// Threats of the positions on the path, one after the other, each with its score.
    moves: Vec<(i32, Threat)>,
    /// For each cell a stamp, and the other cell of an open line: valid if the stamp is the current one.
    met: Vec<(u64, u32)>,
    stamp: u64,
}

/// A move in an open line, and the reply that it forces.
#[derive(Clone, Copy)]
struct Threat {
    line: u32,
    gain: u32,
    cost: u32,
}

/// The maximum number of entries of the table: 4 MiB.
const MAX_ENTRIES: u64 = 1 << 18;
/// No limit on the number of threats.
const ANY: u8 = u8::MAX;

impl Threats {
    /// Prepares searches that visit up to `nodes` nodes in all.
    pub(super) fn new(nodes: u64) -> Self {
        let entries = nodes.min(MAX_ENTRIES).next_power_of_two();
        Self {
            failed: vec![(0, 0); entries as usize],
            left: nodes,
            attacker: Player::X,
            nodes: 0,
            path: Vec::new(),
            end: Vec::new(),
            moves: Vec::new(),
            met: Vec::new(),
            stamp: 0,
        }
    }

    pub(super) const fn left(&self) -> u64 {
        self.left
    }

    /// Counts other work as nodes, so that a search has one budget for all that it does.
    #[inline]
    pub(super) const fn spend(&mut self, nodes: u64) {
        self.left = self.left.saturating_sub(nodes);
    }

    /// Finds a winning sequence for the attacker, who is to move, in up to `nodes` nodes. `threats` is the range of its
    /// lengths in threats: the lowest is tried first, and then the next. The search counts as one node, plus one for
    /// each position that it visits.
    pub(super) fn find(
        &mut self,
        counts: &mut LineCounts,
        attacker: Player,
        threats: RangeInclusive<u8>,
        nodes: u64,
    ) -> Result<Sequence, Failure> {
        let nodes = nodes.min(self.left);
        (self.attacker, self.nodes) = (attacker, nodes);
        let found = self.deepen(counts, threats);
        self.spend(1 + nodes - self.nodes);
        found.map(|()| Sequence {
            steps: mem::take(&mut self.path),
            end: mem::take(&mut self.end),
        })
    }

    fn deepen(
        &mut self,
        counts: &mut LineCounts,
        threats: RangeInclusive<u8>,
    ) -> Result<(), Failure> {
        if let Some(cell) = counts.winning_cell(self.attacker) {
            self.end = vec![cell];
            return Ok(());
        }
        if counts.open_lines(self.attacker).is_empty() {
            return Err(Failure::Nothing);
        }
        self.met.resize(counts.lines.cell_count(), (0, 0));
        self.moves.clear();
        for most in threats {
            match self.visit(counts, most) {
                Err(Failure::TooShort) => {}
                result => return result,
            }
        }
        Err(Failure::TooShort)
    }

    /// Looks for a sequence of at most `threats` threats. The attacker, who is to move, can't complete a line.
    fn visit(&mut self, counts: &mut LineCounts, threats: u8) -> Result<(), Failure> {
        if self.nodes == 0 {
            return Err(Failure::OutOfNodes);
        }
        self.nodes -= 1;
        // If the opponent's reply was a threat itself, only a threat that answers it is tried.
        let forced = match counts.wins(self.attacker.opponent()) {
            Wins::None => None,
            Wins::One(cell) => Some(cell),
            Wins::Several => return Err(Failure::Nothing),
        };
        if self.ends_here(counts, forced) {
            return Ok(());
        }
        let hash = counts.hash() ^ self.attacker as u64;
        let slot = hash as usize & (self.failed.len() - 1);
        match self.failed[slot] {
            (known, _) if known != hash => {}
            (_, ANY) => return Err(Failure::Nothing),
            (_, failed) if failed >= threats => return Err(Failure::TooShort),
            _ => {}
        }
        let found = self.try_threats(counts, threats, forced);
        match found {
            Err(Failure::Nothing) => self.failed[slot] = (hash, ANY),
            Err(Failure::TooShort) => self.failed[slot] = (hash, threats),
            Ok(()) | Err(Failure::OutOfNodes) => {}
        }
        found
    }

    /// Tries each threat, and after it a sequence with one threat less.
    fn try_threats(
        &mut self,
        counts: &mut LineCounts,
        threats: u8,
        forced: Option<u32>,
    ) -> Result<(), Failure> {
        let attacker = self.attacker;
        if threats == 1 {
            let is_of_use = |threat| score(counts, attacker, threat) > 0;
            let any = threats_of(counts, attacker, forced).any(is_of_use);
            return Err(if any {
                Failure::TooShort
            } else {
                Failure::Nothing
            });
        }
        let mut failure = Failure::Nothing;
        let first = self.moves.len();
        self.list_threats(counts, forced);
        for place in first..self.moves.len() {
            let (_, Threat { gain, cost, .. }) = self.moves[place];
            self.path.push((gain, cost));
            counts.place(gain, attacker);
            counts.place(cost, attacker.opponent());
            let found = self.visit(counts, threats - 1);
            counts.remove(cost, attacker.opponent());
            counts.remove(gain, attacker);
            // If it wins, the path is the sequence.
            let Err(found) = found else {
                return Ok(());
            };
            failure = failure.max(found);
            self.path.pop();
            if failure == Failure::OutOfNodes {
                break;
            }
        }
        self.moves.truncate(first);
        Err(failure)
    }

    /// Looks for a cell where two open lines cross: a move there makes two threats, and only one can be answered.
    fn ends_here(&mut self, counts: &LineCounts, forced: Option<u32>) -> bool {
        self.stamp += 1;
        for Threat { gain, cost, .. } in threats_of(counts, self.attacker, forced) {
            match self.met[gain as usize] {
                // Two lines that lack the same two cells make one threat.
                (stamp, other) if stamp == self.stamp && other != cost => {
                    self.end = vec![gain, other, cost];
                    return true;
                }
                _ => self.met[gain as usize] = (self.stamp, cost),
            }
        }
        false
    }

    /// Lists the threats, the highest scores first.
    fn list_threats(&mut self, counts: &LineCounts, forced: Option<u32>) {
        let first = self.moves.len();
        for threat in threats_of(counts, self.attacker, forced) {
            let score = score(counts, self.attacker, threat);
            if score > 0 {
                self.moves.push((score, threat));
            }
        }
        // Ties are broken by cell: the order of the open lines depends on earlier moves of the search.
        self.moves[first..]
            .sort_unstable_by_key(|&(score, Threat { gain, cost, .. })| (-score, gain, cost));
    }
}

/// Iterates over the threats of the attacker; if the defender makes one, over those that answer it.
fn threats_of(
    counts: &LineCounts,
    attacker: Player,
    forced: Option<u32>,
) -> impl Iterator<Item = Threat> {
    let open = counts.open_lines(attacker).iter();
    let pairs = open.filter_map(|&line| {
        let mut gaps = counts.gaps(line);
        Some((line, gaps.next()?, gaps.next()?))
    });
    pairs
        .flat_map(|(line, a, b)| [(a, b), (b, a)].map(|(gain, cost)| Threat { line, gain, cost }))
        .filter(move |threat| forced.is_none_or(|cell| cell == threat.gain))
}

/// Returns the score of a threat, by the other lines of its stone; 0 if no player can still complete any of them.
fn score(counts: &LineCounts, attacker: Player, threat: Threat) -> i32 {
    let through = counts.lines.through(threat.gain).iter();
    let others = through.filter(|&&line| line != threat.line);
    let score = |&line: &u32| {
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
