//! `qttt hypercube replay FILE`: the games of a record file, drawn.

use std::path::PathBuf;

use crate::{
    escape,
    hypercube::{
        Position,
        draw::{self, Sheet, TextStyle, Theme, wrap},
        referee::{GameRecord, RecordedGame, read_records},
    },
};
use anyhow::bail;

use super::options::{FILES, note_half_line, result_in_words};
use crate::cli::{
    arguments::TextOptions,
    numbers::whole,
    output::{Outcome, write, write_line},
    show::MAX_GAMES,
};

const HELP: &str = "\
Examples:
  qttt hypercube replay games.ndjson                      draw the end of each game
  qttt hypercube replay --html games.ndjson > games.html  make a page to step through them

Exit codes: 0 success, 2 usage error, or input or output failed.";

/// Draw the games that a tournament or a match has recorded
///
/// Each game is replayed first: a record that its moves don't bear out is an error.
#[derive(clap::Args)]
#[command(after_long_help = format!("{FILES}\n\n{HELP}"))]
pub(crate) struct Arguments {
    /// The file that --record wrote, or lines that match --json printed; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Draw only the game on this line of the file, counted from 1
    #[arg(long, value_name = "K", value_parser = whole::<u64>(1..=u64::MAX))]
    game: Option<u64>,

    /// Draw every position of a game, not only the last
    #[arg(long)]
    steps: bool,

    /// Make a self-contained HTML page to step through the games with
    #[arg(long, conflicts_with_all = ["steps", "ascii", "width"])]
    html: bool,

    /// The colours of a page: auto follows the reader's system
    #[arg(long, value_name = "THEME", default_value = "auto", requires = "html")]
    theme: Theme,

    #[command(flatten)]
    text: TextOptions,
}

impl Arguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let records = read_records(&self.file)?;
        note_half_line(&self.file, &records);
        let is_asked_for = |recorded: &&RecordedGame| {
            self.game
                .is_none_or(|line| recorded.place.line as u64 == line)
        };
        let games: Vec<_> = records.games.iter().filter(is_asked_for).collect();
        if let (Some(line), []) = (self.game, &games[..]) {
            let (are, count) = match records.games.len() {
                1 => ("is", 1),
                count => ("are", count),
            };
            bail!(
                "expected the line of one of the games, of which there {are} {count}; found {line}"
            );
        }
        if self.html {
            return self.make_page(&games);
        }
        let style = self.text.style();
        for (i, RecordedGame { place, game }) in games.into_iter().enumerate() {
            let gap = if i > 0 { "\n" } else { "" };
            let title = wrap(&title(place.line, game), style.width).join("\n");
            write(&format!("{gap}{title}\n"))?;
            self.draw(game, &style)?;
        }
        Ok(Outcome::Fine)
    }

    fn make_page(&self, games: &[&RecordedGame]) -> anyhow::Result<Outcome> {
        if games.len() > MAX_GAMES {
            bail!(
                "expected at most {MAX_GAMES} games for one page, found {}; --game K makes one of a single game",
                games.len()
            );
        }
        let mut sheets = Vec::new();
        for RecordedGame { place, game } in games {
            sheets.push(Sheet {
                position: game.replay()?,
                title: title(place.line, game),
                result: result_in_words(game),
            });
        }
        write(&draw::page(&sheets, self.theme))?;
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
        if game.reason.is_fault() {
            write_line(&wrap(&result_in_words(game), style.width).join("\n"))?;
        }
        Ok(())
    }
}

/// Says which game it is.
fn title(line: usize, game: &GameRecord) -> String {
    format!(
        "Game {line} on {}: {} (X) against {} (O)",
        game.board,
        escape::line(&game.x),
        escape::line(&game.o)
    )
}
