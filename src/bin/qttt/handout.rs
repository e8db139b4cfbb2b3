//! Games on a plain HTML page without a script, to print: a sheet of paper for each record, with a picture for each
//! action, and six positions on a sheet.

use qttt::{
    Position, Record,
    draw::describe,
    solve::Solver,
    support::{describe_action, describe_board, escape, svg_board, svg_style},
};

use crate::records::{Answer, Game, InputLine, LineError, result_of, sign};

const STYLE: &str = include_str!("handout/style.css");

const LEGEND: &str = "<p>With perfect play, the game ends as stated under each picture. An action marked ? lost half \
                      a point, and an action marked ?? lost more.</p>\n";

/// Answers with the sheet or the picture of a game, and with what perfect play gives if a solver is given.
pub(crate) struct Handout(pub(crate) Option<Solver>);

impl Handout {
    fn sheet(&self, record: &Record, mistake: Option<&LineError>) -> String {
        let mut figures = String::new();
        for step in record.steps() {
            let solver = self.0.as_ref();
            let sign = solver.map_or("", |solver| sign(&solver.decision(step)));
            let action = describe_action(step.action, &step.after);
            let value = self.value(&step.after);
            let caption = format!("{action} <b>{sign}</b>{value}");
            figures += &figure("action", &caption, &step.after);
        }
        let mut name = record.to_string();
        if record.actions().is_empty() {
            name = "The empty board".to_string();
            figures = figure("action", "", &Position::new());
        }
        let mistake = mistake.map_or(String::new(), |mistake| {
            let mistake = escape(&mistake.to_string());
            format!("<p class=\"mistake\">Invalid record, drawn up to the error: {mistake}.</p>\n")
        });
        let end = describe(&record.position());
        let legend = self.0.as_ref().map_or("", |_| LEGEND);
        format!("<section>\n<h1>{name}</h1>\n{mistake}{figures}<p>{end}</p>\n{legend}</section>\n")
    }

    /// Returns a line of a caption: what perfect play gives, if it is asked for, and the game goes on.
    fn value(&self, position: &Position) -> String {
        let solver = self.0.as_ref().filter(|_| !position.is_over());
        solver.map_or(String::new(), |solver| {
            let result = result_of(solver.value(position));
            format!("<br>Perfect play: {result}")
        })
    }
}

impl Answer for Handout {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        let (game, read) = line.so_far(false);
        let shown = match game {
            Game::Record(record) => self.sheet(&record, read.as_ref().err()),
            Game::Position(position) => {
                let caption = describe(&position) + &self.value(&position);
                figure("position", &caption, &position)
            }
        };
        output.extend(shown.bytes());
        read
    }
}

/// Returns the page up to its first game. HTML needs no end.
pub(crate) fn start() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Quantum tic-tac-toe</title>\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<style>{}\n{STYLE}</style>\n",
        svg_style()
    )
}

fn figure(class: &str, caption: &str, position: &Position) -> String {
    format!(
        "<figure class=\"{class}\"><svg viewBox=\"-6 -6 612 612\" role=\"img\" aria-label=\"{}\">{}</svg>\
         <figcaption>{caption}</figcaption></figure>",
        describe_board(position),
        svg_board(position)
    )
}
