//! The search beside plain ones, and its wins played out against every reply.

use super::*;
use crate::hypercube::{
    Board, Lines, Position,
    mix::mix,
    protocol,
    testing::{BruteForce, random_position, stones_of},
};

/// More than nearly all of these positions need.
const AMPLE: u64 = 300_000;

/// Plays as the search says, and as the defender whatever there is, with nothing but the lines to tell who has won.
struct Strategy<'l, 'q> {
    brute: BruteForce<'l>,
    counts: LineCounts<'l>,
    quiet: &'q mut Quiet,
    /// Positions of the attacker that were won, with the most quiet moves that it took.
    won: HashMap<u64, usize>,
}

impl Strategy<'_, '_> {
    fn place(&mut self, cell: u32, player: Stone) {
        assert!(
            self.brute.stones[cell as usize].is_none(),
            "{cell} is taken"
        );
        self.brute.stones[cell as usize] = Some(player);
        self.counts.place(cell, player);
    }

    fn remove(&mut self, cell: u32, player: Stone) {
        self.brute.stones[cell as usize] = None;
        self.counts.remove(cell, player);
    }

    /// Wins, and returns how many quiet moves it takes at most. A block that threatens no line counts as one.
    fn win(&mut self) -> usize {
        let attacker = self.quiet.attacker;
        if !self.brute.wins(attacker).is_empty() {
            return 0;
        }
        if let Some(&quiet) = self.won.get(&self.counts.hash()) {
            return quiet;
        }
        let cell = self.quiet.next(&mut self.counts).expect("a move");
        self.place(cell, attacker);
        let defender = attacker.other();
        assert!(self.brute.wins(defender).is_empty(), "the defender wins");
        let threatened = self.brute.wins(attacker);
        let replies = match threatened[..] {
            [] => self.counts.empty_cells().collect(),
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
        self.won.insert(self.counts.hash(), quiet);
        quiet
    }
}

/// Plays a win out, and returns how many quiet moves it takes at most.
fn play_out(position: &Position, counts: LineCounts<'_>, quiet: &mut Quiet) -> usize {
    let lines = Lines::of(position.board()).expect("small");
    let mut strategy = Strategy {
        brute: BruteForce {
            lines: &lines,
            stones: stones_of(position),
            left: u64::MAX,
        },
        counts,
        quiet,
        won: HashMap::new(),
    };
    strategy.win()
}

/// The same search with every cell tried, every reply, and nothing but plain threat sequences to go by.
struct Plain<'l> {
    brute: BruteForce<'l>,
    known: HashMap<Vec<Option<Stone>>, bool>,
}

impl Plain<'_> {
    fn wins(&mut self, attacker: Stone) -> bool {
        if let Some(&wins) = self.known.get(&self.brute.stones) {
            return wins;
        }
        let wins = self.brute.shortest(attacker, 30).is_some() || self.wins_quietly(attacker);
        self.known.insert(self.brute.stones.clone(), wins);
        wins
    }

    fn wins_quietly(&mut self, attacker: Stone) -> bool {
        let must = self.brute.wins(attacker.other());
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
                    self.brute.stones[reply as usize] = Some(attacker.other());
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
            let position = random_position(board, moves, mix(seed));
            let table = Lines::select(&position);
            for attacker in [Stone::X, Stone::O] {
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
                let found = Quiet::new(attacker, AMPLE).find(&mut LineCounts::new(&table), 0, 1);
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

#[test]
fn wins_against_every_reply_where_it_says_so() {
    // Width, dimensions, stones from and to, positions, in how many at least quiet moves win, and how many it takes.
    let boards = [
        (3, 3, 0, 12, 100, 20, 1),
        (4, 2, 0, 9, 40, 0, 0),
        (3, 4, 0, 6, 20, 5, 1),
        (5, 2, 8, 18, 40, 0, 0),
        (4, 3, 8, 24, 150, 20, 5),
    ];
    for (n, d, from, to, count, least, longest) in boards {
        let board = Board::new(n, d).expect("a board");
        let (mut won, mut most, mut given_up) = (0, 0, 0);
        for seed in 0..count {
            let moves = from + seed as usize % (to - from + 1);
            let position = random_position(board, moves, mix(seed + u64::from(100 * n + d)));
            let lines = Lines::select(&position);
            for attacker in [Stone::X, Stone::O] {
                let mut counts = LineCounts::new(&lines);
                let mut quiet = Quiet::new(attacker, AMPLE);
                let found = quiet.find(&mut counts, 0, 1);
                given_up += u64::from(found.is_none() && quiet.is_exhausted());
                if found.is_some() {
                    let moves = play_out(&position, counts, &mut quiet);
                    won += usize::from(moves > 0);
                    most = most.max(moves);
                }
            }
        }
        assert!(
            won >= least && most >= longest && 5 * given_up < count,
            "{n}^{d}: {won} won, in at most {most} quiet moves; {given_up} given up"
        );
    }
}

/// Positions in which quiet moves win: a line each, with the board, the moves, the player, how many quiet moves it takes
/// at most as the search plays, and how many positions it meets.
const POSITIONS: &str = include_str!("positions.txt");

#[test]
fn finds_known_wins_at_the_known_cost() {
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let [board, moves, player, quiet_moves, met] = line.split('|').collect::<Vec<_>>()[..]
        else {
            panic!("five fields: {line}")
        };
        let position = protocol::read(format!("{board}\n{moves}\n").as_bytes()).expect(line);
        let attacker = if player == "X" { Stone::X } else { Stone::O };
        let lines = Lines::select(&position);
        let mut counts = LineCounts::new(&lines);
        let mut quiet = Quiet::new(attacker, AMPLE);
        assert!(quiet.find(&mut counts, 0, 1).is_some(), "{line}");
        let cost = (
            play_out(&position, counts, &mut quiet).to_string(),
            quiet.met().to_string(),
        );
        assert_eq!(cost, (quiet_moves.to_string(), met.to_string()), "{line}");
    }
}

#[test]
fn finds_a_win_in_one_half_of_the_moves_where_it_finds_one_in_all() {
    let mut found = [0; 2];
    for seed in 0..150 {
        let (n, d, stones) = [(3, 3, 4), (4, 3, 10), (5, 2, 8)][seed as usize % 3];
        let board = Board::new(n, d).expect("a board");
        let position = random_position(board, stones + seed as usize % 8, mix(seed));
        let lines = Lines::select(&position);
        let mut counts = LineCounts::new(&lines);
        let mut wins = |first, step| {
            let mut quiet = Quiet::new(position.next(), 20_000);
            let found = quiet.find(&mut counts, first, step);
            (!quiet.is_exhausted()).then_some(found.is_some())
        };
        if let (Some(all), Some(even), Some(odd)) = (wins(0, 1), wins(0, 2), wins(1, 2)) {
            assert_eq!(all, even || odd, "{}", protocol::write(&position));
            found[usize::from(all)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 40), "{found:?}");
}
