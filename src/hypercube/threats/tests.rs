//! The search compared with brute force, and sequences replayed against every defence.

use super::*;
use crate::hypercube::table::Table;
use crate::hypercube::testing::{BruteForce, random_position, stones_of, table_of};
use crate::hypercube::{Board, Position, protocol};

/// More threats and nodes than nearly all of these positions need.
const LENGTHS: RangeInclusive<u8> = 1..=200;
const AMPLE_NODES: u64 = 50_000;

/// Plays a sequence. The forced reply is the best for the defender.
fn assert_wins(table: &Table, position: &Position, attacker: Player, sequence: &Sequence) {
    let mut brute = BruteForce {
        table,
        stones: stones_of(position),
        left: u64::MAX,
    };
    let case = format!("{sequence:?}\n{}", protocol::write(position));
    let place = |brute: &mut BruteForce, gain: CellId| {
        assert!(brute.stones[gain.index()].is_none(), "{case}");
        brute.stones[gain.index()] = Some(attacker);
        let defence = brute.wins(attacker.opponent());
        assert!(defence.is_empty(), "the defender completes a line: {case}");
        brute.wins(attacker)
    };
    for &(gain, cost) in &sequence.steps {
        // After any other reply, the attacker completes the line.
        assert_eq!(place(&mut brute, gain), [cost], "{case}");
        brute.stones[cost.index()] = Some(attacker.opponent());
    }
    match sequence.end {
        End::Line(cell) => assert!(brute.wins(attacker).contains(&cell), "{case}"),
        End::Fork { gain, gaps } => {
            let wins = place(&mut brute, gain);
            assert!(
                gaps[0] != gaps[1] && gaps.iter().all(|gap| wins.contains(gap)),
                "{case}"
            );
        }
    }
}

#[test]
fn the_search_finds_exactly_the_sequences_of_brute_force() {
    // Width, dimensions, stones from and to, positions, and how long the longest sequence is at least.
    let boards = [
        (3, 3, 0, 12, 4_000, 4),
        (4, 2, 0, 14, 500, 3),
        (3, 4, 0, 7, 60, 2),
        (5, 2, 4, 22, 300, 1),
        (4, 3, 8, 24, 300, 3),
        (4, 4, 20, 44, 30, 2),
    ];
    for (n, d, from, to, count, minimum) in boards {
        let board = Board::new(n, d).expect("a board");
        let all = table_of(board);
        let (mut won, mut longest, mut skipped) = (0, 0, 0);
        for seed in 0..count {
            let moves = from + seed as usize % (to - from + 1);
            let position = random_position(board, moves, seed + u64::from(100 * n + d));
            let mut counts = LineCounts::of(&position);
            for attacker in Player::ALL {
                let mut left = 1 << 16;
                let found = ThreatSearch::new(1 << 16).find(
                    &mut counts,
                    attacker,
                    LENGTHS,
                    AMPLE_NODES,
                    &mut left,
                );
                if matches!(found, Err(Failure::TooShort | Failure::OutOfNodes)) {
                    skipped += 1;
                    continue;
                }
                let mut brute = BruteForce {
                    table: &all,
                    stones: stones_of(&position),
                    left: 1_500_000,
                };
                let most = if found.is_err() { 30 } else { 7 };
                let expected = brute.shortest(attacker, most);
                if brute.left == 0 {
                    skipped += 1;
                    continue;
                }
                match (&found, expected) {
                    (Err(_), None) => {}
                    (Ok(sequence), expected) => {
                        let threats = (sequence.plies() - 1) / 2;
                        assert!(
                            expected == Some(threats) || expected.is_none() && threats > most,
                            "{threats} threats, expected {expected:?}: {}",
                            protocol::write(&position)
                        );
                        assert_wins(&all, &position, attacker, sequence);
                        won += 1;
                        longest = longest.max(threats);
                    }
                    _ => panic!(
                        "{found:?}, expected {expected:?}: {}",
                        protocol::write(&position)
                    ),
                }
            }
        }
        assert!(
            won > count / 20 && skipped < count,
            "{n}^{d}: {won} won, {skipped} skipped"
        );
        assert!(
            longest >= minimum,
            "{n}^{d}: no sequence of more than {longest} threats"
        );
    }
}

/// Positions with a win, found by this search and by brute force. Each line has the board, the moves, the player, the
/// number of threats, and the nodes of the search.
const POSITIONS: &str = include_str!("positions.txt");

#[test]
fn the_search_finds_the_shortest_sequence_at_the_known_cost() {
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let [board, moves, player, threats, nodes] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("five fields: {line}")
        };
        let position = protocol::read(format!("{board}\n{moves}\n").as_bytes()).expect(line);
        let attacker = if player == "X" { Player::X } else { Player::O };
        let work = 1 << 14;
        let (mut counts, mut left) = (LineCounts::of(&position), work);
        let found =
            ThreatSearch::new(work).find(&mut counts, attacker, LENGTHS, AMPLE_NODES, &mut left);
        let sequence = found.expect(line);
        let cost = (
            ((sequence.plies() - 1) / 2).to_string(),
            (work - 1 - left).to_string(),
        );
        assert_eq!(cost, (threats.to_string(), nodes.to_string()), "{line}");
        let all = table_of(position.board());
        assert_wins(&all, &position, attacker, &sequence);
    }
}
