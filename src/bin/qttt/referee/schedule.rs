//! The games to play in a tournament.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::iter;

use qttt::hypercube::{Board, Position};
use qttt::{ByPlayer, Player, Rng};

use super::boards::Boards;
use super::contestant::Contestant;

/// A game to play.
pub(crate) struct Fixture<'s> {
    pub(crate) players: ByPlayer<&'s Contestant>,
    /// The position after the opening.
    pub(crate) start: Position,
}

/// The games to play: on each board, from each opening, two by each pair of players, with the sides swapped.
pub(crate) struct Schedule<'p> {
    pub(crate) players: &'p [Contestant],
    pub(crate) boards: &'p Boards,
    /// The number of rounds of each pair on each board, each from another opening. A small board may have fewer
    /// openings.
    pub(crate) rounds: usize,
    /// The number of moves in each opening.
    pub(crate) opening_moves: usize,
    /// The random seed for the openings.
    pub(crate) seed: u64,
}

impl<'p> Schedule<'p> {
    /// Returns the number of games that were asked for.
    pub(crate) fn count(&self) -> usize {
        self.boards.0.len() * self.count_per_board()
    }

    pub(crate) fn count_per_board(&self) -> usize {
        pairs(self.players).count() * self.rounds
    }

    /// Iterates over the games. Boards take turns, each with another pair of players, so that the first games tell how
    /// long the rest takes. The openings are drawn when they are needed.
    pub(crate) fn games(&self) -> impl Iterator<Item = Fixture<'p>> + Send {
        let boards = self.boards.0.iter();
        let openings = boards.map(|&board| openings(board, self.opening_moves, self.seed).fuse());
        let mut openings: Vec<_> = openings.collect();
        let pairs: Vec<_> = pairs(self.players).map(ByPlayer).collect();
        (0..self.rounds).flat_map(move |_| {
            let starts: Vec<_> = openings.iter_mut().map(Iterator::next).collect();
            let pairs = pairs.clone();
            (0..pairs.len() * starts.len()).filter_map(move |number| {
                let (turn, board) = (number / starts.len(), number % starts.len());
                let players = pairs[(turn + board) % pairs.len()];
                let start = starts[board].clone()?;
                Some(Fixture { players, start })
            })
        })
    }
}

/// Lists every pair of players twice, with either as X: each player and the next, then each and the next but one, and so
/// on, so that all come up equally often.
fn pairs(players: &[Contestant]) -> impl Iterator<Item = [&Contestant; 2]> {
    let distances = 1..players.len();
    distances.flat_map(|distance| {
        let others = players.iter().cycle().skip(distance);
        players.iter().zip(others).map(|(x, o)| [x, o])
    })
}

/// Draws random openings with a number of moves, until no more are found, so that deterministic players can play many
/// different games.
///
/// Openings are all equally likely. No opening ends the game, and openings that lead to the same position are not
/// different.
fn openings(board: Board, plies: usize, seed: u64) -> impl Iterator<Item = Position> {
    // A board has either some thousands of openings, nearly all of which this finds, or far more.
    const MAX_DRAWS: usize = 100_000;
    let mut rng = Rng::from_seed(seed);
    // Hashes take little memory. If two positions had the same one, an opening would be left out.
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let mut seen = HashSet::new();
    iter::from_fn(move || {
        (0..MAX_DRAWS).find_map(|_| {
            let position = opening(board, plies, &mut rng)?;
            let stones =
                Player::ALL.map(|player| position.stones_of(player).collect::<BTreeSet<_>>());
            seen.insert(hasher.hash_one(stones)).then_some(position)
        })
    })
}

/// Plays at random; `None` if a player wins, or the board is too small.
fn opening(board: Board, plies: usize, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::new(board);
    while position.moves().len() < plies && !position.is_over() {
        let cell = board.random_cell(rng);
        if position.stone(&cell).is_none() {
            position.play(cell).ok()?;
        }
    }
    (!position.is_over()).then_some(position)
}
