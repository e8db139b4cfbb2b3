//! `qttt generate`: random games, positions or mistakes, one record per line.

use std::{
    collections::HashSet,
    io::{self, BufWriter, Write},
};

use crate::{
    Record,
    batch::{Answer, Format, Line},
    generate::{self, Generator, Invalid},
    solve::Solver,
};
use anyhow::Context;
use clap::{ArgGroup, ValueEnum};

use super::{
    EXIT_CODES, RECORDS,
    arguments::{FormatOptions, Skill, seed_or_new, suggested},
    numbers::whole,
    output::{CANNOT_WRITE, Outcome, report},
};

const SKILLS: &[&str] = &["perfect", "random", "random:0.1"];

/// After so many games without a new position there is probably no other.
const MAX_REJECTED: u32 = 100_000;

const EXAMPLES: &str = "\
Examples:
  qttt generate -n 1000 --seed 1 > games.txt    make a thousand games
  qttt generate --x perfect --json              make one that X plays perfectly, as JSON
  qttt generate --all | qttt solve --value      solve every position";

#[derive(clap::Args)]
#[command(
    group = ArgGroup::new("kind"),
    after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}")
)]
pub(crate) struct Arguments {
    /// The number of records
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

    /// Stop each game after a random number of actions, from none to all
    #[arg(long, group = "kind")]
    positions: bool,

    /// Stop each game after N moves, with the measurement that the last one makes due
    #[arg(long, value_name = "N", group = "kind", value_parser = whole::<u8>(0..=9))]
    moves: Option<u8>,

    /// End each record with a mistake, each kind equally likely
    #[arg(long, group = "kind")]
    invalid: bool,

    /// Print each position with up to six moves in which a move is to be made, once up to symmetry and what no longer
    /// matters of its history: over a million
    #[arg(long, group = "kind", conflicts_with_all = ["games", "seed", "x", "o", "distinct"])]
    all: bool,

    /// Let no two records end in the same position; with --distinct=canonical, in none that perfect play can't tell apart
    /// (turned or mirrored, or with another history)
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "marks", conflicts_with = "invalid", hide_possible_values = true)]
    distinct: Option<Distinct>,

    #[command(flatten)]
    format: FormatOptions,
}

/// What makes two positions the same.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Distinct {
    /// The same marks in the same cells.
    Marks,
    /// Those that perfect play can't tell apart.
    Canonical,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let mut output = Output::new(self.format.format())?;
        if self.all {
            for record in generate::all() {
                output.print(&record, "")?;
            }
            return output.finish();
        }
        let solver = Solver::new();
        let seed = seed_or_new(self.seed)?;
        let mut generator =
            Generator::new(self.x.strategy(&solver), self.o.strategy(&solver), seed);
        let mut seen = HashSet::new();
        let mut rejected = 0;
        while output.printed < self.games {
            if self.invalid {
                let Invalid { record, mistake } = generator.invalid();
                output.print(&record, &mistake)?;
                continue;
            }
            let record = match self.moves {
                Some(moves) => generator.record_up_to(moves),
                None if self.positions => generator.partial_record(),
                None => generator.record(),
            };
            let game = record.position();
            let is_new = match self.distinct {
                None => true,
                Some(Distinct::Marks) => seen.insert(game),
                Some(Distinct::Canonical) => seen.insert(game.canonical()),
            };
            if is_new && self.moves.is_none_or(|moves| game.moves() == moves) {
                output.print(&record, "")?;
                rejected = 0;
            } else if rejected == MAX_REJECTED {
                output.finish()?;
                report(&format!(
                    "expected {} records, found {}: no other in {MAX_REJECTED} games in a row",
                    self.games, output.printed
                ));
                return Ok(Outcome::Failed);
            } else {
                rejected += 1;
            }
        }
        output.finish()
    }
}

/// Standard output, one record per line.
struct Output {
    stdout: BufWriter<io::StdoutLock<'static>>,
    format: Format,
    line: Vec<u8>,
    printed: u64,
}

impl Output {
    fn new(format: Format) -> anyhow::Result<Self> {
        let mut stdout = BufWriter::with_capacity(64 << 10, io::stdout().lock());
        write!(stdout, "{}", format.header()).context(CANNOT_WRITE)?;
        Ok(Self {
            stdout,
            format,
            line: Vec::new(),
            printed: 0,
        })
    }

    /// Prints a record with a mistake after it, which may be empty.
    fn print(&mut self, record: &Record, mistake: &str) -> anyhow::Result<()> {
        self.printed += 1;
        self.line.clear();
        for action in record.actions() {
            action.append_to(&mut self.line);
            self.line.push(b' ');
        }
        match mistake {
            "" => drop(self.line.pop()),
            _ => self.line.extend(mistake.bytes()),
        }
        match self.format {
            Format::Text => self.line.push(b'\n'),
            format => {
                let line = Line::in_stream(&self.line, self.printed, None);
                let mut output = Vec::new();
                // A mistake is wanted here, and answered as such.
                let _ = format.answer_or_invalid(line, &mut output);
                self.line = output;
            }
        }
        self.stdout.write_all(&self.line).context(CANNOT_WRITE)
    }

    fn finish(&mut self) -> anyhow::Result<Outcome> {
        self.stdout.flush().context(CANNOT_WRITE)?;
        Ok(Outcome::Fine)
    }
}
