//! The search compared with simpler ones, and its wins played out against every reply.

use super::*;
use crate::hypercube::{
    Board, Lines, Position, protocol,
    testing::{BruteForce, random_position, stones_of},
};

/// More than nearly all of these positions need.
const AMPLE: u64 = 300_000;

/// Plays the moves of the search against every reply of the defender. Wins are detected by the lines alone.
struct Attack<'l, 'q> {
    brute: BruteForce<'l>,
    quiet: &'q mut Quiet,
    /// Positions of the attacker that were won, with the most quiet moves until then.
    won: HashMap<u64, usize>,
}

impl Attack<'_, '_> {
    fn place(&mut self, cell: u32, player: Player) {
        assert!(
            self.brute.stones[cell as usize].is_none(),
            "{cell} is taken"
        );
        self.brute.stones[cell as usize] = Some(player);
        self.quiet.scores.place(cell, player);
    }

    fn remove(&mut self, cell: u32, player: Player) {
        self.brute.stones[cell as usize] = None;
        self.quiet.scores.remove(cell, player);
    }

    /// Returns the attacker's move in the root or in a position after moves of the search.
    fn next(&mut self) -> Option<u32> {
        let quiet = &mut self.quiet;
        let hash = quiet.scores.counts.hash();
        let proven = quiet.known.get(&hash).and_then(|&id| quiet.proven_move(id));
        proven.or_else(|| {
            let (counts, nodes) = (&mut quiet.scores.counts, 1_000_000);
            let found = Threats::new(nodes).find(counts, quiet.attacker, 1..=MAX_THREATS, nodes);
            found.ok().map(|sequence| sequence.first())
        })
    }

    /// Wins, and returns the most quiet moves until then. A block that threatens no line counts as one.
    fn win(&mut self) -> usize {
        let attacker = self.quiet.attacker;
        if !self.brute.wins(attacker).is_empty() {
            return 0;
        }
        if let Some(&quiet) = self.won.get(&self.quiet.scores.counts.hash()) {
            return quiet;
        }
        let cell = self.next().expect("a move");
        self.place(cell, attacker);
        let defender = attacker.opponent();
        assert!(self.brute.wins(defender).is_empty(), "the defender wins");
        let threatened = self.brute.wins(attacker);
        let replies = match threatened[..] {
            [] => self.quiet.scores.counts.empty_cells().collect(),
            [cell] => vec![cell],
            _ => Vec::new(),
        };
        assert!(!(threatened.is_empty() && replies.is_empty()), "a draw");
        let mut most = 0;
        for reply in replies {
            self.place(reply, defender);
            most = most.max(self.win());
            self.remove(reply, defender);
        }
        self.remove(cell, attacker);
        let quiet = most + usize::from(threatened.is_empty());
        self.won.insert(self.quiet.scores.counts.hash(), quiet);
        quiet
    }
}

/// Plays a win out, and returns the most quiet moves until then.
fn play_out(position: &Position, lines: &Lines, quiet: &mut Quiet) -> usize {
    let mut attack = Attack {
        brute: BruteForce {
            lines,
            stones: stones_of(position),
            left: u64::MAX,
        },
        quiet,
        won: HashMap::new(),
    };
    attack.win()
}

/// The same search, but every cell and every reply is tried, and threat sequences are found by brute force.
struct Plain<'l> {
    brute: BruteForce<'l>,
    known: HashMap<Vec<Option<Player>>, bool>,
}

impl Plain<'_> {
    fn wins(&mut self, attacker: Player) -> bool {
        if let Some(&wins) = self.known.get(&self.brute.stones) {
            return wins;
        }
        let wins = self.brute.shortest(attacker, 30).is_some() || self.wins_quietly(attacker);
        self.known.insert(self.brute.stones.clone(), wins);
        wins
    }

    fn wins_quietly(&mut self, attacker: Player) -> bool {
        let must = self.brute.wins(attacker.opponent());
        (0..self.brute.stones.len()).any(|cell| {
            let answers = must.iter().all(|&must| must as usize == cell);
            if self.brute.stones[cell].is_some() || !answers {
                return false;
            }
            self.brute.stones[cell] = Some(attacker);
            let threatened = self.brute.wins(attacker);
            let threatens = !threatened.is_empty() || self.brute.shortest(attacker, 30).is_some();
            let wins = threatens
                && (0..self.brute.stones.len() as u32).all(|reply| {
                    let meets = threatened.is_empty() || threatened == [reply];
                    if self.brute.stones[reply as usize].is_some() || !meets {
                        return true;
                    }
                    self.brute.stones[reply as usize] = Some(attacker.opponent());
                    let wins = self.wins(attacker);
                    self.brute.stones[reply as usize] = None;
                    wins
                });
            self.brute.stones[cell] = None;
            wins
        })
    }
}

#[test]
fn finds_what_a_plain_search_finds() {
    // Width, dimensions, stones from and to, positions.
    let boards = [
        (3, 2, 0, 5, 40),
        (4, 2, 2, 9, 60),
        (3, 3, 0, 5, 30),
        (3, 3, 12, 19, 30),
        (5, 2, 13, 18, 30),
        (3, 4, 0, 6, 10),
        (4, 3, 14, 34, 40),
    ];
    let (mut values, mut skipped) = ([[0; 2]; 2], 0);
    for (n, d, from, to, count) in boards {
        let board = Board::new(n, d).expect("a board");
        let lines = Lines::of(board).expect("small");
        for seed in 0..count {
            let moves = from + seed as usize % (to - from + 1);
            let position = random_position(board, moves, seed);
            let counts = LineCounts::of(&position);
            for attacker in Player::ALL {
                let mut plain = Plain {
                    brute: BruteForce {
                        lines: &lines,
                        stones: stones_of(&position),
                        left: 3_000_000,
                    },
                    known: HashMap::new(),
                };
                let expected = plain.wins(attacker);
                if plain.brute.left == 0 {
                    skipped += 1;
                    continue;
                }
                let case = protocol::write(&position);
                let found = Quiet::new(counts.clone(), attacker, AMPLE).find();
                assert_eq!(found.is_some(), expected, "{case}");
                let sequence = plain.brute.shortest(attacker, 30).is_some();
                values[usize::from(expected)][usize::from(sequence)] += 1;
            }
        }
    }
    let [[nothing, _], [quiet, sequence]] = values;
    assert!(nothing > 100 && quiet > 10 && sequence > 100, "{values:?}");
    assert!(skipped < 20, "{skipped} skipped");
}

/// Plays out every win that is found in random positions of `from` to `to` stones. Quiet moves must win in at least
/// `least` of them, and one win must take `longest`.
fn assert_wins_every_reply(
    board: Board,
    [from, to]: [usize; 2],
    positions: u64,
    [least, longest]: [usize; 2],
) {
    let (mut won, mut most, mut given_up) = (0, 0, 0);
    let salt = u64::from(100 * board.width() + board.dimensions());
    let all = Lines::of(board).expect("small");
    for seed in 0..positions {
        let moves = from + seed as usize % (to - from + 1);
        let position = random_position(board, moves, seed + 7 * salt);
        let counts = LineCounts::of(&position);
        for attacker in Player::ALL {
            let mut quiet = Quiet::new(counts.clone(), attacker, AMPLE);
            let found = quiet.find();
            given_up += u64::from(found.is_none() && quiet.is_exhausted());
            if found.is_some() {
                let moves = play_out(&position, &all, &mut quiet);
                won += usize::from(moves > 0);
                most = most.max(moves);
            }
        }
    }
    assert!(
        won >= least && most >= longest && 5 * given_up < positions,
        "{board}: {won} won, in at most {most} quiet moves; {given_up} given up"
    );
}

#[test]
fn wins_against_every_reply() {
    for (n, d, stones, positions, wins) in [
        (3, 3, [0, 12], 100, [20, 1]),
        (4, 2, [0, 9], 40, [0, 0]),
        (3, 4, [0, 6], 20, [5, 1]),
        (5, 2, [8, 18], 40, [0, 0]),
        (4, 3, [8, 24], 150, [21, 4]),
    ] {
        let board = Board::new(n, d).expect("a board");
        assert_wins_every_reply(board, stones, positions, wins);
    }
}

/// Positions in which quiet moves win. Each line has the board, the moves, the player, the most quiet moves until the
/// win, and the positions that the search keeps.
const POSITIONS: &str = include_str!("positions.txt");

#[test]
fn finds_known_wins_at_the_known_cost() {
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let [board, moves, player, quiet_moves, met] = line.split('|').collect::<Vec<_>>()[..]
        else {
            panic!("five fields: {line}")
        };
        let position = protocol::read(format!("{board}\n{moves}\n").as_bytes()).expect(line);
        let attacker = if player == "X" { Player::X } else { Player::O };
        let all = Lines::of(position.board()).expect("small");
        let mut quiet = Quiet::new(LineCounts::of(&position), attacker, AMPLE);
        assert!(quiet.find().is_some(), "{line}");
        let cost = (
            play_out(&position, &all, &mut quiet).to_string(),
            quiet.nodes.len().to_string(),
        );
        assert_eq!(cost, (quiet_moves.to_string(), met.to_string()), "{line}");
    }
}
