//! A game that a person plays at the terminal: what both games have in common.

use std::{fmt::Display, ops::ControlFlow, str::FromStr};

use anstyle::Style;

use super::entries::{Entries, Entry};
use super::last_words::LastWords;
use crate::{
    Player,
    cli::{
        arguments::TextOptions,
        output::{Outcome, write, write_line},
    },
    draw::TextStyle,
    drawing::canvas::wrap,
};

/// Who plays X, or O.
#[derive(Clone)]
pub(crate) enum Role<P> {
    /// Moves are read from the keyboard, or from standard input.
    Human,
    Program(P),
}

impl<P: FromStr<Err: Display>> FromStr for Role<P> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "human" => Ok(Self::Human),
            _ => (text.parse().map(Self::Program))
                .map_err(|why: P::Err| format!("neither human nor a program: {why}")),
        }
    }
}

/// What the two games differ in.
pub(crate) trait Played {
    /// A move, or a measurement.
    type Action: Clone + Display;

    /// What can play in place of a person.
    type Program;

    /// What stands between two actions of a record.
    const SEPARATOR: &'static str;

    /// The rules, and how actions are entered.
    const RULES: &'static str;

    /// Gives an example of an entry.
    fn example(&self) -> String;

    /// Says what there is to know of the drawing.
    fn legend(&self) -> String {
        String::new()
    }

    /// Returns who is to act; `None` when the game is over.
    fn turn(&self) -> Option<Player>;

    /// Says what the person is to enter.
    fn prompt(&self) -> String;

    /// Reads what is played: all that an entry holds, each with who plays it, or nothing.
    fn read(&self, entry: &[u8]) -> Result<Vec<(Player, Self::Action)>, String>;

    /// Returns the action of a program that is to act, and how long it took, if that was long.
    fn choose(&mut self, program: &Self::Program)
    -> anyhow::Result<(Self::Action, Option<String>)>;

    /// Plays a legal action, and says which it was.
    fn act(&mut self, action: Self::Action) -> anyhow::Result<String>;

    /// Returns who made each action.
    fn players(&self) -> Vec<Player>;

    /// Takes back all actions from a place on, and returns them.
    fn take_back(&mut self, from: usize) -> anyhow::Result<Vec<Self::Action>>;

    /// Names good actions.
    fn hint(&mut self) -> String;

    /// Draws the position, and says under it who is to act.
    fn draw(&self, style: &TextStyle) -> String;

    /// Returns the last lines of the output: the record, and how the game stands.
    fn last_words(&self) -> String;
}

const COMMANDS: &str = "
  undo, u  take back your last entry, and all after it
  hint     name the best moves
  help     show this; the Enter key alone shows the board
  quit     leave the game; the end of input does, too
";

/// Plays a game, and prints its record however it ends: after an error or by a signal, too.
pub(crate) fn play<G: Played>(game: G, roles: [Role<G::Program>; 2]) -> anyhow::Result<Outcome> {
    let mut session = Session {
        game,
        roles,
        is_drawn: true,
    };
    let last_words = LastWords::prepare()?;
    let played = session.play(&last_words);
    last_words.print(&session.game.last_words())?;
    played.map(|()| Outcome::Fine)
}

struct Session<G: Played> {
    game: G,
    /// X's and O's.
    roles: [Role<G::Program>; 2],
    /// Whether the position is the last that was drawn.
    is_drawn: bool,
}

impl<G: Played> Session<G> {
    /// Plays until the game is over, or the person leaves it.
    ///
    /// The board is drawn once a turn, when a person is asked: so it is whole on the screen. Where programs play each
    /// other, every position is drawn.
    fn play(&mut self, last_words: &LastWords) -> anyhow::Result<()> {
        let mut entries = Entries::of_stdin()?;
        let has_person = Player::ALL.into_iter().any(|player| self.is_person(player));
        if has_person {
            let (example, legend) = (self.game.example(), self.game.legend());
            self.say(&format!("Enter {example}, or help.{legend}"))?;
        }
        self.draw()?;
        while let Some(player) = self.game.turn() {
            last_words.set(self.game.last_words());
            match &self.roles[player as usize] {
                Role::Human => {
                    self.draw_anew()?;
                    if self.ask(&mut entries)?.is_break() {
                        break;
                    }
                }
                Role::Program(program) => {
                    let (action, time) = self.game.choose(program)?;
                    self.act(action, time)?;
                    if !has_person {
                        self.draw_anew()?;
                    }
                }
            }
        }
        self.draw_anew()
    }

    const fn is_person(&self, player: Player) -> bool {
        matches!(self.roles[player as usize], Role::Human)
    }

    /// Reads what a person plays. All of it must be a person's to play.
    fn read(&self, entry: &[u8]) -> Result<Vec<G::Action>, String> {
        let played = self.game.read(entry)?;
        for ((_, last), (player, next)) in played.iter().zip(played.iter().skip(1)) {
            if !self.is_person(*player) {
                return Err(format!(
                    "expected nothing after {last}, found {next}; it is {player}'s turn then"
                ));
            }
        }
        Ok(played.into_iter().map(|(_, action)| action).collect())
    }

    /// Asks a person for an entry, and does what it says; breaks off when the person leaves.
    fn ask(&mut self, entries: &mut Entries) -> anyhow::Result<ControlFlow<()>> {
        let line = match entries.next(&self.game.prompt(), self.bold())? {
            Entry::Line(line) => line,
            Entry::Unread(what) => {
                self.say(&format!("Not played: expected a move, found {what}"))?;
                return Ok(ControlFlow::Continue(()));
            }
            Entry::End => return Ok(ControlFlow::Break(())),
        };
        let line = line.trim_ascii();
        match &line.to_ascii_lowercase()[..] {
            b"quit" => return Ok(ControlFlow::Break(())),
            b"undo" | b"u" => self.undo()?,
            b"hint" => {
                let hint = self.game.hint();
                self.say(&hint)?;
            }
            b"help" => write(&format!("{}{COMMANDS}", G::RULES))?,
            b"" => {
                self.draw()?;
                self.say("Enter help for help.")?;
            }
            _ => match self.read(line) {
                Ok(actions) => {
                    for action in actions {
                        self.act(action, None)?;
                    }
                }
                Err(refusal) => self.say(&format!("Not played: {refusal}"))?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Plays on, and says what was played.
    fn act(&mut self, action: G::Action, time: Option<String>) -> anyhow::Result<()> {
        let caption = self.game.act(action)?;
        let bold = self.bold();
        let gap = if self.is_drawn { "\n" } else { "" };
        self.is_drawn = false;
        let time = time.unwrap_or_default();
        write_line(&format!("{gap}{bold}{caption}{bold:#}{time}"))
    }

    /// Goes back to the last decision of a person.
    fn undo(&mut self) -> anyhow::Result<()> {
        let players = self.game.players();
        let Some(decision) = players.iter().rposition(|&player| self.is_person(player)) else {
            return self.say("There is nothing to take back: you have played nothing yet.");
        };
        let taken = self.game.take_back(decision)?;
        let list: Vec<_> = taken.iter().map(G::Action::to_string).collect();
        self.say(&format!("Taken back: {}", list.join(G::SEPARATOR)))?;
        self.is_drawn = false;
        Ok(())
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        self.is_drawn = true;
        write(&self.game.draw(&self.style()))
    }

    fn draw_anew(&mut self) -> anyhow::Result<()> {
        if self.is_drawn { Ok(()) } else { self.draw() }
    }

    /// Prints a text in lines no longer than a drawing's.
    fn say(&self, text: &str) -> anyhow::Result<()> {
        write_line(&wrap(text, self.style().width).join("\n"))
    }

    fn bold(&self) -> Style {
        if self.style().color {
            Style::new().bold()
        } else {
            Style::new()
        }
    }

    /// The width is asked for anew each time: a window can be resized in the middle of a game.
    fn style(&self) -> TextStyle {
        TextOptions::default().style()
    }
}
