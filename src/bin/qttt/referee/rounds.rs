//! Rounds: two games of two players from one opening on one board, with the sides swapped.

use std::collections::HashMap;

use qttt::Player;

use super::record::{GameId, GameRecord};
use super::strength::Strength;

/// A round, of which one game may be missing.
#[derive(Default)]
pub(crate) struct Round<'g> {
    /// The game in which the first player is X, and the game in which the second player is.
    pub(super) games: [Option<&'g GameRecord>; 2],
}

/// Puts the games of rounds together, each under the game in which the player whose name comes first is X. A game of a
/// player against itself doesn't count, and a game with several records counts once.
pub(crate) fn rounds<'g>(
    games: impl IntoIterator<Item = &'g GameRecord>,
) -> HashMap<GameId<'g>, Round<'g>> {
    let mut rounds: HashMap<_, Round<'_>> = HashMap::new();
    for game in games {
        let mut id = game.id();
        id.players.sort_unstable();
        if id.players[0] != id.players[1] {
            let side = usize::from(game.names() != id.players);
            rounds.entry(id).or_default().games[side] = Some(game);
        }
    }
    rounds
}

/// Estimates how much stronger one player is than another.
pub(crate) fn strength_of(
    name: &str,
    opponent: &str,
    rounds: &HashMap<GameId<'_>, Round<'_>>,
) -> Option<Strength> {
    let index = usize::from(name > opponent);
    Strength::of(rounds.values().filter_map(|round| round.margin(index)))
}

impl<'g> Round<'g> {
    /// Iterates over the recorded games, each with the side of the player with this index.
    pub(super) fn games_of(&self, index: usize) -> impl Iterator<Item = (&'g GameRecord, Player)> {
        let sides = [Player::X, Player::O];
        let sides = [sides[index], sides[1 - index]];
        let games = self.games.into_iter().zip(sides);
        games.filter_map(|(game, side)| Some((game?, side)))
    }

    /// Returns how many more games the player with this index has won than lost, from -2 to 2; `None` if a game is
    /// missing.
    pub(super) fn margin(&self, index: usize) -> Option<i32> {
        self.games.iter().all(Option::is_some).then(|| {
            let margins = self.games_of(index).map(|(game, side)| game.margin(side));
            margins.sum()
        })
    }
}
