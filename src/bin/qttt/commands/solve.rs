//! `qttt solve [MOVES]...`: the value of a position with perfect play, and the best moves.

mod steps;

use anyhow::bail;
use qttt::{
    Position, Score,
    solve::{Solution, Solver},
    support::describe_win,
};

use super::{
    EXIT_CODES, RECORDS,
    arguments::{Format, FormatOptions},
    output::Outcome,
    record_arguments::RecordArguments,
};
use crate::records::{Answer, InputLine, LineError, Objects, Path, Query, Table, join};

const EXAMPLES: &str = "\
Examples:
  qttt solve AB BE DE AE              find the best moves
  qttt solve --steps AB BE DE AE 4    show what each move lost
  qttt solve --value < games.txt      print the value of each record

If records are read from a file or standard input, an empty line follows each answer, except with --value.";

/// The maximum number of positions to solve at once.
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
        let format = self.format.format();
        if self.actions && self.steps && format == Format::Text {
            bail!("for text, choose one of --actions and --steps");
        }
        let is_list = self.value || self.actions;
        let query = Query {
            actions: self.actions,
            path: match format {
                _ if self.steps => Path::Played,
                Format::Text if is_list => Path::None,
                Format::Text | Format::Json => Path::Best,
                // A table has no column for it.
                Format::Tsv => Path::None,
            },
        };
        let solver = Solver::new();
        let answered = match format {
            Format::Text => self
                .records
                .answer("", MAX_LINES, &Solutions { solver, query })?,
            Format::Json => {
                let solving = Some((solver, query));
                self.records.answer("", MAX_LINES, &Objects { solving })?
            }
            Format::Tsv => {
                let solving = Some((solver, query));
                self.records.answer_table(MAX_LINES, &Table { solving })?
            }
        };
        Ok(answered.outcome())
    }
}

/// Perfect play as text.
struct Solutions {
    solver: Solver,
    query: Query,
}

impl Answer for Solutions {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        let text = self.text(line);
        match &text {
            Ok(text) => output.extend(text.bytes()),
            Err(_) => line.error_unless_alone(output),
        }
        if !self.is_value() {
            line.gap_unless_alone(output);
        }
        text.map(drop)
    }
}

impl Solutions {
    /// Whether the answer is one number.
    fn is_value(&self) -> bool {
        matches!(self.query.path, Path::None) && !self.query.actions
    }

    /// Returns the answer, with its last newline.
    fn text(&self, line: InputLine<'_>) -> Result<String, LineError> {
        let game = line.game()?;
        let position = game.position();
        Ok(match self.query.path {
            Path::Played => steps::table(&self.solver.review(game.record()?)),
            Path::Best => explanation(&self.solver, &position),
            Path::None if self.query.actions => list(&self.solver.solve(&position)),
            Path::None => format!("{}\n", self.solver.value(&position).payoff()),
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

fn best(solution: &Solution) -> String {
    join(solution.best())
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
