//! Lists of boards as text: `3..6,2..5`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use qttt::hypercube::Board;
use serde::Serialize;

use crate::terminal::counted;

/// The boards of the contest.
pub(crate) const CONTEST_BOARDS: &str = "3..6,2..5";

/// The boards of a tournament, each once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Boards(pub(crate) Vec<Board>);

const MAX_BOARDS: usize = 1000;

/// The maximum length of a position in the protocol in bytes. No game of the contest needs 80 KB.
pub(crate) const MAX_POSITION: u64 = 1 << 20;

/// Parses boards for a tournament.
///
/// # Errors
///
/// If a position on one of them could be longer than [`MAX_POSITION`].
pub(crate) fn parse_playable(text: &str) -> Result<Boards, String> {
    let boards: Boards = text.parse()?;
    match boards.0.iter().find(|board| !is_playable(**board)) {
        Some(board) => Err(format!(
            "the moves of a game on {board} could be longer than 1 MiB, the limit of the protocol"
        )),
        None => Ok(boards),
    }
}

fn is_playable(board: Board) -> bool {
    let Some(cells) = board.cell_count().filter(|&cells| cells <= MAX_POSITION) else {
        return false;
    };
    let digits = |number: u32| u64::from(number.max(1).ilog10()) + 1;
    // On a full board, each value of a coordinate occurs equally often, with a comma or a semicolon.
    let values: u64 = (0..board.width()).map(|value| digits(value) + 1).sum();
    let often = cells / u64::from(board.width()) * u64::from(board.dimensions());
    values * often <= MAX_POSITION
}

/// Reads entries separated by semicolons. An entry is a width and a number of dimensions separated by a comma; each is
/// a number or an inclusive range.
impl FromStr for Boards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut boards = Vec::new();
        for part in text.split(';') {
            let pair = part.split_once(',');
            let ranges = pair.and_then(|(n, d)| parse_range(n).zip(parse_range(d)));
            let (widths, dimensions) = ranges.ok_or_else(|| {
                format!(
                    "{part:?} is not a list of boards; write 4,3 or 3..6,2..5, and separate \
                    several with semicolons"
                )
            })?;
            for (n, d) in widths.flat_map(|n| dimensions.clone().map(move |d| (n, d))) {
                let board = Board::new(n, d).map_err(|error| error.to_string())?;
                if !boards.contains(&board) {
                    boards.push(board);
                }
                if boards.len() > MAX_BOARDS {
                    return Err(format!("more than {MAX_BOARDS} boards"));
                }
            }
        }
        Ok(Self(boards))
    }
}

/// Writes the number of boards, and then their ranges if they form a rectangle, or each of them.
impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(boards) = self;
        f.write_str(&counted(boards.len(), "board"))?;
        let [widths, dimensions] = [Board::width, Board::dimensions].map(|number| {
            let numbers = boards.iter().map(|&board| number(board));
            numbers.clone().min().unwrap_or(0)..=numbers.max().unwrap_or(0)
        });
        if widths.clone().count() * dimensions.clone().count() == boards.len() {
            return write!(f, ", {},{}", range(&widths), range(&dimensions));
        }
        let each: Vec<_> = boards.iter().map(|board| format!(" {board}")).collect();
        let colon = if each.is_empty() { "" } else { ":" };
        write!(f, "{colon}{}", each.concat())
    }
}

/// Writes a number, or a range.
fn range(range: &RangeInclusive<u32>) -> String {
    let (from, to) = (range.start(), range.end());
    if from == to {
        from.to_string()
    } else {
        format!("{from}..{to}")
    }
}

/// Parses a number, or a range that is not empty.
fn parse_range(text: &str) -> Option<RangeInclusive<u32>> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let range = from.trim().parse().ok()?..=to.trim().parse().ok()?;
    (!range.is_empty()).then_some(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_numbers_and_inclusive_ranges() {
        for (text, expected, written) in [
            ("4,3", "4,3", "1 board, 4,3"),
            ("4..4,3..3", "4,3", "1 board, 4,3"),
            ("3..4,2..3", "3,2 3,3 4,2 4,3", "4 boards, 3..4,2..3"),
            ("5,2; 3..5,2", "5,2 3,2 4,2", "3 boards, 3..5,2"),
            ("3..4,2;4,3", "3,2 4,2 4,3", "3 boards: 3,2 4,2 4,3"),
            ("3,2;5,2", "3,2 5,2", "2 boards: 3,2 5,2"),
        ] {
            let boards: Boards = text.parse().expect("boards");
            let each: Vec<_> = boards.0.iter().map(ToString::to_string).collect();
            assert_eq!(each.join(" "), expected, "{text}");
            assert_eq!(boards.to_string(), written, "{text}");
        }
        for (text, fits) in [
            ("3,9", true),
            ("3,10", false),
            ("362,2", true),
            ("3,524288", false),
        ] {
            assert_eq!(parse_playable(text).is_ok(), fits, "{text}");
        }
        let thousand: Boards = "3..1002,2".parse().expect("boards");
        assert_eq!(thousand.0.len(), MAX_BOARDS);
        for text in [
            "3",
            "",
            "6..3,2",
            "2,2",
            "3,2;",
            "3..1003,2",
            "3..4294967295,2",
            "a,2",
        ] {
            assert!(text.parse::<Boards>().is_err(), "{text}");
        }
    }
}
