//! `qttt play`: a game in the terminal.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueHint;
use qttt::draw::{self, TextStyle, describe_best, describe_perfect_play};
use qttt::solve::Solver;
use qttt::support::{self, MAX_TEXT, next_line};
use qttt::{Action, ByPlayer, ErrorKind, Player, Position, Record, Rng, Status, Strategy};

use crate::command_line::{EXIT_CODES, levels};
use crate::input::{self, check_encoding, located, name_of};
use crate::process::Runner;
use crate::records::RecordWords;
use crate::session::{Role, SessionGame, play};
use crate::terminal::TextOptions;
use crate::terminal::output::{Invalid, Outcome};
use crate::values::{seed_or_new, whole_number};

const EXAMPLES: &str = "\
Examples:
  qttt play                         play X against an easy opponent
  qttt play --x perfect --o person  play O
  qttt play -f game.txt             resume the game in a file
  qttt play --o medium AI           resume a game; O makes some mistakes";

/// The help for the record, which here is a game to resume.
const RECORD: &str = "Record of the game to resume, as one or more arguments [default: a new game]";

const PEOPLE_AND_LEVELS: &str = "\
A person's moves are read from standard input. Each action of random:P is random with probability \
P, and otherwise perfect.";

#[derive(clap::Args)]
#[command(
    after_long_help = format!("{EXAMPLES}\n\nA record is written as in qttt --help: AB BE DE AE 4.\n\n{EXIT_CODES}"),
    // `mut_arg` would move the argument behind the words after `--`.
    mut_args(|arg| if arg.get_id() == "words" { arg.help(RECORD).long_help(RECORD) } else { arg }),
)]
pub(crate) struct Play {
    #[command(flatten)]
    words: RecordWords,

    /// Resume the game in FILE
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["words", "literal_words"])]
    file: Option<PathBuf>,

    #[arg(long, value_name = "WHO", default_value = "person", value_hint = ValueHint::Other)]
    #[arg(help = format!("Who plays X: person, {}", levels()))]
    #[arg(long_help = format!("Who plays X: person, {}\n\n{PEOPLE_AND_LEVELS}", levels()))]
    x: Role<Strategy>,

    /// Who plays O (same choices)
    #[arg(long, value_name = "WHO", default_value = "easy", value_hint = ValueHint::Other)]
    o: Role<Strategy>,

    /// Random seed; the same seed gives the same choices everywhere [default: random]
    #[arg(long, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
}

impl Play {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let game = QuantumGame {
            record: self.record()?,
            rng: Rng::from_seed(seed_or_new(self.seed)),
            solver: Solver::new(),
        };
        let roles = ByPlayer([self.x.clone(), self.o.clone()]);
        let runner = Runner::stopped_by_signals()?;
        play(game, roles, TextOptions::default(), runner)
    }

    /// Reads the record.
    ///
    /// # Errors
    ///
    /// If it can't be read, or is [`Invalid`].
    fn record(&self) -> anyhow::Result<Record> {
        let stdin = self.words.is_only_stdin().then_some(Path::new("-"));
        if let Some(path) = self.file.as_deref().or(stdin) {
            return record_in_file(path);
        }
        self.words.parse()
    }
}

/// Reads the only record of a file.
fn record_in_file(path: &Path) -> anyhow::Result<Record> {
    let name = name_of(path);
    let cannot_read = || format!("cannot read {name}");
    let input = input::open(path).with_context(cannot_read)?;
    let mut text = Vec::new();
    // Enough for the longest record, its end, and some of a second line.
    let mut input = input.take(2 * MAX_TEXT as u64);
    input.read_to_end(&mut text).with_context(cannot_read)?;
    check_encoding(&text).with_context(cannot_read)?;
    let mut rest = &text[..];
    let (Some(line), b"") = (next_line(&mut rest), rest) else {
        bail!("{name} must contain exactly one record");
    };
    Record::try_from(line).map_err(|error| {
        let message = located(&name, 1, error.column(), &error);
        Invalid(message).into()
    })
}

/// A game, with the random number generator and the solver for its computer players.
struct QuantumGame {
    /// The actions so far.
    record: Record,
    rng: Rng,
    solver: Solver,
}

impl QuantumGame {
    const fn position(&self) -> Position {
        self.record.position()
    }
}

impl SessionGame for QuantumGame {
    type Action = Action;
    type Program = Strategy;

    const RULES: &'static str = support::RULES;

    const ENTRIES: &'static str = "\
A move is two cells, in either order, in upper or lower case; if only one cell is free, enter it twice. A measurement \
is a digit. You can enter several actions together: 4 CD.";

    fn welcome(&self, _style: &TextStyle) -> String {
        "Enter a move, for example AB, or enter rules or help.".to_string()
    }

    fn turn(&self) -> Option<Player> {
        self.position().turn()
    }

    fn prompt(&self) -> String {
        match self.position().status() {
            Status::Measure { by, choices, .. } => format!("{by} chooses {choices}> "),
            Status::Move(player) => format!("{player} moves> "),
            Status::Over => String::new(),
        }
    }

    fn read(&self, entry: &[u8]) -> Result<Vec<(Player, Action)>, String> {
        let played = self.record.actions().len();
        let mut record = self.record.clone();
        let extended = record.extend_from_text(entry);
        extended.map_err(|error| match error.kind {
            ErrorKind::UnknownCharacter { .. } => {
                format!("{error}; enter help to see the commands")
            }
            ErrorKind::HalfMove { .. } => {
                "enter both cells of a move together, for example AB".to_string()
            }
            _ => error.to_string(),
        })?;
        let steps = record.steps().skip(played);
        Ok(steps.map(|step| (step.player(), step.action)).collect())
    }

    fn choose(&mut self, strategy: &Strategy) -> anyhow::Result<Action> {
        let action = strategy.choose(&self.position(), &self.solver, &mut self.rng);
        action.context("the game is over")
    }

    fn act(&mut self, action: Action) -> anyhow::Result<String> {
        self.record.push(action)?;
        let step = self.record.steps().last().expect("it was just played");
        let caption = draw::describe_action(&step);
        match action {
            Action::Move(..) => Ok(caption),
            Action::Measure(_) => Ok(format!("{caption}: {}", draw::describe_collapse(&step))),
        }
    }

    fn actors(&self) -> Vec<Player> {
        self.record.steps().map(|step| step.player()).collect()
    }

    fn take_back(&mut self, from: usize) -> anyhow::Result<String> {
        let taken = support::join_actions(self.record.actions()[from..].iter().copied());
        while self.record.actions().len() > from {
            self.record.pop();
        }
        Ok(taken)
    }

    fn hint(&mut self) -> String {
        let solution = self.solver.solve(&self.position());
        let Some(player) = self.turn() else {
            return String::new();
        };
        let outlook = describe_perfect_play(solution.value);
        format!("{outlook} {}", describe_best(&solution, player))
    }

    fn draw(&self, style: &TextStyle) -> String {
        draw::text(&self.position(), style)
    }

    fn ending(&self) -> String {
        let record = format!("Record: {}", self.record);
        let (record, score) = (record.trim_end(), self.position().score());
        format!("\n{record}\nScore: {score}\n")
    }
}
