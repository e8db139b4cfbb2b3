//! `qttt hypercube show`: draws a position.

use clap::{ColorChoice, value_parser};
use qttt::hypercube::draw;

use super::read_position;
use crate::cli::output::{Outcome, text_style, write};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Mark the last move
    #[arg(long)]
    last: bool,

    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,

    /// How many columns to use [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", value_parser = value_parser!(u16).range(1..))]
    width: Option<u16>,
}

impl Arguments {
    pub(super) fn run(&self, color: ColorChoice) -> anyhow::Result<Outcome> {
        let position = match read_position() {
            Ok(position) => position,
            Err(outcome) => return Ok(outcome),
        };
        let style = text_style(self.ascii, self.width, color);
        let legend = draw::legend(position.board(), &style);
        write(&(draw::text(&position, &style, self.last) + &legend))?;
        Ok(Outcome::Fine)
    }
}
