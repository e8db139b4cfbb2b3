//! What `--tsv` prints: a header, then a row per record, with tabs between columns. docs/tables.md lists the columns.

use std::io::Write;

use super::line::{Line, Text};
use crate::{Cell, Mark, Player, Position, RecordError, solve::Solver};

/// The columns of scored records.
pub(crate) const SCORES: &str = "record\tx\to\tstate\tmoves\tturn\twinner\tA\tB\tC\tD\tE\tF\tG\tH\tI\t\
    m1\tm2\tm3\tm4\tm5\tm6\tm7\tm8\tm9\n";

/// The columns of solved records.
pub(crate) const SOLUTIONS: &str = "record\tx\to\tstate\tmoves\tturn\twinner\tA\tB\tC\tD\tE\tF\tG\tH\tI\t\
    m1\tm2\tm3\tm4\tm5\tm6\tm7\tm8\tm9\tvalue\tbest\n";

/// The columns of `qttt solve --value`.
pub(crate) const VALUES: &str = "record\tvalue\tbest\n";

const VEC_TAKES_ALL: &str = "a Vec takes every byte";

/// Appends the score of a record, and its board.
///
/// # Errors
///
/// If the record is invalid; then nothing is appended.
pub(crate) fn score(line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
    let position = append_record(line, output)?;
    append_board(&position, output);
    output.push(b'\n');
    Ok(())
}

/// Appends a record, its board unless only the value is wanted, its value, and the best actions.
///
/// # Errors
///
/// If the record is invalid; then nothing is appended.
pub(crate) fn solution(
    line: Line<'_>,
    solver: &Solver,
    only_value: bool,
    output: &mut Vec<u8>,
) -> Result<(), RecordError> {
    let position = append_record(line, output)?;
    if !only_value {
        append_board(&position, output);
    }
    let solution = solver.solve(&position);
    let best: Vec<_> = solution.best().map(|action| action.to_string()).collect();
    writeln!(output, "\t{}\t{}", solution.value.payoff(), best.join(" ")).expect(VEC_TAKES_ALL);
    Ok(())
}

/// Appends the row of an invalid record: nothing is known of it.
pub(crate) fn mistake(header: &str, output: &mut Vec<u8>) {
    output.extend(header.bytes().filter(|&byte| byte == b'\t'));
    output.push(b'\n');
}

/// Appends a record, normalised, or the position that a line holds instead; returns the position at its end. The empty
/// record is `-`, because many programs take an empty column for a missing value.
///
/// # Errors
///
/// If it is invalid; then nothing is appended.
fn append_record(line: Line<'_>, output: &mut Vec<u8>) -> Result<Position, RecordError> {
    match line.normalised()? {
        (Text::Record(record), position) if record.is_empty() => {
            output.push(b'-');
            Ok(position)
        }
        (Text::Record(text) | Text::Position(text), position) => {
            output.extend(text.bytes());
            Ok(position)
        }
    }
}

/// Appends the columns of a position, each after a tab. A column without a value is empty.
fn append_board(position: &Position, output: &mut Vec<u8>) {
    let score = position.score();
    let name = |player: Option<Player>| player.map_or("", Player::name);
    write!(
        output,
        "\t{}\t{}\t{}\t{}\t{}\t{}",
        score.of(Player::X),
        score.of(Player::O),
        position.status().name(),
        position.moves(),
        name(position.turn()),
        name(score.winner())
    )
    .expect(VEC_TAKES_ALL);
    for cell in Cell::ALL {
        output.push(b'\t');
        output.extend(position.classical(cell).map(|mark| mark.digit() as u8));
    }
    for mark in Mark::ALL {
        output.push(b'\t');
        if let Some(cells) = position.spooky(mark) {
            output.extend(cells.map(|cell| cell.letter() as u8));
        }
    }
}
