//! The sequential probability ratio test (SPRT), which ends a match as soon as it is decided.

use std::{collections::HashMap, fmt, str::FromStr};

use qttt::Player;
use serde::Serialize;

use super::{
    Fixture, GameRecord, Round,
    match_score::{SHARES, to_share},
    standings::margin,
};

/// The logarithm of the likelihood ratio at which a match is decided with errors of 5%: ln(0.95 / 0.05).
const DECIDED: f64 = 2.944_438_979_166_44;

/// Two hypotheses about how many Elo points the first player is stronger by. Both are finite, and the first is lower.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// What some pairs of games say about the hypotheses.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Verdict {
    #[serde(flatten)]
    sprt: Sprt,
    /// The logarithm of the likelihood ratio.
    llr: f64,
    accepted: Option<Hypothesis>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Hypothesis {
    Elo0,
    Elo1,
}

impl Sprt {
    /// Judges the numbers of pairs by margin, from two games lost to two games won.
    pub(super) fn judge(self, pairs: [u32; 5]) -> Verdict {
        let llr = self.llr(pairs);
        let accepted = if llr > DECIDED {
            Some(Hypothesis::Elo1)
        } else if llr < -DECIDED {
            Some(Hypothesis::Elo0)
        } else {
            None
        };
        Verdict {
            sprt: self,
            llr,
            accepted,
        }
    }

    /// Computes the logarithm of the likelihood ratio by the logistic pentanomial model of
    /// [fastchess](https://github.com/Disservin/fastchess).
    fn llr(self, pairs: [u32; 5]) -> f64 {
        if pairs == [0; 5] {
            return 0.0;
        }
        let counts = pairs.map(|count| f64::from(count).max(0.001));
        let likelihood = |elo: f64| {
            // A certain win or loss would have no likelihood.
            let expected = to_share(elo).clamp(1e-9, 1.0 - 1e-9);
            let gaps = SHARES.map(|share| share - expected);
            // The derivative decreases between these bounds, where it is infinite, and is 0 at the maximum.
            let (mut low, mut high) = (-1.0 / gaps[4], -1.0 / gaps[0]);
            for _ in 0..100 {
                let middle = (low + high) / 2.0;
                let terms = counts.iter().zip(gaps);
                let derivative: f64 = terms.map(|(n, gap)| n * gap / (1.0 + middle * gap)).sum();
                if derivative > 0.0 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            let terms = counts.iter().zip(gaps);
            terms
                .map(|(n, gap)| n * (1.0 + low * gap).ln())
                .sum::<f64>()
        };
        likelihood(self.elo0) - likelihood(self.elo1)
    }
}

/// Reads `ELO0,ELO1`.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once(',')
            .map(|(elo0, elo1)| (elo0.trim().parse(), elo1.trim().parse()));
        match numbers {
            Some((Ok(elo0), Ok(elo1)))
                if f64::is_finite(elo0) && f64::is_finite(elo1) && elo0 < elo1 =>
            {
                Ok(Self { elo0, elo1 })
            }
            _ => Err(
                "write two numbers of Elo points, the lower one first, for example 0,10"
                    .to_string(),
            ),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Sprt { elo0, elo1 }, llr) = (self.sprt, self.llr);
        write!(f, "SPRT {elo0},{elo1}: LLR {llr:.2} ")?;
        match self.accepted {
            Some(Hypothesis::Elo0) => writeln!(f, "of -{DECIDED:.2}, accepted: stronger by {elo0}"),
            Some(Hypothesis::Elo1) => writeln!(f, "of {DECIDED:.2}, accepted: stronger by {elo1}"),
            None => writeln!(f, "(decided at ±{DECIDED:.2}), not decided"),
        }
    }
}

/// A match until it is decided. Pairs count in the order of their openings, so that the decision doesn't depend on
/// which games finish first.
pub(crate) struct Trial<'p> {
    sprt: Sprt,
    pairs: &'p [Round],
    /// How many pairs count: both games of each are finished.
    count: usize,
    /// The numbers of pairs that count, by margin.
    results: [u32; 5],
    /// The margin of each finished game for X.
    margins: HashMap<Fixture, i32>,
}

impl<'p> Trial<'p> {
    pub(crate) fn new(sprt: Sprt, pairs: &'p [Round]) -> Self {
        Self {
            sprt,
            pairs,
            count: 0,
            results: [0; 5],
            margins: HashMap::new(),
        }
    }

    /// Adds a finished game, and returns `true` if the match is decided.
    pub(crate) fn add(&mut self, game: &GameRecord) -> bool {
        let margin = margin(game, Player::X);
        self.margins.insert(game.fixture.clone(), margin);
        while !self.is_decided() {
            let games = self.pairs.get(self.count);
            let margins = games.map(|games| games.each_ref().map(|game| self.margins.get(game)));
            let Some([Some(there), Some(back)]) = margins else {
                break;
            };
            self.results[(there - back + 2) as usize] += 1;
            self.count += 1;
        }
        self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.sprt.judge(self.results).accepted.is_some()
    }

    pub(crate) fn counted(&self) -> &'p [Round] {
        &self.pairs[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(sprt: &str, pairs: [u32; 5]) -> f64 {
        let sprt: Sprt = sprt.parse().expect("two hypotheses");
        sprt.judge(pairs).llr
    }

    #[test]
    fn likelihoods_are_those_of_fastchess() {
        for (sprt, pairs, expected) in [
            ("0.5,2.5", [223, 9863, 21279, 10037, 246], -3.07),
            ("0,2", [871, 26175, 55983, 26678, 821], -4.98),
        ] {
            let found = llr(sprt, pairs);
            assert!((found - expected).abs() < 0.005, "{found}");
        }
    }

    #[test]
    fn swapping_the_sides_and_the_hypotheses_negates_the_likelihood() {
        let pairs = [3, 10, 40, 20, 9];
        let mut swapped = pairs;
        swapped.reverse();
        let sum = llr("-5,20", pairs) + llr("-20,5", swapped);
        assert!(sum.abs() < 1e-9, "{sum}");
        assert_eq!(llr("0,10", [0; 5]), 0.0);
    }

    #[test]
    fn likelihoods_are_finite_however_far_the_hypotheses_are_apart() {
        for sprt in ["0,1e9", "-1e300,1e300", "5000,6000"] {
            for pairs in [[1, 0, 0, 0, 0], [0, 0, 0, 0, 900], [1, 2, 3, 4, 5]] {
                let found = llr(sprt, pairs);
                assert!(found.is_finite(), "{sprt}: {found}");
            }
        }
    }

    #[test]
    fn hypotheses_are_two_finite_numbers_in_ascending_order() {
        for text in [
            "", "1", "0,0", "2,1", "0,inf", "-inf,0", "nan,1", "0,1,2", "a,1",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        assert!("-5, 0.5".parse::<Sprt>().is_ok());
    }
}
