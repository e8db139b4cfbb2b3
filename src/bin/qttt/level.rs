//! The levels of computer players, as they are named in arguments and on the page.

use std::str::FromStr;

use qttt::generate::Strategy;

/// The probability of a random action of the level `medium`.
pub(crate) const MEDIUM: f64 = 0.3;

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
            _ => {
                let text = text.strip_prefix("random:").ok_or(
                    "use easy, medium, perfect, or random with a probability, for example random:0.1",
                )?;
                match text.parse() {
                    Ok(probability @ 0.0..=1.0) => Strategy::Mixed(probability),
                    _ => {
                        return Err(format!(
                            "{text:?} is not a probability from 0 to 1; write, for example, random:0.1"
                        ));
                    }
                }
            }
        };
        Ok(Self(strategy))
    }
}
