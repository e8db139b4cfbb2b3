//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use anyhow::bail;
use qttt::{
    Position,
    draw::{self, TextStyle},
};

use super::{EXIT_CODES, RECORDS, arguments::TextOptions, output::Outcome, records::Records};
use crate::{
    handout::Handout,
    records::{Answer, InputLine, LineError},
};

const EXAMPLES: &str = "\
Examples:
  qttt show AB BE DE AE                                draw a position
  qttt show --svg --steps AB BE DE AE > game.svg       draw a game as a picture
  qttt show --html --values AB BE DE AE > game.html    make a handout to print";

/// The help for the record, which this command handles differently from the others.
const RECORD: &str = "\
Record; if missing or -, read one per line from standard input

The arguments together form one record. An invalid record is drawn up to the mistake. If records are read \
from a file or standard input, an empty line follows each text drawing.";

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
    #[arg(long, conflicts_with = "ascii")]
    svg: bool,

    /// Make an HTML page to print: a sheet for each record, and six positions on a sheet
    #[arg(long, conflicts_with_all = ["svg", "ascii"])]
    html: bool,

    /// Add what perfect play gives to the page, and mark mistakes
    #[arg(long, requires = "html", conflicts_with = "svg")]
    values: bool,

    #[command(flatten)]
    text: TextOptions,
}

impl Show {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if self.html {
            let handout = Arc::new(Handout::new(self.values));
            let outcome = self.records.in_order().answer(&handout)?;
            return self.unless_empty(outcome, handout.is_started());
        }
        let drawings = Arc::new(Drawings {
            format: if self.svg {
                DrawingFormat::Svg
            } else {
                DrawingFormat::Text(self.text.style())
            },
            steps: self.steps,
            is_alone: self.records.are_arguments(),
            is_any: AtomicBool::new(false),
        });
        let outcome = self.records.answer(&drawings)?;
        self.unless_empty(outcome, drawings.is_any.load(Ordering::Relaxed))
    }

    /// Returns an error if there are no records to draw: an empty picture or page would be mistaken for a result.
    fn unless_empty(&self, outcome: Outcome, is_any: bool) -> anyhow::Result<Outcome> {
        if (self.svg || self.html) && outcome == Outcome::Fine && !is_any {
            bail!("there are no records to draw");
        }
        Ok(outcome)
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
    Svg,
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
            DrawingFormat::Text(style) if self.steps => draw::text_steps(&record, style),
            DrawingFormat::Svg if self.steps => draw::svg_steps(&record, mistake) + "\n",
            format => format.position(&record.position(), mistake),
        };
        (drawing, read)
    }
}

impl DrawingFormat {
    fn position(&self, position: &Position, mistake: Option<&str>) -> String {
        match self {
            Self::Text(style) => draw::text(position, style),
            Self::Svg => draw::svg(position, mistake) + "\n",
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
