//! The games to play: those of a tournament or a match. They are made when they are played.

use std::collections::{BTreeSet, HashMap, HashSet};

use qttt::{
    Player, Rng,
    hypercube::{Board, Cell, Position, protocol},
};

use super::{
    Contestant,
    game_record::{GameId, GameRecord},
};

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
}

/// Lists the two games of two players from one position, the second with the sides swapped.
fn round<'p>([x, o]: [&'p Contestant; 2], start: Position) -> [Fixture<'p>; 2] {
    let there = Fixture {
        players: [x, o],
        start: start.clone(),
    };
    let back = Fixture {
        players: [o, x],
        start,
    };
    [there, back]
}

/// Schedules a tournament: on each board, every pair of players plays a round.
pub(crate) fn tournament_games<'p>(
    players: &'p [Contestant],
    boards: &'p [Board],
) -> Schedule<impl Iterator<Item = Fixture<'p>> + Clone + Send> {
    let on_board = move |&board: &Board| {
        (1..).zip(players).flat_map(move |(next, x)| {
            let opponents = players[next..].iter();
            opponents.flat_map(move |o| round([x, o], Position::new(board)))
        })
    };
    Schedule {
        fixtures: boards.iter().flat_map(on_board),
        count: boards.len() * players.len() * players.len().saturating_sub(1),
    }
}

/// Schedules a match: a round from each of some openings.
pub(crate) fn match_games(
    players: [&Contestant; 2],
    openings: Openings,
    count: usize,
) -> Schedule<impl Iterator<Item = Fixture<'_>> + Clone + Send> {
    let openings = openings.take(count / 2);
    Schedule {
        fixtures: openings.flat_map(move |start| round(players, start)),
        count,
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
    fn id(&self) -> GameId<'_> {
        GameId {
            board: self.start.board(),
            players: self.players.map(|player| &player.name[..]),
            opening: protocol::write_moves(&self.start).into(),
        }
    }
}

/// Random openings, so that deterministic players can play many different games.
///
/// Openings are all equally likely. No opening ends the game, and openings that lead to the same position are not
/// different.
#[derive(Clone)]
pub(crate) struct Openings {
    board: Board,
    /// The number of moves in each.
    plies: usize,
    rng: Rng,
    /// The cells of X and O after each opening so far.
    seen: HashSet<[BTreeSet<Cell>; 2]>,
}

impl Openings {
    pub(crate) fn new(board: Board, plies: usize, seed: u64) -> Self {
        Self {
            board,
            plies,
            rng: Rng::from_seed(seed),
            seen: HashSet::new(),
        }
    }

    /// Plays at random; `None` if a player wins, or the board is too small.
    fn draw(&mut self) -> Option<Position> {
        let mut position = Position::new(self.board);
        while position.moves().len() < self.plies && !position.is_over() {
            let cell = self.board.random_cell(&mut self.rng);
            if position.stone(&cell).is_none() {
                position.play(cell).ok()?;
            }
        }
        (!position.is_over()).then_some(position)
    }
}

/// Draws openings until no more are found.
impl Iterator for Openings {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        // A board has either some thousands of openings, nearly all of which this finds, or far more.
        const MAX_DRAWS: usize = 100_000;
        for _ in 0..MAX_DRAWS {
            let Some(position) = self.draw() else {
                continue;
            };
            let stones = Player::ALL.map(|player| position.cells_of(player).cloned().collect());
            if self.seen.insert(stones) {
                return Some(position);
            }
        }
        None
    }
}
