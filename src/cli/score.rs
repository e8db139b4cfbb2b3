//! `qttt [MOVES]...`: scores the record in the arguments, or a record a line.

use std::{
    ffi::OsString,
    fs::File,
    path::{Path, PathBuf},
};

use qttt::{
    ErrorReport, Game, ScoreReport, Tokens,
    batch::{BLOCK, Format},
};

use super::{
    Outcome,
    input::{Input, Stream, cannot_read, report_mistake},
    nearest_command, print_help, printable,
    progress::Progress,
    report, write_json, write_line,
};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The record, in one argument or several; without it, or as `-`, standard input is read, a record a line
    moves: Vec<OsString>,

    /// Read a file, a record a line; can be given more than once
    #[arg(short, long, value_name = "FILE", conflicts_with = "moves")]
    file: Vec<PathBuf>,

    /// Print a JSON object for each record
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    stream: Stream,
}

impl Arguments {
    /// Tells whether nothing was asked for.
    pub(crate) const fn is_empty(&self) -> bool {
        let options = self.json || self.stream.is_asked_for();
        self.moves.is_empty() && self.file.is_empty() && !options
    }

    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        if !self.file.is_empty() {
            return self.score_files();
        }
        match Input::of(&self.moves) {
            Input::Arguments(record) => match self.misspelt_command() {
                None => self.score_record(&record),
                Some((word, command)) => {
                    report(&format!(
                        "{word} is neither a record nor a command; did you mean `{command}`?"
                    ));
                    Ok(Outcome::Failed)
                }
            },
            Input::Stdin => self.score_stdin(),
            Input::Terminal => {
                print_help();
                Ok(Outcome::Failed)
            }
        }
    }

    /// Returns the first word, if it is no token of a record, and the command that it is like.
    fn misspelt_command(&self) -> Option<(&str, String)> {
        let word = self.moves.first()?.to_str()?;
        if Tokens::of(word.as_bytes()).all(|token| token.action.is_ok()) {
            return None;
        }
        Some((word, nearest_command(word)?))
    }

    fn score_record(&self, record: &[u8]) -> anyhow::Result<Outcome> {
        let game = Game::from_ascii(record);
        match (&game, self.json) {
            (Ok(game), false) => write_line(game.score().as_str())?,
            (Ok(game), true) => write_json(&ScoreReport::of(game))?,
            (Err(_), false) => {}
            (Err(error), true) => write_json(&ErrorReport::of(error))?,
        }
        let Err(mistake) = game else {
            return Ok(Outcome::Fine);
        };
        if !self.stream.quiet {
            report_mistake(&mistake, record);
        }
        Ok(Outcome::Invalid)
    }

    /// Scores one file after the other; one that can't be read doesn't keep the rest from being scored.
    fn score_files(&self) -> anyhow::Result<Outcome> {
        let mut worst = Outcome::Fine;
        for path in &self.file {
            let outcome = if path.as_os_str() == "-" {
                self.score_stdin()?
            } else {
                self.score_file(path)?
            };
            worst = worst.max(outcome);
        }
        Ok(worst)
    }

    fn score_file(&self, path: &Path) -> anyhow::Result<Outcome> {
        let name = path.display().to_string();
        let name = printable(&name);
        let file = match File::open(path) {
            Ok(file) => Progress::of(file),
            Err(error) => return Ok(cannot_read(&name, &error)),
        };
        let messages = file.messages();
        let format = self.format();
        self.stream
            .answer(&name, BLOCK, file, messages, |line, output| {
                format.score(line, output)
            })
    }

    fn score_stdin(&self) -> anyhow::Result<Outcome> {
        let format = self.format();
        self.stream
            .answer_stdin(BLOCK, |line, output| format.score(line, output))
    }

    const fn format(&self) -> Format {
        if self.json {
            Format::Json
        } else {
            Format::Text
        }
    }
}
