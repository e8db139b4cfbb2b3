//! `qttt hypercube show`: draws a position.

use crate::hypercube::draw;

use super::read_position;
use crate::cli::{
    numbers::whole,
    output::{Outcome, text_style, write},
};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Draw with ASCII characters only [default: on a terminal whose locale isn't UTF-8]
    #[arg(long)]
    ascii: bool,

    /// How many columns to use [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", value_parser = whole::<u16>(1..=u16::MAX.into()))]
    width: Option<u16>,
}

impl Arguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let position = match read_position() {
            Ok(position) => position,
            Err(outcome) => return Ok(outcome),
        };
        let style = text_style(self.ascii, self.width);
        let legend = draw::legend(position.board(), &style);
        write(&(draw::text(&position, &style) + &legend))?;
        Ok(Outcome::Fine)
    }
}
