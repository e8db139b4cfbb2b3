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
        pairs(self.players).count() * self.boards.0.len() * self.rounds
    }

    /// Draws the openings one after another, when they are needed.
    fn fixtures(&self) -> impl Iterator<Item = Fixture<'p>> + Send {
        let boards = self.boards.0.iter();
        let starts = boards.flat_map(move |&board| {
            let openings = openings(board, self.opening_moves, self.seed);
            openings.take(self.rounds)
        });
        starts.flat_map(move |start| {
            pairs(self.players).map(move |players| Fixture {
                players,
                start: start.clone(),
            })
        })
    }

    /// Returns `true` if the players and the board of a game are in the schedule.
    pub(crate) fn has_pair(&self, game: &GameRecord) -> bool {
        let mut pairs = pairs(self.players);
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

/// Lists every pair of players twice, the second time with the sides swapped.
fn pairs(players: &[Contestant]) -> impl Iterator<Item = [&Contestant; 2]> {
    let pairs = (1..).zip(players).flat_map(|(next, x)| {
        let others = players[next..].iter();
        others.map(move |o| [x, o])
    });
    pairs.flat_map(|[x, o]| [[x, o], [o, x]])
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
