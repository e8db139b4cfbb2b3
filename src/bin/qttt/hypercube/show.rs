//! `qttt hypercube show`: draws a position.

use qttt::hypercube::draw;

use super::arguments::{EXIT_CODES, POSITION, PositionArguments};
use crate::terminal::TextOptions;
use crate::terminal::output::{Outcome, write, write_wrapped};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube show 3,2 '1,1;0,0'              draw a position
  printf '3,2\\n1,1;0,0\\n' | qttt hypercube show  draw the same position";

/// Draw a position given as arguments or on standard input
#[derive(clap::Args)]
#[command(after_long_help = format!("{POSITION}\n\n{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArguments,

    #[command(flatten)]
    text: TextOptions,
}

impl Show {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let position = self.position.read()?;
        let style = self.text.style();
        let legend = draw::legend(position.board(), &style);
        write(&draw::text(&position, &style))?;
        if let Some(legend) = legend {
            write_wrapped(&legend, style.width)?;
        }
        Ok(Outcome::Fine)
    }
}
