//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use clap::{
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    value_parser,
};
use qttt::{
    Position,
    draw::{self, TextStyle, Theme},
    solve::Solver,
};

use super::{
    EXIT_CODES, RECORDS,
    arguments::TextOptions,
    output::{Outcome, report, write},
    records::Records,
};
use crate::{
    batch::{Answer, Line, LineError},
    page::{self, Sheet},
};

const EXAMPLES: &str = "\
Examples:
  qttt show AB BE DE AE                                draw a position
  qttt show --svg --steps AB BE DE AE > game.svg       draw a game as a picture
  qttt show --html --values AB BE DE AE > game.html    create a page to step through";

/// The help for the record, which this command handles differently from the others.
const RECORD: &str = "\
Record; if missing, or -, each line of standard input is a record

The arguments together form one record. An invalid record is drawn up to the mistake. If records are read \
from a file or standard input, an empty line follows each text drawing.";

/// A board takes 34 columns.
const WIDTH: &str = "Width of the output in columns, 34 or more [default: the terminal's, or 80]";

/// A picture or a page of nothing would be taken for a result.
const NO_RECORDS: &str = "there are no records to draw";

/// A browser must hold all of them.
pub(crate) const MAX_GAMES: usize = 1000;

#[derive(clap::Args)]
#[command(
    after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"),
    mut_arg("moves", |moves| moves.long_help(RECORD)),
    mut_arg("width", |width| width.value_parser(value_parser!(u16).range(34..)).help(WIDTH)),
)]
pub(crate) struct Show {
    #[command(flatten)]
    records: Records,

    /// Draw every position of the game, each with its move
    #[arg(long)]
    steps: bool,

    /// Draw self-contained SVG pictures, one per line of output
    #[arg(long, group = "picture", conflicts_with_all = ["ascii", "width"])]
    svg: bool,

    /// Create one self-contained HTML page to step through all records, at most 1,000
    #[arg(long, group = "picture", conflicts_with_all = ["ascii", "width"])]
    html: bool,

    /// Show the value of each move on the page, and mark mistakes
    #[arg(long, requires = "html", conflicts_with = "svg")]
    values: bool,

    #[command(flatten)]
    text: TextOptions,

    /// Colours of the picture or page
    #[arg(long, default_value = "auto", requires = "picture", value_parser = themes())]
    theme: Theme,
}

impl Show {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if self.html {
            return self.print_page();
        }
        let drawings = Drawings {
            arguments: self,
            style: self.text.style(),
            is_any: AtomicBool::new(false),
        };
        let outcome = self.records.answer(&drawings)?;
        if self.svg && outcome == Outcome::Fine && !drawings.is_any.into_inner() {
            report(NO_RECORDS);
            return Ok(Outcome::Failed);
        }
        Ok(outcome)
    }

    /// Prints one page for all records.
    fn print_page(&self) -> anyhow::Result<Outcome> {
        let page = Page::default();
        let outcome = self.records.answer(&page)?;
        let sheets = page.sheets.into_inner();
        let sheets = sheets.unwrap_or_else(PoisonError::into_inner);
        if sheets.len() > MAX_GAMES {
            report(&format!("a page can show at most {MAX_GAMES} records"));
            return Ok(Outcome::Failed);
        }
        if sheets.is_empty() && outcome == Outcome::Fine {
            report(NO_RECORDS);
            return Ok(Outcome::Failed);
        }
        if !sheets.is_empty() {
            let solver = self.values.then(Solver::new);
            write(&page::page(&sheets, solver.as_ref(), self.theme))?;
        }
        Ok(outcome)
    }
}

/// Parses the name of a theme.
fn themes() -> impl TypedValueParser<Value = Theme> {
    let themes = [
        ("light", "Dark marks on white"),
        ("dark", "Light marks on a dark background"),
        ("auto", "Follows the system setting; light by default"),
    ];
    let values = themes.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|name| match &name[..] {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => Theme::Auto,
    })
}

/// Draws as text or SVG. An invalid record is drawn up to its mistake.
struct Drawings<'a> {
    arguments: &'a Show,
    style: TextStyle,
    /// Whether there was a record.
    is_any: AtomicBool,
}

impl Drawings<'_> {
    fn draw(&self, line: Line<'_>) -> (String, Result<(), LineError>) {
        let Show {
            svg, steps, theme, ..
        } = *self.arguments;
        let draw_position = |position: &Position, mistake| {
            if svg {
                draw::svg(position, theme, mistake) + "\n"
            } else {
                draw::text(position, &self.style)
            }
        };
        if !steps && let Some(Ok(position)) = line.written_position() {
            return (draw_position(&position, None), Ok(()));
        }
        let (record, read) = line.record_so_far();
        let mistake = read.as_ref().err().map(ToString::to_string);
        let mistake = mistake.as_deref();
        let drawing = if !svg && mistake.is_some() && record.actions().is_empty() {
            // An empty board would only distract from the message.
            String::new()
        } else if !steps {
            draw_position(&record.position(), mistake)
        } else if svg {
            draw::svg_steps(&record, theme, mistake) + "\n"
        } else {
            draw::text_steps(&record, &self.style)
        };
        (drawing, read)
    }
}

impl Answer for Drawings<'_> {
    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        self.is_any.store(true, Ordering::Relaxed);
        let (drawing, read) = self.draw(line);
        output.extend(drawing.bytes());
        let is_alone = self.arguments.records.are_arguments();
        if !self.arguments.svg && !is_alone {
            // An empty line separates drawings.
            output.push(b'\n');
        }
        read
    }
}

/// Collects the records for a page, invalid ones up to their mistakes.
#[derive(Default)]
struct Page {
    sheets: Mutex<Vec<Sheet>>,
}

impl Answer for Page {
    fn answer(&self, line: Line<'_>, _: &mut Vec<u8>) -> Result<(), LineError> {
        let (record, read) = line.record_so_far();
        let mut sheets = self.sheets.lock().unwrap_or_else(PoisonError::into_inner);
        if sheets.len() <= MAX_GAMES {
            sheets.push(Sheet {
                mistake: read.clone().err(),
                record,
            });
        }
        read
    }

    fn is_sequential(&self) -> bool {
        true
    }
}
