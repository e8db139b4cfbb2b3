//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicBool, Ordering},
};

use anyhow::bail;
use clap::ValueEnum;
use qttt::{
    Position,
    draw::{self, TextStyle, Theme},
    solve::Solver,
};

use super::{
    EXIT_CODES, RECORDS,
    arguments::TextOptions,
    output::{Outcome, write},
    records::Records,
};
use crate::{
    page::{self, Sheet},
    records::{Answer, InputLine, LineError},
};

const EXAMPLES: &str = "\
Examples:
  qttt show AB BE DE AE                                draw a position
  qttt show --svg --steps AB BE DE AE > game.svg       draw a game as a picture
  qttt show --html --values AB BE DE AE > game.html    create a page to step through";

/// The help for the record, which this command handles differently from the others.
const RECORD: &str = "\
Record; if missing or -, read one per line from standard input

The arguments together form one record. An invalid record is drawn up to the mistake. If records are read \
from a file or standard input, an empty line follows each text drawing.";

/// An empty picture or page would be mistaken for a result.
const NO_RECORDS: &str = "there are no records to draw";

/// A browser must hold all of them.
pub(crate) const MAX_GAMES: usize = 1000;

#[derive(clap::Args)]
#[command(
    after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"),
    mut_arg("moves", |moves| moves.long_help(RECORD)),
)]
pub(crate) struct Show {
    #[command(flatten)]
    records: Records,

    /// Draw every position of the game, each with its move
    #[arg(long)]
    steps: bool,

    /// Draw self-contained SVG pictures, one per line of output
    #[arg(long, group = "picture", conflicts_with = "ascii")]
    svg: bool,

    /// Create a self-contained HTML page for stepping through up to 1,000 records
    #[arg(long, group = "picture", conflicts_with = "ascii")]
    html: bool,

    /// Show the value of each move on the page, and mark mistakes
    #[arg(long, requires = "html", conflicts_with = "svg")]
    values: bool,

    #[command(flatten)]
    text: TextOptions,

    /// Colours of the picture or page
    #[arg(long, default_value = "auto", requires = "picture")]
    theme: ThemeName,
}

impl Show {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if self.html {
            return self.print_page();
        }
        let drawings = Arc::new(Drawings {
            format: if self.svg {
                DrawingFormat::Svg(self.theme.into())
            } else {
                DrawingFormat::Text(self.text.style())
            },
            steps: self.steps,
            is_alone: self.records.are_arguments(),
            is_any: AtomicBool::new(false),
        });
        let outcome = self.records.answer(&drawings)?;
        if self.svg && outcome == Outcome::Fine && !drawings.is_any.load(Ordering::Relaxed) {
            bail!(NO_RECORDS);
        }
        Ok(outcome)
    }

    /// Prints one page for all records.
    fn print_page(&self) -> anyhow::Result<Outcome> {
        let page = Arc::new(Page::default());
        let outcome = self.records.in_order().answer(&page)?;
        let sheets = page.sheets();
        if sheets.len() > MAX_GAMES {
            bail!("a page can show at most {MAX_GAMES} records");
        }
        if sheets.is_empty() && outcome == Outcome::Fine {
            bail!(NO_RECORDS);
        }
        if !sheets.is_empty() {
            let solver = self.values.then(Solver::new);
            write(&page::page(&sheets, solver.as_ref(), self.theme.into()))?;
        }
        Ok(outcome)
    }
}

/// The [`Theme`] of a picture or page.
#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    /// Dark marks on white
    Light,
    /// Light marks on a dark background
    Dark,
    /// Follows the system setting; light by default
    Auto,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
            ThemeName::Auto => Self::Auto,
        }
    }
}

/// Draws as text or SVG. An invalid record is drawn up to its mistake.
struct Drawings {
    format: DrawingFormat,
    steps: bool,
    /// Whether there is only one record.
    is_alone: bool,
    /// Whether there was a record.
    is_any: AtomicBool,
}

enum DrawingFormat {
    Text(TextStyle),
    Svg(Theme),
}

impl Drawings {
    fn draw(&self, line: InputLine<'_>) -> (String, Result<(), LineError>) {
        if !self.steps
            && let Some(Ok(position)) = line.written_position()
        {
            return (self.format.position(&position, None), Ok(()));
        }
        let (record, read) = line.record_so_far();
        let mistake = read.as_ref().err().map(ToString::to_string);
        let mistake = mistake.as_deref();
        let drawing = match &self.format {
            // An empty board would only distract from the message.
            DrawingFormat::Text(_) if mistake.is_some() && record.actions().is_empty() => {
                String::new()
            }
            format if !self.steps => format.position(&record.position(), mistake),
            DrawingFormat::Text(style) => draw::text_steps(&record, style),
            DrawingFormat::Svg(theme) => draw::svg_steps(&record, *theme, mistake) + "\n",
        };
        (drawing, read)
    }
}

impl DrawingFormat {
    fn position(&self, position: &Position, mistake: Option<&str>) -> String {
        match self {
            Self::Text(style) => draw::text(position, style),
            Self::Svg(theme) => draw::svg(position, *theme, mistake) + "\n",
        }
    }
}

impl Answer for Drawings {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        self.is_any.store(true, Ordering::Relaxed);
        let (drawing, read) = self.draw(line);
        output.extend(drawing.bytes());
        if matches!(self.format, DrawingFormat::Text(_)) && !self.is_alone {
            // An empty line separates drawings.
            output.push(b'\n');
        }
        read
    }

    fn max_lines(&self) -> usize {
        2
    }
}

/// Collects the records for a page, invalid ones up to their mistakes.
#[derive(Default)]
struct Page {
    sheets: Mutex<Vec<Sheet>>,
}

impl Page {
    fn sheets(&self) -> MutexGuard<'_, Vec<Sheet>> {
        self.sheets.lock().expect("adding a sheet doesn't panic")
    }
}

impl Answer for Page {
    fn answer(&self, line: InputLine<'_>, _: &mut Vec<u8>) -> Result<(), LineError> {
        let (record, read) = line.record_so_far();
        let mut sheets = self.sheets();
        if sheets.len() <= MAX_GAMES {
            sheets.push(Sheet {
                mistake: read.clone().err(),
                record,
            });
        }
        read
    }
}
