//! `qttt hypercube replay FILE`: the games of a record file, drawn.

use std::path::PathBuf;

use crate::{
    escape,
    hypercube::{
        Position,
        draw::{self, TextStyle},
        referee::{GameRecord, RecordedGame, read_records},
    },
};
use clap::ColorChoice;

use super::{
    FILES,
    options::{note_half_line, result_in_words},
};
use crate::cli::{
    numbers::whole,
    output::{Outcome, report, text_style, write, write_line},
    show::ThemeName,
};

const HELP: &str = "\
Examples:
  qttt hypercube replay games.ndjson    draw the end of each game

Exit codes: 0 success, 2 usage error, or input or output failed.";

/// Draw the games that a tournament or a match has recorded
///
/// Each game is replayed first: a record that its moves don't bear out is an error.
#[derive(clap::Args)]
#[command(after_long_help = format!("{FILES}\n\n{HELP}"))]
pub(super) struct Arguments {
    /// The file that --record wrote, or lines that match --json printed; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Draw only the game on this line of the file, counted from 1
    #[arg(long, value_name = "K", value_parser = whole::<u64>(1..=u64::MAX))]
    game: Option<u64>,

    /// Draw every position of a game, not only the last
    #[arg(long)]
    steps: bool,

    /// Draw a self-contained SVG picture instead of text: a picture a line, of boards of up to four dimensions
    #[arg(long)]
    svg: bool,

    /// The colours of a picture: auto follows the reader's system
    #[arg(long, value_name = "THEME", default_value = "auto", requires = "svg")]
    theme: ThemeName,

    /// Draw with ASCII characters only [default: on a terminal whose locale isn't UTF-8]
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,

    /// How many columns to use [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", conflicts_with = "svg", value_parser = whole::<u16>(1..=u16::MAX.into()))]
    width: Option<u16>,
}

impl Arguments {
    pub(super) fn run(&self, color: ColorChoice) -> anyhow::Result<Outcome> {
        let records = read_records(&self.file)?;
        if records.is_cut {
            note_half_line(&self.file);
        }
        let is_asked_for = |recorded: &&RecordedGame| {
            self.game
                .is_none_or(|line| recorded.place.line as u64 == line)
        };
        let games: Vec<_> = records.games.iter().filter(is_asked_for).collect();
        if let (Some(line), []) = (self.game, &games[..]) {
            report(&format!(
                "expected the line of one of {} games, found {line}",
                records.games.len()
            ));
            return Ok(Outcome::Failed);
        }
        let style = text_style(self.ascii, self.width, color);
        for (i, RecordedGame { place, game }) in games.into_iter().enumerate() {
            if !self.svg {
                let gap = if i > 0 { "\n" } else { "" };
                write(&format!("{gap}{}\n", headline(place.line, game, &style)))?;
            }
            self.draw(game, &style)?;
        }
        Ok(Outcome::Fine)
    }

    fn draw(&self, game: &GameRecord, style: &TextStyle) -> anyhow::Result<()> {
        let last = game.replay()?;
        let mut position = Position::new(game.board);
        if self.steps {
            for cell in last
                .moves()
                .iter()
                .take(last.moves().len().saturating_sub(1))
            {
                position.play(cell.clone())?;
                self.draw_position(&position, style)?;
                if !self.svg {
                    write_line("")?;
                }
            }
        }
        self.draw_position(&last, style)?;
        if !self.svg && game.reason.is_fault() {
            write_line(&draw::wrap(&result_in_words(game), style.width).join("\n"))?;
        }
        Ok(())
    }

    fn draw_position(&self, position: &Position, style: &TextStyle) -> anyhow::Result<()> {
        if !self.svg {
            return write(&draw::text(position, style));
        }
        let Some(picture) = draw::svg(position, self.theme.into()) else {
            anyhow::bail!(
                "a picture has room for boards of at most 4 dimensions and 10,000 cells, not for {}; without --svg \
                 it is drawn as text",
                position.board()
            );
        };
        write_line(&picture)
    }
}

/// Says which game it is.
fn headline(line: usize, game: &GameRecord, style: &TextStyle) -> String {
    let players = format!(
        "Game {line} on {}: {} (X) against {} (O)",
        game.board,
        escape::line(&game.x),
        escape::line(&game.o)
    );
    draw::wrap(&players, style.width).join("\n")
}
