//! `qttt play`: a game at the terminal.

pub(super) mod entries;
#[cfg(unix)]
pub(super) mod last_words;
mod table;

use clap::{ColorChoice, ValueEnum};

#[cfg(unix)]
use self::last_words::LastWords;
use self::table::Table;
use super::{output::Outcome, seed::seed_or_new};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Who plays X
    #[arg(long, value_name = "WHO", default_value = "human")]
    x: Role,

    /// Who plays O
    #[arg(long, value_name = "WHO", default_value = "perfect")]
    o: Role,

    /// Make the random choices of this seed, the same on every machine [default: new ones each time]
    #[arg(long)]
    seed: Option<u64>,

    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// You: moves are read from the keyboard, or from standard input
    Human,
    /// A best move or measurement; each of them is equally likely
    Perfect,
    /// Each pair of free cells, or choice of a measurement, is equally likely
    Random,
}

impl Arguments {
    pub(crate) fn run(&self, color: ColorChoice) -> anyhow::Result<Outcome> {
        let seed = seed_or_new(self.seed)?;
        let mut table = Table::new([self.x, self.o], seed, self.ascii, color);
        #[cfg(unix)]
        let played = {
            let last_words = LastWords::prepare()?;
            let played = table.play(&last_words);
            // However the game has ended, its record is not to be lost.
            last_words.say(&table.record())?;
            played
        };
        #[cfg(not(unix))]
        let played = {
            let played = table.play();
            super::output::write(&table.record())?;
            played
        };
        played.map(|()| Outcome::Fine)
    }
}
