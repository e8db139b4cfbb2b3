//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use anyhow::bail;
use qttt::{
    draw::{self, TextStyle},
    solve::Solver,
};

use crate::{
    command_line::{EXIT_CODES, RECORDS, arguments::TextOptions},
    handout::{self, Handout},
    records::{Answer, Game, InputLine, LineError, arguments::RecordArguments},
    terminal::output::Outcome,
};

const EXAMPLES: &str = "\
Examples:
  qttt show AB BE DE AE                                draw a position
  qttt show --svg --steps AB BE DE AE > game.svg       draw a game as a picture
  qttt show --html --values AB BE DE AE > game.html    make a handout to print";

/// The help for the record, which this command handles differently from the others.
const RECORD: &str = "\
Record; if missing or -, read one per line from standard input

The arguments together form one record. An invalid record is drawn up to the error. If records are read \
from a file or standard input, an empty line follows each text drawing.";

/// The maximum number of records in a block: a picture takes long.
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

    /// Make an HTML page to print: one record per sheet, or six positions per sheet
    #[arg(long, conflicts_with_all = ["svg", "ascii"])]
    html: bool,

    /// With --html, add the result of perfect play under each picture, and mark moves that lose points
    #[arg(long, requires = "html", conflicts_with = "svg")]
    values: bool,

    #[command(flatten)]
    text: TextOptions,
}

impl Show {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let (records, steps) = (&self.records, self.steps);
        let answered = if self.html {
            let handout = Handout(self.values.then(Solver::new));
            records.answer(&handout::start(), MAX_LINES, &handout)?
        } else {
            let style = (!self.svg).then(|| self.text.style());
            records.answer("", MAX_LINES, &Drawings { style, steps })?
        };
        // An empty picture or page would be mistaken for a result.
        if (self.svg || self.html) && answered.lines == 0 && answered.outcome == Outcome::Fine {
            bail!("there are no records to draw");
        }
        Ok(answered.outcome)
    }
}

/// Answers with drawings. An invalid record is drawn up to its mistake.
struct Drawings {
    /// The style of text; `None` for SVG.
    style: Option<TextStyle>,
    steps: bool,
}

impl Answer for Drawings {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        let (game, read) = line.so_far(self.steps);
        let mistake = read.as_ref().err().map(ToString::to_string);
        let mistake = mistake.as_deref();
        let drawing = match (&self.style, &game) {
            // An empty board would only distract from the message.
            (Some(_), game) if mistake.is_some() && game.position().moves() == 0 => String::new(),
            (Some(style), Game::Record(record)) if self.steps => draw::text_steps(record, style),
            (Some(style), game) => draw::text(&game.position(), style),
            (None, Game::Record(record)) if self.steps => draw::svg_steps(record, mistake) + "\n",
            (None, game) => draw::svg(&game.position(), mistake) + "\n",
        };
        output.extend(drawing.bytes());
        if self.style.is_some() {
            line.gap_unless_alone(output);
        }
        read
    }
}
