//! Pseudorandom numbers, for both games.

/// A random number generator. The same seed gives the same numbers on every machine and in every version.
///
/// The algorithm is SplitMix64, from Guy Steele, Doug Lea, and Christine Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014, <https://doi.org/10.1145/2660193.2660195>.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number from 0 to 2⁶⁴ − 1. All are equally likely.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Returns a number less than `bound`, or 0 if `bound` is 0. The probabilities of two numbers differ by less than
    /// 2⁻⁶³.
    pub const fn below(&mut self, bound: u32) -> u32 {
        ((self.next_u64() as u128 * bound as u128) >> 64) as u32
    }

    /// Picks one of `choices`, or returns `None` if there are none.
    ///
    /// ```
    /// use qttt::Rng;
    ///
    /// let mut rng = Rng::from_seed(1);
    /// let throws: Vec<_> = (0..8).filter_map(|_| rng.pick(&["heads", "tails"])).collect();
    /// assert!(throws.contains(&&"heads") && throws.contains(&&"tails"));
    /// ```
    pub fn pick<'c, T>(&mut self, choices: &'c [T]) -> Option<&'c T> {
        choices.get(self.below(choices.len() as u32) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of Sebastiano Vigna's implementation, <https://prng.di.unimi.it/splitmix64.c>, for the seed
    /// 1234567, as <https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64> lists them.
    #[test]
    fn numbers_match_those_of_the_published_program() {
        let mut rng = Rng::from_seed(1_234_567);
        let numbers = [(); 5].map(|()| rng.next_u64());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn every_number_below_a_bound_is_equally_likely() {
        let mut rng = Rng::from_seed(3);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        assert!(
            counts.iter().all(|n| (9_600..10_400).contains(n)),
            "{counts:?}"
        );
    }
}
