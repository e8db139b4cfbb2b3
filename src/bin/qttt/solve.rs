//! `qttt solve [MOVES]...`: the value of a position with perfect play, and the best moves.

mod steps;

use anyhow::bail;
use qttt::{
    Position, Score,
    solve::{Solution, Solver},
};

use crate::{
    command_line::{EXIT_CODES, RECORDS, arguments::FormatOptions},
    records::{Answer, InputLine, LineError, Query, arguments::RecordArguments, join, result_of},
    terminal::output::Outcome,
};

const EXAMPLES: &str = "\
Examples:
  qttt solve AB BE DE AE              find the best moves
  qttt solve --steps AB BE DE AE 4    show what each move lost
  qttt solve --value < games.txt      print the value of each record

If records are read from a file or standard input, an empty line follows each output, except with --value.";

/// The maximum number of positions in a block.
const MAX_LINES: usize = 8;

#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"))]
pub(crate) struct Solve {
    #[command(flatten)]
    records: RecordArguments,

    /// Print only the value: X's points minus O's
    #[arg(long, conflicts_with_all = ["json", "tsv", "actions", "steps"])]
    value: bool,

    #[command(flatten)]
    format: FormatOptions,

    /// List every legal action with its value, best first
    ///
    /// With --tsv, the table has one row per action.
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
        let query = Query {
            actions: self.actions,
            steps: self.steps,
        };
        let answered = if !self.format.is_text() {
            let solving = Some((solver, query));
            self.format.answer(&self.records, MAX_LINES, solving)?
        } else if self.actions && self.steps {
            bail!("--actions and --steps can be combined only with --json");
        } else {
            let solutions = Solutions {
                solver,
                query,
                is_value: self.value,
            };
            self.records.answer("", MAX_LINES, &solutions)?
        };
        Ok(answered.outcome)
    }
}

/// Answers with perfect play as text.
struct Solutions {
    solver: Solver,
    query: Query,
    /// Whether only the value is printed.
    is_value: bool,
}

impl Answer for Solutions {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        let text = self.text(line);
        match &text {
            Ok(text) => output.extend(text.bytes()),
            Err(_) => line.error_unless_alone(output),
        }
        if !self.is_value {
            line.gap_unless_alone(output);
        }
        text.map(drop)
    }
}

impl Solutions {
    /// Returns the answer, with its last newline.
    fn text(&self, line: InputLine<'_>) -> Result<String, LineError> {
        let game = line.game()?;
        let position = game.position();
        Ok(if self.is_value {
            format!("{}\n", self.solver.value(&position).payoff())
        } else if self.query.steps {
            steps::table(&self.solver.review(game.record()?))
        } else if self.query.actions {
            list(&self.solver.solve(&position))
        } else {
            explanation(&self.solver, &position)
        })
    }
}

/// Lists the actions with their values, one per line.
fn list(solution: &Solution) -> String {
    let actions = solution.actions.iter();
    actions
        .map(|(action, value)| format!("{action} {}\n", value.payoff()))
        .collect()
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
        join(solver.principal_variation(position)),
    )
}

/// Describes the value of a position.
pub(super) fn perfect_play(value: Score) -> String {
    let result = result_of(value);
    format!("With perfect play, {result} (value {}).", value.payoff())
}

/// Lists the best actions and counts the others by value.
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
    let best = join(solution.best());
    if others.is_empty() {
        format!("Best: {best} (no others)")
    } else {
        format!("Best: {best} ({})", others.join(", "))
    }
}
