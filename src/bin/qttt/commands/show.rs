//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use anyhow::bail;
use qttt::{
    Position,
    draw::{self, TextStyle},
};

use super::{
    EXIT_CODES, RECORDS, arguments::TextOptions, output::Outcome, record_arguments::RecordArguments,
};
use crate::{
    handout::{self, Handout},
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

/// The maximum number of records to draw at once: a picture takes long.
const MAX_LINES: usize = 2;

#[derive(clap::Args)]
#[command(
    after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"),
    mut_arg("moves", |moves| moves.long_help(RECORD)),
)]
pub(crate) struct Show {
    #[command(flatten)]
    records: RecordArguments,

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
        let answered = if self.html {
            let handout = Handout::new(self.values);
            self.records
                .answer(&handout::start(), MAX_LINES, &handout)?
        } else {
            let format = if self.svg {
                DrawingFormat::Svg
            } else {
                DrawingFormat::Text(self.text.style())
            };
            let steps = self.steps;
            self.records
                .answer("", MAX_LINES, &Drawings { format, steps })?
        };
        // An empty picture or page would be mistaken for a result.
        if (self.svg || self.html) && answered.lines == 0 && answered.outcome == Outcome::Fine {
            bail!("there are no records to draw");
        }
        Ok(answered.outcome)
    }
}

/// Draws as text or SVG. An invalid record is drawn up to its mistake.
struct Drawings {
    format: DrawingFormat,
    steps: bool,
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
        let (drawing, read) = self.draw(line);
        output.extend(drawing.bytes());
        if let DrawingFormat::Text(_) = self.format {
            line.gap_unless_alone(output);
        }
        read
    }
}
