//! State strings, the format of Goff's page of 2026 (github.com/aldgoff/paradigmsage):
//! `X1+(1,2); O2+(2,1)[12]; X2@X1(1)!O2(2); {X=0,O=0}`.
//!
//! ```text
//!  string    = [ step { ";" step } [ ";" ] ] [ score ]
//!  step      = placement | collapse
//!  placement = player number "+(" cell "," cell ")" [ "[" loop "]" ]
//!  collapse  = player number "@" mark { "!" mark }
//!  mark      = player number "(" cell ")"
//!  score     = "{" "X=" points "," "O=" points "}"
//! ```
//!
//! The player and the number of a placement are those of the move. The player of a collapse is the one who measures,
//! and its number isn't checked. The loop and the score are skipped, because they follow from the moves.

use std::ops::Range;

use super::{
    MistakeKind, Record, RecordError, RuleError,
    cell_names::CellNames,
    error::{self, Context},
};
use crate::{
    Player,
    quantum::{action::Action, cell::Cell, mark::Mark, position::Status},
};

/// Returns `true` if a record begins like a state string.
pub(super) fn is_state_string(text: &[u8]) -> bool {
    let bytes = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    bytes.take(4).map(u8::to_ascii_uppercase).eq(*b"X1+(")
}

/// Parses the steps of a state string, and plays them.
pub(super) fn extend(record: &mut Record, text: &[u8]) -> Result<(), RecordError> {
    let mut steps = Steps {
        text,
        at: 0,
        record,
    };
    while !matches!(steps.next(), None | Some(b'{')) {
        steps.step()?;
        if !steps.skip(b';') {
            break;
        }
    }
    steps.skip_group(b'{', b'}')?;
    match steps.next() {
        None => Ok(()),
        Some(_) => Err(steps.expected("a semicolon, or the end of the record")),
    }
}

/// A state string, of which the bytes before `at` have been read and played.
struct Steps<'r> {
    text: &'r [u8],
    at: usize,
    record: &'r mut Record,
}

impl Steps<'_> {
    /// Skips whitespace, and returns the next character in upper case.
    fn next(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).map(u8::to_ascii_uppercase)
    }

    fn skip(&mut self, character: u8) -> bool {
        let is_next = self.next() == Some(character);
        self.at += usize::from(is_next);
        is_next
    }

    /// Skips everything from one character to another, if the next character is the first one.
    fn skip_group(&mut self, open: u8, close: u8) -> Result<(), RecordError> {
        if self.skip(open) {
            let rest = &self.text[self.at..];
            let len = rest.iter().position(|&byte| byte == close);
            self.at += len.unwrap_or(rest.len());
            self.read(&[close])?;
        }
        Ok(())
    }

    /// Reads characters that match a pattern, in which `X` is either player and `1` any digit but 0, and returns the
    /// index of each.
    fn read<const N: usize>(&mut self, pattern: &[u8; N]) -> Result<[usize; N], RecordError> {
        let mut places = [0; N];
        for (place, &wanted) in places.iter_mut().zip(pattern) {
            let next = self.next();
            let is_wanted = match (wanted, next) {
                (b'X', Some(b'X' | b'O')) | (b'1', Some(b'1'..=b'9')) => true,
                _ => next == Some(wanted),
            };
            if !is_wanted {
                let expected = match wanted {
                    b'X' => "X or O",
                    b'1' => "a number from 1 to 9",
                    _ => &format!("{:?}", char::from(wanted)),
                };
                return Err(self.expected(expected));
            }
            *place = self.at;
            self.at += 1;
        }
        Ok(places)
    }

    fn player(&self, at: usize) -> Player {
        match self.text[at] {
            b'X' | b'x' => Player::X,
            _ => Player::O,
        }
    }

    fn number(&self, at: usize) -> Mark {
        Mark::from_digit(self.text[at]).expect("it is a digit")
    }

    fn cell(&self, at: usize) -> Cell {
        Cell::ALL[self.number(at).index()]
    }

    fn step(&mut self) -> Result<(), RecordError> {
        let [start, number] = self.read(b"X1")?;
        if self.skip(b'@') {
            return self.collapse(start);
        }
        let [.., first, _, second, end] = self.read(b"+(1,1)")?;
        self.skip_group(b'[', b']')?;
        let (a, b) = (self.cell(first), self.cell(second));
        let position = self.record.position();
        match position.after(Action::Move(a, b)) {
            Ok(_) => {}
            Err(rule @ RuleError::CellTaken { cell, .. }) => {
                let at = if cell == a { first } else { second };
                return Err(self.context().illegal(rule, at..at + 1));
            }
            Err(rule) => return Err(self.context().illegal(rule, start..end + 1)),
        }
        let (player, number) = (self.player(start), self.number(number));
        let next = Mark::ALL[usize::from(position.moves())];
        if (player, number) != (next.player(), next) {
            let (expected, found) = (format!("{next:?}"), format!("{player}{number}"));
            return Err(self.mistake(&expected, &found, start..start + 1));
        }
        let played = self.record.push(Action::Move(a, b));
        played.expect("a legal move");
        Ok(())
    }

    /// Parses the marks of a collapse, and measures with the outcome that they fit.
    fn collapse(&mut self, start: usize) -> Result<(), RecordError> {
        let position = self.record.position();
        let Status::Measure { by, choices, .. } = position.status() else {
            let rule = position.after(Action::Measure(Mark::ALL[0]));
            let rule = rule.expect_err("none is due");
            return Err(self.context().illegal(rule, start..self.at));
        };
        let player = self.player(start);
        if player != by {
            let expected = format!("{by}, who measures");
            return Err(self.mistake(&expected, player.name(), start..start + 1));
        }
        let after = |choice| position.after(Action::Measure(choice));
        let mut choices: Vec<Mark> = choices.iter().collect();
        loop {
            let [start, number, _, cell, end] = self.read(b"X1(1)")?;
            let (number, cell) = (self.number(number), self.cell(cell));
            let fits = |after: &super::Position| after.classical(cell) == Some(number);
            choices.retain(|&choice| after(choice).is_ok_and(|after| fits(&after)));
            if choices.is_empty() || number.player() != self.player(start) {
                let found = String::from_utf8_lossy(&self.text[start..=end]);
                let expected = "a mark that an outcome puts here, together with those before it";
                return Err(self.mistake(expected, &found, start..end + 1));
            }
            if !self.skip(b'!') {
                break;
            }
        }
        let [choice] = choices[..] else {
            let (expected, found) = ("marks of only one outcome", "marks that fit both");
            return Err(self.mistake(expected, found, start..self.at));
        };
        let played = self.record.push(Action::Measure(choice));
        played.expect("a legal choice");
        Ok(())
    }

    fn context(&self) -> Context {
        Context {
            names: CellNames::Numbers,
            position: self.record.position(),
        }
    }

    /// Returns an error about the next character.
    fn expected(&self, expected: &str) -> RecordError {
        let (found, len) = error::found(&self.text[self.at..]);
        // At the end, the last character stands for what is missing.
        let start = self.at.min(self.text.len() - 1);
        self.mistake(expected, &found, start..start + len.max(1))
    }

    fn mistake(&self, expected: &str, found: &str, bytes: Range<usize>) -> RecordError {
        let message = format!("expected {expected}, found {found}");
        let context = self.context();
        context.mistake(MistakeKind::StateString, message, bytes)
    }
}
