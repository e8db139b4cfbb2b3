//! `qttt generate`: prints random games or positions, one per line.

use clap::ValueHint;
use qttt::generate::{self, Generator};
use qttt::solve::Solver;
use qttt::support::NO_ACTIONS;
use qttt::{Record, Strategy};

use crate::command_line::{SUCCESS_OR_ERROR, levels};
use crate::terminal::output::{Outcome, write};
use crate::values::{seed_or_new, whole_number};

const EXAMPLES: &str = "\
Examples:
  qttt generate -n 1000 --seed 1 > games.txt  generate a thousand games
  qttt generate --x perfect                   play X perfectly
  qttt generate --all | qttt solve --value    solve every position";

const CHOICES: &str = "\
A random player is equally likely to choose any pair of free cells, or either outcome of a measurement. A perfect \
player is equally likely to choose any of the best actions.";

/// The number of bytes per write.
const MANY_BYTES: usize = 64 << 10;

#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{SUCCESS_OR_ERROR}"))]
pub(crate) struct Generate {
    /// Number of records
    #[arg(short = 'n', alias = "n", value_name = "N", default_value_t = 1, value_parser = whole_number(0..=u64::MAX))]
    games: u64,

    /// Random seed; the same seed gives the same games everywhere [default: random]
    #[arg(long, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,

    #[arg(long, value_name = "HOW", default_value = "random", value_hint = ValueHint::Other)]
    #[arg(help = format!("How X plays: {}", levels()))]
    #[arg(long_help = format!("How X plays: {}\n\n{CHOICES}", levels()))]
    x: Strategy,

    /// How O plays (same choices)
    #[arg(long, value_name = "HOW", default_value = "random", value_hint = ValueHint::Other)]
    o: Strategy,

    /// Stop each game after a random number of actions, possibly none (printed as -) or all
    #[arg(long, conflicts_with = "all")]
    partial: bool,

    /// Print one record for each position in which a move is due and at most six have been made: 1,006,813
    ///
    /// Symmetric positions count as one, and so do histories that make no difference to the rest of the game. The order
    /// is always the same.
    #[arg(long, conflicts_with_all = ["games", "seed", "x", "o"])]
    all: bool,
}

impl Generate {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let mut lines = String::new();
        for record in self.records() {
            let line = record.to_string();
            lines += if line.is_empty() { NO_ACTIONS } else { &line };
            lines.push('\n');
            if lines.len() > MANY_BYTES {
                write(&lines)?;
                lines.clear();
            }
        }
        write(&lines)?;
        Ok(Outcome::Fine)
    }

    fn records(&self) -> Box<dyn Iterator<Item = Record> + '_> {
        if self.all {
            return Box::new(generate::all());
        }
        let mut generator = Generator::new(self.x, self.o, seed_or_new(self.seed));
        let solver = Solver::new();
        Box::new((0..self.games).map(move |_| {
            if self.partial {
                generator.partial_record(&solver)
            } else {
                generator.record(&solver)
            }
        }))
    }
}
