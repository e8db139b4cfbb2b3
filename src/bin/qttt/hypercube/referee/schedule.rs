//! The games to play in a tournament or a match. Each is made when it is played.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::iter;

use qttt::hypercube::{Board, Position, protocol};
use qttt::{Player, Rng};

use super::Contestant;
use super::game_record::{GameId, GameRecord};

/// A game to play.
#[derive(Clone, Debug)]
pub(crate) struct Fixture<'p> {
    /// X and O.
    pub(crate) players: [&'p Contestant; 2],
    /// The position after the opening.
    pub(crate) start: Position,
}

/// The games to play, and their number.
#[derive(Clone)]
pub(crate) struct Schedule<F> {
    pub(crate) fixtures: F,
    pub(crate) count: usize,
    /// Whether a game in which a player can't be run is skipped. Otherwise, it ends the run.
    pub(crate) skips_failures: bool,
}

/// Lists the two games of two players from one position, the second with the sides swapped.
fn round<'p>([x, o]: [&'p Contestant; 2], start: &Position) -> [Fixture<'p>; 2] {
    [[x, o], [o, x]].map(|players| Fixture {
        players,
        start: start.clone(),
    })
}

/// Schedules a tournament: on each board, every pair of players plays a round.
pub(crate) fn tournament_games<'p>(
    players: &'p [Contestant],
    boards: &'p [Board],
) -> Schedule<impl Iterator<Item = Fixture<'p>> + Clone + Send> {
    let on_board = move |&board: &Board| {
        (1..).zip(players).flat_map(move |(next, x)| {
            let opponents = players[next..].iter();
            opponents.flat_map(move |o| round([x, o], &Position::new(board)))
        })
    };
    Schedule {
        fixtures: boards.iter().flat_map(on_board),
        count: boards.len() * players.len() * players.len().saturating_sub(1),
        skips_failures: true,
    }
}

/// Schedules a match: a round from each opening.
pub(crate) fn match_games<'p>(
    players: [&'p Contestant; 2],
    openings: impl Iterator<Item = Position> + Clone + Send,
    count: usize,
) -> Schedule<impl Iterator<Item = Fixture<'p>> + Clone + Send> {
    let openings = openings.take(count / 2);
    Schedule {
        fixtures: openings.flat_map(move |start| round(players, &start)),
        count,
        skips_failures: false,
    }
}

impl<'p, F: Iterator<Item = Fixture<'p>> + Clone> Schedule<F> {
    /// Returns the recorded games of this schedule, each once, and the number of other games.
    pub(crate) fn recorded(&self, games: &[GameRecord]) -> (Vec<GameRecord>, usize) {
        let by_id: HashMap<_, _> = games.iter().map(|game| (game.id(), game)).collect();
        let mut own = Vec::new();
        for fixture in self.fixtures.clone() {
            if own.len() == by_id.len() {
                break;
            }
            own.extend(by_id.get(&fixture.id()).copied().cloned());
        }
        let others = by_id.len() - own.len();
        (own, others)
    }

    /// Iterates over the games that are not recorded.
    pub(crate) fn left<'g>(
        &self,
        recorded: &'g [GameRecord],
    ) -> impl Iterator<Item = Fixture<'p>> + use<'p, 'g, F> {
        let recorded: HashSet<_> = recorded.iter().map(GameRecord::id).collect();
        let fixtures = self.fixtures.clone();
        fixtures.filter(move |fixture| !recorded.contains(&fixture.id()))
    }
}

impl Fixture<'_> {
    /// Returns `true` if a player with this name plays the game.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.players.iter().any(|player| player.name == name)
    }

    fn id(&self) -> GameId<'_> {
        GameId {
            board: self.start.board(),
            players: self.players.map(|player| &player.name[..]),
            opening: protocol::write_moves(&self.start).into(),
        }
    }
}

/// Draws random openings with a number of moves, until no more are found, so that deterministic players can play many
/// different games.
///
/// Openings are all equally likely. No opening ends the game, and openings that lead to the same position are not
/// different.
pub(crate) fn openings(
    board: Board,
    plies: usize,
    seed: u64,
) -> impl Iterator<Item = Position> + Clone + Send {
    // A board has either some thousands of openings, nearly all of which this finds, or far more.
    const MAX_DRAWS: usize = 100_000;
    let mut rng = Rng::from_seed(seed);
    let mut seen = HashSet::new();
    iter::from_fn(move || {
        (0..MAX_DRAWS).find_map(|_| {
            let position = opening(board, plies, &mut rng)?;
            let stones = Player::ALL.map(|player| {
                let cells = position.cells_of(player).cloned();
                cells.collect::<BTreeSet<_>>()
            });
            seen.insert(stones).then_some(position)
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
