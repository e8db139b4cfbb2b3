//! `qttt hypercube replay FILE`: draws the games of a record file.

use std::path::PathBuf;

use anyhow::bail;
use qttt::hypercube::{
    Position,
    draw::{self, TextStyle, wrap},
};

use super::{FILES, games::note_torn};
use crate::{
    commands::{
        arguments::TextOptions,
        output::{Outcome, name_of, write, write_line},
    },
    escape,
    referee::{GameRecord, read_records},
};

const HELP: &str = "\
Examples:
  qttt hypercube replay games.ndjson                   draw the end of each game
  qttt hypercube replay --game 3 --steps games.ndjson  draw every position of one game

Exit codes: 0 success, 2 usage or I/O error.";

/// Draw the games in a record file
///
/// It is an error if a result does not follow from the moves of its game.
#[derive(clap::Args)]
#[command(after_long_help = format!("{FILES}\n\n{HELP}"))]
pub(super) struct Replay {
    /// File written by --record, or output of `match --json`; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Draw only the game on this line of the file, counted from 1
    #[arg(long, value_name = "LINE")]
    game: Option<usize>,

    /// Draw every position of a game, not just the last
    #[arg(long)]
    steps: bool,

    #[command(flatten)]
    text: TextOptions,
}

impl Replay {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let records = read_records(&self.file)?;
        note_torn(&self.file, &records);
        let mut games = records.games;
        if let Some(asked) = self.game {
            games.retain(|&(line, _)| line == asked);
            if games.is_empty() {
                bail!("no game on line {asked} of {}", name_of(&self.file));
            }
        }
        let style = self.text.style();
        for (nth, (line, game)) in games.iter().enumerate() {
            let gap = if nth > 0 { "\n" } else { "" };
            let [x, o] = [&game.x, &game.o].map(|name| escape::line(name));
            let title = format!("Game {line} on {}: {x} (X) against {o} (O)", game.board);
            write_line(&format!("{gap}{}", wrap(&title, style.width).join("\n")))?;
            self.draw(game, &style)?;
        }
        Ok(Outcome::Fine)
    }

    fn draw(&self, game: &GameRecord, style: &TextStyle) -> anyhow::Result<()> {
        let last = game.replay()?;
        if self.steps {
            let mut position = Position::new(game.board);
            let moves = last.moves();
            for cell in &moves[..moves.len().saturating_sub(1)] {
                position.play(cell.clone())?;
                write_line(&draw::text(&position, style))?;
            }
        }
        write(&draw::text(&last, style))?;
        if game.is_fault() {
            write_line(&wrap(&game.to_string(), style.width).join("\n"))?;
        }
        Ok(())
    }
}
