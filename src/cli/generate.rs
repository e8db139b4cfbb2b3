//! `qttt generate`: random complete games, one record a line.

use std::{
    cell::LazyCell,
    io::{self, BufWriter, Write},
};

use anyhow::Context;
use clap::ValueEnum;
use qttt::{
    generate::{Generator, Strategy},
    solve::Solver,
};

use super::{
    output::{CANNOT_WRITE, Outcome},
    seed::seed_or_new,
};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many games
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    games: u64,

    /// Make the games of this seed, the same on every machine [default: new ones each time]
    #[arg(long)]
    seed: Option<u64>,

    /// How X plays
    #[arg(long, value_name = "HOW", default_value = "random")]
    x: Player,

    /// How O plays
    #[arg(long, value_name = "HOW", default_value = "random")]
    o: Player,
}

#[derive(ValueEnum, Clone, Copy)]
enum Player {
    /// Each pair of free cells, or choice of a measurement, is equally likely
    Random,
    /// A best move or measurement; each of them is equally likely
    Perfect,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let solver = LazyCell::new(Solver::new);
        let strategy = |player| match player {
            Player::Random => Strategy::Random,
            Player::Perfect => Strategy::Perfect(&solver),
        };
        let seed = seed_or_new(self.seed)?;
        let mut generator = Generator::new(strategy(self.x), strategy(self.o), seed);

        let mut output = BufWriter::with_capacity(64 << 10, io::stdout().lock());
        let mut line = Vec::new();
        for _ in 0..self.games {
            line.clear();
            generator.append_record(&mut line);
            line.push(b'\n');
            output.write_all(&line).context(CANNOT_WRITE)?;
        }
        output.flush().context(CANNOT_WRITE)?;
        Ok(Outcome::Fine)
    }
}
