//! Random and perfect games. The same seed gives the same games.
//!
//! ```
//! use qttt::generate::{Generator, Strategy};
//!
//! let mut generator = Generator::new(Strategy::Random, Strategy::Random, 7);
//! let record = generator.record();
//! assert!(record.position().is_over());
//! assert_eq!(Generator::new(Strategy::Random, Strategy::Random, 7).record(), record);
//! ```

mod all;
mod invalid;

use std::str::FromStr;

use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng},
};

use super::{
    action::Action,
    position::{Position, Status},
    record::Record,
    solve::Solver,
};
pub use all::all;

/// A random number generator. The same seed gives the same numbers on every machine and in every version.
///
/// The source is the key stream of ChaCha with 8 rounds, from Daniel J. Bernstein, "ChaCha, a variant of Salsa20"
/// (2008), <https://cr.yp.to/chacha.html>, as little-endian 32-bit words. The key is the seed as 8 little-endian bytes,
/// followed by 24 zero bytes. The nonce is 0.
///
/// A choice among n is the upper half of the 64-bit product w·n of a word w and n. If the lower half is less than 2³²
/// mod n, the next word is used instead; otherwise some choices would be more likely. The method is from Daniel Lemire,
/// "Fast Random Integer Generation in an Interval", ACM Transactions on Modeling and Computer Simulation 29:1, 3
/// (2019), <https://doi.org/10.1145/3230636>.
#[derive(Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// Creates a generator from a seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Picks one of `choices`, each equally likely, or returns `None` if there are none.
    ///
    /// ```
    /// use qttt::generate::Rng;
    ///
    /// let mut rng = Rng::from_seed(1);
    /// let throws: Vec<_> = (0..8).filter_map(|_| rng.pick(&["heads", "tails"])).collect();
    /// assert!(throws.contains(&&"heads") && throws.contains(&&"tails"));
    /// ```
    pub fn pick<'c, T>(&mut self, choices: &'c [T]) -> Option<&'c T> {
        let count = u32::try_from(choices.len()).ok().filter(|&n| n > 0)?;
        choices.get(self.below(count) as usize)
    }

    /// Returns `true` with this probability: if the next word is less than `probability` · 2³².
    fn random_bool(&mut self, probability: f64) -> bool {
        f64::from(self.0.next_u32()) < probability * 2_f64.powi(32)
    }

    /// Returns a number less than `bound`, each equally likely; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let lower_half = product as u32;
            // 2³² mod n is less than n, so the first comparison nearly always avoids the division.
            if lower_half >= bound || lower_half >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }
}

/// How a computer player chooses its actions.
///
/// ```
/// use qttt::generate::Strategy;
///
/// assert_eq!("random:0.1".parse(), Ok(Strategy::Mixed(0.1)));
/// assert_eq!("easy".parse(), Ok(Strategy::Random));
/// assert!("random:1.1".parse::<Strategy>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Strategy {
    /// Every legal action is equally likely: `random`, or `easy`.
    Random,
    /// Every best action is equally likely: `perfect`.
    Perfect,
    /// `Random` with this probability, 0 to 1, otherwise `Perfect`: `random:0.1`, or `medium`, which is `random:0.3`. A
    /// random action can be one of the best.
    Mixed(f64),
}

impl Strategy {
    /// Returns the share of its actions that are random: 0 to 1.
    #[must_use]
    pub const fn random_share(self) -> f64 {
        match self {
            Self::Random => 1.0,
            Self::Perfect => 0.0,
            Self::Mixed(probability) => probability,
        }
    }

    /// Chooses a legal action, or returns `None` if the game is over. The solver finds the best actions.
    ///
    /// The choice is among the actions in the order of [`Position::legal_actions`].
    pub fn choose(self, position: &Position, solver: &Solver, rng: &mut Rng) -> Option<Action> {
        let is_random = match self {
            Self::Random => true,
            Self::Perfect => false,
            Self::Mixed(probability) => rng.random_bool(probability),
        };
        if is_random {
            random_action(position, rng)
        } else {
            rng.pick(&solver.best_actions(position)).copied()
        }
    }
}

/// An error in the name of a [`Strategy`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StrategyError {
    /// There is no such strategy.
    #[error("use easy, medium, perfect, or random with a probability, for example random:0.1")]
    Unknown,
    /// The text after `random:` is not a probability.
    #[error("{0:?} is not a probability from 0 to 1; write, for example, random:0.1")]
    NotAProbability(String),
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        match text {
            "easy" | "random" => Ok(Self::Random),
            "medium" => "random:0.3".parse(),
            "perfect" => Ok(Self::Perfect),
            _ => {
                let text = text.strip_prefix("random:").ok_or(StrategyError::Unknown)?;
                match text.parse() {
                    Ok(probability @ 0.0..=1.0) => Ok(Self::Mixed(probability)),
                    _ => Err(StrategyError::NotAProbability(text.to_string())),
                }
            }
        }
    }
}

/// Chooses among the legal actions without listing them, which takes longer.
fn random_action(position: &Position, rng: &mut Rng) -> Option<Action> {
    let count = match position.status() {
        Status::Move(_) => {
            let free = position.free().len();
            // The last free cell is a pair with itself.
            (free * (free - 1) / 2).max(1)
        }
        Status::Measure { choices, .. } => choices.iter().count(),
        Status::Over => return None,
    };
    let nth = rng.below(count as u32);
    position.legal_actions().nth(nth as usize)
}

/// A generator of games.
#[derive(Debug)]
pub struct Generator {
    /// The strategies of X and O.
    strategies: [Strategy; 2],
    solver: Solver,
    rng: Rng,
}

impl Generator {
    /// Creates a generator from the strategies of X and O and a seed.
    #[must_use]
    pub fn new(x: Strategy, o: Strategy, seed: u64) -> Self {
        Self {
            strategies: [x, o],
            solver: Solver::new(),
            rng: Rng::from_seed(seed),
        }
    }

    /// Returns the next game, played to its end.
    pub fn record(&mut self) -> Record {
        let mut record = Record::new();
        while let Some(player) = record.position().turn() {
            let strategy = self.strategies[player as usize];
            let action = strategy.choose(&record.position(), &self.solver, &mut self.rng);
            let action = action.expect("the game is not over");
            record.push(action).expect("a strategy's choice is legal");
        }
        record
    }

    /// Returns the next game, cut after a random number of actions, from none to all, each equally likely.
    pub fn partial_record(&mut self) -> Record {
        let record = self.record();
        let kept = self.rng.below(record.actions().len() as u32 + 1);
        let mut beginning = Record::new();
        for &action in &record.actions()[..kept as usize] {
            beginning.push(action).expect("it was legal before");
        }
        beginning
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first bytes of Bernstein's reference implementation for a key of zeros, 8 rounds, and nonce 0.
    #[test]
    fn words_are_the_published_key_stream() {
        let mut rng = Rng::from_seed(0);
        let words = [(); 4].map(|()| rng.0.next_u32().to_le_bytes());
        assert_eq!(
            words.concat(),
            [
                0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09,
                0xa5, 0xa1
            ]
        );
    }

    /// If no words were dropped, every second number here would be a multiple of 3: 4 words would give 3 numbers.
    #[test]
    fn every_number_below_a_bound_is_equally_likely() {
        let mut rng = Rng::from_seed(3);
        let is_multiple = |_: &i32| rng.below(3 << 30).is_multiple_of(3);
        let multiples = (0..100_000).filter(is_multiple).count();
        assert!((32_500..34_200).contains(&multiples), "{multiples}");
    }
}
