//! `qttt hypercube show`: draws a position.

use crate::hypercube::draw;

use super::read_position;
use crate::cli::{
    arguments::TextOptions,
    output::{Outcome, write},
};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    text: TextOptions,
}

impl Arguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let position = match read_position() {
            Ok(position) => position,
            Err(outcome) => return Ok(outcome),
        };
        let style = self.text.style();
        let legend = draw::legend(position.board(), &style);
        write(&(draw::text(&position, &style) + &legend))?;
        Ok(Outcome::Fine)
    }
}
