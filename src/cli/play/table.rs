//! The quantum game, and those who sit at it.

use std::fmt;

use super::{Role, session::Played};
use crate::{
    Action, Game, Player, Record, RecordError, Status,
    cli::{
        arguments::Skill,
        solve::{actions_by_value, perfect_play, summary},
    },
    draw::{self, TextStyle},
    generate::Rng,
    solve::Solver,
};

/// A game, and those who sit at it.
pub(super) struct Table {
    /// X and O.
    roles: [Role; 2],
    /// What has been played.
    record: Record,
    rng: Rng,
    solver: Solver,
}

impl Table {
    pub(super) fn new(roles: [Role; 2], record: Record, seed: u64) -> Self {
        Self {
            roles,
            record,
            rng: Rng::from_seed(seed),
            solver: Solver::new(),
        }
    }

    const fn game(&self) -> Game {
        self.record.game()
    }

    const fn role(&self, player: Player) -> Role {
        match player {
            Player::X => self.roles[0],
            Player::O => self.roles[1],
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Human => "is yours",
            Self::Program(Skill::Perfect) => "plays perfectly",
            Self::Program(Skill::Random) => "plays at random",
            Self::Program(Skill::Mixed(_)) => "plays now and then at random",
        })
    }
}

impl Played for Table {
    type Action = Action;

    const SEPARATOR: &'static str = " ";

    const RULES: &'static str = concat!(
        include_str!("../../quantum/draw/rules.txt"),
        "
A move is two cells, in either order and case; the last free cell is named
twice. A measurement is a digit. Several in a row are played, such as 4 CD.
"
    );

    fn greeting(&self) -> String {
        let [x, o] = self.roles;
        let entry = match self.has_person() {
            true => " Enter a move, such as AB, or help.",
            false => "",
        };
        format!("X {x}, O {o}.{entry}")
    }

    fn is_persons_turn(&self) -> Option<bool> {
        let player = self.game().turn()?;
        Some(self.role(player) == Role::Human)
    }

    fn has_person(&self) -> bool {
        self.roles.contains(&Role::Human)
    }

    fn prompt(&self) -> String {
        match self.game().status() {
            Status::Measure { by, cell, choices } => format!("{by} fills {cell} with {choices}> "),
            Status::Move(player) => format!("{player} moves> "),
            Status::Over => String::new(),
        }
    }

    fn read(&self, entry: &[u8]) -> Result<Vec<Action>, String> {
        let played = self.record.actions().len();
        let mut record = self.record.clone();
        record
            .extend_from_text(entry)
            .map_err(|error| match error {
                RecordError::UnknownCharacter { .. } => format!("{error}; enter help for help"),
                _ => error.to_string(),
            })?;
        let steps: Vec<_> = record.steps().skip(played).collect();
        for (last, next) in steps.iter().zip(steps.iter().skip(1)) {
            if self.role(next.player()) != Role::Human {
                return Err(format!(
                    "expected nothing after {}, found {}; it is {}'s turn then",
                    last.action,
                    next.action,
                    next.player()
                ));
            }
        }
        Ok(record.actions()[played..].to_vec())
    }

    fn choose(&mut self) -> anyhow::Result<(Action, Option<String>)> {
        let game = self.game();
        let skill = game.turn().map(|player| self.role(player));
        let Some(Role::Program(skill)) = skill else {
            anyhow::bail!("no program is to act");
        };
        let action = skill.strategy(&self.solver).choose(&game, &mut self.rng);
        let action = action.ok_or_else(|| anyhow::anyhow!("the game is over"))?;
        Ok((action, None))
    }

    fn act(&mut self, action: Action) -> anyhow::Result<String> {
        self.record.push(action)?;
        Ok(draw::describe_action(action, &self.game()))
    }

    fn last_of_person(&self) -> Option<usize> {
        let steps: Vec<_> = self.record.steps().collect();
        (steps.iter()).rposition(|step| self.role(step.player()) == Role::Human)
    }

    fn take_back(&mut self, from: usize) -> anyhow::Result<Vec<Action>> {
        let taken = self.record.actions()[from..].to_vec();
        for _ in &taken {
            self.record.pop();
        }
        Ok(taken)
    }

    fn legal_actions(&self) -> Vec<String> {
        let actions = self.game().legal_actions();
        actions.map(|action| action.to_string()).collect()
    }

    /// The moves a line for each first cell.
    fn moves(&self) -> String {
        let actions = self.legal_actions();
        let lines = actions.chunk_by(|a, b| a.as_bytes()[0] == b.as_bytes()[0] || a.len() == 1);
        let lines: Vec<_> = lines.map(|line| line.join(" ")).collect();
        lines.join("\n")
    }

    fn hint(&mut self) -> String {
        actions_by_value(&self.solver.solve(&self.game()))
    }

    fn outlook(&mut self) -> String {
        perfect_play(self.solver.value(&self.game()))
    }

    fn draw(&self, style: &TextStyle) -> String {
        draw::text(&self.game(), style)
    }

    fn record(&self) -> String {
        self.record.to_string()
    }

    /// Says the score, too.
    fn last_words(&self) -> String {
        let record = format!("Record: {}", self.record);
        format!("\n{}\nScore: {}\n", record.trim_end(), self.game().score())
    }

    /// Says what each player gave away.
    fn closing(&self) -> String {
        match self.record.actions() {
            [] => String::new(),
            _ => summary(&self.solver.review(&self.record)),
        }
    }
}
