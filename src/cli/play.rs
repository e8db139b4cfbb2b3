//! `qttt play`: a game at the terminal.

mod entries;
mod last_words;
pub(super) mod session;
mod start;
mod table;

use self::{
    session::{Role, play},
    start::Start,
    table::Table,
};
use super::{
    EXIT_CODES, RECORDS,
    arguments::{Skill, seed_or_new, suggested},
    numbers::whole,
    output::Outcome,
};

const ROLES: &[&str] = &["human", "perfect", "random", "random:0.1"];

const EXAMPLES: &str = "\
Examples:
  qttt play                       play X against perfect O
  qttt play --x perfect --o human  play O
  qttt play -f game.txt           go on from a record in a file, such as one that was saved
  qttt play --o random:0.3 AI     go on from a record, against an O that errs";

#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Who plays X: human (you: moves are read from the keyboard, or from standard input), perfect, random, or a
    /// mixture: random:0.1 is random with a probability of 0.1 for each action, and perfect otherwise
    #[arg(long, value_name = "WHO", default_value = "human", hide_possible_values = true, value_parser = suggested::<Role<Skill>>(ROLES))]
    x: Role<Skill>,

    /// Who plays O, likewise
    #[arg(long, value_name = "WHO", default_value = "perfect", hide_possible_values = true, value_parser = suggested::<Role<Skill>>(ROLES))]
    o: Role<Skill>,

    /// Make the random choices of this seed, the same on every machine [default: new ones each time]
    #[arg(long, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Draw with ASCII characters only [default: on a terminal whose locale isn't UTF-8]
    #[arg(long)]
    ascii: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let seed = seed_or_new(self.seed)?;
        let record = match self.start.record() {
            Ok(record) => record,
            Err(outcome) => return Ok(outcome),
        };
        play(
            Table::new(record, seed),
            [self.x.clone(), self.o.clone()],
            self.ascii,
        )
    }
}
