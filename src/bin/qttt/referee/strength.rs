//! The difference in strength of two players, estimated from their pairs of games.
//!
//! The formulas are those of [fastchess](https://github.com/Disservin/fastchess) for pairs of games: an opening that
//! favours one side does not blur the result. They assume that the mean is normally distributed, which takes a few
//! dozen pairs.

use std::cmp::Ordering;
use std::fmt;

use serde::Serialize;

use crate::terminal::counted;

/// How much stronger one player is than another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Strength {
    /// The number of pairs in which the player has won more games than it lost, as many, and fewer.
    pairs: Tally,
    /// The difference of Elo ratings that predicts the score; `None` if one player won all points. 400 points are odds
    /// of ten to one.
    difference: Option<f64>,
    /// Half the width of the 95% confidence interval; `None` if the interval is infinite, or if all pairs have the
    /// same result, because then their variance can't be estimated.
    error: Option<f64>,
    /// The number of further pairs after which the interval excludes 0 if the results stay in proportion; `None` if
    /// it excludes 0 already, or never will.
    #[serde(skip)]
    further: Option<u64>,
}

/// The numbers of games or pairs by result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(super) struct Tally {
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
}

impl Tally {
    pub(super) fn sum(self) -> usize {
        (self.won + self.drawn + self.lost) as usize
    }

    pub(super) fn add(&mut self, margin: i32) {
        match margin.cmp(&0) {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.drawn += 1,
            Ordering::Less => self.lost += 1,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.won, self.drawn, self.lost)
    }
}

impl Strength {
    /// Estimates the strength from the margins of pairs: how many more games the player has won than lost, from -2 to
    /// 2. Returns `None` without pairs.
    pub(super) fn of(margins: impl IntoIterator<Item = i32>) -> Option<Self> {
        // The 97.5% quantile of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        let mut pairs = Tally::default();
        let (mut sum, mut squares) = (0, 0);
        for margin in margins {
            pairs.add(margin);
            sum += i64::from(margin);
            squares += i64::from(margin * margin);
        }
        if pairs.sum() == 0 {
            return None;
        }
        // The player's share of the points, and the standard deviation of its mean.
        let count = pairs.sum() as f64;
        let margin = sum as f64 / count;
        let mean = 0.5 + margin / 4.0;
        let deviation = ((squares as f64 / count - margin * margin) / count).sqrt() / 4.0;
        let has_variance = pairs.sum() as i64 * squares > sum * sum;
        let [low, high] = [-Z, Z].map(|z| to_rating(mean + z * deviation));
        // The deviation of the mean falls with the square root of the number of pairs.
        let needed = count * (Z * deviation / (mean - 0.5)).powi(2);
        let is_needed = has_variance && needed.is_finite() && needed > count;
        let error = low.zip(high).map(|(low, high)| (high - low) / 2.0);
        Some(Self {
            pairs,
            difference: to_rating(mean),
            error: error.filter(|_| has_variance),
            further: is_needed.then_some((needed - count).ceil() as u64),
        })
    }

    /// Describes the strength of a player, as far as the results show it.
    pub(super) fn describe(&self, player: &str, opponent: &str) -> String {
        let Tally { won, drawn, lost } = self.pairs;
        let won = counted(won as usize, "pair");
        let elo = match (self.difference, self.error) {
            (None, _) => "cannot be estimated from these results.".to_string(),
            (Some(elo), None) => {
                format!("{elo:+.1}; its error cannot be estimated from these results.")
            }
            (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1} (95%)."),
        };
        let further = self.further.map_or(String::new(), |further| {
            let pairs = counted(further as usize, "further pair");
            format!("If the difference stays the same, it exceeds its error after {pairs}.\n")
        });
        format!(
            "{player} against {opponent}: {won} won, {drawn} tied, {lost} lost.\nElo difference: {elo}\n{further}"
        )
    }
}

/// Returns the rating difference at which a share of the points is expected, if it is finite.
fn to_rating(share: f64) -> Option<f64> {
    (0.0 < share && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Estimates the strength from the numbers of pairs with each margin.
    fn of(counts: [usize; 5]) -> Option<Strength> {
        let margins = (-2..).zip(counts);
        Strength::of(margins.flat_map(|(margin, count)| vec![margin; count]))
    }

    /// The expected values were computed with `scipy.stats.norm` and mpmath.
    #[test]
    fn strength_matches_an_independent_program() {
        for (counts, difference, error, further) in [
            ([8, 5, 60, 10, 17], 40.132_639, 36.277_259, None),
            ([3, 0, 10, 0, 9], 97.215_219, 112.260_296, Some(3)),
            ([100, 200, 400, 210, 120], 8.434_559, 11.873_160, Some(1008)),
            ([20, 2, 30, 1, 8], -72.218_240, 60.306_444, None),
        ] {
            let strength = of(counts).expect("pairs");
            assert_eq!(strength.further, further);
            let found = [strength.difference, strength.error];
            for (found, expected) in found.into_iter().zip([difference, error]) {
                assert!((found.expect("an estimate") - expected).abs() < 2e-6);
            }
        }
    }

    #[test]
    fn identical_results_have_no_error() {
        assert_eq!(of([0; 5]), None);
        for (place, difference) in [(4, None), (0, None), (2, Some(0.0))] {
            let mut counts = [0; 5];
            counts[place] = 5;
            let strength = of(counts).expect("pairs");
            assert_eq!(strength.difference, difference);
            assert_eq!((strength.error, strength.further), (None, None));
        }
    }
}
