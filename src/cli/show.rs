//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use crate::{
    Game, Record, RecordError,
    batch::{Format, Line},
    draw::{self, Remark, TextStyle, Theme},
    markup,
    solve::{Decision, Loss, Solution, Solver},
};
use clap::{ColorChoice, ValueEnum};

use super::solve::{moves_by_value, result_of};
use super::{
    EXIT_CODES, RECORDS,
    numbers::whole,
    output::{Outcome, text_style},
    records::{Answers, Records},
};

const EXAMPLES: &str = "\
Examples:
  qttt show AB BE DE AE                                draw a position
  qttt show --svg --steps AB BE DE AE > game.svg       draw a game as a picture
  qttt show --html --values AB BE DE AE > game.html    make a page to step through";

#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) records: Records,

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
    fn of_position(&self, game: &Game) -> String {
        match self.asked.svg {
            false => draw::text(game, &self.style),
            true => draw::svg(game, self.asked.theme.into()) + "\n",
        }
    }

    fn of_record(&self, record: &Record) -> String {
        let theme = self.asked.theme.into();
        if self.asked.html {
            let remarks = self.solver.as_ref().map(|solver| remarks(solver, record));
            return draw::page(record, &remarks.unwrap_or_default(), theme) + "\n";
        }
        match (self.asked.svg, self.asked.steps) {
            (_, false) => self.of_position(&record.game()),
            (false, true) => draw::text_steps(record, &self.style),
            (true, true) => draw::svg_steps(record, theme) + "\n",
        }
    }

    /// Draws what a line holds, and says what is wrong with it. An invalid record is drawn up to its mistake.
    fn of_line(&self, line: Line<'_>) -> (String, Result<(), RecordError>) {
        if !self.asked.steps
            && !self.asked.html
            && let Some(Ok(game)) = line.position()
        {
            return (self.of_position(&game), Ok(()));
        }
        let (record, read) = line.record_so_far();
        (self.of_record(&record), read)
    }
}

/// Says what perfect play makes of the empty board, and of each move and the position after it.
fn remarks(solver: &Solver, record: &Record) -> Vec<Remark> {
    let review = solver.review(record);
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
    fn placeholder(&self) -> Option<Format> {
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

    fn answer_alone(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        let (mut drawing, read) = self.of_line(line);
        if let Err(mistake) = &read
            && (self.asked.svg || self.asked.html)
        {
            drawing = marked(&drawing, mistake);
        }
        output.extend(drawing.bytes());
        read
    }
}
