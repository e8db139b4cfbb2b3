//! `qttt show [MOVES]...`: draws a position, or every position of a game.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock},
};

use crate::{
    Position, RecordError,
    batch::{Answer, Line},
    draw::{self, Sheet, TextStyle, Theme},
    solve::Solver,
};
use anyhow::Context;

use super::{
    EXIT_CODES, RECORDS,
    arguments::TextOptions,
    output::{Outcome, report, write},
    records::{Answers, Records},
};

const EXAMPLES: &str = "\
Examples:
  qttt show AB BE DE AE                                draw a position
  qttt show --svg --steps AB BE DE AE > game.svg       draw a game as a picture
  qttt show --html --values AB BE DE AE > game.html    make a page to step through";

/// A browser has to keep all of them.
pub(crate) const MAX_GAMES: usize = 1000;

#[derive(clap::Args)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{RECORDS}\n\n{EXIT_CODES}"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) records: Records,

    /// Draw every position of the game, each with its move
    #[arg(long)]
    steps: bool,

    /// Draw a self-contained SVG picture instead of text: a picture a line
    #[arg(long, group = "picture", conflicts_with_all = ["ascii", "width"])]
    svg: bool,

    /// Make a self-contained HTML page to step through the game with: one page, with a list of all records
    #[arg(long, group = "picture", conflicts_with_all = ["ascii", "width"])]
    html: bool,

    /// Write a picture or page for each record into this folder, named by its line: 1.svg, 2.svg, …
    #[arg(long, value_name = "DIR", requires = "picture")]
    output: Option<PathBuf>,

    /// Show the value of each move on the page, and mark the mistakes
    #[arg(long, requires = "html", conflicts_with = "svg")]
    values: bool,

    #[command(flatten)]
    text: TextOptions,

    /// The colours of a picture or page: auto follows the reader's system
    #[arg(
        long,
        value_name = "THEME",
        default_value = "auto",
        requires = "picture"
    )]
    theme: Theme,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if let Some(folder) = &self.output {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let drawings = Drawings {
            asked: self,
            style: self.text.style(),
            solver: self.values.then(Solver::new),
            games: Mutex::default(),
            failure: OnceLock::new(),
        };
        let outcome = self.records.answer(&drawings)?;
        if let Some(failure) = drawings.failure.into_inner() {
            return Err(failure);
        }
        match drawings.games.into_inner().expect(NO_PANIC).list {
            games if games.is_empty() => {}
            games if games.len() > MAX_GAMES => {
                report(&format!(
                    "expected at most {MAX_GAMES} records for one page, found more; --output DIR writes a page for each"
                ));
                return Ok(Outcome::Failed);
            }
            games => {
                let sheets: Vec<_> = games.into_iter().map(|(_, sheet)| sheet).collect();
                write(&draw::page(&sheets, self.theme))?;
            }
        }
        Ok(outcome)
    }
}

const NO_PANIC: &str = "no thread panicked";

struct Drawings<'a> {
    asked: &'a Arguments,
    style: TextStyle,
    /// With `--values`.
    solver: Option<Solver>,
    games: Mutex<Games>,
    /// Why a file could not be written.
    failure: OnceLock<anyhow::Error>,
}

/// The games of one page.
#[derive(Default)]
struct Games {
    /// Each with the number of its line.
    list: Vec<(u64, Sheet)>,
    /// How many of them are those of streams that have ended.
    in_order: usize,
}

impl Drawings<'_> {
    /// Draws what a line holds. An invalid record is drawn up to its mistake.
    fn draw(&self, line: Line<'_>) -> (String, Result<(), RecordError>) {
        let (asked, theme) = (self.asked, self.asked.theme);
        let of_position = |game: &Position, mistake| match asked.svg {
            false => draw::text(game, &self.style),
            true => draw::svg(game, theme, mistake) + "\n",
        };
        if !asked.steps
            && let Some(Ok(game)) = line.written_position()
        {
            return (of_position(&game, None), Ok(()));
        }
        let (record, read) = line.record_so_far();
        let mistake = read.as_ref().err();
        let drawing = match (asked.svg, asked.steps) {
            (_, false) => of_position(&record.position(), mistake),
            (false, true) if matches!(mistake, Some(RecordError::NoHistory { .. })) => {
                String::new()
            }
            (false, true) => draw::text_steps(&record, &self.style),
            (true, true) => draw::svg_steps(&record, theme, mistake) + "\n",
        };
        (drawing, read)
    }

    fn sheet(&self, line: Line<'_>) -> Sheet {
        let (record, read) = line.record_so_far();
        Sheet {
            review: self.solver.as_ref().map(|solver| solver.review(&record)),
            mistake: read.err(),
            record,
        }
    }

    /// Writes a picture or page into the folder.
    fn write_file(&self, folder: &Path, line: Line<'_>) -> Result<(), RecordError> {
        let (drawing, read) = match self.asked.html {
            false => self.draw(line),
            true => {
                let sheet = self.sheet(line);
                let read = sheet.mistake.clone().map_or(Ok(()), Err);
                (draw::page(&[sheet], self.asked.theme), read)
            }
        };
        let kind = if self.asked.html { "html" } else { "svg" };
        let of_file = line.file().map_or(String::new(), |name| {
            let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
            name.replace(|c| !is_plain(c), "-") + "-"
        });
        let path = folder.join(format!("{of_file}{}.{kind}", line.number()));
        let written = fs::write(&path, drawing);
        if let Err(error) = written.with_context(|| format!("cannot write {}", path.display())) {
            // The first is told.
            let _ = self.failure.set(error);
        }
        read
    }
}

impl Answer for Drawings<'_> {
    /// Draws with an empty line between two drawings as text.
    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        let drawn = self.answer_alone(line, output);
        if !self.asked.svg && !self.asked.html {
            output.push(b'\n');
        }
        drawn
    }

    /// An invalid record is drawn up to its mistake. `answer` has put it into a file or on the page.
    fn invalid(&self, line: Line<'_>, _: &RecordError, output: &mut Vec<u8>) {
        if self.asked.output.is_some() || self.asked.html {
            return;
        }
        output.extend(self.draw(line).0.bytes());
        if !self.asked.svg {
            output.push(b'\n');
        }
    }
}

impl Answers for Drawings<'_> {
    fn answer_alone(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
        if let Some(folder) = &self.asked.output {
            return self.write_file(folder, line);
        }
        if !self.asked.html {
            let (drawing, read) = self.draw(line);
            output.extend(drawing.bytes());
            return read;
        }
        if self.games.lock().expect(NO_PANIC).list.len() > MAX_GAMES {
            return line.record().map(|_| ());
        }
        let sheet = self.sheet(line);
        let read = sheet.mistake.clone().map_or(Ok(()), Err);
        let mut games = self.games.lock().expect(NO_PANIC);
        games.list.push((line.number(), sheet));
        read
    }

    /// Puts the games that a page has of the stream into the order of their lines.
    fn end_stream(&self) {
        let mut games = self.games.lock().expect(NO_PANIC);
        let Games { list, in_order } = &mut *games;
        list[*in_order..].sort_by_key(|&(line, _)| line);
        *in_order = list.len();
    }
}
