//! The standings of a tournament, and the score of a match of many games between two players.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BTreeSet, HashMap},
};

use qttt::{Player, hypercube::Board};
use serde::Serialize;

use super::record::{Cause, GameRecord};

/// The points of a round: for winning more of its games, or for each player if neither does.
const WIN: i32 = 3;
const TIE: i32 = 1;

/// The points of a player who is disqualified.
const DISQUALIFIED: i32 = -1;

/// A table of a tournament, best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Standings {
    /// The players.
    #[serde(rename = "standings")]
    pub(crate) rows: Vec<Row>,
    /// The number of games that count.
    pub(crate) games: u32,
    /// The number of games without a record. A round counts if both of its games have one.
    pub(crate) missing: u64,
}

/// A player's results.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub(crate) struct Row {
    /// The rank, from 1, which equal players share.
    pub(crate) rank: usize,
    pub(crate) name: String,
    /// The points of its rounds.
    pub(crate) points: i32,
    /// Whether none of its games counts, whoever played it.
    pub(crate) disqualified: bool,
    pub(crate) rounds: Tally,
    /// The numbers of rounds by margin: games won minus games lost, from -2 to 2.
    #[serde(skip)]
    margins: [u32; 5],
    pub(crate) games: Tally,
    /// The number of games that it lost by each fault.
    pub(crate) faults: BTreeMap<Cause, u32>,
    /// Its slowest move, in milliseconds.
    pub(crate) slowest_ms: f64,
    /// The rounds against each other player.
    pub(crate) against: BTreeMap<String, Tally>,
}

/// The numbers of games or rounds by result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct Tally {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
}

impl Standings {
    /// Adds up the games between these players on these boards, which must not contain duplicates.
    pub(crate) fn of(
        names: &[String],
        boards: &[Board],
        games: &[GameRecord],
        disqualified: &[String],
    ) -> Self {
        let counts = |game: &&GameRecord| !game.fixture.has_any(disqualified);
        let (mut rows, games) = add_up(names, games.iter().filter(counts));
        for row in &mut rows {
            if disqualified.contains(&row.name) {
                row.disqualified = true;
                row.points = DISQUALIFIED;
            }
        }
        let players = rows.iter().filter(|row| !row.disqualified).count() as u64;
        let scheduled = (players * players.saturating_sub(1)).saturating_mul(boards.len() as u64);
        Self {
            rows: rank(rows),
            games,
            missing: scheduled - u64::from(games),
        }
    }

    /// Returns the names and the boards in some games, sorted.
    pub(crate) fn found_in(games: &[GameRecord]) -> (Vec<String>, Vec<Board>) {
        let (mut names, mut boards) = (BTreeSet::new(), BTreeSet::new());
        for GameRecord { fixture, .. } in games {
            names.extend(fixture.players.clone());
            boards.insert(fixture.board);
        }
        (names.into_iter().collect(), boards.into_iter().collect())
    }
}

/// Adds up games by player, and returns the number of games that count. A game that is recorded twice counts once, and
/// a game of a player against itself doesn't count.
fn add_up<'g>(names: &[String], games: impl Iterator<Item = &'g GameRecord>) -> (Vec<Row>, u32) {
    let mut played = HashMap::new();
    for game in games {
        let [x, o] = &game.fixture.players;
        if x != o {
            played.insert(&game.fixture, game);
        }
    }
    let row = |name: &String| Row {
        name: name.clone(),
        ..Row::default()
    };
    let mut rows: HashMap<_, _> = names.iter().map(|name| (name, row(name))).collect();
    for (fixture, game) in &played {
        let [x, o] = &fixture.players;
        for (name, player) in [(x, Player::X), (o, Player::O)] {
            if let Some(row) = rows.get_mut(name) {
                row.add_game(game, player);
            }
        }
        // The round for X. The other game adds it for O.
        if let (Some(row), Some(back)) = (rows.get_mut(x), played.get(&fixture.swapped())) {
            row.add_round(o, margin(game, Player::X) + margin(back, Player::O));
        }
    }
    let rows = names.iter().filter_map(|name| rows.remove(name));
    (rows.collect(), played.len() as u32)
}

impl Row {
    fn add_game(&mut self, game: &GameRecord, own: Player) {
        self.games.add(margin(game, own));
        if let Some(fault) = game.fault.as_ref().filter(|_| game.winner != Some(own)) {
            *self.faults.entry(fault.cause).or_default() += 1;
        }
        let first = usize::from(own == Player::O);
        let times = game.milliseconds.iter().skip(first).step_by(2);
        self.slowest_ms = times.copied().fold(self.slowest_ms, f64::max);
    }

    fn add_round(&mut self, opponent: &str, margin: i32) {
        self.rounds.add(margin);
        self.margins[(margin + 2) as usize] += 1;
        let against = self.against.entry(opponent.to_string());
        against.or_default().add(margin);
        self.points = WIN * self.rounds.won as i32 + TIE * self.rounds.drawn as i32;
    }

    /// Returns the number of games that it forfeited.
    pub(super) fn forfeited(&self) -> u32 {
        self.faults.values().sum()
    }

    /// Most points first; among equals, the fewest games lost.
    fn merit(&self) -> (Reverse<i32>, u32) {
        (Reverse(self.points), self.games.lost)
    }
}

impl Tally {
    fn add(&mut self, margin: i32) {
        match margin.cmp(&0) {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.drawn += 1,
            Ordering::Less => self.lost += 1,
        }
    }
}

/// Returns 1 if a player has won, 0 after a draw, and -1 if the opponent has won.
fn margin(game: &GameRecord, player: Player) -> i32 {
    match game.winner {
        Some(winner) if winner == player => 1,
        Some(_) => -1,
        None => 0,
    }
}

/// Sorts by merit, best first, and then by name. Equal merit shares a rank.
fn rank(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by(|a, b| (a.merit(), &a.name).cmp(&(b.merit(), &b.name)));
    for place in 0..rows.len() {
        let is_better = |other: &&Row| other.merit() < rows[place].merit();
        rows[place].rank = 1 + rows.iter().filter(is_better).count();
    }
    rows
}

/// The score of a match, from the first player's point of view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct MatchScore {
    /// The first player.
    pub(crate) name: String,
    /// The other one.
    pub(crate) against: String,
    pub(crate) games: Tally,
    /// The number of games that each player forfeited.
    pub(crate) faults: [u32; 2],
    /// The difference of ratings; none before both games from an opening are finished.
    pub(crate) rating: Option<Rating>,
}

/// A difference of Elo ratings; 400 points are odds of ten to one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Rating {
    /// The difference that explains the score: infinite if all points went to one player.
    pub(crate) difference: f64,
    /// Half the width of the 95% confidence interval. Infinite if the interval is, or if all pairs have the same
    /// result, because their variance can't be estimated then.
    pub(crate) error: f64,
}

impl MatchScore {
    /// Adds up the games of a match, in which the two games from an opening are a round.
    ///
    /// # Panics
    ///
    /// If the names are equal.
    pub(crate) fn of(names: &[String; 2], games: &[GameRecord]) -> Self {
        let (rows, _) = add_up(names, games.iter());
        let [own, other] = <[Row; 2]>::try_from(rows).expect("two players");
        Self {
            faults: [own.forfeited(), other.forfeited()],
            rating: Rating::of(own.margins),
            name: own.name,
            against: other.name,
            games: own.games,
        }
    }
}

impl Rating {
    /// Computes the difference from the margins of pairs of games: two from one opening, with the sides swapped, so
    /// that an opening that favours one side does not blur the result.
    ///
    /// Assumes that the mean is normally distributed, so it needs a few dozen pairs. The formulas are those of
    /// [fastchess](https://github.com/Disservin/fastchess).
    fn of(margins: [u32; 5]) -> Option<Self> {
        // The 97.5% quantile of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        // The share of the points of a pair.
        const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
        if margins == [0; 5] {
            return None;
        }
        let count = f64::from(margins.iter().sum::<u32>());
        let pairs = margins.map(f64::from).into_iter().zip(SHARES);
        let points: f64 = pairs.clone().map(|(pairs, share)| pairs * share).sum();
        let mean = points / count;
        let squares = pairs.map(|(pairs, share)| pairs * (share - mean).powi(2));
        let squares: f64 = squares.sum();
        let margin = Z * (squares / count / count).sqrt();
        let [low, high] =
            [mean - margin, mean + margin].map(|share| to_rating(share.clamp(0.0, 1.0)));
        Some(Self {
            difference: to_rating(mean),
            error: if margin > 0.0 {
                (high - low) / 2.0
            } else {
                f64::INFINITY
            },
        })
    }
}

/// Returns the rating difference at which a share of the points is expected.
fn to_rating(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values are those of `scipy.stats.norm` and mpmath.
    #[test]
    fn ratings_are_those_of_another_program() {
        for (counts, difference, error) in [
            ([8, 5, 60, 10, 17], 40.132_639, 36.277_259),
            ([3, 0, 10, 0, 9], 97.215_219, 112.260_296),
            ([100, 200, 400, 210, 120], 8.434_559, 11.873_160),
            ([20, 2, 30, 1, 8], -72.218_240, 60.306_444),
        ] {
            let rating = Rating::of(counts).expect("pairs");
            assert!((rating.difference - difference).abs() < 2e-6, "{rating:?}");
            assert!((rating.error - error).abs() < 2e-6, "{rating:?}");
        }
    }

    #[test]
    fn results_that_are_all_alike_have_no_error() {
        assert_eq!(Rating::of([0; 5]), None);
        for (place, difference) in [(4, f64::INFINITY), (0, f64::NEG_INFINITY), (2, 0.0)] {
            let mut margins = [0; 5];
            margins[place] = 5;
            let error = f64::INFINITY;
            assert_eq!(Rating::of(margins), Some(Rating { difference, error }));
        }
    }
}
