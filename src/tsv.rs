//! What `--format tsv` prints: a header, then a line for each record, with tabs between the columns. A column without a
//! value is empty. docs/tables.md lists the columns.

use crate::solve::Solver;
use crate::{Cell, Mark, Player, Position, RecordError, line::Line};

/// The columns of scored records.
pub(crate) const SCORES: &str = "record\tx\to\tstate\tmoves\tturn\twinner\tA\tB\tC\tD\tE\tF\tG\tH\tI\tm1\tm2\tm3\tm4\tm5\tm6\tm7\tm8\tm9\n";

/// The columns of solved records.
pub(crate) const VALUES: &str = "record\tvalue\tbest\n";

/// Appends the score of a record, and what is where on the board.
///
/// # Errors
///
/// If the record is invalid; then nothing is appended.
pub(crate) fn score(line: Line<'_>, output: &mut Vec<u8>) -> Result<(), RecordError> {
    let position = append_record(line, output)?;
    let score = position.score();
    let player = |player: Option<Player>| player.map_or("", Player::name);
    let (turn, winner) = (player(position.turn()), player(score.winner()));
    for column in [
        &score.x().to_string(),
        &score.o().to_string(),
        position.status().name(),
    ] {
        append(column.as_bytes(), output);
    }
    append(&[b'0' + position.moves()], output);
    for column in [turn, winner] {
        append(column.as_bytes(), output);
    }
    for cell in Cell::ALL {
        let mark = position.classical(cell).map(|mark| mark.digit() as u8);
        append(mark.as_slice(), output);
    }
    for mark in Mark::ALL {
        let cells = position
            .spooky(mark)
            .map(|cells| cells.map(|cell| cell.letter() as u8));
        append(cells.as_ref().map_or(b"", |cells| &cells[..]), output);
    }
    output.push(b'\n');
    Ok(())
}

/// Appends a record, its value, and the best actions with a space between two.
///
/// # Errors
///
/// If the record is invalid; then nothing is appended.
pub(crate) fn solution(
    line: Line<'_>,
    solver: &Solver,
    output: &mut Vec<u8>,
) -> Result<(), RecordError> {
    let position = append_record(line, output)?;
    let solution = solver.solve(&position);
    append(solution.value.payoff().to_string().as_bytes(), output);
    output.push(b'\t');
    for (nth, action) in solution.best().enumerate() {
        output.extend((nth > 0).then_some(b' '));
        action.append_to(output);
    }
    output.push(b'\n');
    Ok(())
}

/// Appends the line of an invalid record: nothing is known of it.
pub(crate) fn mistake(columns: &str, output: &mut Vec<u8>) {
    let tabs = columns.bytes().filter(|&byte| byte == b'\t');
    output.extend(tabs);
    output.push(b'\n');
}

/// Appends a record, normalised, or the position that a line holds instead; returns the position at its end.
///
/// # Errors
///
/// If it is invalid; then nothing is appended.
fn append_record(line: Line<'_>, output: &mut Vec<u8>) -> Result<Position, RecordError> {
    line.append_record(output).or_else(|mistake| {
        let position = line.written_position().unwrap_or(Err(mistake))?;
        output.extend(position.to_string().bytes());
        Ok(position)
    })
}

/// Appends another column.
fn append(column: &[u8], output: &mut Vec<u8>) {
    output.push(b'\t');
    output.extend_from_slice(column);
}
