//! The notations of records: letters, numbers, and state strings.

use crate::{Action, Cell, Mark, Position, Status};

/// How a record is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::quantum) enum Notation {
    /// `AB BE DE AE 4`: every digit is a measurement.
    Letters,
    /// `12 25 45 15 4`, as in encyclopedias and on Goff's page: numbers in reading order. When a measurement is due, a
    /// digit is a mark.
    Numbers,
    /// `X1+(1,2); O2+(2,1)[12]; X2@X1(1)!O2(2)`, a state string of Goff's page of 2026
    /// (github.com/aldgoff/paradigmsage): steps, separated by semicolons.
    StateString,
}

impl Notation {
    pub(super) const fn cell(self, byte: u8) -> Option<Cell> {
        match self {
            Self::Letters => Cell::from_letter(byte),
            Self::Numbers | Self::StateString => Cell::from_digit(byte),
        }
    }

    /// Reads the token that begins at `at` and returns its action and its length, at least one byte; `None` if the text
    /// there isn't a token.
    #[inline]
    pub(super) fn token(
        self,
        position: &Position,
        text: &[u8],
        at: usize,
    ) -> Option<(Action, usize)> {
        let is_mark_next = match self {
            Self::Letters => Cell::from_letter(text[at]).is_none(),
            Self::Numbers => !matches!(position.status(), Status::Move(_)),
            Self::StateString => return step_token(position, &text[at..]),
        };
        Some(if is_mark_next {
            (Action::Measure(Mark::from_digit(text[at])?), 1)
        } else {
            let second = *text.get(at + 1)?;
            (Action::Move(self.cell(text[at])?, self.cell(second)?), 2)
        })
    }
}

/// Returns `true` if a text begins like a state string.
pub(in crate::quantum) fn begins_state_string(text: &[u8]) -> bool {
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

/// Returns the step of a state string at the start of a text, up to a semicolon.
pub(super) fn step(text: &[u8]) -> &[u8] {
    let mut steps = text.split(|&byte| byte == b';');
    steps.next().unwrap_or_default().trim_ascii_end()
}

/// Reads the step at the start of a text, and returns its action and its length; `None` if it is not a step.
#[inline(never)]
fn step_token(position: &Position, text: &[u8]) -> Option<(Action, usize)> {
    let step = step(text);
    Some((action_of_step(position, step).ok()?, step.len()))
}

/// Returns the action of a step of a state string, or a message about the error in it.
pub(super) fn action_of_step(position: &Position, step: &[u8]) -> Result<Action, String> {
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
                Some(next) if mark != format!("{next:?}") => {
                    Err(format!("expected {next:?}, found {mark:?}"))
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
            Some(format!("{mark:?}({number})"))
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
