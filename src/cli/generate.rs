//! `qttt generate`: random complete games, one record a line.

use std::io::{self, BufWriter, Write};

use crate::{
    batch::{Format, Line},
    generate::Generator,
    solve::Solver,
};
use anyhow::Context;

use super::{
    numbers::whole,
    output::{CANNOT_WRITE, Outcome},
    seed::seed_or_new,
    skill::Skill,
    suggested::suggested,
};

const SKILLS: &[&str] = &["perfect", "random", "random:0.1"];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many games
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    games: u64,

    /// Make the games of this seed, the same on every machine [default: new ones each time]
    #[arg(long, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// How X plays: random (each pair of free cells, or choice of a measurement, is equally likely), perfect (each best
    /// one is), or a mixture: random:0.1 is random with a probability of 0.1 for each action, and perfect otherwise
    #[arg(long, value_name = "HOW", default_value = "random", hide_possible_values = true, value_parser = suggested::<Skill>(SKILLS))]
    x: Skill,

    /// How O plays, likewise
    #[arg(long, value_name = "HOW", default_value = "random", hide_possible_values = true, value_parser = suggested::<Skill>(SKILLS))]
    o: Skill,

    /// Print a JSON object for each game, as for a record that is scored
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let solver = Solver::new();
        let seed = seed_or_new(self.seed)?;
        let mut generator =
            Generator::new(self.x.strategy(&solver), self.o.strategy(&solver), seed);

        let mut output = BufWriter::with_capacity(64 << 10, io::stdout().lock());
        let (mut record, mut object) = (Vec::new(), Vec::new());
        for number in 1..=self.games {
            record.clear();
            generator.append_record(&mut record);
            let line = if self.json {
                object.clear();
                Format::Json.score(Line::in_stream(&record, number, None), &mut object)?;
                &object
            } else {
                record.push(b'\n');
                &record
            };
            output.write_all(line).context(CANNOT_WRITE)?;
        }
        output.flush().context(CANNOT_WRITE)?;
        Ok(Outcome::Fine)
    }
}
