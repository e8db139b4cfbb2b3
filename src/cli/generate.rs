//! `qttt generate`: random complete games, one record a line.

use std::io::{self, BufWriter, Write};

use anyhow::Context;
use qttt::{generate::Generator, solve::Solver};

use super::{
    output::{CANNOT_WRITE, Outcome},
    seed::seed_or_new,
    skill::Skill,
    suggested::suggested,
};

const SKILLS: &[&str] = &["perfect", "random", "random:0.1"];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many games
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    games: u64,

    /// Make the games of this seed, the same on every machine [default: new ones each time]
    #[arg(long)]
    seed: Option<u64>,

    /// How X plays: random (each pair of free cells, or choice of a measurement, is equally likely), perfect (each best
    /// one is), or a mixture: random:0.1 is random with a probability of 0.1 for each action, and perfect otherwise
    #[arg(long, value_name = "HOW", default_value = "random", hide_possible_values = true, value_parser = suggested::<Skill>(SKILLS))]
    x: Skill,

    /// How O plays, likewise
    #[arg(long, value_name = "HOW", default_value = "random", hide_possible_values = true, value_parser = suggested::<Skill>(SKILLS))]
    o: Skill,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let solver = Solver::new();
        let seed = seed_or_new(self.seed)?;
        let mut generator =
            Generator::new(self.x.strategy(&solver), self.o.strategy(&solver), seed);

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
