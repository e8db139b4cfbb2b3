//! `qttt hypercube replay FILE`: the games of a record file.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::bail;
use qttt::Player;
use qttt::hypercube::{Position, draw};

use crate::command_line::SUCCESS_OR_ERROR;
use crate::input::name_of;
use crate::referee::{FILES, GameRecord, check_known, read_records};
use crate::terminal::output::{Outcome, write, write_line, write_wrapped};
use crate::terminal::{TextOptions, aligned, escape};
use crate::values::whole_number;

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

    /// List only the games that this player lost
    #[arg(long, value_name = "NAME", conflicts_with = "line")]
    lost_by: Option<String>,

    /// Show the game on this line of the file, counted from 1: its final position, its moves, and any fault
    #[arg(long, value_name = "NUMBER", value_parser = whole_number(1..=usize::MAX))]
    line: Option<usize>,

    /// Draw every position of the game
    #[arg(long, requires = "line")]
    steps: bool,

    /// Print only the shell command that asks the bot again for this move, counted from 1
    #[arg(long = "move", value_name = "NUMBER", value_parser = whole_number(1..=usize::MAX))]
    #[arg(requires = "line", conflicts_with = "steps")]
    number: Option<usize>,

    #[command(flatten)]
    text: TextOptions,
}

impl Replay {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let mut table = vec![HEAD.map(str::to_string)];
        let mut asked = None;
        let mut players = BTreeSet::new();
        read_records(&self.file, |line, _, game| {
            if self.is_listed(&game) {
                table.push(row(line, &game));
            }
            players.extend(game.names.0.clone());
            if self.line == Some(line) {
                asked = Some(game);
            }
        })?;
        for name in self.player.iter().chain(&self.lost_by) {
            check_known(name, &players)?;
        }
        match (self.line, asked) {
            (None, _) => write(&aligned(&table, &[1, 2, 3, 4]))?,
            (Some(line), None) => bail!("no game on line {line} of {}", name_of(&self.file)),
            (Some(_), Some(game)) => match self.number {
                Some(number) => write_line(&game.command_to_repeat(number)?)?,
                None => self.show(&game)?,
            },
        }
        Ok(Outcome::Fine)
    }

    fn is_listed(&self, game: &GameRecord) -> bool {
        let has_played = |name: &String| game.names.0.contains(name);
        let has_lost = |name: &String| game.loser() == Some(name);
        self.player.as_ref().is_none_or(has_played) && self.lost_by.as_ref().is_none_or(has_lost)
    }

    /// Draws a game and prints its moves and the fault.
    fn show(&self, game: &GameRecord) -> anyhow::Result<()> {
        let style = self.text.style();
        let [x, o] = Player::ALL.map(|player| game.name(player));
        let title = format!("{x} (X) against {o} (O) on {}", game.position.board());
        write_wrapped(&title, style.width)?;
        if let Some(limit) = game.timeout {
            let seconds = limit.as_secs_f64();
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
            write(&game.describe_repetition())?;
        }
        Ok(())
    }
}

/// The columns of the list of games.
const HEAD: [&str; 7] = ["line", "board", "X", "O", "result", "moves", "slowest"];

fn row(line: usize, game: &GameRecord) -> [String; HEAD.len()] {
    let [x, o] = Player::ALL.map(|player| game.slowest(player));
    [
        line.to_string(),
        game.position.board().to_string(),
        game.name(Player::X),
        game.name(Player::O),
        game.result(),
        game.position.moves().len().to_string(),
        format!("{:.3} s", x.max(o).as_secs_f64()),
    ]
}

/// Lists the moves of a game with their numbers and times.
fn moves(game: &GameRecord) -> String {
    let mut table = Vec::new();
    for (ply, cell) in game.position.moves().iter().enumerate() {
        table.push([
            format!("{}.", ply + 1),
            Player::after_moves(ply).to_string(),
            cell.to_string(),
            match game.times.get(ply) {
                _ if ply < game.opening => "opening".to_string(),
                Some(time) => format!("{:.1} ms", time.as_secs_f64() * 1e3),
                None => String::new(),
            },
        ]);
    }
    aligned(&table, &[1, 2])
}
