//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use std::ffi::OsString;

use clap::{ColorChoice, value_parser};
use qttt::{
    Game,
    draw::{self, Step, TextStyle},
    replay,
};

use super::{
    Outcome,
    input::{Input, SMALL_BLOCK, Stream, report_mistake},
    text_style, write,
};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The record, in one argument or several; without it, or as `-`, standard input is read, a record a line (on a
    /// terminal, only as `-`: without it, the board is empty)
    moves: Vec<OsString>,

    /// Draw every position of the game, each with its move
    #[arg(long)]
    steps: bool,

    /// Draw a self-contained SVG picture instead of text: a picture a line
    #[arg(long)]
    svg: bool,

    /// Draw with ASCII characters only
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,

    /// How many columns to use [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", conflicts_with = "svg", value_parser = value_parser!(u16).range(1..))]
    width: Option<u16>,

    #[command(flatten)]
    stream: Stream,
}

impl Arguments {
    pub(crate) fn run(&self, color: ColorChoice) -> anyhow::Result<Outcome> {
        let record = match Input::of(&self.moves) {
            Input::Arguments(record) => record,
            Input::Terminal => Vec::new(),
            Input::Stdin => return self.show_lines(color),
        };
        let style = text_style(self.ascii, self.width, color);
        let mut steps = Vec::new();
        let played = replay(&mut Game::new(), &record, |action, game| {
            steps.push((action, *game))
        });
        write(&self.drawing(&steps, &style))?;
        let Err(mistake) = played else {
            return Ok(Outcome::Fine);
        };
        if !self.stream.quiet {
            report_mistake(&mistake, &record);
        }
        Ok(Outcome::Invalid)
    }

    /// Draws each line of standard input, with an empty line between two drawings as text.
    fn show_lines(&self, color: ColorChoice) -> anyhow::Result<Outcome> {
        let style = text_style(self.ascii, self.width, color);
        self.stream.answer_stdin(SMALL_BLOCK, |line, output| {
            let mut steps = Vec::new();
            let played = line.replay(|action, game| steps.push((action, *game)));
            output.extend(self.drawing(&steps, &style).bytes());
            if !self.svg {
                output.push(b'\n');
            }
            played.map(|_| ())
        })
    }

    fn drawing(&self, steps: &[Step], style: &TextStyle) -> String {
        let last = steps.last().map_or_else(Game::new, |&(_, game)| game);
        match (self.svg, self.steps) {
            (false, false) => draw::text(&last, style),
            (false, true) => draw::text_steps(steps, style),
            (true, false) => draw::svg(&last) + "\n",
            (true, true) => draw::svg_steps(steps) + "\n",
        }
    }
}
