//! `qttt solve [MOVES]...`: the value of a position with perfect play, and the best moves.

mod steps;

use anyhow::bail;
use qttt::{
    Action, Position, Score,
    solve::{Solution, Solver},
    support::describe_win,
};

use super::{EXIT_CODES, RECORDS, arguments::FormatOptions, output::Outcome, records::Records};
use crate::records::{Answer, Format, InputLine, LineError, Readings, Request};

const EXAMPLES: &str = "\
Examples:
  qttt solve AB BE DE AE              find the best moves
  qttt solve --steps AB BE DE AE 4    show what each move lost
  qttt solve --value < games.txt      print the value of each record

Output: For a record given as arguments, qttt prints the result of perfect play and its value, the best actions, and the principal variation, one per line. For each record in a file or on standard input, it prints one line: the value, \"best\" and the best actions, then \"principal variation\" and its actions. For different output, use one of --value, --actions, and --steps.";

#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"))]
pub(crate) struct Solve {
    #[command(flatten)]
    records: Records,

    /// Print only the value: X's points minus O's. With --json or --tsv, also print the record and the best actions
    #[arg(long)]
    value: bool,

    #[command(flatten)]
    format: FormatOptions,

    /// List every legal action with its value, best first
    ///
    /// As text, the list has one line per action, or one line per record of a file or of standard input. With --tsv, it
    /// has one row per action.
    #[arg(long)]
    actions: bool,

    /// Solve every position of the game: show each move's value and any better moves
    ///
    /// A move that loses half a point is marked ?, and a move that loses more is marked ??.
    #[arg(long, conflicts_with = "tsv")]
    steps: bool,
}

impl Solve {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let solver = Solver::new();
        let format = self.format.format();
        if let Some(format) = format {
            let request = Request {
                only_value: self.value,
                actions: self.actions,
                steps: self.steps,
                // A table has no column for it.
                variation: matches!(format, Format::Json) && !self.value,
            };
            let solving = Some((solver, request));
            let readings = Readings { format, solving };
            let answered = self.records.answer(&readings.header(), 8, &readings)?;
            return Ok(answered.outcome());
        }
        let shown = match (self.value, self.actions, self.steps) {
            (false, false, false) => Shown::BestPlay,
            (true, false, false) => Shown::Value,
            (false, true, false) => Shown::Actions,
            (false, false, true) => Shown::Steps,
            _ => bail!("for text, choose one of --value, --actions, and --steps"),
        };
        let solutions = Solutions { shown, solver };
        Ok(self.records.answer("", 8, &solutions)?.outcome())
    }
}

/// What is printed as text.
enum Shown {
    /// The result of perfect play, its value, and the best actions.
    BestPlay,
    Value,
    Actions,
    Steps,
}

/// Perfect play as text.
struct Solutions {
    shown: Shown,
    solver: Solver,
}

impl Answer for Solutions {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        let text = self.text(line);
        match &text {
            Ok(text) => output.extend(text.bytes()),
            Err(_) => line.append_error(output),
        }
        text.map(drop)
    }
}

impl Solutions {
    /// Returns the answer, with its last newline.
    fn text(&self, line: InputLine<'_>) -> Result<String, LineError> {
        if let Shown::Steps = self.shown {
            let review = self.solver.review(&line.record()?);
            return Ok(if line.is_alone {
                steps::table(&review)
            } else {
                steps::in_one_line(&review)
            });
        }
        let position = line.position()?;
        Ok(match self.shown {
            Shown::Value => format!("{}\n", self.solver.value(&position).payoff()),
            Shown::Actions => self.actions_of(line, &position),
            _ if line.is_alone => explanation(&self.solver, &position),
            _ => self.variation_of(&position),
        })
    }

    /// Lists the actions, one per line if there is only one record.
    fn actions_of(&self, line: InputLine<'_>, position: &Position) -> String {
        let actions = self.solver.solve(position).actions.into_iter();
        let values = actions.map(|(action, value)| format!("{action} {}", value.payoff()));
        if line.is_alone {
            values.map(|value| value + "\n").collect()
        } else {
            values.collect::<Vec<_>>().join(", ") + "\n"
        }
    }

    fn variation_of(&self, position: &Position) -> String {
        let solution = self.solver.solve(position);
        let value = solution.value.payoff();
        match &self.solver.principal_variation(position)[..] {
            [] => format!("{value}\n"),
            variation => format!(
                "{value}, best {}, principal variation {}\n",
                best(&solution),
                Action::join(variation.iter().copied())
            ),
        }
    }
}

fn best(solution: &Solution) -> String {
    Action::join(solution.best())
}

/// Describes the result of perfect play in sentences.
fn explanation(solver: &Solver, position: &Position) -> String {
    let solution = solver.solve(position);
    let value = solution.value;
    if position.is_over() {
        let result = result_of(value);
        return format!("The game is over: {result} (value {}).\n", value.payoff());
    }
    format!(
        "{}\n{}\nPrincipal variation: {}\n",
        perfect_play(value),
        actions_by_value(&solution),
        Action::join(solver.principal_variation(position)),
    )
}

/// Describes the value of a position.
pub(super) fn perfect_play(value: Score) -> String {
    let result = result_of(value);
    format!("With perfect play, {result} (value {}).", value.payoff())
}

fn result_of(value: Score) -> String {
    describe_win(value).unwrap_or_else(|| "nobody wins".to_string())
}

/// Lists the best actions, and counts the others by value.
pub(super) fn actions_by_value(solution: &Solution) -> String {
    let groups = solution.actions.chunk_by(|a, b| a.1 == b.1);
    let others: Vec<_> = groups
        .skip(1)
        .map(|group| {
            format!(
                "{} {} worth {}",
                group.len(),
                if group.len() == 1 { "other" } else { "others" },
                group[0].1.payoff()
            )
        })
        .collect();
    let best = best(solution);
    if others.is_empty() {
        format!("Best: {best} (no others)")
    } else {
        format!("Best: {best} ({})", others.join(", "))
    }
}
