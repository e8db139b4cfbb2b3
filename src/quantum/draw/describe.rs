//! Descriptions of positions and actions in English.

use std::iter;

use super::scene::{Chain, Part, Scene, chains};
use crate::{Action, CellSet, Mark, Position, Record, Status};

/// Describes the next action, or the result and its reason.
///
/// ```
/// use qttt::{Record, draw::describe};
///
/// let position = "AI EG BE EH DG AI 1 BC CE 3".parse::<Record>()?.position();
/// assert_eq!(
///     describe(&position),
///     "O wins 1 to 0.5. Both players have a line. The highest number is 6 in O's line and 7 in X's."
/// );
/// # Ok::<(), qttt::RecordError>(())
/// ```
#[must_use]
pub fn describe(position: &Position) -> String {
    match position.status() {
        Status::Move(player) => format!("Move {}: {player} to move.", position.moves() + 1),
        Status::Measure { by, cell, choices } if choices.iter().count() > 1 => {
            format!("{by} measures: which mark fills {cell}, {choices}?")
        }
        Status::Measure { by, cell, choices } => format!("{by} measures: {choices} fills {cell}."),
        Status::Over => describe_end(position),
    }
}

/// Describes the board: the marks and their cells, and the cycle.
///
/// ```
/// use qttt::{Record, draw::describe_board};
///
/// let position = "AB AB 1 CF DE EI DI".parse::<Record>()?.position();
/// assert_eq!(
///     describe_board(&position),
///     "Classical marks: X1 in A, O2 in B. Spooky marks: X3 in C and F. \
///      A cycle runs from D via O4 to E, via X5 to I, via O6 to D."
/// );
/// # Ok::<(), qttt::RecordError>(())
/// ```
#[must_use]
pub fn describe_board(position: &Position) -> String {
    let scene = Scene::of(position);
    let mut sentences = Vec::new();
    let classical: Vec<_> = CellSet::FULL
        .iter()
        .filter_map(|cell| Some(format!("{:?} in {cell}", position.classical(cell)?)))
        .collect();
    let mut list = |title: &str, marks: Vec<String>| {
        if !marks.is_empty() {
            sentences.push(format!("{title}: {}.", marks.join(", ")));
        }
    };
    let spooky = |part| {
        let links = scene.links_of(part).into_iter();
        links
            .map(|link| {
                let [a, b] = link.cells;
                format!("{:?} in {a} and {b}", link.mark)
            })
            .collect()
    };
    list("Classical marks", classical);
    list("Spooky marks", spooky(Part::Free));
    list("Attached to the cycle", spooky(Part::Hanging));
    for Chain { start, links } in chains(scene.links_of(Part::Cycle), CellSet::EMPTY) {
        let links: Vec<_> = links
            .iter()
            .map(|(mark, cell)| format!("via {mark:?} to {cell}"))
            .collect();
        sentences.push(format!("A cycle runs from {start} {}.", links.join(", ")));
    }
    if sentences.is_empty() {
        return "The board is empty.".to_string();
    }
    sentences.join(" ")
}

fn describe_end(position: &Position) -> String {
    let Some(winner) = position.score().winner() else {
        return "Nobody wins: 0 to 0. Every cell is taken, and nobody has a line.".to_string();
    };
    let loser = winner.opponent();
    let result = describe_result(position);
    let lines: Vec<_> = position.lines_of(winner).map(letters).collect();
    match (
        &lines[..],
        position.max_subscript(winner),
        position.max_subscript(loser),
    ) {
        (_, Some(first), Some(second)) => format!(
            "{result}. Both players have a line. The highest number is {first} in {winner}'s line and {second} in \
             {loser}'s."
        ),
        ([line], ..) => format!("{result}. {winner} has the line {line}."),
        (lines, ..) => format!("{result}. {winner} has the lines {}.", lines.join(" and ")),
    }
}

/// Describes the score: `X wins 1 to 0.5`, `Nobody wins` or `No line yet`.
fn describe_result(position: &Position) -> String {
    let score = position.score();
    match score.winner() {
        Some(winner) => format!(
            "{winner} wins {} to {}",
            score.of(winner),
            score.of(winner.opponent())
        ),
        None if position.is_over() => "Nobody wins".to_string(),
        None => "No line yet".to_string(),
    }
}

/// Returns the letters of cells without spaces: `AEI`.
pub(super) fn letters(cells: CellSet) -> String {
    cells.iter().map(|cell| cell.letter()).collect()
}

/// Caption of the empty board.
pub const EMPTY: &str = "The empty board";

/// Returns the positions of a record, the empty board first, each with a caption.
pub fn captioned(record: &Record) -> Vec<(String, Position)> {
    let start = (EMPTY.to_string(), Position::new());
    let steps = record.steps();
    let steps = steps.map(|step| (describe_action(step.action, &step.after), step.after));
    iter::once(start).chain(steps).collect()
}

/// Returns the positions after the actions of a record, or the empty board if it has none, each with a caption.
pub(super) fn frames(record: &Record) -> Vec<(String, Position)> {
    let mut frames = captioned(record);
    if frames.len() > 1 {
        frames.remove(0);
    }
    frames
}

/// Describes an action, given the position after it: `4. O plays AE` or `X measures 1`.
#[must_use]
pub fn describe_action(action: Action, after: &Position) -> String {
    // The player who measures also makes the next move.
    let (number, next) = (after.moves(), after.next_to_move());
    let mover = next.opponent();
    match (action, after.status()) {
        (Action::Measure(_), _) => format!("{next} measures {action}"),
        (_, Status::Measure { .. }) => {
            format!("{number}. {mover} plays {action} and closes a cycle")
        }
        _ => format!("{number}. {mover} plays {action}"),
    }
}

/// Describes a choice of a measurement that is due, given the position after it: `A becomes X1. No line yet`.
pub(super) fn describe_outcome(before: &Position, choice: Mark, outcome: &Position) -> String {
    let result = describe_result(outcome);
    match before.status() {
        Status::Measure { cell, .. } => format!("{cell} becomes {choice:?}. {result}"),
        Status::Move(_) | Status::Over => result,
    }
}
