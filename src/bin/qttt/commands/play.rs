//! `qttt play`: a game in the terminal.

mod entries;
mod quantum;
pub(super) mod session;
mod start;

use clap::ValueHint;
use qttt::generate::Strategy;

use self::{
    quantum::QuantumGame,
    session::{Role, play},
    start::Start,
};
use super::{EXIT_CODES, RECORDS, arguments::seed_or_new, output::Outcome};

const EXAMPLES: &str = "\
Examples:
  qttt play                        play X against perfect O
  qttt play --x perfect --o human  play O
  qttt play -f game.txt            resume the game in a file
  qttt play --o medium AI          resume a game, against an O that makes some mistakes";

#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"))]
pub(crate) struct Play {
    #[command(flatten)]
    start: Start,

    /// Who plays X: human, easy (random), medium (random:0.3), perfect, or random:P
    ///
    /// A human's moves are read from the keyboard, or from standard input. Each action of random:P is random with
    /// probability P, and otherwise perfect.
    #[arg(long, value_name = "WHO", default_value = "human", value_hint = ValueHint::Other)]
    x: Role<Strategy>,

    /// Who plays O (same choices)
    #[arg(long, value_name = "WHO", default_value = "perfect", value_hint = ValueHint::Other)]
    o: Role<Strategy>,

    /// Random seed; the same seed gives the same choices everywhere [default: random]
    #[arg(long)]
    seed: Option<u64>,
}

impl Play {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let seed = seed_or_new(self.seed);
        let record = match self.start.record() {
            Ok(record) => record,
            Err(outcome) => return Ok(outcome),
        };
        play(
            QuantumGame::new(record, seed),
            [self.x.clone(), self.o.clone()],
        )
    }
}
