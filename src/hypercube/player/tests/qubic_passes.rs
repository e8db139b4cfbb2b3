//! The positions of 4^4, 4^5 and 4^6 in which O has just played outside X's sub-board, and X's moves inside are not known
//! to win: walked through with X's moves on the whole board, as the player finds them: a threat sequence, the move that
//! is known, quiet moves, and where they fail but O is to be blocked, the block.

use std::collections::HashSet;

use super::{qubic_games::Opponent, qubic_outside::play_all, *};
use crate::hypercube::{Symmetry, line_counts::Wins, symmetries};

/// Enough for every search for quiet moves of the walk.
const AMPLE: u64 = 20_000_000;
/// How far a search for a sequence goes where quiet moves are looked for next, and where there must be one.
const USUAL: u64 = 2_000;
const CERTAIN: u64 = 100_000;

/// Returns the positions for which a move is known on a board of so many dimensions, with the move.
pub(super) fn positions(dimensions: u32) -> impl Iterator<Item = (Position, Cell)> {
    let board = wide(dimensions);
    let lines = qubic::KNOWN_MOVES.lines().map(|line| {
        let numbers = |list: &str| -> Vec<usize> {
            list.split(',')
                .map(|number| number.parse().unwrap())
                .collect()
        };
        line.split('|').map(numbers).collect::<Vec<_>>()
    });
    lines.filter_map(move |lists| {
        let [d, x, o, answer] = &lists[..] else {
            panic!("four lists: {lists:?}")
        };
        (d[0] == dimensions as usize).then(|| {
            let cells = x.iter().zip(o).flat_map(|(&x, &o)| [x, o]);
            let position = play_all(board, cells.map(|cell| board.cell(cell)));
            (position, board.cell(answer[0]))
        })
    })
}

#[test]
fn a_known_move_is_found_in_every_image_and_in_more_dimensions() {
    for (position, answer) in positions(4).step_by(50) {
        let board = position.board();
        for symmetry in Symmetry::all(board).step_by(501) {
            let image = |cell: &Cell| symmetry.image(cell);
            // The last two coordinates run together.
            let tied = |cell: &Cell| Cell(cell.0.iter().chain(cell.0.last()).copied().collect());
            let images = position.moves().iter().map(|cell| tied(&image(cell)));
            let images = play_all(wide(5), images);
            let known = qubic::known_move(&images).unwrap();
            let mut after = images.clone();
            after.play(known).unwrap();
            let [least, expected] = [&after, &images].map(|position| {
                let moves = position.moves().iter().map(|cell| Cell(cell.0[..4].into()));
                let mut inside = play_all(board, moves);
                if inside.next() == Stone::X {
                    inside.play(image(&answer)).unwrap();
                }
                qubic::LeastImage::of_game(&inside).unwrap().stones
            });
            assert_eq!(least, expected);
        }
    }
}

/// Every reply of O to X's quiet moves, until a threat sequence wins whatever O does.
struct Walk<'l> {
    board: Board,
    counts: LineCounts<'l>,
    /// The stones of X, and those of O.
    stones: [Vec<u32>; 2],
    threats: Threats,
    /// Positions with X to move that were won.
    won: HashSet<u64>,
    /// How many positions were met, and the most work of a search in one of them.
    met: u64,
    most_work: u64,
}

impl<'l> Walk<'l> {
    fn new(position: &Position, lines: &'l Lines) -> Self {
        let numbers = |stone| {
            let cells = position.cells_of(stone);
            cells.map(|cell| lines.number(cell).unwrap()).collect()
        };
        Self {
            board: position.board(),
            counts: LineCounts::new(lines),
            stones: [Stone::X, Stone::O].map(numbers),
            threats: Threats::new(AMPLE),
            won: HashSet::new(),
            met: 0,
            most_work: 0,
        }
    }

    /// X wins after a move, whatever O replies.
    fn after_x(&mut self, cell: u32, quiet: &mut Option<Quiet>) {
        assert!(self.counts.is_empty(cell));
        self.place(cell, Stone::X);
        assert_eq!(self.counts.wins(Stone::O), Wins::None, "O completes a line");
        let (replies, sequence): (Vec<u32>, _) = match self.counts.wins(Stone::X) {
            Wins::None => {
                // Else O might play on a line of more dimensions that meets the board but once.
                let sequence = self.sequence(CERTAIN);
                assert!(sequence.is_some(), "no threat: {:?}", self.stones);
                (self.counts.empty_cells().collect(), sequence)
            }
            Wins::One(cell) => (vec![cell], None),
            Wins::Several(_) => (Vec::new(), None),
        };
        for reply in replies {
            self.met += 1;
            self.place(reply, Stone::O);
            let is_lost = sequence
                .as_ref()
                .is_some_and(|sequence| wins(sequence, &mut self.counts));
            if !is_lost {
                self.at_x(quiet);
            }
            self.remove(reply, Stone::O);
        }
        self.remove(cell, Stone::X);
    }

    fn place(&mut self, cell: u32, stone: Stone) {
        self.counts.place(cell, stone);
        self.stones[stone as usize].push(cell);
    }

    fn remove(&mut self, cell: u32, stone: Stone) {
        self.counts.remove(cell, stone);
        self.stones[stone as usize].pop();
    }

    /// X, who is to move, wins.
    fn at_x(&mut self, quiet: &mut Option<Quiet>) {
        if self.won.contains(&self.counts.hash()) {
            return;
        }
        let sequence = self.sequence(USUAL);
        if !sequence.is_some_and(|sequence| wins(&sequence, &mut self.counts)) {
            let next = match quiet {
                Some(quiet) => quiet.next(&mut self.counts),
                None => self.known_move(),
            };
            match next {
                Some(cell) => self.after_x(cell, quiet),
                None => {
                    let mut quiet = Quiet::new(Stone::X, AMPLE);
                    match (quiet.find(&mut self.counts), self.counts.wins(Stone::O)) {
                        (quiet::Found::Win(cell), _) => {
                            self.most_work = self.most_work.max(AMPLE - quiet.left());
                            self.after_x(cell, &mut Some(quiet));
                        }
                        (_, Wins::One(block)) => self.after_x(block, &mut None),
                        (found, _) => panic!("{found:?} {:?}", self.stones),
                    }
                }
            }
        }
        self.won.insert(self.counts.hash());
    }

    fn known_move(&self) -> Option<u32> {
        let [x, o] = &self.stones;
        let lines = self.counts.lines;
        let cells = x.iter().zip(o).flat_map(|(&x, &o)| [x, o]);
        let position = play_all(self.board, cells.map(|cell| lines.cell(cell)));
        lines.number(&qubic::known_move(&position)?)
    }

    fn sequence(&mut self, nodes: u64) -> Option<Sequence> {
        let limits = Limits { threats: 30, nodes };
        self.threats.find(&mut self.counts, Stone::X, limits).win()
    }
}

/// Tells whether a sequence wins for X, who is to move: it may be of another position.
fn wins(sequence: &Sequence, counts: &mut LineCounts<'_>) -> bool {
    let mut placed = Vec::new();
    let mut place = |counts: &mut LineCounts<'_>, cell, player| {
        counts.place(cell, player);
        placed.push((cell, player));
    };
    let mut is_won = counts.winning_cell(Stone::X).is_some();
    let gains = sequence.steps.iter().map(|&(gain, _)| gain);
    for gain in gains.chain([sequence.end[0]]) {
        let answers = match counts.wins(Stone::O) {
            Wins::None => true,
            Wins::One(cell) => cell == gain,
            Wins::Several(_) => false,
        };
        if is_won || !answers || !counts.is_empty(gain) {
            break;
        }
        place(counts, gain, Stone::X);
        match counts.wins(Stone::X) {
            Wins::None => break,
            Wins::One(cost) => place(counts, cost, Stone::O),
            Wins::Several(_) => is_won = true,
        }
    }
    for (cell, player) in placed.into_iter().rev() {
        counts.remove(cell, player);
    }
    is_won
}

fn walk(position: &Position, answer: &Cell) -> (u64, u64) {
    let lines = Lines::select(position);
    let mut walk = Walk::new(position, &lines);
    walk.after_x(lines.number(answer).unwrap(), &mut None);
    (walk.met, walk.most_work)
}

#[test]
fn x_wins_in_some_positions_that_its_moves_inside_leave_open() {
    let some = positions(4).step_by(60).chain(positions(5).take(1));
    some.for_each(|(position, answer)| {
        walk(&position, &answer);
    });
}

/// `cargo test --release --lib in_all_positions -- --ignored --nocapture`
#[test]
#[ignore = "three minutes on one core"]
fn x_wins_in_all_positions_that_its_moves_inside_leave_open() {
    for dimensions in 4..=6 {
        let (mut count, mut met, mut most_work) = (0, 0, 0);
        for (position, answer) in positions(dimensions) {
            let (more, work) = walk(&position, &answer);
            count += 1;
            met += more;
            most_work = most_work.max(work);
        }
        println!(
            "4^{dimensions}: {count} positions, {met} met, {most_work} the most work of a search"
        );
    }
}

/// Plays all games in which O begins with two moves, up to symmetry, and goes on in some way.
fn play_first_two_replies(board: Board, opponent: Opponent, step: usize) -> usize {
    let middle = board.index(&board.center());
    let all = symmetries(board);
    let keep_middle: Vec<_> = all
        .iter()
        .filter(|to| to[middle] as usize == middle)
        .collect();
    let is_least = |&cell: &u32| keep_middle.iter().all(|to| to[cell as usize] >= cell);
    let cells = 0..board.cells().unwrap() as u32;
    let chance = &mut Chance(9);
    let (mut games, mut number) = (0, 0);
    for first in cells
        .filter(|&cell| cell as usize != middle)
        .filter(is_least)
    {
        let start = play_all(board, [board.center(), board.cell(first as usize)]);
        let mut start = start;
        start.play(sure_move(&start).unwrap()).unwrap();
        for second in empty_cells(&start) {
            number += 1;
            if number % step != 0 {
                continue;
            }
            let mut position = start.clone();
            position.play(second).unwrap();
            while position.winner().is_none() && !position.is_full() {
                let cell = match position.next() {
                    // Where no move is known to win, the search goes on.
                    Stone::X => sure_move(&position).or_else(|| choose(&position)).unwrap(),
                    Stone::O => opponent.choose(&position, chance),
                };
                position.play(cell).unwrap();
            }
            assert_eq!(position.winner(), Some(Stone::X), "{position:?}");
            games += 1;
        }
    }
    games
}

#[test]
fn x_wins_on_4_4_after_some_of_the_first_two_replies() {
    assert!(play_first_two_replies(wide(4), Opponent::Threats, 500) > 5);
}

/// `cargo test --release --lib all_first_two_replies -- --ignored --nocapture`
#[test]
#[ignore = "a quarter of an hour on one core"]
fn x_wins_on_4_4_after_all_first_two_replies() {
    for opponent in [Opponent::Threats, Opponent::Stubborn] {
        let games = play_first_two_replies(wide(4), opponent, 1);
        println!("{opponent:?}: {games} games won");
    }
}
