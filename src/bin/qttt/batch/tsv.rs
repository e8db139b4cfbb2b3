//! The output of `--tsv`: a header, then a row per record, with tabs between columns. docs/tables.md lists the columns.

use std::io::Write;

use qttt::{Cell, Mark, Player, Position, RecordError, joined, solve::Solver};

use super::{Line, json::Wanted};

const SCORES: &str = "record\tx\to\tstate\tmoves\tturn\twinner\tA\tB\tC\tD\tE\tF\tG\tH\tI\t\
    m1\tm2\tm3\tm4\tm5\tm6\tm7\tm8\tm9\n";

const SOLUTIONS: &str = "record\tx\to\tstate\tmoves\tturn\twinner\tA\tB\tC\tD\tE\tF\tG\tH\tI\t\
    m1\tm2\tm3\tm4\tm5\tm6\tm7\tm8\tm9\tvalue\tbest\n";

const VALUES: &str = "record\tvalue\tbest\n";

const VEC_TAKES_ALL: &str = "a Vec takes every byte";

/// Returns the names of the columns, for scored or for solved records.
pub(crate) const fn header(solving: Option<Wanted>) -> &'static str {
    match solving {
        None => SCORES,
        Some(Wanted {
            only_value: true, ..
        }) => VALUES,
        Some(_) => SOLUTIONS,
    }
}

/// Appends a record, its score and board, and its solution if that is wanted; for an invalid record, a row of empty
/// columns.
///
/// The empty record is `-`, because many programs take an empty column for a missing value.
///
/// # Errors
///
/// If the record is invalid.
pub(crate) fn append(
    line: Line<'_>,
    solving: Option<(&Solver, Wanted)>,
    output: &mut Vec<u8>,
) -> Result<(), RecordError> {
    let wanted = solving.map(|(_, wanted)| wanted);
    let (record, position) = line.normalised().inspect_err(|_| {
        output.extend(header(wanted).bytes().filter(|&byte| byte == b'\t'));
        output.push(b'\n');
    })?;
    let text = match record {
        Some(record) if record.is_empty() => "-".to_string(),
        Some(record) => record,
        None => position.to_string(),
    };
    output.extend(text.bytes());
    if !wanted.is_some_and(|wanted| wanted.only_value) {
        append_board(&position, output);
    }
    if let Some((solver, _)) = solving {
        let solution = solver.solve(&position);
        let best: Vec<_> = solution.best().collect();
        let value = solution.value.payoff();
        write!(output, "\t{value}\t{}", joined(&best)).expect(VEC_TAKES_ALL);
    }
    output.push(b'\n');
    Ok(())
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
