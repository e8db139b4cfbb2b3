//! Finds out how long each move holds against a threat sequence of the opponent's.

use super::tuning;
use crate::Player;
use crate::hypercube::line_counts::LineCounts;
use crate::hypercube::table::CellId;
use crate::hypercube::threats::ThreatSearch;

/// How long a move holds, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Holds {
    /// For this many plies, until a sequence has won.
    Plies(usize),
    /// The move makes a threat, but a sequence wins once the opponent has answered it. Such a threat is wasted: later,
    /// it might have won.
    Threat,
    /// No sequence is found after the move, nor after the reply to its threat.
    Unrefuted,
}

/// Tries moves from the last to the first, each with its share of the nodes left, and returns how long each holds. A
/// move that loses to a sequence found after another move is left out. The player has no sequence itself, so a move
/// makes at most one threat.
pub(super) fn try_moves(
    counts: &mut LineCounts,
    player: Player,
    moves: Vec<CellId>,
    nodes: &mut u64,
) -> Vec<(Holds, CellId)> {
    let opponent = player.opponent();
    let mut search = ThreatSearch::new(*nodes);
    let mut find = |counts: &mut LineCounts, still_to_try: u64| {
        let share = *nodes / (still_to_try + 1);
        let found = search.find(counts, opponent, 1..=tuning::MAX_THREATS, share, nodes);
        found.ok()
    };
    let lines = counts.lacking_two(player).iter();
    let makes_threat: Vec<CellId> = lines.flat_map(|&line| counts.gaps(line)).collect();
    let (threatening, mut quiet): (Vec<CellId>, Vec<CellId>) = moves
        .into_iter()
        .partition(|cell| makes_threat.contains(cell));
    let mut tried = Vec::new();
    for (place, &cell) in threatening.iter().enumerate().rev() {
        counts.place(cell, player);
        let reply = counts.winning_cell(player).expect("the move is a threat");
        counts.place(reply, opponent);
        let sequence = find(counts, (place + quiet.len()) as u64);
        counts.remove(reply, opponent);
        counts.remove(cell, player);
        tried.push((sequence.map_or(Holds::Unrefuted, |_| Holds::Threat), cell));
    }
    while let Some(cell) = quiet.pop() {
        counts.place(cell, player);
        let sequence = find(counts, quiet.len() as u64);
        counts.remove(cell, player);
        if let Some(sequence) = &sequence {
            // Other moves lose to the same sequence.
            let defences = sequence.defences(counts, player);
            quiet.retain(|cell| defences.contains(cell));
        }
        let holds = sequence.map_or(Holds::Unrefuted, |sequence| Holds::Plies(sequence.plies()));
        tried.push((holds, cell));
    }
    tried
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::hypercube::testing::random_position;
    use crate::hypercube::threats::{Failure, Sequence};
    use crate::hypercube::{Board, protocol};

    const AMPLE_NODES: u64 = 100_000;

    fn sequence(counts: &mut LineCounts, attacker: Player) -> Option<Sequence> {
        let mut left = AMPLE_NODES;
        match ThreatSearch::new(AMPLE_NODES).find(counts, attacker, 1..=60, AMPLE_NODES, &mut left)
        {
            Ok(sequence) => Some(sequence),
            Err(Failure::Nothing) => None,
            Err(_) => panic!("too few nodes"),
        }
    }

    /// Returns how long a single move holds.
    fn holds(counts: &LineCounts, player: Player, cell: CellId) -> Holds {
        let mut after = counts.clone();
        after.place(cell, player);
        match after.winning_cell(player) {
            None => match sequence(&mut after, player.opponent()) {
                None => Holds::Unrefuted,
                Some(sequence) => Holds::Plies(sequence.plies()),
            },
            Some(reply) => {
                after.place(reply, player.opponent());
                match sequence(&mut after, player.opponent()) {
                    None => Holds::Unrefuted,
                    Some(_) => Holds::Threat,
                }
            }
        }
    }

    #[test]
    fn trying_moves_together_or_alone_gives_the_same_result() {
        let (mut plies, mut threats, mut open, mut left_out) = (0, 0, 0, 0);
        for seed in 0..400 {
            let board = Board::new(4, 3).expect("a board");
            let position = random_position(board, 12 + seed as usize % 8, seed);
            let mut counts = LineCounts::of(&position);
            let player = position.turn().expect("a game that goes on");
            let is_quiet = counts.lacking_one(Player::X).is_empty()
                && counts.lacking_one(Player::O).is_empty()
                && sequence(&mut counts, player).is_none();
            let Some(threat) = sequence(&mut counts, player.opponent()).filter(|_| is_quiet) else {
                continue;
            };
            let moves = threat.defences(&counts, player);
            let mut left = 1 << 30;
            let tried = try_moves(&mut counts, player, moves, &mut left);
            let tried: HashMap<CellId, Holds> = tried
                .into_iter()
                .map(|(holds, cell)| (cell, holds))
                .collect();
            for cell in counts.free_cells() {
                let expected = holds(&counts, player, cell);
                let Some(&found) = tried.get(&cell) else {
                    assert!(matches!(expected, Holds::Plies(_)));
                    left_out += 1;
                    continue;
                };
                assert_eq!(found, expected, "{}", protocol::write(&position));
                match found {
                    Holds::Plies(_) => plies += 1,
                    Holds::Threat => threats += 1,
                    Holds::Unrefuted => open += 1,
                }
            }
        }
        let counts = [plies, threats, open, left_out];
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    }
}
