//! The quantum game in the terminal.

use anyhow::Context;
use qttt::draw::{self, TextStyle, describe_best, describe_perfect_play};
use qttt::solve::Solver;
use qttt::{Action, ErrorKind, Player, Position, Record, Rng, Status, Strategy, support};

use crate::session::SessionGame;

/// A game, with the random number generator and the solver for its computer players.
pub(super) struct QuantumGame {
    /// The actions so far.
    record: Record,
    rng: Rng,
    solver: Solver,
}

impl QuantumGame {
    pub(super) fn new(record: Record, seed: u64) -> Self {
        Self {
            record,
            rng: Rng::from_seed(seed),
            solver: Solver::new(),
        }
    }

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
        record
            .extend_from_text(entry)
            .map_err(|error| match error.kind {
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

    fn players(&self) -> Vec<Player> {
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
        format!(
            "\n{}\nScore: {}\n",
            record.trim_end(),
            self.position().score()
        )
    }
}
