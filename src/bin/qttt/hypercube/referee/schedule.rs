//! The games to play in a tournament.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::iter;

use qttt::hypercube::{Board, Position};
use qttt::{Player, Rng};

use super::boards::Boards;
use super::contestant::Contestant;
use super::record::{GameId, GameRecord};

/// A game to play.
pub(crate) struct Fixture<'s> {
    /// X and O.
    pub(crate) players: [&'s Contestant; 2],
    /// The position after the opening.
    pub(crate) start: Position,
}

/// The games to play: on each board, from each opening, one by each pair.
pub(crate) struct Schedule<'p> {
    /// X and O.
    pub(crate) pairs: Vec<[&'p Contestant; 2]>,
    pub(crate) boards: &'p Boards,
    pub(crate) openings: Openings,
}

/// The openings on each board.
#[derive(Clone, Copy)]
pub(crate) struct Openings {
    /// The number of openings. A small board may have fewer.
    pub(crate) count: usize,
    /// The number of moves in each opening.
    pub(crate) plies: usize,
    pub(crate) seed: u64,
}

impl Openings {
    /// A single game of each pair on each board, from the empty board.
    pub(crate) const EMPTY_BOARD: Self = Self {
        count: 1,
        plies: 0,
        seed: 1,
    };
}

/// Lists every pair of players twice, the second time with the sides swapped.
pub(crate) fn pairs<'p>(players: &[&'p Contestant]) -> Vec<[&'p Contestant; 2]> {
    let mut pairs = Vec::new();
    for (next, &x) in (1..).zip(players) {
        for &o in &players[next..] {
            pairs.extend([[x, o], [o, x]]);
        }
    }
    pairs
}

impl<'p> Schedule<'p> {
    /// Returns the number of games that were asked for.
    pub(crate) fn count(&self) -> usize {
        self.pairs.len() * self.boards.0.len() * self.openings.count
    }

    /// Draws the openings one after another, when they are needed.
    fn fixtures(&self) -> impl Iterator<Item = Fixture<'p>> + Send {
        let Openings { count, plies, seed } = self.openings;
        let boards = self.boards.0.iter();
        let starts = boards.flat_map(move |&board| openings(board, plies, seed).take(count));
        starts.flat_map(|start| {
            let fixture = move |&players: &[&'p Contestant; 2]| Fixture {
                players,
                start: start.clone(),
            };
            self.pairs.iter().map(fixture)
        })
    }

    /// Returns `true` if the players and the board of a game are in the schedule.
    pub(crate) fn has_pair(&self, game: &GameRecord) -> bool {
        let mut pairs = self.pairs.iter();
        let is_pair = pairs.any(|pair| pair.map(|player| &player.name[..]) == game.names());
        is_pair && self.boards.0.contains(&game.position.board())
    }

    /// Counts the recorded games of this schedule.
    pub(crate) fn count_recorded(&self, recorded: &HashSet<GameId<'_>>) -> usize {
        let fixtures = self.fixtures();
        let own = fixtures.filter(|fixture| recorded.contains(&fixture.id()));
        own.take(recorded.len()).count()
    }

    /// Iterates over the games that are not recorded.
    pub(crate) fn left<'s>(
        &'s self,
        recorded: &'s HashSet<GameId<'_>>,
    ) -> impl Iterator<Item = Fixture<'p>> + Send + 's {
        let fixtures = self.fixtures();
        fixtures.filter(|fixture| !recorded.contains(&fixture.id()))
    }
}

impl Fixture<'_> {
    fn id(&self) -> GameId<'_> {
        GameId {
            board: self.start.board(),
            players: self.players.map(|player| &player.name[..]),
            opening: self.start.moves(),
        }
    }
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
            let stones = Player::ALL.map(|player| {
                let cells = position.cells_of(player);
                cells.collect::<BTreeSet<_>>()
            });
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
