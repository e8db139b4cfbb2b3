//! A game in the terminal: the part that both games share.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use anstyle::Style;
use anyhow::Context;
use qttt::draw::TextStyle;
use qttt::support::MAX_TEXT;
use qttt::{ByPlayer, Player};

use crate::input::{self, CANNOT_READ, Input};
use crate::process::Runner;
use crate::process::last_words::LastWords;
use crate::terminal::TextOptions;
use crate::terminal::output::{Outcome, write, write_line, write_wrapped};

/// Who plays X, or O.
#[derive(Clone)]
pub(crate) enum Role<P> {
    /// Moves are read from standard input.
    Person,
    Program(P),
}

impl<P: FromStr<Err: Display>> FromStr for Role<P> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "person" => Ok(Self::Person),
            _ => (text.parse().map(Self::Program))
                .map_err(|why: P::Err| format!("{why}; for a human player, write person")),
        }
    }
}

/// The part that differs between the two games.
pub(crate) trait SessionGame {
    /// A move, or a measurement.
    type Action: Clone + Display;

    /// A player other than a person.
    type Program;

    /// The rules, each rule on one line.
    const RULES: &'static str;

    /// An explanation of how to enter actions, on one line.
    const ENTRIES: &'static str;

    /// Says what to enter and explains the drawing, if there is something to explain.
    fn welcome(&self, style: &TextStyle) -> String;

    /// Returns the player to act; `None` when the game is over.
    fn turn(&self) -> Option<Player>;

    fn prompt(&self) -> String;

    /// Parses all actions of an entry, each with its player. If one of them is illegal, none is played.
    fn read(&self, entry: &[u8]) -> Result<Vec<(Player, Self::Action)>, String>;

    /// Returns the action of a program.
    fn choose(&mut self, program: &Self::Program) -> anyhow::Result<Self::Action>;

    /// Plays a legal action and returns a description of it.
    fn act(&mut self, action: Self::Action) -> anyhow::Result<String>;

    /// Returns the player of each action.
    fn actors(&self) -> Vec<Player>;

    /// Takes back all actions from an index on and returns their text.
    fn take_back(&mut self, from: usize) -> anyhow::Result<String>;

    /// Names good actions.
    fn hint(&mut self) -> String;

    /// Draws the position, with the player to act.
    fn draw(&self, style: &TextStyle) -> String;

    /// Returns the last lines of the output: the record, and the score if there is one.
    fn ending(&self) -> String;
}

const COMMANDS: &str = "
  undo, u  take back your last action and everything after it
  hint     suggest good moves
  rules    show the rules
  help, ?  show this help; press Enter alone to show the board
  quit, q  leave the game; Ctrl-D does the same
";

/// Plays a game and prints its record at the end, even after an error or a signal. The runner is that of the players
/// that are commands.
pub(crate) fn play<G: SessionGame>(
    game: G,
    roles: ByPlayer<Role<G::Program>>,
    text: TextOptions,
    runner: Arc<Runner>,
) -> anyhow::Result<Outcome> {
    let last_words = LastWords::prepare(runner)?;
    let mut session = Session {
        game,
        roles,
        text,
        input: BufReader::new(input::open("-".as_ref()).context(CANNOT_READ)?),
        is_drawn: false,
    };
    let played = session.play(&last_words);
    last_words.print(&session.game.ending())?;
    played.map(|()| Outcome::Fine)
}

struct Session<G: SessionGame> {
    game: G,
    /// X's and O's.
    roles: ByPlayer<Role<G::Program>>,
    /// Asked for the style each time, because the window can be resized during a game.
    text: TextOptions,
    /// Standard input.
    input: BufReader<Input>,
    /// Whether the position has been drawn.
    is_drawn: bool,
}

impl<G: SessionGame> Session<G> {
    /// Plays until the game is over, or the person leaves it.
    ///
    /// The board is drawn once per turn of a person, before the prompt. If programs play each other, every position is
    /// drawn.
    fn play(&mut self, last_words: &LastWords) -> anyhow::Result<()> {
        let has_person = Player::ALL.into_iter().any(|player| self.is_person(player));
        if has_person {
            self.say(&self.game.welcome(&self.text.style()))?;
        }
        self.draw()?;
        while let Some(player) = self.game.turn() {
            last_words.set(self.game.ending());
            match &self.roles[player] {
                Role::Person => {
                    self.draw_if_changed()?;
                    if self.ask()?.is_break() {
                        break;
                    }
                }
                Role::Program(program) => {
                    let action = self.game.choose(program)?;
                    self.act(action)?;
                    if !has_person {
                        self.draw_if_changed()?;
                    }
                }
            }
        }
        self.draw_if_changed()
    }

    fn is_person(&self, player: Player) -> bool {
        matches!(self.roles[player], Role::Person)
    }

    /// Parses the actions of an entry. All of them must be a person's.
    fn read(&self, entry: &[u8]) -> Result<Vec<G::Action>, String> {
        let played = self.game.read(entry)?;
        for ((_, last), (player, next)) in played.iter().zip(played.iter().skip(1)) {
            if !self.is_person(*player) {
                return Err(format!(
                    "you cannot play {next}: after {last}, it is {player}'s turn"
                ));
            }
        }
        Ok(played.into_iter().map(|(_, action)| action).collect())
    }

    /// Asks a person for an entry and carries it out. Breaks when the person leaves.
    fn ask(&mut self) -> anyhow::Result<ControlFlow<()>> {
        let Some(line) = self.ask_for_line()? else {
            return Ok(ControlFlow::Break(()));
        };
        let line = line.trim_ascii();
        match &line.to_ascii_lowercase()[..] {
            b"quit" | b"q" => return Ok(ControlFlow::Break(())),
            b"undo" | b"u" => self.undo()?,
            b"hint" => {
                let hint = self.game.hint();
                self.say(&hint)?;
            }
            b"rules" => {
                for rule in G::RULES.lines() {
                    self.say(rule)?;
                }
            }
            b"help" | b"?" => {
                self.say(G::ENTRIES)?;
                write(COMMANDS)?;
            }
            b"" => {
                self.draw()?;
                self.say("Enter help to see the commands.")?;
            }
            _ => match self.read(line) {
                Ok(actions) => {
                    for action in actions {
                        self.act(action)?;
                    }
                }
                Err(refusal) => self.say(&format!("Not played: {refusal}"))?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Plays an action and prints it.
    fn act(&mut self, action: G::Action) -> anyhow::Result<()> {
        let caption = self.game.act(action)?;
        let bold = self.bold();
        let gap = if self.is_drawn { "\n" } else { "" };
        self.is_drawn = false;
        write_line(&format!("{gap}{bold}{caption}{bold:#}"))
    }

    /// Takes back the last action of a person, and all after it.
    fn undo(&mut self) -> anyhow::Result<()> {
        let actors = self.game.actors();
        let Some(decision) = actors.iter().rposition(|&player| self.is_person(player)) else {
            return self.say("There is nothing to take back.");
        };
        let taken = self.game.take_back(decision)?;
        self.say(&format!("Taken back: {taken}"))?;
        self.is_drawn = false;
        Ok(())
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        self.is_drawn = true;
        write(&self.game.draw(&self.text.style()))
    }

    fn draw_if_changed(&mut self) -> anyhow::Result<()> {
        if self.is_drawn { Ok(()) } else { self.draw() }
    }

    /// Prints text, wrapped to the width of drawings.
    fn say(&self, text: &str) -> anyhow::Result<()> {
        write_wrapped(text, self.text.style().width)
    }

    fn bold(&self) -> Style {
        if self.text.style().color {
            Style::new().bold()
        } else {
            Style::new()
        }
    }

    /// Asks for a line and returns it with its newline; `None` at the end of the input.
    fn ask_for_line(&mut self) -> anyhow::Result<Option<Vec<u8>>> {
        let (bold, prompt) = (self.bold(), self.game.prompt());
        write(&format!("{bold}{prompt}{bold:#}"))?;
        let mut line = Vec::new();
        // The rest of a longer line is the next entry.
        let mut input = self.input.by_ref().take(MAX_TEXT as u64);
        let read = input.read_until(b'\n', &mut line);
        let len = read.context(CANNOT_READ)?;
        // Unless somebody pressed Enter, the prompt's line has not ended.
        if len == 0 || !io::stdin().is_terminal() {
            write("\n")?;
        }
        Ok((len > 0).then_some(line))
    }
}
