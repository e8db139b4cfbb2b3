//! Games on a plain HTML page without a script, to print: a sheet of paper for each record, with a picture for each
//! action, and six positions on a sheet, as puzzles or their key.

use qttt::draw::{describe, describe_board, describe_step, describe_value};
use qttt::solve::Solver;
use qttt::support::{BOARD_BOX, escape, svg_board, svg_style};
use qttt::{Game, GameError, Position, Record, Status};

use crate::records::{Format, Lines, Refuse};
use crate::solve::{best, number};

const STYLE: &str = include_str!("handout/style.css");

const LEGEND: &str = "<p>With perfect play, the game ends as stated under each picture. An action marked ? lost half \
                      a point, and an action marked ?? lost more.</p>\n";

/// The rules in short, for empty boards to play on.
const RULES: &str = "X goes first. A move puts a pair of spooky marks into two free cells; both marks carry the number \
                     of the move. When pairs form a cycle, the cycle must be measured. The player who did not close \
                     it chooses which mark fills one cell of the cycle. Every pair connected to the cycle then becomes \
                     one classical mark, which takes its cell. Whoever chose moves next. Three classical marks in \
                     a line score 1 point. If both players have a line, compare the highest number in each: the line \
                     with the lower one scores 1 point, and the other line scores ½.";

/// The sheets or pictures of games, with the results of perfect play if there is a solver.
pub(crate) struct Handout(pub(crate) Option<Solver>);

impl Handout {
    fn sheet(&self, record: &Record, error: Option<&GameError>) -> String {
        let mut figures = String::new();
        for step in record.steps() {
            let solver = self.0.as_ref();
            let sign = solver.map_or("", |solver| solver.decision(step).sign());
            let (number, action) = (number(&step), describe_step(&step));
            let value = self.value(&step.after);
            let caption = format!("{number}{action} <b>{sign}</b>{value}");
            figures += &figure(&caption, &step.after);
        }
        let mut name = format!("Game {record}");
        if record.actions().is_empty() {
            name = "The empty board".to_string();
            figures = figure("", &record.start());
        }
        let error = error.map_or(String::new(), |error| {
            let error = escape(&error.to_string());
            format!("<p class=\"error\">Invalid record, drawn up to the error: {error}.</p>\n")
        });
        let end = describe(&record.position());
        let legend = self.0.as_ref().map_or("", |_| LEGEND);
        format!("<section>\n<h1>{name}</h1>\n{error}{figures}<p>{end}</p>\n{legend}</section>\n")
    }

    /// Returns the picture of a position, with a question and room for the answer, or with the answer. An empty board
    /// is for playing. Of the heads, the style sheet shows the first one of each sheet.
    fn position(&self, position: &Position) -> String {
        let (head, answer) = match &self.0 {
            Some(solver) => {
                let best = best(&solver.solve(position));
                ("Key", format!("<br>Best: {best}{}", self.value(position)))
            }
            None if position.moves() == 0 => (RULES, String::new()),
            None => ("Name:", "<p class=\"answer\"></p>".to_string()),
        };
        let caption = match position.status() {
            Status::Move(player) => format!("{player} to move{answer}"),
            Status::Measure { by, cell, choices } => {
                format!("{by} to measure: {choices} in {cell}?{answer}")
            }
            Status::Over => describe(position),
        };
        let figure = figure(&caption, position);
        format!("<p class=\"head\">{head}</p>\n{figure}")
    }

    /// Returns a line of a caption: what perfect play gives, if it is asked for, and the game goes on.
    fn value(&self, position: &Position) -> String {
        let solver = self.0.as_ref().filter(|_| !position.is_over());
        solver.map_or(String::new(), |solver| {
            let result = describe_value(solver.value(position));
            format!("<br>Perfect play: {result}")
        })
    }
}

impl Format for Handout {
    /// Drawing a picture takes a long time.
    fn max_lines(&self) -> usize {
        2
    }

    /// Returns the page up to its first game. HTML needs no end.
    fn header(&self) -> String {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Quantum tic-tac-toe</title>\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<style>{}\n{STYLE}</style>\n",
            svg_style()
        )
    }

    fn needs_games(&self) -> bool {
        true
    }

    fn push(&self, lines: Lines<'_>, output: &mut Vec<u8>, refuse: &mut Refuse<'_>) {
        for line in lines {
            let (game, read) = line.read_up_to_error();
            let shown = match game {
                Game::Record(record) => self.sheet(&record, read.as_ref().err()),
                Game::Position(position) => self.position(&position),
            };
            output.extend(shown.bytes());
            if let Err(error) = read {
                refuse(line, error);
            }
        }
    }
}

fn figure(caption: &str, position: &Position) -> String {
    format!(
        "<figure><svg viewBox=\"{BOARD_BOX}\" role=\"img\" aria-label=\"{}\">{}</svg>\
         <figcaption>{caption}</figcaption></figure>\n",
        describe_board(position),
        svg_board(position)
    )
}
