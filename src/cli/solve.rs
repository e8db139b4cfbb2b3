//! `qttt solve [MOVES]...`: what perfect play gives in a position, and the moves that keep it.

mod steps;

pub(super) use steps::summary;

use crate::{
    Action, Game, Payoff, RecordError, ReviewReport, ScoreReport, SolutionReport, Status,
    batch::{Format, Line},
    record_of,
    solve::{Review, Solution, Solver},
};

use super::{
    output::{Outcome, json},
    records::{Answers, Records},
};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    records: Records,

    /// Print the value alone: X's points minus O's
    #[arg(long, conflicts_with = "json")]
    value: bool,

    /// Print a JSON object for each record
    #[arg(long)]
    json: bool,

    /// Solve every position of the game: what each move was worth, and what would have been better. A move that lost
    /// half a point is marked with ?, one that lost more with ??
    #[arg(long)]
    steps: bool,

    /// With --steps --json, list what every legal move was worth
    #[arg(long, requires = "steps", requires = "json")]
    all_moves: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let solver = Solver::new();
        self.records.answer(&Solutions {
            asked: self,
            solver,
        })
    }
}

struct Solutions<'a> {
    asked: &'a Arguments,
    solver: Solver,
}

impl Answers for Solutions<'_> {
    fn stand_in(&self) -> Option<Format> {
        Some(match self.asked.json {
            true => Format::Json,
            false => Format::Text,
        })
    }

    fn answer(&self, record: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        let answer = match self.asked.steps {
            true if self.asked.value => self.values_of_steps(record)?,
            true => {
                let review = self.review(record)?;
                match self.asked.json {
                    true => {
                        let game = ScoreReport::new(&record.game()?, record);
                        json(&ReviewReport::new(game, &review, self.asked.all_moves))
                    }
                    false => steps::line(&review),
                }
            }
            false => self.line(record)?,
        };
        output.extend_from_slice(answer.as_bytes());
        output.push(b'\n');
        Ok(())
    }

    fn answer_alone(&self, record: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        if self.asked.value || self.asked.json {
            return self.answer(record, output);
        }
        let answer = match self.asked.steps {
            true => steps::table(&self.review(record)?),
            false => explanation(&self.solver, &record.game()?),
        };
        output.extend_from_slice(answer.as_bytes());
        Ok(())
    }
}

impl Solutions<'_> {
    fn review(&self, record: Line<'_>) -> Result<Review, RecordError> {
        let mut actions = Vec::new();
        record.replay(|action, _| actions.push(action))?;
        let review = self.solver.review(&Game::new(), &actions);
        Ok(review.expect("the actions have been replayed"))
    }

    /// Returns the values of all the positions of a game.
    fn values_of_steps(&self, record: Line<'_>) -> Result<String, RecordError> {
        let mut values = self.solver.value(&Game::new()).to_string();
        record.replay(|_, game| values += &format!(" {}", self.solver.value(game)))?;
        Ok(values)
    }

    /// Returns the answer in one line.
    fn line(&self, record: Line<'_>) -> Result<String, RecordError> {
        let game = &record.game()?;
        if self.asked.value {
            return Ok(self.solver.value(game).to_string());
        }
        let (solution, line) = (self.solver.solve(game), self.solver.main_line(game));
        if self.asked.json {
            let game = ScoreReport::new(game, record);
            return Ok(json(&SolutionReport::new(game, &solution, &line)));
        }
        let value = solution.value;
        Ok(match &line[..] {
            [] => value.to_string(),
            line => format!(
                "{value}, best {}, line {}",
                best(&solution),
                record_of(line)
            ),
        })
    }
}

fn best(solution: &Solution) -> String {
    record_of(&solution.best().collect::<Vec<_>>())
}

/// Says in words what perfect play gives.
fn explanation(solver: &Solver, game: &Game) -> String {
    let solution = solver.solve(game);
    let result = result_of(solution.value);
    let value = solution.value;
    if game.status() == Status::Over {
        return format!("The game is over: {result}. Its value is {value}.\n");
    }
    let line = solver.main_line(game);
    format!(
        "With perfect play {result}: a value of {value}.\n\
         {}\n\
         Main line: {}\n",
        moves_by_value(&solution),
        record_of(&line),
    )
}

pub(super) const fn result_of(value: Payoff) -> &'static str {
    match value {
        Payoff::MinusOne => "O wins 1 to 0",
        Payoff::MinusHalf => "O wins 1 to 0.5",
        Payoff::Zero => "nobody wins",
        Payoff::Half => "X wins 1 to 0.5",
        Payoff::One => "X wins 1 to 0",
        Payoff::Two => "X wins 2 to 0",
    }
}

/// Lists the best actions, and counts the others by what they are worth.
pub(super) fn moves_by_value(solution: &Solution) -> String {
    let of_equal_value = |group: &[(Action, Payoff)]| (group.len(), group[0].1);
    let groups: Vec<_> = solution
        .actions
        .chunk_by(|a, b| a.1 == b.1)
        .map(of_equal_value)
        .collect();
    let others: Vec<_> = groups[1..]
        .iter()
        .map(|(count, value)| format!("{count} with a value of {value}"))
        .collect();
    let best = format!("Best: {}", best(solution));
    if others.is_empty() {
        format!("{best} (all there are)")
    } else {
        format!("{best} (others: {})", others.join(", "))
    }
}
