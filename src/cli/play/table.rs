//! A game, and those who sit at it.

use std::{cell::LazyCell, ops::ControlFlow};

use anstyle::Style;
use clap::ColorChoice;
use qttt::{
    Action, Game, Player, RecordError, Status,
    draw::{self, Step, TextStyle},
    generate::{Chance, Strategy},
    replay,
    solve::Solver,
};

#[cfg(unix)]
use super::last_words::LastWords;
use super::{
    Role,
    entries::{Entries, Entry},
};
use crate::cli::output::{text_style, write, write_line};

const HELP: &str = "\
A move is two free cells, such as AB. To measure, enter the mark, such as 4.
Case and the order of the cells mean nothing. Several in a row are played,
such as 4 CD, as long as it is your turn.

  undo    take back what you last played, and all that came after it
  hint    name a best move or measurement
  moves   list all that are legal
  help    show this
  quit    leave the game; q, exit and the end of input do, too
";

/// A game, and those who sit at it.
pub(super) struct Table {
    /// X and O.
    roles: [Role; 2],
    /// What has been played, each with the position after it.
    steps: Vec<Step>,
    chance: Chance,
    /// What a solver remembers takes memory: it is made when it is first asked.
    solver: LazyCell<Solver>,
    ascii: bool,
    color: ColorChoice,
}

/// Why an entry is not played.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("expected a move, such as AB, or a mark, found a line of more than 64 KiB")]
    TooLong,
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("expected nothing after {last}, found {found}; it is {turn}'s turn then")]
    OthersTurn {
        last: Action,
        found: Action,
        turn: Player,
    },
}

impl Table {
    pub(super) fn new(roles: [Role; 2], seed: u64, ascii: bool, color: ColorChoice) -> Self {
        Self {
            roles,
            steps: Vec::new(),
            chance: Chance::from_seed(seed),
            solver: LazyCell::new(Solver::new),
            ascii,
            color,
        }
    }

    /// Plays until the game is over, or a person leaves it.
    pub(super) fn play(&mut self, #[cfg(unix)] last_words: &LastWords) -> anyhow::Result<()> {
        let mut entries = Entries::of_stdin()?;
        self.say(&self.greeting())?;
        self.draw_position()?;
        while let Some(player) = self.game().status().turn() {
            #[cfg(unix)]
            last_words.set(self.record());
            let strategy = match self.role(player) {
                Role::Human => match self.ask(&mut entries)? {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(()) => break,
                },
                Role::Perfect => Strategy::Perfect(&self.solver),
                Role::Random => Strategy::Random,
            };
            let mut game = self.game();
            let Some(action) = strategy.choose(&game, &mut self.chance) else {
                break;
            };
            game.act(action)?;
            self.take(vec![(action, game)])?;
        }
        Ok(())
    }

    /// Says what has been played, and its score.
    pub(super) fn record(&self) -> String {
        let tokens = tokens(&self.steps);
        let score = self.game().score();
        format!("\nRecord:{tokens}\nScore: {score}\n")
    }

    fn game(&self) -> Game {
        self.steps.last().map_or_else(Game::new, |&(_, game)| game)
    }

    const fn role(&self, player: Player) -> Role {
        match player {
            Player::X => self.roles[0],
            Player::O => self.roles[1],
        }
    }

    fn greeting(&self) -> String {
        let does = |player| match self.role(player) {
            Role::Human => "is yours",
            Role::Perfect => "plays perfectly",
            Role::Random => "plays at random",
        };
        let players = format!("X {}, O {}.", does(Player::X), does(Player::O));
        if self.roles.contains(&Role::Human) {
            players + " Enter a move, such as AB, or help."
        } else {
            players
        }
    }

    /// Asks a person for an entry, and does what it says; breaks off when the person leaves.
    fn ask(&mut self, entries: &mut Entries) -> anyhow::Result<ControlFlow<()>> {
        let line = match entries.next(&self.prompt(), self.style().color)? {
            Entry::Line(line) => line,
            Entry::TooLong => {
                self.refuse(&Refusal::TooLong)?;
                return Ok(ControlFlow::Continue(()));
            }
            Entry::End => return Ok(ControlFlow::Break(())),
        };
        let word = line.trim_ascii().to_ascii_lowercase();
        match &word[..] {
            b"quit" | b"q" | b"exit" => return Ok(ControlFlow::Break(())),
            b"undo" => self.undo()?,
            b"hint" => self.say(&self.hint())?,
            b"moves" => write(&self.legal_moves())?,
            b"help" => write(HELP)?,
            b"" => self.say(&format!(
                "{} Enter help for help.",
                draw::describe(&self.game())
            ))?,
            _ => match self.read(&line) {
                Ok(steps) => self.take(steps)?,
                Err(refusal) => self.refuse(&refusal)?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    fn prompt(&self) -> String {
        match self.game().status() {
            Status::Measure { by, cell, choices } => format!("{by} fills {cell} with {choices}> "),
            Status::Move(player) => format!("{player} moves> "),
            Status::Over => String::new(),
        }
    }

    /// Reads what a person plays: all that an entry holds, or nothing.
    fn read(&self, entry: &[u8]) -> Result<Vec<Step>, Refusal> {
        let mut steps = Vec::new();
        replay(&mut self.game(), entry, |action, game| {
            steps.push((action, *game));
        })?;
        for ((last, after), (found, _)) in steps.iter().zip(steps.iter().skip(1)) {
            if let Some(turn) = after.status().turn()
                && self.role(turn) != Role::Human
            {
                return Err(Refusal::OthersTurn {
                    last: *last,
                    found: *found,
                    turn,
                });
            }
        }
        Ok(steps)
    }

    /// Plays on, and draws each position under what led to it.
    fn take(&mut self, steps: Vec<Step>) -> anyhow::Result<()> {
        for step in steps {
            self.steps.push(step);
            let (action, game) = step;
            let bold = if self.style().color {
                Style::new().bold()
            } else {
                Style::new()
            };
            let caption = draw::describe_action(action, &game);
            write_line(&format!("\n{bold}{caption}{bold:#}"))?;
            self.draw_position()?;
        }
        Ok(())
    }

    fn draw_position(&self) -> anyhow::Result<()> {
        write(&draw::text(&self.game(), &self.style()))
    }

    /// Says why an entry is not played.
    fn refuse(&self, refusal: &Refusal) -> anyhow::Result<()> {
        let advice = match refusal {
            Refusal::Record(RecordError::UnknownCharacter { .. }) => {
                "; enter help for the commands"
            }
            _ => "",
        };
        self.say(&format!("Not played: {refusal}{advice}"))
    }

    /// Prints a text in lines no longer than a drawing's.
    fn say(&self, text: &str) -> anyhow::Result<()> {
        write_line(&draw::wrap(text, self.style().width).join("\n"))
    }

    /// The width is asked for anew each time: a window can be resized in the middle of a game.
    fn style(&self) -> TextStyle {
        text_style(self.ascii, None, self.color)
    }

    /// Goes back to the last decision of a person.
    fn undo(&mut self) -> anyhow::Result<()> {
        let mut turn = Game::new().status().turn();
        let mut decision = None;
        for (nth, (_, after)) in self.steps.iter().enumerate() {
            if turn.is_some_and(|player| self.role(player) == Role::Human) {
                decision = Some(nth);
            }
            turn = after.status().turn();
        }
        let Some(decision) = decision else {
            return self.say("There is nothing to take back: you have played nothing yet.");
        };
        let taken = self.steps.split_off(decision);
        self.say(&format!("Taken back:{}", tokens(&taken)))?;
        self.draw_position()
    }

    fn hint(&self) -> String {
        let best = self.solver.best_actions(&self.game());
        match best[..] {
            [] => "There is nothing left to play.".to_string(),
            [only] => format!("{only} is best, and nothing else is as good."),
            [first, _] => format!("{first} is best, and one other is as good."),
            [first, ..] => format!(
                "{first} is best, and {} others are as good.",
                best.len() - 1
            ),
        }
    }

    /// Lists what is legal: the moves a line for each first cell.
    fn legal_moves(&self) -> String {
        let mut list = String::new();
        let mut first_of_line = None;
        for action in self.game().legal_actions() {
            let first = match action {
                Action::Move(a, _) => Some(a),
                Action::Measure(_) => None,
            };
            if !list.is_empty() {
                list.push(if first == first_of_line { ' ' } else { '\n' });
            }
            first_of_line = first;
            list += &action.to_string();
        }
        list + "\n"
    }
}

/// Writes what was played as records do, each token after a space.
fn tokens(steps: &[Step]) -> String {
    steps
        .iter()
        .map(|(action, _)| format!(" {action}"))
        .collect()
}
