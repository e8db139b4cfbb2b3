//! State strings, the notation of Goff's page of 2026 (github.com/aldgoff/paradigmsage): steps, each with its player
//! and number, separated by semicolons.

use super::error::{ErrorKind, GameError, Place};
use super::notation::Notation;
use crate::{Action, Cell, Mark, Position, Record, Status};

/// Returns `true` if a text begins like a state string.
#[inline]
pub(in crate::quantum) fn is_state_string(text: &[u8]) -> bool {
    let bytes = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    bytes.take(4).map(u8::to_ascii_uppercase).eq(*b"X1+(")
}

/// Plays the steps of a state string, up to the first error.
#[inline(never)]
pub(in crate::quantum) fn extend(record: &mut Record, text: &[u8]) -> Result<(), GameError> {
    let text = without_score(text);
    let mut start = 0;
    for step in text.split(|&byte| byte == b';') {
        let end = start + step.len();
        // The last semicolon may follow the last step.
        if end == text.len() && step.trim_ascii().is_empty() {
            break;
        }
        let step_start = end - step.trim_ascii_start().len();
        play(record, step.trim_ascii()).map_err(|error| error.after(step_start))?;
        start = end + 1;
    }
    Ok(())
}

/// Returns a state string without the score at its end.
fn without_score(text: &[u8]) -> &[u8] {
    match text.iter().position(|&byte| byte == b'{') {
        Some(score) if text.trim_ascii_end().ends_with(b"}") => &text[..score],
        _ => text,
    }
}

/// Plays a step.
fn play(record: &mut Record, step: &[u8]) -> Result<(), GameError> {
    let position = record.position();
    let error = |kind, place| GameError {
        kind,
        bytes: 0..step.len().max(1),
        place,
        notation: Notation::Numbers,
    };
    let next = Place::next_move(&position);
    let action = action_of(&position, step)
        .map_err(|expected| error(ErrorKind::StateString(expected), next))?;
    let played = record.push(action);
    played.map_err(|rule| error(ErrorKind::Rule(rule), Place::of(action, &position)))
}

/// Returns the action of a step, or what is expected instead of the step.
fn action_of(position: &Position, step: &[u8]) -> Result<Action, String> {
    let mut step = String::from_utf8_lossy(step).to_ascii_uppercase();
    step.retain(|character| !character.is_ascii_whitespace());
    match *step.as_bytes() {
        [player, number, b'+', b'(', a, b',', b, b')']
        | [player, number, b'+', b'(', a, b',', b, b')', b'[', .., b']'] => {
            let cells = Cell::from_digit(a).zip(Cell::from_digit(b));
            let (a, b) = cells.ok_or("two cells (1 to 9)")?;
            match Mark::ALL.get(usize::from(position.move_count())) {
                Some(&next) if parse_mark(player, number) != Some(next) => {
                    Err(format!("{next}, found {:?}", &step[..2]))
                }
                _ => Ok(Action::Move(a, b)),
            }
        }
        [_, b'1'..=b'9', b'@', ..] => measurement(position, &step[..1], &step.as_bytes()[3..]),
        _ => Err("a step, for example X1+(1,2) or X2@X1(1)!O2(2)".to_string()),
    }
}

/// Returns the measurement with the outcome in which all marks are in their cells: `X1(1)!O2(2)`.
fn measurement(position: &Position, player: &str, marks: &[u8]) -> Result<Action, String> {
    let Status::Measure { by, choices, .. } = position.status() else {
        // Any measurement is illegal here.
        return Ok(Action::Measure(Mark::ALL[0]));
    };
    if player != by.name() {
        return Err(format!("{by}, who measures, found {player:?}"));
    }
    let marks = marks.split(|&byte| byte == b'!').map(|mark| match *mark {
        [player, number, b'(', cell, b')'] => {
            Some((parse_mark(player, number)?, Cell::from_digit(cell)?))
        }
        _ => None,
    });
    let fits = |choice: &Action| {
        let after = position.after(*choice).expect("a choice is legal");
        let is_there = |(mark, cell)| after.classical(cell) == Some(mark);
        marks.clone().all(|mark| mark.is_some_and(is_there))
    };
    let mut outcomes = choices.iter().map(Action::Measure).filter(fits);
    match (outcomes.next(), outcomes.next()) {
        (Some(outcome), None) => Ok(outcome),
        (None, _) => Err("the marks of one outcome, found marks that fit none".to_string()),
        _ => Err("the marks of one outcome, found marks that fit both".to_string()),
    }
}

/// Returns the mark of a player with a number: `X1`.
fn parse_mark(player: u8, number: u8) -> Option<Mark> {
    let mark = Mark::from_digit(number)?;
    (mark.player().name().as_bytes() == [player]).then_some(mark)
}
