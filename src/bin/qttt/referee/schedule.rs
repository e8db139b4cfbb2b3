//! The games to play: the rounds of a tournament, the pairs of a match, and the share of one machine.

use std::{
    collections::{BTreeSet, HashSet},
    str::FromStr,
};

use anyhow::bail;
use qttt::{
    Player,
    hypercube::{Board, Cell, Position, RandomCells},
};

/// A game to play. It also identifies a recorded game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Fixture {
    pub(crate) board: Board,
    /// The names of X and O.
    pub(crate) players: [String; 2],
    /// The moves that are made before the players start. A tournament has none.
    pub(crate) opening: Vec<Cell>,
}

impl Fixture {
    /// Creates a game between two players, X and O, without an opening.
    pub(crate) fn new(board: Board, players: [&str; 2]) -> Self {
        Self {
            board,
            players: players.map(str::to_string),
            opening: Vec::new(),
        }
    }

    pub(crate) fn name(&self, player: Player) -> &str {
        &self.players[player as usize]
    }

    /// Returns `true` if one of these players plays the game.
    pub(crate) fn has_any(&self, names: &[String]) -> bool {
        self.players.iter().any(|name| names.contains(name))
    }

    /// Adds the game with the sides swapped.
    fn round(self) -> Round {
        let mut swapped = self.clone();
        swapped.players.swap(0, 1);
        [self, swapped]
    }
}

/// Two games of two players on one board from one opening, the second with the sides swapped.
pub(crate) type Round = [Fixture; 2];

/// Lists the rounds of a tournament: on each board, every pair of players plays one.
///
/// Rounds are ordered by board first, so that a share has rounds on all boards.
pub(crate) fn rounds(names: &[String], boards: &[Board]) -> Vec<Round> {
    let mut rounds = Vec::new();
    for &board in boards {
        for (place, x) in names.iter().enumerate() {
            let others = names[place + 1..].iter();
            rounds.extend(others.map(|o| Fixture::new(board, [x, o]).round()));
        }
    }
    rounds
}

/// The openings of a match, drawn at random, so that deterministic players can play many different games.
pub(crate) struct Openings {
    pub(crate) board: Board,
    /// The number of moves in each.
    pub(crate) plies: usize,
    pub(crate) seed: u64,
}

impl Openings {
    /// Lists the pairs of games of a match: a round from each opening, the first player as X in its first game.
    ///
    /// Openings are all equally likely, and asking for more doesn't change the first ones. No opening ends the game,
    /// and openings that lead to the same position are not different.
    ///
    /// # Errors
    ///
    /// If there are not enough openings of that many plies, or they are too rare to be found.
    pub(crate) fn pairs(&self, players: &[String; 2], wanted: usize) -> anyhow::Result<Vec<Round>> {
        // A board has either hundreds of openings, all of which this finds, or far more, few of which are drawn twice.
        const MAX_FAILURES: usize = 10_000;
        let Self { board, plies, seed } = *self;
        let mut cells = RandomCells::new(board, [seed]);
        let (mut pairs, mut seen) = (Vec::new(), HashSet::new());
        while pairs.len() < wanted {
            let mut drawn = (0..MAX_FAILURES).filter_map(|_| draw(board, plies, &mut cells));
            let Some(opening) = drawn.find(|opening| seen.insert(stones(opening))) else {
                bail!(
                    "{board} has only {} different openings of {plies} moves, but {wanted} are needed",
                    pairs.len()
                );
            };
            let game = Fixture {
                board,
                players: players.clone(),
                opening: opening.moves().to_vec(),
            };
            pairs.push(game.round());
        }
        Ok(pairs)
    }
}

/// Plays at random; `None` if a player wins, or the board is too small.
fn draw(board: Board, plies: usize, cells: &mut RandomCells) -> Option<Position> {
    let mut position = Position::new(board);
    for _ in 0..plies {
        position.play(cells.empty_in(&position)?).ok()?;
    }
    (!position.is_over()).then_some(position)
}

fn stones(position: &Position) -> [BTreeSet<Cell>; 2] {
    Player::ALL.map(|player| position.cells_of(player).cloned().collect())
}

/// The K-th of N shares of a tournament, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    place: usize,
    count: usize,
}

impl Shard {
    /// Takes one out of every N rounds of a schedule, a later one each time, so that no share has the same players on
    /// every board.
    pub(crate) fn of(self, rounds: &[Round]) -> Vec<Round> {
        let is_ours = |&(i, _): &(usize, _)| (i + i / self.count) % self.count == self.place - 1;
        let rounds = rounds.iter().enumerate().filter(is_ours);
        rounds.map(|(_, round)| round.clone()).collect()
    }
}

/// Reads `K/N`.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .map(|(place, count)| (place.parse(), count.parse()));
        match numbers {
            Some((Ok(place), Ok(count))) if 1 <= place && place <= count => {
                Ok(Self { place, count })
            }
            _ => Err("write a share as K/N with K from 1 to N, for example 1/4".to_string()),
        }
    }
}
