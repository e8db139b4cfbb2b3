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
    /// Adds up the games between these players on these boards, which must not contain duplicates. A game that is
    /// recorded twice counts once, and a game of a player against itself doesn't count.
    pub(crate) fn of(
        names: &[String],
        boards: &[Board],
        games: &[GameRecord],
        disqualified: &[String],
    ) -> Self {
        let mut rows = HashMap::new();
        for name in names {
            let disqualified = disqualified.contains(name);
            let row = Row {
                name: name.clone(),
                points: if disqualified { DISQUALIFIED } else { 0 },
                disqualified,
                ..Row::default()
            };
            rows.insert(name.as_str(), row);
        }
        let counts = |game: &&GameRecord| {
            let [x, o] = &game.fixture.players;
            x != o && !game.fixture.has_any(disqualified)
        };
        let games = games.iter().filter(counts);
        let played: HashMap<_, _> = games.map(|game| (&game.fixture, game)).collect();
        for (fixture, game) in &played {
            let [x, o] = &fixture.players;
            for player in Player::ALL {
                if let Some(row) = rows.get_mut(fixture.name(player)) {
                    row.add_game(game, player);
                }
            }
            // The round for X. The other game adds it for O.
            let back = played.get(&fixture.swapped());
            if let (Some(row), Some(back)) = (rows.get_mut(&x[..]), back) {
                let margin = margin(game, Player::X) + margin(back, Player::O);
                row.add_round(o, margin);
            }
        }
        let players = rows.values().filter(|row| !row.disqualified).count() as u64;
        let scheduled = (players * players.saturating_sub(1)).saturating_mul(boards.len() as u64);
        Self {
            rows: rank(rows.into_values().collect()),
            games: played.len() as u32,
            missing: scheduled - played.len() as u64,
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
        let against = self.against.entry(opponent.to_string());
        against.or_default().add(margin);
        self.points = WIN * self.rounds.won as i32 + TIE * self.rounds.drawn as i32;
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
    pub(crate) fn of([name, against]: [&str; 2], games: &[GameRecord]) -> Self {
        let mut score = Self {
            name: name.to_string(),
            against: against.to_string(),
            games: Tally::default(),
            faults: [0; 2],
            rating: None,
        };
        let mut unpaired = HashMap::new();
        let mut pairs = Vec::new();
        for game in games {
            let own = Player::ALL[usize::from(game.fixture.players[0] != name)];
            let margin = margin(game, own);
            score.games.add(margin);
            if game.fault.is_some() {
                score.faults[usize::from(margin > 0)] += 1;
            }
            let opening = &game.fixture.opening;
            match unpaired.remove(&opening) {
                Some(earlier) => pairs.push(f64::from(2 + earlier + margin) / 4.0),
                None => drop(unpaired.insert(opening, margin)),
            }
        }
        score.rating = Rating::of(&pairs);
        score
    }
}

impl Rating {
    /// Computes the difference from the share of the points in each pair of games: two from one opening, with the
    /// sides swapped, so that an opening that favours one side does not blur the result.
    ///
    /// Assumes that the mean is normally distributed, so it needs a few dozen pairs. The formulas are those of
    /// [fastchess](https://github.com/Disservin/fastchess).
    fn of(pairs: &[f64]) -> Option<Self> {
        // The 97.5% quantile of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        if pairs.is_empty() {
            return None;
        }
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let squares: f64 = pairs.iter().map(|share| (share - mean).powi(2)).sum();
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
            let shares = counts.into_iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
            let pairs: Vec<_> = shares
                .flat_map(|(count, share)| vec![share; count])
                .collect();
            let rating = Rating::of(&pairs).expect("pairs");
            assert!((rating.difference - difference).abs() < 2e-6, "{rating:?}");
            assert!((rating.error - error).abs() < 2e-6, "{rating:?}");
        }
    }

    #[test]
    fn results_that_are_all_alike_have_no_error() {
        assert_eq!(Rating::of(&[]), None);
        for (share, difference) in [(1.0, f64::INFINITY), (0.0, f64::NEG_INFINITY), (0.5, 0.0)] {
            let error = f64::INFINITY;
            assert_eq!(Rating::of(&[share; 5]), Some(Rating { difference, error }));
        }
    }
}
