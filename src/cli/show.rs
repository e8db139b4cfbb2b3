//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use clap::{ColorChoice, ValueEnum, value_parser};
use qttt::{
    Game, RecordError,
    batch::{Format, Line},
    draw::{self, Step, TextStyle, Theme},
};

use super::{
    output::{Outcome, text_style},
    records::{Answers, Records},
};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    records: Records,

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

    /// The colours of a picture: auto is as the reader's system has it
    #[arg(long, value_name = "THEME", default_value = "auto")]
    theme: ThemeName,
}

#[derive(ValueEnum, Clone, Copy)]
enum ThemeName {
    Light,
    Dark,
    Auto,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
            ThemeName::Auto => Self::Auto,
        }
    }
}

impl Arguments {
    pub(crate) fn run(&self, color: ColorChoice) -> anyhow::Result<Outcome> {
        self.records.answer(&Drawings {
            asked: self,
            style: text_style(self.ascii, self.width, color),
        })
    }

    fn drawing(&self, steps: &[Step], style: &TextStyle) -> String {
        let last = steps.last().map_or_else(Game::new, |&(_, game)| game);
        match (self.svg, self.steps) {
            (false, false) => draw::text(&last, style),
            (false, true) => draw::text_steps(steps, style),
            (true, false) => draw::svg(&last, self.theme.into()) + "\n",
            (true, true) => draw::svg_steps(steps, self.theme.into()) + "\n",
        }
    }
}

struct Drawings<'a> {
    asked: &'a Arguments,
    style: TextStyle,
}

impl Answers for Drawings<'_> {
    /// An invalid record is drawn up to its mistake.
    fn stand_in(&self) -> Option<Format> {
        None
    }

    /// Draws with an empty line between two drawings as text.
    fn answer(&self, record: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        let drawn = self.answer_alone(record, output);
        if !self.asked.svg {
            output.push(b'\n');
        }
        drawn
    }

    fn answer_alone(&self, record: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        let mut steps = Vec::new();
        let played = record.replay(|action, game| steps.push((action, *game)));
        output.extend(self.asked.drawing(&steps, &self.style).bytes());
        played.map(|_| ())
    }
}
