//! `qttt hypercube play N,D`: a person plays the engine.

use std::ops::ControlFlow;

use crate::hypercube::{
    Board, Cell, Position, Stone,
    draw::{self, TextStyle},
    player, protocol,
};
use clap::{ColorChoice, ValueEnum};

use crate::cli::{
    output::{Outcome, text_style, write, write_line},
    play::{
        Played,
        entries::{Entries, Entry},
        play,
    },
};

/// Play against the engine at the terminal
///
/// A move is a cell as the protocol writes it, its coordinates with commas between, such as 1,1. However the game ends,
/// by Ctrl-C, too, its moves are printed.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The board: width and number of dimensions
    #[arg(value_name = "N,D")]
    board: Board,

    /// Who plays X, and moves first
    #[arg(long, value_name = "WHO", default_value = "human")]
    x: Role,

    /// Who plays O
    #[arg(long, value_name = "WHO", default_value = "engine")]
    o: Role,

    /// Draw with ASCII characters only [default: on a terminal whose locale isn't UTF-8]
    #[arg(long)]
    ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// You: moves are read from the keyboard, or from standard input
    Human,
    /// The player of `qttt hypercube move`
    Engine,
}

const HELP: &str = "\
A move is a free cell: its coordinates with commas between, as the drawing counts them.

  undo    take back your last move, and all that came after it
  hint    name the move that the engine would make
  help    show this
  quit    leave the game; q, exit and the end of input do, too
";

impl Arguments {
    pub(super) fn run(&self, color: ColorChoice) -> anyhow::Result<Outcome> {
        let mut table = Table {
            asked: self,
            position: Position::new(self.board),
            color,
        };
        play(&mut table)
    }
}

struct Table<'a> {
    asked: &'a Arguments,
    position: Position,
    color: ColorChoice,
}

impl Played for Table<'_> {
    fn play(&mut self, keep: &dyn Fn(String)) -> anyhow::Result<()> {
        let mut entries = Entries::of_stdin()?;
        write_line(&self.greeting())?;
        write(&draw::legend(self.asked.board, &self.style()))?;
        self.draw()?;
        while self.position.winner().is_none() && !self.position.is_full() {
            keep(self.record());
            match self.role(self.position.next()) {
                Role::Human => {
                    if self.ask(&mut entries)?.is_break() {
                        break;
                    }
                }
                Role::Engine => {
                    let Some(cell) = player::choose(&self.position) else {
                        break;
                    };
                    self.position.play(cell)?;
                    self.draw()?;
                }
            }
        }
        Ok(())
    }

    /// Says what has been played, as the protocol writes it.
    fn record(&self) -> String {
        let text = protocol::write(&self.position);
        let moves = text.lines().nth(1).unwrap_or_default();
        format!("\nMoves: {moves}\n")
    }
}

impl Table<'_> {
    const fn role(&self, stone: Stone) -> Role {
        match stone {
            Stone::X => self.asked.x,
            Stone::O => self.asked.o,
        }
    }

    fn greeting(&self) -> String {
        let does = |stone| match self.role(stone) {
            Role::Human => "is yours",
            Role::Engine => "is the engine's",
        };
        let players = format!("X {}, O {}.", does(Stone::X), does(Stone::O));
        match [self.asked.x, self.asked.o].contains(&Role::Human) {
            true => format!(
                "{players} Enter a cell, such as {}, or help.",
                self.asked.board.center()
            ),
            false => players,
        }
    }

    /// Asks a person for an entry, and does what it says; breaks off when the person leaves.
    fn ask(&mut self, entries: &mut Entries) -> anyhow::Result<ControlFlow<()>> {
        let prompt = format!("{} moves> ", self.position.next());
        let line = match entries.next(&prompt, self.style().color)? {
            Entry::Line(line) => line,
            Entry::Unread(what) => {
                write_line(&format!("Not played: expected a cell, found {what}"))?;
                return Ok(ControlFlow::Continue(()));
            }
            Entry::End => return Ok(ControlFlow::Break(())),
        };
        match &line.trim_ascii().to_ascii_lowercase()[..] {
            b"quit" | b"q" | b"exit" => return Ok(ControlFlow::Break(())),
            b"undo" => self.undo()?,
            b"hint" => {
                if let Some(cell) = player::choose(&self.position) {
                    write_line(&format!("The engine would play {cell}."))?;
                }
            }
            b"help" | b"" => write(HELP)?,
            entry => match self.enter(entry) {
                Ok(()) => self.draw()?,
                Err(refusal) => {
                    write_line(&format!("Not played: {refusal}; enter help for help."))?
                }
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    fn enter(&mut self, entry: &[u8]) -> anyhow::Result<()> {
        self.position.play(Cell::from_ascii(entry)?)?;
        Ok(())
    }

    /// Goes back to the last move of a person.
    fn undo(&mut self) -> anyhow::Result<()> {
        let moves = self.position.moves();
        let is_a_persons = |ply: &usize| self.role(Stone::of_move(*ply)) == Role::Human;
        let Some(ply) = (0..moves.len()).rev().find(is_a_persons) else {
            return write_line("There is nothing to take back: you have played nothing yet.");
        };
        let mut position = Position::new(self.asked.board);
        for cell in &moves[..ply] {
            position.play(cell.clone())?;
        }
        self.position = position;
        self.draw()
    }

    fn draw(&self) -> anyhow::Result<()> {
        let drawing = draw::text(&self.position, &self.style(), true);
        write(&format!("\n{drawing}"))
    }

    /// The width is asked for anew each time: a window can be resized in the middle of a game.
    fn style(&self) -> TextStyle {
        text_style(self.asked.ascii, None, self.color)
    }
}
