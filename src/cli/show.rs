//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use crate::{
    Game, RecordError,
    batch::{Format, Line},
    draw::{self, Remark, Step, TextStyle, Theme},
    markup,
    solve::{Decision, Loss, Solution, Solver},
};
use clap::{ColorChoice, ValueEnum};

use super::solve::{moves_by_value, result_of};
use super::{
    numbers::whole,
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

    /// Make a self-contained HTML page to step through the game with: a page a line
    #[arg(long, conflicts_with = "svg")]
    html: bool,

    /// Say on the page what each move was worth with perfect play, and mark the mistakes
    #[arg(long, requires = "html")]
    values: bool,

    /// Draw with ASCII characters only [default: on a terminal whose locale isn't UTF-8]
    #[arg(long, conflicts_with_all = ["svg", "html"])]
    ascii: bool,

    /// How many columns to use [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", conflicts_with_all = ["svg", "html"], value_parser = whole::<u16>(1..=u16::MAX.into()))]
    width: Option<u16>,

    /// The colours of a picture or page: auto follows the reader's system
    #[arg(long, value_name = "THEME", default_value = "auto")]
    theme: ThemeName,
}

/// `--theme` of pictures.
#[derive(ValueEnum, Clone, Copy)]
pub(crate) enum ThemeName {
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
            solver: self.values.then(Solver::new),
        })
    }
}

struct Drawings<'a> {
    asked: &'a Arguments,
    style: TextStyle,
    /// Where values are asked for.
    solver: Option<Solver>,
}

impl Drawings<'_> {
    fn drawing(&self, steps: &[Step]) -> String {
        let last = steps.last().map_or_else(Game::new, |&(_, game)| game);
        let theme = self.asked.theme.into();
        let every_step = self.asked.steps;
        if self.asked.html {
            let remarks = self.solver.as_ref().map(|solver| remarks(solver, steps));
            return draw::page(steps, &remarks.unwrap_or_default(), theme) + "\n";
        }
        match (self.asked.svg, every_step) {
            (false, false) => draw::text(&last, &self.style),
            (false, true) => draw::text_steps(steps, &self.style),
            (true, false) => draw::svg(&last, theme) + "\n",
            (true, true) => draw::svg_steps(steps, theme) + "\n",
        }
    }
}

/// Says what perfect play makes of the empty board, and of each move and the position after it.
fn remarks(solver: &Solver, steps: &[Step]) -> Vec<Remark> {
    let actions: Vec<_> = steps.iter().map(|&(action, _)| action).collect();
    let review = solver
        .review(&Game::new(), &actions)
        .expect("the steps have been played");
    let decisions = &review.decisions;
    let solutions = decisions
        .iter()
        .map(|decision| &decision.solution)
        .chain([&review.solution]);
    let losses = [Loss::NONE]
        .into_iter()
        .chain(decisions.iter().map(Decision::loss));
    let remark = |(loss, solution): (Loss, &Solution)| {
        let mistake = match loss {
            Loss::NONE => String::new(),
            _ => format!("A mistake: it gives away {loss}. "),
        };
        Remark {
            sign: loss.sign().to_string(),
            text: mistake + &outlook(solution),
        }
    };
    losses.zip(solutions).map(remark).collect()
}

/// Says what perfect play gives.
fn outlook(solution: &Solution) -> String {
    let (result, value) = (result_of(solution.value), solution.value);
    match solution.actions.is_empty() {
        true => format!("The value is {value}: {result}."),
        false => format!(
            "With perfect play {result}: a value of {value}. {}.",
            moves_by_value(solution)
        ),
    }
}

/// Marks the picture or page of an invalid record, which would look like that of a valid one: a picture is struck out, a
/// page says what is wrong.
fn marked(drawing: &str, mistake: &RecordError) -> String {
    const STROKES: &str = "<g class=\"invalid\" stroke=\"#cf222e\" stroke-width=\"6\">\
        <line x1=\"0\" y1=\"0\" x2=\"100%\" y2=\"100%\"/><line x1=\"0\" y1=\"100%\" x2=\"100%\" y2=\"0\"/></g></svg>";
    let title = "<title>Invalid record, drawn up to its mistake. ";
    let marked = drawing.replacen("<title>", title, 1);
    if drawing.starts_with("<svg") {
        return marked.replacen("</svg>", STROKES, 1);
    }
    let mistake = markup::escape(&mistake.to_string());
    let notice = format!(
        "</h1><p class=\"invalid\" style=\"border:3px solid #cf222e;padding:.5em\">\
         Invalid record, shown up to its mistake: {mistake}.</p>"
    );
    marked.replacen("</h1>", &notice, 1)
}

impl Answers for Drawings<'_> {
    /// An invalid record is drawn up to its mistake.
    fn stand_in(&self) -> Option<Format> {
        None
    }

    /// Draws with an empty line between two drawings as text.
    fn answer(&self, record: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        let drawn = self.answer_alone(record, output);
        if !self.asked.svg && !self.asked.html {
            output.push(b'\n');
        }
        drawn
    }

    fn answer_alone(&self, record: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        let mut steps = Vec::new();
        let played = record.replay(|action, game| steps.push((action, *game)));
        let mut drawing = self.drawing(&steps);
        if let Err(mistake) = &played
            && (self.asked.svg || self.asked.html)
        {
            drawing = marked(&drawing, mistake);
        }
        output.extend(drawing.bytes());
        played.map(|_| ())
    }
}
