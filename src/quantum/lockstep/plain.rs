//! The plain form of a record: one space between two tokens, no other white space, and a newline at the end. That is
//! what `qttt generate` writes, and most other programs.
//!
//! In this form the length of a token says where the next one begins. So tokens are read without a branch that depends
//! on what they are, and those of sixteen games at a time: no game waits for its own last token.

use std::ops::{BitAnd, BitOr};

use super::lanes::{GAMES, Lanes, Mask, Masks, Numbers, Sets};
use crate::{Cell, CellSet, Mark};

/// What sixteen plain records say.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) nth: [Move; 9],
    /// The number of moves of the longest record.
    pub(super) len: usize,
    /// Where something can't be part of any record.
    pub(super) is_invalid: Masks,
    /// Where the record isn't plain. Its moves up to there are right.
    pub(super) is_unsure: Masks,
}

/// The same move of each game, and the measurement after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Move {
    /// The alphabetically first cell; none after a record's last move.
    pub(super) first: Sets,
    /// The other cell, or the same if the record doubles it.
    pub(super) second: Sets,
    /// The mark that is chosen.
    pub(super) chosen: Numbers,
}

/// What the bytes of a token can mean: cells, a bit each as in [`CellSet`], and what the constants say.
#[derive(Clone, Copy, Default)]
struct Meaning(u16);

impl Meaning {
    const NONE: Self = Self(0);
    /// The record ends after this token.
    const END: Self = Self(1 << 12);
    /// No space follows the token: legal, but not plain.
    const JOINED: Self = Self(1 << 13);
    /// No record can have this here.
    const INVALID: Self = Self(1 << 14);
    /// There is white space instead of a token: legal, but not plain. Overrides all else.
    const SPACE: Self = Self(1 << 15);

    const fn cell(cell: Cell) -> Self {
        Self(CellSet::EMPTY.with(cell).bits())
    }

    const fn cells(self) -> CellSet {
        CellSet::from_bits(self.0)
    }

    /// Returns `true` if this is one of those.
    const fn is(self, any_of: Self) -> bool {
        self.0 & any_of.0 != 0
    }
}

impl BitOr for Meaning {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd<Mask> for Meaning {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, mask: Mask) -> Self {
        Self(mask.select(self.0))
    }
}

/// The meaning of each byte as the first of a token.
const FIRST: [Meaning; 256] = meanings_as_cell(Meaning::SPACE);

/// The meaning of each byte right after the first cell of a move.
const SECOND: [Meaning; 256] = meanings_as_cell(Meaning::INVALID);

const fn meanings_as_cell(white_space: Meaning) -> [Meaning; 256] {
    let mut meanings = [Meaning::INVALID; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(cell) = Cell::from_letter(byte as u8) {
            meanings[byte] = Meaning::cell(cell);
        } else if (byte as u8).is_ascii_whitespace() {
            meanings[byte] = white_space;
        }
        byte += 1;
    }
    meanings
}

/// The meaning of each byte after a move or a measurement.
const AFTER: [Meaning; 256] = {
    let mut meanings = [Meaning::INVALID; 256];
    let mut byte = 0;
    while byte < 256 {
        if !FIRST[byte].is(Meaning::INVALID) || Mark::from_digit(byte as u8).is_some() {
            meanings[byte] = Meaning::JOINED;
        }
        byte += 1;
    }
    meanings[b' ' as usize] = Meaning::NONE;
    meanings[b'\n' as usize] = Meaning::END;
    meanings
};

/// As much of a text as a plain record can take, nine moves and nine measurements, and one byte more.
pub(super) type Window = [u8; 9 * 5 + 1];

impl Moves {
    /// Reads the records at the beginning of sixteen texts. A text shorter than the longest plain record is never plain.
    #[inline]
    pub(super) fn read(texts: &[&[u8]; GAMES]) -> Self {
        const NOT_PLAIN: Window = [b' '; size_of::<Window>()];
        let windows = texts.map(|text| text.first_chunk().unwrap_or(&NOT_PLAIN));
        let mut all = Self::default();
        let mut goes_on = Masks::EVERYWHERE;
        let mut at = [0; GAMES];
        for nth in 0..9 {
            let mut meaning = Lanes::splat(Meaning::NONE);
            let mut number = Numbers::splat(0);
            for game in 0..GAMES {
                let token = Token::read(windows[game], at[game]);
                meaning.0[game] = token.meaning;
                number.0[game] = token.number;
                at[game] += token.len;
            }
            goes_on &= !all.note_unfit(meaning & goes_on);
            let cells = meaning.map(Meaning::cells) & goes_on;
            let first = cells.first();
            let other = cells - first;
            all.nth[nth] = Move {
                first,
                second: other | (first & !other.is_some()),
                chosen: number & number.is(|number| number <= 9) & goes_on,
            };
            all.len = nth + 1;
            goes_on &= !meaning.is(|meaning| meaning.is(Meaning::END));
            if !goes_on.any() {
                return all;
            }
        }
        // After nine moves, only white space is legal.
        let mut tenth = Lanes::splat(Meaning::INVALID);
        for game in 0..GAMES {
            tenth.0[game] = FIRST[usize::from(windows[game][at[game]])] | Meaning::INVALID;
        }
        all.note_unfit(tenth & goes_on);
        all
    }

    /// Notes where a record is invalid and where it isn't plain, and returns both.
    #[inline(always)]
    fn note_unfit(&mut self, meaning: Lanes<Meaning>) -> Masks {
        let unsure = Meaning::SPACE | Meaning::JOINED;
        let is_invalid = meaning.is(|meaning| meaning.is(Meaning::INVALID))
            & !meaning.is(|meaning| meaning.is(Meaning::SPACE));
        let is_unfit = meaning.is(|meaning| meaning.is(Meaning::INVALID | unsure));
        self.is_invalid |= is_invalid;
        self.is_unsure |= is_unfit & !is_invalid;
        is_unfit
    }
}

/// A move, with the measurement that follows it.
struct Token {
    /// The cells of the move, and what else its bytes mean.
    meaning: Meaning,
    /// The mark that is chosen; 0, or more than 9, where there is none.
    number: u16,
    len: usize,
}

impl Token {
    #[inline(always)]
    fn read(window: &Window, at: usize) -> Self {
        let bytes: &[u8; 5] = window[at..].first_chunk().expect("a token fits");
        let [a, b, space, digit, _] = *bytes;
        let number =
            u16::from_be_bytes([space, digit]).wrapping_sub(u16::from_be_bytes([b' ', b'0']));
        // Arithmetic, because a branch here would be unpredictable.
        let len = 3 + 2 * usize::from(number.wrapping_sub(1) < 9);
        let after = bytes[len - 1];
        Self {
            meaning: FIRST[usize::from(a)] | SECOND[usize::from(b)] | AFTER[usize::from(after)],
            number,
            len,
        }
    }
}
