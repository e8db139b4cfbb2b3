//! State strings, the notation of Goff's page: records as steps, each with its player and number.

use crate::{Action, Cell, ErrorKind, GameError, Mark, Position, Status};

/// Returns `true` if a text begins like a state string.
pub(super) fn begins(text: &[u8]) -> bool {
    let bytes = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    bytes.take(4).map(u8::to_ascii_uppercase).eq(*b"X1+(")
}

/// Returns the steps of a state string, without the score at its end.
pub(super) fn without_score(text: &[u8]) -> &[u8] {
    match text.iter().position(|&byte| byte == b'{') {
        Some(score) if text.trim_ascii_end().ends_with(b"}") => &text[..score],
        _ => text,
    }
}

/// Reads the step at the start of a text.
#[inline(never)]
pub(super) fn token(position: &Position, text: &[u8]) -> Option<(Action, usize)> {
    let step = step(text);
    Some((action_of(position, step).ok()?, step.len()))
}

/// Returns the error at the start of a text without a step there.
pub(super) fn error(position: &Position, text: &[u8]) -> GameError {
    let step = step(text);
    let message = action_of(position, step).expect_err("not a step");
    GameError::new(ErrorKind::StateString, message, 0..step.len().max(1))
}

/// Returns the step at the start of a text, up to a semicolon.
fn step(text: &[u8]) -> &[u8] {
    let mut steps = text.split(|&byte| byte == b';');
    steps.next().unwrap_or_default().trim_ascii_end()
}

/// Returns the action of a step, or a message about the error in it.
fn action_of(position: &Position, step: &[u8]) -> Result<Action, String> {
    let mut step = String::from_utf8_lossy(step).to_ascii_uppercase();
    step.retain(|character| !character.is_ascii_whitespace());
    match *step.as_bytes() {
        [_, _, b'+', b'(', a, b',', b, b')']
        | [_, _, b'+', b'(', a, b',', b, b')', b'[', .., b']'] => {
            let (Some(a), Some(b)) = (Cell::from_digit(a), Cell::from_digit(b)) else {
                return Err("expected two cells (1 to 9)".to_string());
            };
            let mark = &step[..2];
            match Mark::ALL.get(usize::from(position.moves())) {
                Some(next) if mark != next.to_string() => {
                    Err(format!("expected {next}, found {mark:?}"))
                }
                _ => Ok(Action::Move(a, b)),
            }
        }
        [_, b'1'..=b'9', b'@', ..] => measurement(position, &step[..1], &step[3..]),
        _ => Err("expected a step, for example X1+(1,2) or X2@X1(1)!O2(2)".to_string()),
    }
}

/// Returns the measurement with the outcome in which all marks are in their cells: `X1(1)!O2(2)`.
fn measurement(position: &Position, player: &str, marks: &str) -> Result<Action, String> {
    let Status::Measure { by, choices, .. } = position.status() else {
        // Any measurement is illegal here.
        return Ok(Action::Measure(Mark::ALL[0]));
    };
    if player != by.name() {
        return Err(format!("expected {by}, who measures, found {player:?}"));
    }
    let mut outcomes = choices.iter().map(Action::Measure).filter(|&choice| {
        let after = position.after(choice).expect("a choice is legal");
        let mark = |cell: Cell| {
            let (mark, number) = (after.classical(cell)?, cell.index() + 1);
            Some(format!("{mark}({number})"))
        };
        let classical: Vec<_> = Cell::ALL.into_iter().filter_map(mark).collect();
        marks
            .split('!')
            .all(|mark| classical.contains(&mark.to_string()))
    });
    let fit = match (outcomes.next(), outcomes.next()) {
        (Some(outcome), None) => return Ok(outcome),
        (None, _) => "none",
        _ => "both",
    };
    Err(format!(
        "expected the marks of one outcome, found marks that fit {fit}"
    ))
}
