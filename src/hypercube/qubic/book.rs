//! The book: X's move in every position of the strategy where nothing is forced and no threat sequence wins. A second
//! part has X's moves after O has played outside the sub-board, where X has one stone more than O.
//!
//! An entry is 14 bytes: the position, by its least image, as a number of 64 digits to base 3 (13 bytes, the highest
//! first), and the cell to play. They are in order of the number, so that a position is found by halving.

use super::cells::{Cells, Place};

const ENTRY: usize = 14;

/// The strategy for 4×4×4, as `examples/qubic` found it.
pub(super) const ENTRIES: &[u8] = include_bytes!("book.bin");

/// X's moves after a pass, from there too.
pub(super) const PASSES: &[u8] = include_bytes!("passes.bin");

/// Returns X's move in a position that is its own least image.
pub(super) fn find(x: Cells, o: Cells) -> Option<Place> {
    let wanted = number(x, o);
    let book = if x.len() > o.len() { PASSES } else { ENTRIES };
    let (entries, _) = book.as_chunks::<ENTRY>();
    let place = entries.binary_search_by(|entry| entry[..ENTRY - 1].cmp(&wanted));
    Some(entries[place.ok()?][ENTRY - 1])
}

/// Writes a position as a number: digit 1 for a stone of X, 2 for one of O, the first cell lowest.
fn number(x: Cells, o: Cells) -> [u8; ENTRY - 1] {
    let digit = |place| u128::from(x.contains(place)) + 2 * u128::from(o.contains(place));
    let number = (0..64)
        .rev()
        .fold(0, |number, place| 3 * number + digit(place));
    let mut bytes = [0; ENTRY - 1];
    bytes.copy_from_slice(&number.to_be_bytes()[16 - (ENTRY - 1)..]);
    bytes
}

/// Writes a book: positions by their least image, each with X's move.
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "only examples/qubic and the tests need it")
)]
pub(super) fn write(strategy: impl Iterator<Item = (Cells, Cells, Place)>) -> Vec<u8> {
    let entry = |(x, o, place)| {
        let mut entry = [place; ENTRY];
        entry[..ENTRY - 1].copy_from_slice(&number(x, o));
        entry
    };
    let mut entries: Vec<_> = strategy.map(entry).collect();
    entries.sort_unstable();
    entries.concat()
}

/// Reads the whole book.
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "only examples/qubic and the tests need it")
)]
pub(super) fn read(book: &[u8]) -> impl Iterator<Item = (Cells, Cells, Place)> {
    let (entries, _) = book.as_chunks::<ENTRY>();
    entries.iter().map(|entry| {
        let digits = &entry[..ENTRY - 1];
        let mut number = digits
            .iter()
            .fold(0, |number, &byte| number << 8 | u128::from(byte));
        let (mut x, mut o) = (Cells::default(), Cells::default());
        for place in 0..64 {
            match number % 3 {
                1 => x = x | Cells::of(place),
                2 => o = o | Cells::of(place),
                _ => {}
            }
            number /= 3;
        }
        (x, o, entry[ENTRY - 1])
    })
}
