//! `qttt solve [RECORD]...`: the value of a position with perfect play, and the best moves.

use anyhow::bail;
use qttt::draw::{describe_best, describe_number, describe_perfect_play, describe_value};
use qttt::report::Query;
use qttt::solve::{Solution, Solver, losses};
use qttt::support::join_actions;
use qttt::{Action, ByPlayer, Game, GameError, Player, Position, Record, Score};

use crate::command_line::{EXIT_CODES, RECORDS};
use crate::records::{Format, FormatOptions, Line, RecordArguments};
use crate::terminal::output::Outcome;

const EXAMPLES: &str = "\
Examples:
  qttt solve AB BE DE AE              find the best moves
  qttt solve --steps AB BE DE AE 4    show what each move lost
  qttt solve --value < games.txt      print the value of each record

If records are read from a file or standard input, an empty line follows each output as text, except with --value.";

#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"))]
pub(crate) struct Solve {
    #[command(flatten)]
    records: RecordArguments,

    /// Print only the value: X's points minus O's
    #[arg(long, group = "format", conflicts_with_all = ["actions", "steps"])]
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
    /// A move that loses half a point is marked ?, and a move that loses more is marked ??. With --tsv, the table has
    /// one row per position.
    #[arg(long)]
    steps: bool,
}

impl Solve {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if self.actions && self.steps && !self.format.json {
            bail!("--actions and --steps can be combined only with --json");
        }
        let query = Query {
            solver: &Solver::new(),
            actions: self.actions,
            steps: self.steps,
        };
        let is_value = self.value;
        let text = Solutions { query, is_value };
        self.format.print(&self.records, &text, Some(query))
    }
}

/// Perfect play as text.
struct Solutions<'s> {
    query: Query<'s>,
    /// Whether only the value is printed.
    is_value: bool,
}

impl Format for Solutions<'_> {
    fn has_gaps(&self) -> bool {
        !self.is_value
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        let game = line.read(self.query.steps)?;
        output.extend(self.text(&game).bytes());
        Ok(())
    }
}

impl Solutions<'_> {
    /// Returns the output for a game, with its last newline.
    fn text(&self, game: &Game) -> String {
        let query = self.query;
        let solver = query.solver;
        let position = game.position();
        match game.record() {
            Some(record) if query.steps => review(solver, record),
            _ if self.is_value => format!("{}\n", solver.value(&position).payoff()),
            _ if query.actions => list(&solver.solve(&position)),
            _ => explanation(solver, &position),
        }
    }
}

/// Lists the actions with their values, one per line.
fn list(solution: &Solution) -> String {
    let line = |(action, value): &(Action, Score)| format!("{action} {}\n", value.payoff());
    solution.actions.iter().map(line).collect()
}

/// Describes the result of perfect play in sentences.
fn explanation(solver: &Solver, position: &Position) -> String {
    let solution = solver.solve(position);
    let Some(player) = position.turn() else {
        let result = describe_value(solution.value);
        let payoff = solution.value.payoff();
        return format!("The game is over: {result} (value {payoff}).\n");
    };
    let outlook = describe_perfect_play(solution.value);
    let best = describe_best(&solution, player);
    let variation = join_actions(solver.principal_variation(position));
    format!("{outlook}\n{best}\nPrincipal variation: {variation}\n")
}

/// Returns a line for each position: the action that led to it, its value, and the best actions instead. The
/// points that each player lost follow.
fn review(solver: &Solver, record: &Record) -> String {
    let mut text = String::from("Move       Value  Lost  Best\n");
    text += &review_row("", solver.value(&Position::new()), "", "");
    let mut mistakes: ByPlayer<Vec<_>> = ByPlayer::default();
    let decisions: Vec<_> = solver.review(record).collect();
    for decision in &decisions {
        let player = decision.step.player();
        let number = describe_number(&decision.step);
        let (sign, loss) = (decision.sign(), decision.loss());
        let action = format!("{}{sign}", decision.step.action);
        text += &review_row(
            &format!("{number:3}{player} {action}"),
            decision.value_after,
            &loss.to_string(),
            &best(&decision.solution),
        );
        if !sign.is_empty() {
            mistakes[player].push(number + &action);
        }
    }
    let position = record.position();
    if !position.is_over() {
        text += &format!("Best now: {}\n", best(&solver.solve(&position)));
    }
    let lost = losses(&decisions);
    for player in Player::ALL {
        let lost = lost[player];
        text += &match mistakes[player].join(", ") {
            by if by.is_empty() => format!("Points lost by {player}: none\n"),
            by => format!("Points lost by {player}: {lost} ({by})\n"),
        };
    }
    text
}

fn review_row(action: &str, value: Score, lost: &str, best: &str) -> String {
    let value = value.payoff().to_string();
    let row = format!("{action:<10} {value:>4}  {lost:>4}  {best}");
    row.trim_end().to_string() + "\n"
}

/// Lists the best actions that fit on a line.
fn best(solution: &Solution) -> String {
    const MAX: usize = 12;
    let listed = join_actions(solution.best().take(MAX));
    match solution.best().count() {
        ..=MAX => listed,
        count => format!("{listed} and {} more", count - MAX),
    }
}
