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
//! The player and the number of a placement are those of the move. The player of a collapse is the one who measures, and
//! its number isn't checked. The loop and the score are skipped, because they follow from the moves.

use super::{Notation, Record, RecordError, RuleError, error, span};
use crate::{
    Player,
    quantum::{action::Action, cell::Cell, mark::Mark, position::Status},
};

/// Parses the steps of a state string, and plays them.
pub(super) fn extend(record: &mut Record, text: &[u8]) -> Result<(), RecordError> {
    let mut reader = Reader {
        text,
        at: 0,
        record,
    };
    while !matches!(reader.next(), None | Some(b'{')) {
        reader.step()?;
        if !reader.skip(b';') {
            break;
        }
    }
    reader.skip_group(b'{', b'}')?;
    match reader.next() {
        None => Ok(()),
        Some(_) => Err(reader.expected("a semicolon, or the end of the record")),
    }
}

struct Reader<'r> {
    text: &'r [u8],
    at: usize,
    record: &'r mut Record,
}

impl Reader<'_> {
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

    fn take(&mut self, character: u8) -> Result<(), RecordError> {
        let is_next = self.skip(character);
        let error = || self.expected(&format!("{:?}", char::from(character)));
        if is_next { Ok(()) } else { Err(error()) }
    }

    /// Skips everything from one character to another, if the next character is the first one.
    fn skip_group(&mut self, open: u8, close: u8) -> Result<(), RecordError> {
        if self.skip(open) {
            let rest = &self.text[self.at..];
            let len = rest.iter().position(|&byte| byte == close);
            self.at += len.unwrap_or(rest.len());
            self.take(close)?;
        }
        Ok(())
    }

    fn player(&mut self) -> Result<Player, RecordError> {
        let player = match self.next() {
            Some(b'X') => Player::X,
            Some(b'O') => Player::O,
            _ => return Err(self.expected("X or O")),
        };
        self.at += 1;
        Ok(player)
    }

    fn number(&mut self) -> Result<Mark, RecordError> {
        let mark = self.next().and_then(Mark::from_digit);
        self.at += 1;
        mark.ok_or_else(|| {
            self.at -= 1;
            self.expected("a number from 1 to 9")
        })
    }

    fn cell(&mut self) -> Result<Cell, RecordError> {
        let number = self.number()?;
        Ok(Cell::ALL[number.index()])
    }

    fn step(&mut self) -> Result<(), RecordError> {
        self.next();
        let start = self.at;
        let player = self.player()?;
        let number = self.number()?;
        if self.skip(b'@') {
            return self.collapse(start, player);
        }
        self.take(b'+')?;
        self.take(b'(')?;
        self.next();
        let first = self.at;
        let a = self.cell()?;
        self.take(b',')?;
        self.next();
        let second = self.at;
        let b = self.cell()?;
        self.take(b')')?;
        let end = self.at;
        self.skip_group(b'[', b']')?;

        let position = self.record.position();
        if let Err(rule) = position.after(Action::Move(a, b)) {
            return Err(match rule {
                RuleError::CellTaken { cell, .. } => {
                    let at = if cell == a { first } else { second };
                    self.illegal(rule, at, at + 1)
                }
                _ => self.illegal(rule, start, end),
            });
        }
        let next = Mark::ALL[usize::from(position.moves())];
        if (player, number) != (next.player(), next) {
            let found = format!("{player}{number}");
            return Err(self.mistake(&format!("{next:?}"), found, start, start + 1));
        }
        self.play(Action::Move(a, b))
    }

    /// Parses the marks of a collapse, and measures with the outcome that they fit.
    fn collapse(&mut self, start: usize, player: Player) -> Result<(), RecordError> {
        let position = self.record.position();
        let Status::Measure { by, choices, .. } = position.status() else {
            let rule = position.after(Action::Measure(Mark::ALL[0]));
            return Err(self.illegal(rule.expect_err("none is due"), start, self.at));
        };
        if player != by {
            let found = format!("{player}");
            return Err(self.mistake(&format!("{by}, who measures"), found, start, start + 1));
        }
        let after = |choice| position.after(Action::Measure(choice));
        let mut choices: Vec<Mark> = choices.iter().collect();
        loop {
            self.next();
            let at = self.at;
            let (player, number) = (self.player()?, self.number()?);
            self.take(b'(')?;
            let cell = self.cell()?;
            self.take(b')')?;
            let fits = |after: &super::Position| after.classical(cell) == Some(number);
            choices.retain(|&choice| after(choice).is_ok_and(|after| fits(&after)));
            if choices.is_empty() || number.player() != player {
                let found = String::from_utf8_lossy(&self.text[at..self.at]).into_owned();
                let expected = "a mark that an outcome puts here, together with those before it";
                return Err(self.mistake(expected, found, at, self.at));
            }
            if !self.skip(b'!') {
                break;
            }
        }
        match choices[..] {
            [choice] => self.play(Action::Measure(choice)),
            _ => {
                let found = "marks that fit both".to_string();
                Err(self.mistake("marks of only one outcome", found, start, self.at))
            }
        }
    }

    fn play(&mut self, action: Action) -> Result<(), RecordError> {
        let played = self.record.push(action);
        played.map_err(|rule| self.illegal(rule, self.at - 1, self.at))
    }

    fn illegal(&self, rule: RuleError, start: usize, end: usize) -> RecordError {
        let position = self.record.position();
        let notation = Notation::Numbers;
        RecordError::Illegal(rule, span(&position, start, end - start, notation))
    }

    /// Returns an error about the next character.
    fn expected(&self, expected: &str) -> RecordError {
        let (found, len) = error::found(&self.text[self.at..]);
        // At the end, the last character stands for what is missing.
        let start = self.at.min(self.text.len().saturating_sub(1));
        self.mistake(expected, found, start, start + len.max(1))
    }

    fn mistake(&self, expected: &str, found: String, start: usize, end: usize) -> RecordError {
        let position = self.record.position();
        RecordError::StateString {
            expected: expected.to_string(),
            found,
            at: span(&position, start, end - start, Notation::Numbers),
        }
    }
}
