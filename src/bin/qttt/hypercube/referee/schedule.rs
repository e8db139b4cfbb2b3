//! The games to play in a tournament or a match.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::iter;

use qttt::hypercube::{Board, Position};
use qttt::{Player, Rng};

use super::Contestant;
use super::record::{GameId, GameRecord};

/// A game to play.
pub(crate) struct Fixture<'s> {
    /// X and O.
    pub(crate) players: [&'s Contestant; 2],
    /// The position after the opening.
    pub(crate) start: &'s Position,
}

/// The games to play: from each start, one by each pair.
pub(crate) struct Schedule<'p> {
    /// X and O.
    pub(crate) pairs: Vec<[&'p Contestant; 2]>,
    pub(crate) starts: Vec<Position>,
    /// The number of games that were asked for. There may be fewer starts.
    pub(crate) count: usize,
    /// Whether a game in which a player can't be run is skipped. Otherwise, it ends the run.
    pub(crate) skips_failures: bool,
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

impl Schedule<'_> {
    fn fixtures(&self) -> impl Iterator<Item = Fixture<'_>> {
        self.starts.iter().flat_map(move |start| {
            let pairs = self.pairs.iter();
            pairs.map(move |&players| Fixture { players, start })
        })
    }

    /// Returns the recorded games of this schedule, each once, and the number of other games.
    pub(crate) fn recorded(&self, games: &[GameRecord]) -> (Vec<GameRecord>, usize) {
        let by_id: HashMap<_, _> = games.iter().map(|game| (game.id(), game)).collect();
        let recorded = |fixture: Fixture<'_>| by_id.get(&fixture.id()).copied().cloned();
        let own: Vec<_> = self.fixtures().filter_map(recorded).collect();
        let others = by_id.len() - own.len();
        (own, others)
    }

    /// Lists the games that are not recorded.
    pub(crate) fn left(&self, recorded: &[GameRecord]) -> Vec<Fixture<'_>> {
        let recorded: HashSet<_> = recorded.iter().map(GameRecord::id).collect();
        let is_left = |fixture: &Fixture<'_>| !recorded.contains(&fixture.id());
        self.fixtures().filter(is_left).collect()
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
            opening: self.start.moves(),
        }
    }
}

/// Draws random openings with a number of moves, until no more are found, so that deterministic players can play many
/// different games.
///
/// Openings are all equally likely. No opening ends the game, and openings that lead to the same position are not
/// different.
pub(crate) fn openings(board: Board, plies: usize, seed: u64) -> impl Iterator<Item = Position> {
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
