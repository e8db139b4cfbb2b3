//! `qttt solve [MOVES]...`: what perfect play gives in a position, and the moves that keep it.

use std::ffi::OsString;

use qttt::{
    Action, ErrorReport, Game, Payoff, RecordError, SolutionReport, Status,
    batch::Line,
    record_of,
    solve::{Solution, Solver},
};

use super::{
    Outcome,
    input::{Input, SMALL_BLOCK, Stream, report_mistake},
    json, write, write_json, write_line,
};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The record, in one argument or several; without it, or as `-`, standard input is read, a record a line (on a
    /// terminal, only as `-`: without it, the board is empty)
    moves: Vec<OsString>,

    /// Print the value alone: X's points minus O's
    #[arg(long, conflicts_with = "json")]
    value: bool,

    /// Print a JSON object for each record
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    stream: Stream,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        match Input::of(&self.moves) {
            Input::Arguments(record) => self.solve_record(&record),
            Input::Terminal => self.solve_record(b""),
            Input::Stdin => self.solve_lines(),
        }
    }

    fn solve_record(&self, record: &[u8]) -> anyhow::Result<Outcome> {
        match Game::from_ascii(record) {
            Ok(game) => {
                let solver = Solver::new();
                if self.value || self.json {
                    write_line(&self.answer(&solver, &game))?;
                } else {
                    write(&explanation(&solver, &game))?;
                }
                Ok(Outcome::Fine)
            }
            Err(mistake) => {
                if self.json {
                    write_json(&ErrorReport::of(&mistake))?;
                }
                if !self.stream.quiet {
                    report_mistake(&mistake, record);
                }
                Ok(Outcome::Invalid)
            }
        }
    }

    fn solve_lines(&self) -> anyhow::Result<Outcome> {
        let solver = Solver::new();
        self.stream.answer_stdin(SMALL_BLOCK, |line, output| {
            self.answer_line(&solver, line, output)
        })
    }

    fn answer_line(
        &self,
        solver: &Solver,
        line: Line<'_>,
        output: &mut Vec<u8>,
    ) -> Result<(), RecordError> {
        let game = line.game();
        let answer = match &game {
            Ok(game) => self.answer(solver, game),
            Err(mistake) if self.json => json(&ErrorReport::of(mistake)),
            Err(_) => "error".to_string(),
        };
        output.extend(answer.bytes());
        output.push(b'\n');
        game.map(|_| ())
    }

    /// Returns the answer in one line.
    fn answer(&self, solver: &Solver, game: &Game) -> String {
        if self.value {
            return solver.value(game).to_string();
        }
        let (solution, line) = (solver.solve(game), solver.main_line(game));
        if self.json {
            return json(&SolutionReport::of(&solution, &line));
        }
        let value = solution.value;
        match &line[..] {
            [] => value.to_string(),
            line => format!(
                "{value}, best {}, line {}",
                best(&solution),
                record_of(line)
            ),
        }
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

const fn result_of(value: Payoff) -> &'static str {
    match value {
        Payoff::MinusOne => "O wins 1 to 0",
        Payoff::MinusHalf => "O wins 1 to ½",
        Payoff::Zero => "nobody wins",
        Payoff::Half => "X wins 1 to ½",
        Payoff::One => "X wins 1 to 0",
        Payoff::Two => "X wins 2 to 0",
    }
}

/// Lists the best actions, and counts the others by what they are worth.
fn moves_by_value(solution: &Solution) -> String {
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
