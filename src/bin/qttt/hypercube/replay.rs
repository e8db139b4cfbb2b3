//! `qttt hypercube replay FILE`: the games of a record file.

use std::path::PathBuf;

use anyhow::bail;
use qttt::Player;
use qttt::hypercube::{Position, draw};

use crate::help::SUCCESS_OR_ERROR;
use crate::referee::{FILES, GameRecord, Program, ask_again, read_records};
use crate::terminal::output::{Outcome, write, write_line, write_wrapped};
use crate::terminal::{TextOptions, aligned, escape};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube replay games.ndjson
      list the games
  qttt hypercube replay --line 3 games.ndjson
      show the moves and the end of one game
  qttt hypercube replay --line 3 --steps games.ndjson
      draw every position of one game
  qttt hypercube replay --line 3 --move 5 games.ndjson
      print the command that repeats a move";

/// List the games in a record file, or show one of them
///
/// It is an error if a result does not follow from the moves of its game.
#[derive(clap::Args)]
#[command(after_long_help = format!("{FILES}\n\n{EXAMPLES}\n\n{SUCCESS_OR_ERROR}"))]
pub(crate) struct Replay {
    /// File written by --record; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// List only the games of this player
    #[arg(long, value_name = "NAME", conflicts_with = "line")]
    player: Option<String>,

    /// Show the game on this line of the file, counted from 1: its final position, its moves, and any fault
    #[arg(long, value_name = "NUMBER")]
    line: Option<usize>,

    /// Draw every position of the game
    #[arg(long, requires = "line")]
    steps: bool,

    /// Print only the shell command that asks the bot again for this move, counted from 1
    #[arg(
        long = "move",
        value_name = "NUMBER",
        requires = "line",
        conflicts_with = "steps"
    )]
    number: Option<usize>,

    #[command(flatten)]
    text: TextOptions,
}

impl Replay {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let records = read_records(&self.file)?;
        match self.line {
            None => {
                let is_listed = |(_, game): &&(usize, GameRecord)| match &self.player {
                    Some(name) => game.names().contains(&&name[..]),
                    None => true,
                };
                write(&list(records.games.iter().filter(is_listed)))?;
            }
            Some(asked) => {
                let mut games = records.games.iter();
                let Some((_, game)) = games.find(|&&(line, _)| line == asked) else {
                    bail!("no game on line {asked} of {}", records.name);
                };
                match self.number {
                    Some(number) => write_line(&command_of(game, number)?)?,
                    None => self.show(game)?,
                }
            }
        }
        Ok(Outcome::Fine)
    }

    /// Draws a game and prints its moves and the fault.
    fn show(&self, game: &GameRecord) -> anyhow::Result<()> {
        let style = self.text.style();
        let [x, o] = Player::ALL.map(|player| game.name(player));
        let title = format!("{x} (X) against {o} (O) on {}", game.position.board());
        write_wrapped(&title, style.width)?;
        if let Some(seconds) = game.timeout {
            write_line(&format!("Time limit for each move: {seconds} s"))?;
        }
        let end = &game.position;
        if self.steps {
            let mut position = Position::new(end.board());
            for cell in &end.moves()[..end.moves().len().saturating_sub(1)] {
                position.play(cell.clone())?;
                write_line(&draw::text(&position, &style))?;
            }
        }
        write_line(&draw::text(end, &style))?;
        write(&moves(game))?;
        if let Some(forfeit) = &game.forfeit {
            write_wrapped(&game.to_string(), style.width)?;
            write(&escape::text(&forfeit.stderr))?;
            write(&game.reproduction())?;
        }
        Ok(())
    }
}

/// Returns the shell command that asks a bot again for a move of a game.
///
/// # Errors
///
/// If no bot was asked for this move, or the record doesn't contain its command.
fn command_of(game: &GameRecord, number: usize) -> anyhow::Result<String> {
    let first = game.opening + 1;
    let last = game.asked();
    if !(first..=last).contains(&number) {
        bail!("the players were asked for moves {first} to {last}, not for move {number}");
    }
    let Some(commands) = &game.commands else {
        bail!("the record does not contain the commands of its players");
    };
    let (board, moves) = (game.position.board(), game.position.moves());
    let position = Position::after(board, &moves[..number - 1])?;
    let command = &commands[position.turn() as usize];
    let Ok(Program::Command(command)) = command.parse() else {
        bail!(
            "move {number} was made by {command}, which is built in and cannot be run by the shell"
        );
    };
    Ok(ask_again(&command, &position))
}

/// Lists games, one per line.
fn list<'g>(games: impl Iterator<Item = &'g (usize, GameRecord)>) -> String {
    let head = ["line", "board", "X", "O", "result", "moves", "slowest"];
    let mut table = vec![head.map(str::to_string)];
    for (line, game) in games {
        let slowest = Player::ALL.map(|player| game.slowest_ms(player));
        table.push([
            line.to_string(),
            game.position.board().to_string(),
            game.name(Player::X),
            game.name(Player::O),
            game.result(),
            game.position.moves().len().to_string(),
            format!("{:.3} s", f64::max(slowest[0], slowest[1]) / 1000.0),
        ]);
    }
    aligned(&table, &[1, 2, 3, 4])
}

/// Lists the moves of a game with their numbers and times.
fn moves(game: &GameRecord) -> String {
    let mut table = Vec::new();
    let players = Player::ALL.into_iter().cycle();
    for (ply, (player, cell)) in players.zip(game.position.moves()).enumerate() {
        let time = game.milliseconds.get(ply);
        table.push([
            format!("{}.", ply + 1),
            player.to_string(),
            cell.to_string(),
            time.map_or(String::new(), |time| format!("{time:.1} ms")),
        ]);
    }
    aligned(&table, &[1, 2])
}
