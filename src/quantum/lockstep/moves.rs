//! Parses the moves and measurements of sixteen records, in either case.
//!
//! No branch depends on the bytes: the first move of each record is parsed, then the second, and so on. A move takes
//! two to five bytes: two cells, at most one whitespace character, an optional mark, and at most one more.

use super::lanes::{GAMES, Lanes};
use crate::{Cell, Mark};

/// The same move of sixteen games, and the measurement after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Move {
    /// The alphabetically first cell; the empty set after the last move of a record.
    pub(super) first: Lanes,
    /// The other cell, or the same one if the move doubles it.
    pub(super) second: Lanes,
    /// The number of the measured mark, or 0.
    pub(super) chosen: Lanes,
}

/// The moves of sixteen records.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) nth: [Move; 9],
    /// The number of moves of the longest record.
    pub(super) len: usize,
    /// The records that could not be parsed.
    pub(super) is_unparsed: Lanes,
}

/// The first bytes of the text: enough for nine moves, and for one more to find the end.
type Window = [u8; 10 * LONGEST_MOVE];

const LONGEST_MOVE: usize = 5;

/// Text that is not a record.
const INVALID_TEXT: Window = [0; size_of::<Window>()];

// The meaning of a byte: the bit of a cell as in a `CellSet`, or some of these. CR and then LF are also an end.
const CR: u16 = 1 << 11;
const LF: u16 = 1 << 12;
const END: u16 = 1 << 13;
const INVALID: u16 = 1 << 14;
const SPACE: u16 = 1 << 15;

/// The meaning of a byte where a move can begin.
const AT_START: [u16; 256] = meanings(END, CR, SPACE);

/// The meaning of a byte after the first cell of a move, or after a CR at the start: an LF is then the end of a line,
/// by both bits together, and otherwise invalid.
const AFTER_CELL: [u16; 256] = meanings(INVALID | LF, INVALID, INVALID);

const fn meanings(of_lf: u16, of_cr: u16, of_space: u16) -> [u16; 256] {
    let mut meanings = [INVALID; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(cell) = Cell::from_letter(byte as u8) {
            meanings[byte] = 1 << cell.index();
        } else if byte as u8 == b'\n' {
            meanings[byte] = of_lf;
        } else if byte as u8 == b'\r' {
            meanings[byte] = of_cr;
        } else if (byte as u8).is_ascii_whitespace() {
            meanings[byte] = of_space;
        }
        byte += 1;
    }
    meanings
}

/// The number of the mark for each byte; 0 if the byte isn't a mark.
const NUMBER: [u8; 256] = {
    let mut numbers = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(mark) = Mark::from_digit(byte as u8) {
            numbers[byte] = mark.number();
        }
        byte += 1;
    }
    numbers
};

/// Parses sixteen records, each at the start of a slice and up to the first newline. A record with more whitespace, or
/// one that begins less than a [`Window`] before the end of the text, counts as invalid.
// With inlining, scoring takes more instructions.
#[inline(never)]
pub(super) fn read(texts: &[&[u8]; GAMES]) -> Moves {
    let windows: [&Window; GAMES] = texts.map(|text| text.first_chunk().unwrap_or(&INVALID_TEXT));
    let mut moves = Moves::default();
    let mut at = [0; GAMES];
    // The meaning of the byte that ended each record.
    let mut stop = Lanes::NONE;
    loop {
        let [mut meaning, mut chosen] = [Lanes::NONE; 2];
        for game in 0..GAMES {
            let (cells, mark, len) = parse(windows[game], at[game]);
            meaning.0[game] = cells;
            chosen.0[game] = mark.into();
            at[game] += len;
        }
        let has_ended = stop.is_some();
        stop |= (meaning & Lanes::splat(CR | LF | END | INVALID | SPACE)) - has_ended;
        let goes_on = stop.equals(Lanes::NONE);
        if goes_on == Lanes::NONE || moves.len == moves.nth.len() {
            let is_crlf = (stop & Lanes::splat(CR | LF)).equals(Lanes::splat(CR | LF));
            moves.is_unparsed = (stop & Lanes::splat(END)).equals(Lanes::NONE) - is_crlf;
            return moves;
        }
        let cells = meaning & goes_on;
        let first = cells.first();
        let other = cells - first;
        moves.nth[moves.len] = Move {
            first,
            second: other | (first - other.is_some()),
            chosen: chosen & goes_on,
        };
        moves.len += 1;
    }
}

/// Parses a move and the measurement after it. Returns the cells of the move, or other meanings of its two bytes; the
/// number of the measured mark, or 0; and the number of bytes, including whitespace.
#[inline(always)]
fn parse(window: &Window, at: usize) -> (u16, u8, usize) {
    let bytes: &[u8; LONGEST_MOVE] = window[at..].first_chunk().expect("a move fits");
    let meaning = |at: usize| AT_START[usize::from(bytes[at])];
    let is_space = |at: usize| usize::from(meaning(at) & SPACE != 0);
    let after_cells = 2 + is_space(2);
    let chosen = NUMBER[usize::from(bytes[after_cells])];
    let is_measured = usize::from(chosen > 0);
    let after_mark = after_cells + is_measured;
    let len = after_mark + (is_measured & is_space(after_mark));
    (meaning(0) | AFTER_CELL[usize::from(bytes[1])], chosen, len)
}
