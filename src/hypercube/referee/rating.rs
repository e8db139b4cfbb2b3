//! Rating differences and sequential tests, as matches between chess engines are judged.
//!
//! Games are counted in pairs, two from one opening with the colours exchanged. An opening that favours one colour then
//! does not blur the result: a pair has a score of 0, ½, 1, 1½ or 2 points, and these five counts say all there is.
//!
//! The formulas are those of fastchess (<https://github.com/Disservin/fastchess>) and of Stockfish's fishtest: Michel Van
//! den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution",
//! <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>.

use std::{f64::consts::SQRT_2, str::FromStr};

use serde::Serialize;

/// How many pairs of games gave a player 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct PairCounts(pub [u32; 5]);

/// A difference of Elo ratings, in which ten times the odds are 400 points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RatingDifference {
    /// The difference that explains the score: infinite if all points went to one player.
    pub difference: f64,
    /// Half the width of its interval of 95 % confidence: infinite if the interval is, or if all pairs gave the same points,
    /// which says nothing of how much they vary.
    pub error: f64,
}

/// The shares of the points that a pair can give.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl PairCounts {
    /// Returns the number of pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().copied().map(u64::from).sum()
    }

    /// Returns the share of the points that the player got, 0 to 1; `None` before the first pair.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let points: f64 = self.weighted().map(|(count, score)| count * score).sum();
        (self.total() > 0).then(|| points / self.total() as f64)
    }

    /// Returns the rating difference; `None` before the first pair.
    ///
    /// Assumes that the score is normally distributed, so it needs a few dozen pairs.
    ///
    /// ```
    /// use qttt::hypercube::referee::PairCounts;
    ///
    /// let rating = PairCounts([8, 5, 60, 10, 17]).rating().expect("pairs");
    /// assert_eq!(format!("{:+.1} ± {:.1}", rating.difference, rating.error), "+40.1 ± 36.3");
    /// ```
    #[must_use]
    pub fn rating(&self) -> Option<RatingDifference> {
        // The 97.5 % quantile of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        let score = self.score()?;
        let deviation = self.standard_error(score);
        let margin = Z * deviation;
        let [low, high] =
            [score - margin, score + margin].map(|score| to_rating(score.clamp(0.0, 1.0)));
        let error = (high - low) / 2.0;
        Some(RatingDifference {
            difference: to_rating(score),
            // ∞ − ∞ is no width, and no deviation tells none.
            error: match deviation > 0.0 && !error.is_nan() {
                true => error,
                false => f64::INFINITY,
            },
        })
    }

    /// Returns the likelihood that the player is the stronger one, 0 to 1; `None` as long as all pairs gave the same points.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let score = self.score()?;
        let deviation = self.standard_error(score);
        (deviation > 0.0).then(|| libm::erfc((0.5 - score) / deviation / SQRT_2) / 2.0)
    }

    fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.map(f64::from).into_iter().zip(SCORES)
    }

    /// Returns the standard deviation of the score.
    fn standard_error(&self, score: f64) -> f64 {
        let total = self.total() as f64;
        let squares = self
            .weighted()
            .map(|(count, at)| count * (at - score).powi(2));
        (squares.sum::<f64>() / total / total).sqrt()
    }
}

/// Returns the rating difference at which a score is expected.
fn to_rating(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the expected score at a rating difference.
fn to_score(rating: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-rating / 400.0))
}

/// A sequential test of two hypotheses: that the rating difference is `low`, and that it is `high`. It is made again after
/// each pair of games, and ends the match as soon as one is refuted.
///
/// It is the generalized sequential probability ratio test: Xiaoou Li, Jingchen Liu and Zhiliang Ying, "Generalized
/// sequential probability ratio test for separate families of hypotheses", Sequential Analysis 33 (2014).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    low: f64,
    high: f64,
}

/// What a sequential test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The lower difference is accepted.
    Low,
    /// The higher difference is accepted.
    High,
}

/// The text is not two rating differences.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected two rating differences from -1000 to 1000, the lower first, such as 0,20; found {0:?}"
)]
pub struct SprtError(String);

impl Sprt {
    /// The ratio's logarithm at which the higher difference is accepted; at its negative, the lower one is. With
    /// ln(0.95 / 0.05), at most about one test in twenty errs either way (Abraham Wald, "Sequential Tests of Statistical
    /// Hypotheses", 1945).
    pub const BOUND: f64 = 2.944_438_979_166_440_5;

    /// Returns the two differences.
    #[must_use]
    pub const fn differences(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// Returns the logarithm of the likelihood of the pairs, given the higher difference, over that given the lower one.
    ///
    /// Either likelihood is that of the distribution over the five results which has the expected score of the hypothesis
    /// and makes the pairs most likely.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        // What has not occurred is not impossible. The value is that of fastchess.
        const RARE: f64 = 1e-3;
        if pairs.total() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| f64::from(count).max(RARE));
        let [low, high] = [self.low, self.high].map(|rating| Tilt::of(&counts, to_score(rating)));
        let ratios = counts.iter().zip(SCORES);
        ratios
            .map(|(count, at)| count * (low.divisor(at) / high.divisor(at)).ln())
            .sum()
    }

    /// Returns what the pairs have decided.
    #[must_use]
    pub fn verdict(&self, pairs: &PairCounts) -> Option<Verdict> {
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio >= Self::BOUND => Some(Verdict::High),
            ratio if ratio <= -Self::BOUND => Some(Verdict::Low),
            _ => None,
        }
    }
}

/// Reads `LOW,HIGH`.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let number = |text: &str| {
            let number: f64 = text.trim().parse().ok()?;
            (number.abs() <= 1000.0).then_some(number)
        };
        let test = text.split_once(',').and_then(|(low, high)| {
            let (low, high) = (number(low)?, number(high)?);
            (low < high).then_some(Self { low, high })
        });
        test.ok_or_else(|| SprtError(text.to_string()))
    }
}

/// The most likely distribution with a given expectation: each frequency that was observed, divided by 1 + θ·(its score
/// − the expectation). θ is the number for which the expectation is the given one.
struct Tilt {
    theta: f64,
    expectation: f64,
}

impl Tilt {
    fn of(counts: &[f64; 5], expectation: f64) -> Self {
        // All divisors are positive between these. There the expectation falls as θ grows.
        let (mut low, mut high) = (-1.0 / (1.0 - expectation), 1.0 / expectation);
        // Bisects the interval down to the precision of the type.
        for _ in 0..64 {
            let tilt = Self {
                theta: f64::midpoint(low, high),
                expectation,
            };
            let terms = counts.iter().zip(SCORES);
            let excess: f64 = terms
                .map(|(count, at)| count * (at - expectation) / tilt.divisor(at))
                .sum();
            match excess > 0.0 {
                true => low = tilt.theta,
                false => high = tilt.theta,
            }
        }
        Self {
            theta: f64::midpoint(low, high),
            expectation,
        }
    }

    fn divisor(&self, at: f64) -> f64 {
        1.0 + self.theta * (at - self.expectation)
    }
}
