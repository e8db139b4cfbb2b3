//! A game, and those who sit at it.

use std::{fs::File, io::Write, ops::ControlFlow, path::Path};

use crate::{
    Action, Game, Player, Record, RecordError, Status,
    draw::{self, TextStyle},
    generate::Rng,
    quantum::record::joined,
    solve::Solver,
};
use anstyle::Style;
use clap::ColorChoice;

use super::{
    Played, Role,
    entries::{Entries, Entry},
};
use crate::cli::{
    output::{name_of, text_style, write, write_line},
    skill::Skill,
    solve::result_of,
    solve::summary,
};

const HELP: &str = "\
You want three cells in a line, as in tic-tac-toe. But a move puts your mark
into two free cells, such as AB: it is spooky, it will be in one of them only.
Spooky marks entangle the cells that they share. When a move ties cells that
are entangled already, it closes a cycle: whoever did not close it measures,
by choosing which mark fills the first cell of the cycle, such as 4. Then all
marks that are tied to the cycle become classical: each goes into one of its
cells, and that cell is taken. Who has measured makes the next move.
The game is over when a measurement leaves a line, or no free cell. A line is
worth a point; if both get one, the line whose highest number is lower counts
1 and the other a half. X plays the odd numbers, O the even ones.

A move is two cells, in either order and case; the last free cell is named
twice. A measurement is a digit. Several in a row are played, such as 4 CD.
  undo, redo   take back what you last played, and all after it; play it again
  hint         name the best moves, and what they are worth
  eval         say what perfect play gives, X's points minus O's
  moves        list all that are legal
  save FILE    write the record to a new file
  help, ?      show this
  quit         leave the game; q, exit and the end of input do, too
";

/// A game, and those who sit at it.
pub(super) struct Table {
    /// X and O.
    roles: [Role; 2],
    /// What has been played.
    record: Record,
    /// What has been taken back, the last first, as it was taken.
    taken_back: Vec<Vec<Action>>,
    chance: Rng,
    solver: Solver,
    ascii: bool,
    color: ColorChoice,
}

/// Why an entry is not played.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("expected a move, such as AB, or a mark, found {0}")]
    Unread(&'static str),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("expected nothing after {last}, found {found}; it is {turn}'s turn then")]
    OthersTurn {
        last: Action,
        found: Action,
        turn: Player,
    },
}

impl Played for Table {
    fn play(&mut self, keep: &dyn Fn(String)) -> anyhow::Result<()> {
        let mut entries = Entries::of_stdin()?;
        self.say(&self.greeting())?;
        self.draw_position()?;
        while let Some(player) = self.game().turn() {
            keep(self.record());
            let strategy = match self.role(player) {
                Role::Human => match self.ask(&mut entries)? {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(()) => break,
                },
                Role::Program(skill) => skill.strategy(&self.solver),
            };
            let Some(action) = strategy.choose(&self.game(), &mut self.chance) else {
                break;
            };
            self.take(&[action])?;
        }
        self.say_mistakes()
    }

    /// Says its score, too.
    fn record(&self) -> String {
        let record = format!("Record: {}", self.record);
        format!("\n{}\nScore: {}\n", record.trim_end(), self.game().score())
    }
}

impl Table {
    pub(super) fn new(
        roles: [Role; 2],
        record: Record,
        seed: u64,
        ascii: bool,
        color: ColorChoice,
    ) -> Self {
        Self {
            roles,
            record,
            taken_back: Vec::new(),
            chance: Rng::from_seed(seed),
            solver: Solver::new(),
            ascii,
            color,
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

    fn greeting(&self) -> String {
        let does = |player| match self.role(player) {
            Role::Human => "is yours",
            Role::Program(Skill::Perfect) => "plays perfectly",
            Role::Program(Skill::Random) => "plays at random",
            Role::Program(Skill::Mixed(_)) => "plays now and then at random",
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
            Entry::Unread(what) => {
                self.refuse(&Refusal::Unread(what))?;
                return Ok(ControlFlow::Continue(()));
            }
            Entry::End => return Ok(ControlFlow::Break(())),
        };
        let word = line.trim_ascii().to_ascii_lowercase();
        match &word[..] {
            b"quit" | b"q" | b"exit" => return Ok(ControlFlow::Break(())),
            b"undo" => self.undo()?,
            b"redo" => self.redo()?,
            b"hint" => self.say(&self.hint())?,
            b"eval" => self.say(&self.evaluation())?,
            b"moves" => write(&self.legal_moves())?,
            b"help" | b"?" => write(HELP)?,
            [b's', b'a', b'v', b'e', rest @ ..]
                if rest.first().is_none_or(u8::is_ascii_whitespace) =>
            {
                self.save(line.trim_ascii()[4..].trim_ascii())?;
            }
            b"" => self.say(&format!(
                "{} Enter help for help.",
                draw::describe(&self.game())
            ))?,
            _ => match self.read(&line) {
                Ok(actions) => {
                    self.taken_back.clear();
                    self.take(&actions)?;
                }
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
    fn read(&self, entry: &[u8]) -> Result<Vec<Action>, Refusal> {
        let played = self.record.actions().len();
        let mut record = self.record.clone();
        record.extend_from_text(entry)?;
        let steps: Vec<_> = record.steps().skip(played).collect();
        for (last, next) in steps.iter().zip(steps.iter().skip(1)) {
            if self.role(next.player()) != Role::Human {
                return Err(Refusal::OthersTurn {
                    last: last.action,
                    found: next.action,
                    turn: next.player(),
                });
            }
        }
        Ok(record.actions()[played..].to_vec())
    }

    /// Plays on, and draws each position under what led to it.
    fn take(&mut self, actions: &[Action]) -> anyhow::Result<()> {
        for &action in actions {
            self.record.push(action)?;
            let bold = if self.style().color {
                Style::new().bold()
            } else {
                Style::new()
            };
            let caption = draw::describe_action(action, &self.game());
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
        let steps: Vec<_> = self.record.steps().collect();
        let decision = (steps.iter()).rposition(|step| self.role(step.player()) == Role::Human);
        let Some(decision) = decision else {
            return self.say("There is nothing to take back: you have played nothing yet.");
        };
        let taken = self.record.actions()[decision..].to_vec();
        for _ in &taken {
            self.record.pop();
        }
        self.say(&format!("Taken back: {}", joined(&taken)))?;
        self.taken_back.push(taken);
        self.draw_position()
    }

    /// Plays again what was last taken back.
    fn redo(&mut self) -> anyhow::Result<()> {
        match self.taken_back.pop() {
            Some(actions) => self.take(&actions),
            None => self.say("There is nothing to play again."),
        }
    }

    fn hint(&self) -> String {
        let solution = self.solver.solve(&self.game());
        let best: Vec<_> = solution.best().collect();
        let value = solution.value;
        let list = joined(&best);
        match best.len() {
            count if count == solution.actions.len() => {
                format!("All that is legal has a value of {value}: {list}")
            }
            1 => format!("Best, with a value of {value}: {list} (nothing else is as good)"),
            count => format!("Best, with a value of {value}, are these {count}: {list}"),
        }
    }

    /// Says what perfect play gives.
    fn evaluation(&self) -> String {
        let value = self.solver.value(&self.game());
        format!("Value {value}: with perfect play {}.", result_of(value))
    }

    /// Writes the record to a file that doesn't exist yet.
    fn save(&self, name: &[u8]) -> anyhow::Result<()> {
        let Some(path) = str::from_utf8(name).ok().filter(|name| !name.is_empty()) else {
            return self.say("Not saved: expected the name of a file, such as save game.txt.");
        };
        let path = Path::new(path);
        let written = File::create_new(path).and_then(|mut file| writeln!(file, "{}", self.record));
        match written {
            Ok(()) => self.say(&format!("Saved to {}.", name_of(path))),
            Err(error) => self.say(&format!("Not saved to {}: {error}", name_of(path))),
        }
    }

    /// Says what each player gave away in the game so far.
    fn say_mistakes(&self) -> anyhow::Result<()> {
        if self.record.actions().is_empty() {
            return Ok(());
        }
        let review = self.solver.review(&self.record);
        for line in summary(&review).lines() {
            self.say(line)?;
        }
        Ok(())
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
