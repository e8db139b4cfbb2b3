//! The book: X's move in every position of the strategy where nothing is forced and no threat sequence wins. A second
//! part has X's moves after O has played outside the sub-board, where X has one stone more than O.
//!
//! An entry is 14 bytes: the position, by its least image, as a number of 64 digits to base 3 (13 bytes, the highest
//! first), and the cell to play. They are in order of the number, so that a position is found by halving.

use super::least_image::Stones;

const ENTRY: usize = 14;

/// The strategy for 4×4×4, as `examples/qubic` found it.
pub(crate) const ENTRIES: &[u8] = include_bytes!("book.bin");

/// X's moves after a pass, from there too.
pub(crate) const PASSES: &[u8] = include_bytes!("passes.bin");

/// Returns X's move in a position that is its own least image.
pub(crate) fn find(stones: &Stones) -> Option<u32> {
    let [x, o] = stones;
    let book = if x.len() > o.len() { PASSES } else { ENTRIES };
    let (entries, _) = book.as_chunks::<ENTRY>();
    let wanted = number(stones);
    let place = entries.binary_search_by(|entry| entry[..ENTRY - 1].cmp(&wanted));
    Some(entries[place.ok()?][ENTRY - 1].into())
}

/// Writes a position as a number: digit 1 for a stone of X, 2 for one of O, the first cell lowest.
fn number(stones: &Stones) -> [u8; ENTRY - 1] {
    let [x, o] = stones
        .each_ref()
        .map(|own| own.iter().map(|&cell| 3_u128.pow(cell)).sum::<u128>());
    let mut bytes = [0; ENTRY - 1];
    bytes.copy_from_slice(&(x + 2 * o).to_be_bytes()[16 - (ENTRY - 1)..]);
    bytes
}

/// Writes a book: positions by their least image, each with X's move.
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "only examples/qubic and the tests need it")
)]
pub(crate) fn write(strategy: impl Iterator<Item = (Stones, u32)>) -> Vec<u8> {
    let entry = |(stones, cell)| {
        let mut entry = [cell as u8; ENTRY];
        entry[..ENTRY - 1].copy_from_slice(&number(&stones));
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
pub(crate) fn read(book: &[u8]) -> impl Iterator<Item = (Stones, u32)> {
    let (entries, _) = book.as_chunks::<ENTRY>();
    entries.iter().map(|entry| {
        let digits = &entry[..ENTRY - 1];
        let number = digits
            .iter()
            .fold(0, |number: u128, &byte| number << 8 | u128::from(byte));
        // The highest cells first, as in a least image.
        let own = |stone| {
            let has = |&cell: &u32| number / 3_u128.pow(cell) % 3 == stone;
            (0..64).rev().filter(has).collect()
        };
        ([own(1), own(2)], entry[ENTRY - 1].into())
    })
}
