//! How well a program plays the quantum game, as the options of `generate` and `play` say it.

use std::str::FromStr;

use crate::{
    generate::{Probability, Strategy},
    solve::Solver,
};

/// How a player chooses that is a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Skill {
    Random,
    Perfect,
    /// At random with this probability, and perfectly otherwise.
    Mixed(Probability),
}

impl Skill {
    pub(crate) const fn strategy(self, solver: &Solver) -> Strategy<'_> {
        match self {
            Self::Random => Strategy::Random,
            Self::Perfect => Strategy::Perfect(solver),
            Self::Mixed(random) => Strategy::Mixed { solver, random },
        }
    }
}

impl FromStr for Skill {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "random" => Ok(Self::Random),
            None if text == "perfect" => Ok(Self::Perfect),
            Some(("random", text)) => {
                let probability = text.parse().ok().and_then(Probability::new);
                probability.map(Self::Mixed).ok_or_else(|| {
                    format!(
                        "expected a probability from 0 to 1, such as random:0.1, found {text:?}"
                    )
                })
            }
            _ => Err("expected random, perfect, or a mixture such as random:0.1".to_string()),
        }
    }
}
