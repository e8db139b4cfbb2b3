//! Games on a plain HTML page without a script, to print: a sheet of paper for each record, with a picture for each
//! action, and six positions on a sheet, as puzzles or their key.

use qttt::draw::{
    describe, describe_best, describe_board, describe_step, describe_value, with_fractions,
};
use qttt::solve::Solver;
use qttt::support::{BOARD_BOX, RULES, escape_markup, join_actions, svg_board, svg_style};
use qttt::{Action, Cell, Game, GameError, Mark, Player, Position, Record};

use crate::records::{Format, Line};

const STYLE: &str = include_str!("handout/style.css");

const LEGEND: &str = "<p>With perfect play, the game ends as stated under each picture. An action marked ? lost half \
                      a point, and an action marked ?? lost more.</p>\n";

/// The sheets or pictures of games, with the results of perfect play if there is a solver.
pub(super) struct Handout(pub(super) Option<Solver>);

impl Handout {
    fn sheet(&self, record: &Record, error: Option<&GameError>) -> String {
        let mut figures = String::new();
        for step in record.steps() {
            let mut caption = describe_step(&step);
            if let Some(solver) = &self.0 {
                let decision = solver.decision(step);
                let (sign, result) = (decision.sign(), describe_value(decision.value_after));
                caption += &format!(" <b>{sign}</b><br>Perfect play: {result}");
            }
            figures += &figure(&caption, &step.after);
        }
        let mut name = format!("Game {record}");
        if record.actions().is_empty() {
            name = "The empty board".to_string();
            figures = figure("", &Position::new());
        }
        let error = error.map_or(String::new(), |error| {
            let error = escape_markup(&error.to_string());
            format!("<p class=\"error\">Invalid record, drawn up to the error: {error}.</p>\n")
        });
        let end = with_fractions(&describe(&record.position()));
        let legend = self.0.as_ref().map_or("", |_| LEGEND);
        format!("<section>\n<h1>{name}</h1>\n{error}{figures}<p>{end}</p>\n{legend}</section>\n")
    }

    /// Returns the picture of a position, with a question and a line for the answer, or with the answer. An empty board
    /// is for playing. The style sheet shows only the first head on each sheet.
    fn position(&self, position: &Position) -> String {
        let rules = RULES.trim_end().replace('\n', "</p><p>");
        let head = match &self.0 {
            Some(_) => "<h1>Key</h1>".to_string(),
            None => format!("<h1>Name:</h1><p>{rules}</p>"),
        };
        let answer = match (position.turn(), &self.0) {
            (Some(player), Some(solver)) => key(position, player, solver),
            (Some(_), None) if !position.cycle().is_empty() => ask("outcome", "the mark"),
            (Some(_), None) => ask("move", "its two letters"),
            (None, _) => String::new(),
        };
        let caption = match (position.move_count(), &self.0) {
            (0, None) => String::new(),
            _ => describe(position) + &answer,
        };
        let figure = figure(&caption, position);
        format!("<div class=\"head\">{head}</div>\n{figure}")
    }
}

fn ask(action: &str, answer: &str) -> String {
    format!("<p class=\"question\">Which {action} is best? Write {answer}.</p>")
}

/// Returns the best actions, and one way in which the game can then end with perfect play.
fn key(position: &Position, player: Player, solver: &Solver) -> String {
    let best = describe_best(&solver.solve(position), player);
    let variation = solver.principal_variation(position);
    let end = variation
        .iter()
        .try_fold(*position, |before, &action| before.after(action));
    let end = describe(&end.expect("legal actions"));
    let (variation, record) = (join_actions(variation), record_to(position));
    format!("<p>{best}.</p><p>For example, {variation}: {end}</p><p>Record: {record}</p>")
}

/// Returns a record that leads to a position: the classical marks were one cycle, measured after the last of them.
fn record_to(position: &Position) -> String {
    let classical = Cell::ALL.map(|cell| Some((position.classical(cell)?, cell)));
    let mut cycle: Vec<_> = classical.into_iter().flatten().collect();
    let choice = cycle.first().map(|(mark, _)| Action::Measure(*mark));
    cycle.sort_unstable();
    let last = cycle.last().map(|(mark, _)| *mark);
    let mut actions = Vec::new();
    for mark in (1..=position.move_count()).filter_map(Mark::new) {
        let at = cycle.iter().position(|(other, _)| *other == mark);
        let next = at.and_then(|at| Some([cycle[at].1, cycle.get(at + 1).or(cycle.first())?.1]));
        let pair = position.spooky(mark).or(next);
        actions.extend(pair.map(|[a, b]| Action::Move(a, b).in_reading_order()));
        actions.extend(choice.filter(|_| last == Some(mark)));
    }
    join_actions(actions)
}

impl Format for Handout {
    /// The header is the page up to its first game. HTML needs no end.
    fn header(&self) -> Vec<u8> {
        let header = format!(
            "<!DOCTYPE html>\n<html lang=\"en\" class=\"qttt\">\n<meta charset=\"utf-8\">\n\
             <title>Quantum tic-tac-toe</title>\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<style>{}\n{STYLE}</style>\n",
            svg_style()
        );
        header.into_bytes()
    }

    fn needs_lines(&self) -> bool {
        true
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        let (game, error) = line.read_up_to_error(false);
        let sheet = match game {
            Game::Record(record) => self.sheet(&record, error.as_ref()),
            Game::Position(position) => self.position(&position),
        };
        output.extend(sheet.bytes());
        error.map_or(Ok(()), Err)
    }
}

fn figure(caption: &str, position: &Position) -> String {
    let caption = with_fractions(caption);
    format!(
        "<figure><figcaption>{caption}</figcaption>\
         <svg viewBox=\"{BOARD_BOX}\" role=\"img\" aria-label=\"{}\">{}</svg></figure>\n",
        describe_board(position),
        svg_board(position)
    )
}
