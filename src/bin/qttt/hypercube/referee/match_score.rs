//! The score of a match of many games between two players, and its text.

use std::fmt;

use serde::Serialize;

use super::GameRecord;
use super::contestant::shown;
use super::standings::{Row, Tally, add_up};
use crate::terminal::counted;

/// The score of a match, from the first player's point of view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct MatchScore {
    /// The first player.
    name: String,
    /// The second player.
    against: String,
    games: Tally,
    /// The number of games that each player forfeited.
    faults: [u32; 2],
    /// The rating difference; `None` until both games from an opening are finished.
    rating: Option<Rating>,
}

/// A difference of Elo ratings; 400 points are odds of ten to one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct Rating {
    /// The difference that predicts the score: infinite if one player won all points.
    difference: f64,
    /// Half the width of the 95% confidence interval. Infinite if the interval is infinite, or if all
    /// rounds have the same result, because then their variance can't be estimated.
    error: f64,
}

impl MatchScore {
    /// Adds up the games of two players.
    ///
    /// # Panics
    ///
    /// If the names are equal.
    pub(crate) fn of(names: [&str; 2], games: &[GameRecord]) -> Self {
        let (rows, _) = add_up(&names, games);
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
    /// Computes the difference from the margins of rounds: two games from one opening, with the sides swapped, so that
    /// an opening that favours one side does not blur the result.
    ///
    /// Assumes that the mean is normally distributed, which takes a few dozen rounds. The formulas come from
    /// [fastchess](https://github.com/Disservin/fastchess).
    fn of(margins: [u32; 5]) -> Option<Self> {
        // The 97.5% quantile of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        /// The share of the points of a round, by margin.
        const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
        if margins == [0; 5] {
            return None;
        }
        let count = f64::from(margins.iter().sum::<u32>());
        let rounds = margins.map(f64::from).into_iter().zip(SHARES);
        let points: f64 = rounds.clone().map(|(rounds, share)| rounds * share).sum();
        let mean = points / count;
        let squares = rounds.map(|(rounds, share)| rounds * (share - mean).powi(2));
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

/// Writes the difference, as far as the results show it.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { difference, error } = self;
        if !difference.is_finite() {
            return f.write_str("cannot be estimated from these results.");
        }
        write!(f, "{difference:+.1}")?;
        if error.is_finite() {
            write!(f, " ± {error:.1}")
        } else {
            f.write_str("; its error cannot be estimated from these results.")
        }
    }
}

/// Returns the rating difference at which a share of the points is expected.
fn to_rating(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// Writes the results of a match, and the difference in Elo points.
impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [name, against] = [&self.name, &self.against].map(|name| shown(name));
        let Tally { won, drawn, lost } = self.games;
        let games = |count: u32| counted(count as usize, "game");
        writeln!(f, "{name} against {against}: {}", games(won + drawn + lost))?;
        writeln!(f, "{won} won, {drawn} drawn, {lost} lost")?;
        for (player, count) in [name, against].into_iter().zip(self.faults) {
            if count > 0 {
                writeln!(f, "{player} forfeited {}", games(count))?;
            }
        }
        if let Some(rating) = self.rating {
            writeln!(f, "Elo difference: {rating}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values were computed with `scipy.stats.norm` and mpmath.
    #[test]
    fn ratings_match_an_independent_program() {
        for (counts, difference, error) in [
            ([8, 5, 60, 10, 17], 40.132_639, 36.277_259),
            ([3, 0, 10, 0, 9], 97.215_219, 112.260_296),
            ([100, 200, 400, 210, 120], 8.434_559, 11.873_160),
            ([20, 2, 30, 1, 8], -72.218_240, 60.306_444),
        ] {
            let rating = Rating::of(counts).expect("rounds");
            assert!((rating.difference - difference).abs() < 2e-6, "{rating:?}");
            assert!((rating.error - error).abs() < 2e-6, "{rating:?}");
        }
    }

    #[test]
    fn identical_results_have_no_error() {
        assert_eq!(Rating::of([0; 5]), None);
        for (place, difference) in [(4, f64::INFINITY), (0, f64::NEG_INFINITY), (2, 0.0)] {
            let mut margins = [0; 5];
            margins[place] = 5;
            let error = f64::INFINITY;
            assert_eq!(Rating::of(margins), Some(Rating { difference, error }));
        }
    }
}
