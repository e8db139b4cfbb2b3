//! `qttt hypercube replay FILE`: draws the games of a record file.

use std::path::PathBuf;

use anyhow::bail;
use qttt::{
    Player,
    hypercube::{
        Position,
        draw::{self, TextStyle},
    },
    support::wrap,
};

use super::{FILES, games::note_torn};
use crate::{
    commands::{
        SUCCESS_OR_ERROR,
        arguments::TextOptions,
        output::{Outcome, write, write_line},
    },
    escape,
    referee::{GameRecord, read_records},
};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube replay games.ndjson                   draw the end of each game
  qttt hypercube replay --game 3 --steps games.ndjson  draw every position of one game";

/// Draw the games in a record file
///
/// It is an error if a result does not follow from the moves of its game.
#[derive(clap::Args)]
#[command(after_long_help = format!("{FILES}\n\n{EXAMPLES}\n\n{SUCCESS_OR_ERROR}"))]
pub(crate) struct Replay {
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
        note_torn(&records);
        let mut games = records.games;
        if let Some(asked) = self.game {
            games.retain(|&(line, _)| line == asked);
            if games.is_empty() {
                bail!("no game on line {asked} of {}", records.name);
            }
        }
        let style = self.text.style();
        for (nth, (line, game)) in games.iter().enumerate() {
            let gap = if nth > 0 { "\n" } else { "" };
            let [x, o] = Player::ALL.map(|player| escape::line(game.fixture.name(player)));
            let board = game.fixture.board;
            let title = format!("Game {line} on {board}: {x} (X) against {o} (O)");
            write_line(&format!("{gap}{}", wrap(&title, style.width).join("\n")))?;
            self.draw(game, &style)?;
        }
        Ok(Outcome::Fine)
    }

    fn draw(&self, game: &GameRecord, style: &TextStyle) -> anyhow::Result<()> {
        let mut position = Position::new(game.fixture.board);
        for (ply, cell) in game.moves.iter().enumerate() {
            if self.steps && ply > 0 {
                write_line(&draw::text(&position, style))?;
            }
            position.play(cell.clone())?;
        }
        write(&draw::text(&position, style))?;
        if let Some(fault) = &game.fault {
            write_line(&wrap(&game.to_string(), style.width).join("\n"))?;
            if let Some(stderr) = &fault.stderr {
                write_line(escape::text(stderr).trim_end())?;
            }
        }
        Ok(())
    }
}
