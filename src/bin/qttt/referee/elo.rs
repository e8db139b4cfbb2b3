//! The score of a match of many games between two players.

use std::collections::HashMap;

use qttt::Player;
use serde::Serialize;

use super::{record::GameRecord, standings::Tally};

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
            score.games.add_game(game, own);
            if game.fault.is_some() {
                score.faults[usize::from(game.winner == Some(own))] += 1;
            }
            let points = match game.winner {
                Some(winner) if winner == own => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            let opening = &game.fixture.opening;
            match unpaired.remove(&opening) {
                Some(earlier) => pairs.push((earlier + points) / 2.0),
                None => drop(unpaired.insert(opening, points)),
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
