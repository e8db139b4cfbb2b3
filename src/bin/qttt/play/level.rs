//! The levels of computer players, as they are named in arguments and on the page.

use std::str::FromStr;

use qttt::generate::Strategy;

/// The probability of a random action of the level `medium`.
pub(crate) const MEDIUM: f64 = 0.3;

const UNKNOWN: &str =
    "use easy, medium, perfect, or random with a probability from 0 to 1, for example random:0.1";

/// How a computer player plays: `easy` or `random`, `medium`, `perfect`, or `random:P`.
#[derive(Clone, Copy)]
pub(crate) struct Level(pub(crate) Strategy);

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let strategy = match text {
            "easy" | "random" => Strategy::Random,
            "medium" => Strategy::Mixed(MEDIUM),
            "perfect" => Strategy::Perfect,
            _ => match text.strip_prefix("random:").map(str::parse) {
                Some(Ok(probability)) if (0.0..=1.0).contains(&probability) => {
                    Strategy::Mixed(probability)
                }
                _ => return Err(UNKNOWN.to_string()),
            },
        };
        Ok(Self(strategy))
    }
}
