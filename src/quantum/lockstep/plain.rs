//! The plain form of a record: a space between any two tokens, none elsewhere, a newline at the end. That is what
//! `qttt generate` writes, and most programs.
//!
//! In it a token's length tells where the next one is. So the tokens of a game are read without a branch that depends on
//! what they are, and with those of other games in between: the next token of one game needn't wait for the last.

use super::lanes::{GAMES, Lanes};
use crate::{Cell, CellSet, Mark};

/// What plain records say, move by move.
pub(super) struct Moves {
    /// The most moves that any of the records has.
    pub(super) len: usize,
    /// The alphabetically first cell of each move; none after a record's last move.
    pub(super) first: [Lanes; 9],
    /// The other cell, or the same if the record doubles it.
    pub(super) second: [Lanes; 9],
    /// The mark that is chosen after the move, 0 for none.
    pub(super) chosen: [Lanes; 9],
    /// Where something can't be part of any record.
    pub(super) wrong: Lanes,
    /// Where the record isn't plain. The moves before that are right.
    pub(super) odd: Lanes,
}

// What a byte can mean: a cell, a bit as in `CellSet`, or one of these.
/// The record ends here.
const END: u16 = 1 << 12;
/// A token isn't followed by a space, which is all right, but not plain.
const JOINED: u16 = 1 << 13;
/// No record can have this here.
const WRONG: u16 = 1 << 14;
/// Instead of a token there is white space, which is all right, but not plain; and no other meaning counts.
const SPACE: u16 = 1 << 15;

/// The meaning of each byte as the first of a token.
const FIRST: [u16; 256] = meanings_as_cell(SPACE);

/// The meaning of each byte right after the first cell of a move.
const SECOND: [u16; 256] = meanings_as_cell(WRONG);

const fn meanings_as_cell(white_space: u16) -> [u16; 256] {
    let mut meanings = [WRONG; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(cell) = Cell::from_letter(byte as u8) {
            meanings[byte] = CellSet::EMPTY.with(cell).bits();
        } else if (byte as u8).is_ascii_whitespace() {
            meanings[byte] = white_space;
        }
        byte += 1;
    }
    meanings
}

/// The meaning of each byte after a move or a measurement.
const AFTER: [u16; 256] = {
    let mut meanings = [WRONG; 256];
    let mut byte = 0;
    while byte < 256 {
        if FIRST[byte] != WRONG || Mark::from_digit(byte as u8).is_some() {
            meanings[byte] = JOINED;
        }
        byte += 1;
    }
    meanings[b' ' as usize] = 0;
    meanings[b'\n' as usize] = END;
    meanings
};

/// As much of a text as a plain record can take, nine moves and nine measurements, and a byte more.
type Window = [u8; 9 * 5 + 1];

impl Moves {
    /// Reads the records at the beginning of sixteen texts. Close to the end of its text, no record counts as plain.
    #[inline]
    pub(super) fn read(texts: &[&[u8]; GAMES]) -> Self {
        const NOTHING: Window = [b' '; size_of::<Window>()];
        let windows = texts.map(|text| text.first_chunk().unwrap_or(&NOTHING));
        let mut moves = Self {
            len: 0,
            first: [Lanes::ZERO; 9],
            second: [Lanes::ZERO; 9],
            chosen: [Lanes::ZERO; 9],
            wrong: Lanes::ZERO,
            odd: Lanes::ZERO,
        };
        let mut goes_on = Lanes::all(!0);
        let mut at = [0; GAMES];
        for nth in 0..9 {
            let [mut meaning, mut number] = [Lanes::ZERO; 2];
            for game in 0..GAMES {
                let token = Token::read(windows[game], at[game]);
                meaning.0[game] = token.meaning;
                number.0[game] = token.number;
                at[game] += token.len;
            }
            let meaning = meaning & goes_on;
            goes_on = goes_on - moves.note_unfit(meaning);
            let cells = meaning & Lanes::all(CellSet::FULL.bits()) & goes_on;
            let first = cells.lowest();
            let other = cells - first;
            moves.first[nth] = first;
            moves.second[nth] = other | (first & other.is_zero());
            moves.chosen[nth] = number & number.is_at_most(9) & goes_on;
            moves.len = nth + 1;
            goes_on = goes_on - meaning.meets(Lanes::all(END));
            if goes_on.are_all_zero() {
                return moves;
            }
        }
        // After nine moves, nothing but white space is legal.
        let mut tenth = Lanes::ZERO;
        for game in 0..GAMES {
            tenth.0[game] = FIRST[usize::from(windows[game][at[game]])] | WRONG;
        }
        moves.note_unfit(tenth & goes_on);
        moves
    }

    /// Notes where a record is invalid, and where it isn't plain, and returns both.
    #[inline(always)]
    fn note_unfit(&mut self, meaning: Lanes) -> Lanes {
        let is_wrong = meaning.meets(Lanes::all(WRONG)) - meaning.meets(Lanes::all(SPACE));
        let is_unfit = meaning.meets(Lanes::all(WRONG | SPACE | JOINED));
        self.wrong |= is_wrong;
        self.odd |= is_unfit - is_wrong;
        is_unfit
    }
}

/// A move, with the measurement that follows it.
struct Token {
    /// The cells of the move, and what else its bytes mean.
    meaning: u16,
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
        // Not an `if`: no processor could guess which.
        let len = 3 + 2 * usize::from(number.wrapping_sub(1) < 9);
        let after = bytes[len - 1];
        Self {
            meaning: FIRST[usize::from(a)] | SECOND[usize::from(b)] | AFTER[usize::from(after)],
            number,
            len,
        }
    }
}
