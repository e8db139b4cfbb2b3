//! `qttt show [RECORD]...`: draws a position, or every position of a game.

mod handout;

use anyhow::bail;
use qttt::draw::{self, TextStyle};
use qttt::solve::Solver;
use qttt::support::svg_of;
use qttt::{Game, GameError};

use self::handout::Handout;
use crate::command_line::{EXIT_CODES, RECORDS};
use crate::records::{Format, Line, RecordArguments};
use crate::terminal::TextOptions;
use crate::terminal::output::Outcome;

const EXAMPLES: &str = "\
Examples:
  qttt show AB BE DE AE                              draw a position
  qttt show --svg --steps AB BE DE AE > game.svg     draw a game
  qttt show --html --values AB BE DE AE > game.html  print a handout";

/// The help for the record, which this command handles differently from the others.
const RECORD: &str = "\
Record; if missing or -, read one per line from standard input

The arguments together form one record. An invalid record is drawn up to the error. If records are read \
from a file or standard input, an empty line follows each text drawing.";

#[derive(clap::Args)]
#[command(
    after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"),
    // `mut_arg` would move the argument behind the words after `--`.
    mut_args(|arg| if arg.get_id() == "words" { arg.long_help(RECORD) } else { arg }),
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

    /// Print an HTML page for paper: one sheet per record, or six puzzles per sheet if the input is positions
    #[arg(long, conflicts_with_all = ["svg", "ascii"])]
    html: bool,

    /// With --html, add the results of perfect play: moves that lose points, or the key to puzzles
    #[arg(long, requires = "html", conflicts_with = "svg")]
    values: bool,

    #[command(flatten)]
    text: TextOptions,
}

impl Show {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if self.html {
            if self.steps {
                bail!("--html already draws every position");
            }
            let handout = Handout(self.values.then(Solver::new));
            return self.records.print(&handout);
        }
        self.records.print(&Drawings {
            text: (!self.svg).then(|| self.text.style()),
            steps: self.steps,
        })
    }
}

/// Drawings. An invalid record is drawn up to the error.
struct Drawings {
    /// The style of text, or `None` for SVG.
    text: Option<TextStyle>,
    steps: bool,
}

impl Format for Drawings {
    fn has_gaps(&self) -> bool {
        self.text.is_some()
    }

    fn needs_lines(&self) -> bool {
        self.text.is_none()
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        let (game, error) = line.read_up_to_error(self.steps);
        let message = error.as_ref().map(ToString::to_string);
        output.extend(self.drawing(&game, message.as_deref()).bytes());
        error.map_or(Ok(()), Err)
    }
}

impl Drawings {
    fn drawing(&self, game: &Game, error: Option<&str>) -> String {
        let position = &game.position();
        let steps = game.record().filter(|_| self.steps);
        match (&self.text, steps) {
            (None, _) => svg_of(position, steps, error) + "\n",
            // An empty board would only distract from the message.
            (Some(_), _) if error.is_some() && position.move_count() == 0 => String::new(),
            (Some(style), Some(record)) => draw::text_steps(record, style),
            (Some(style), None) => draw::text(position, style),
        }
    }
}
