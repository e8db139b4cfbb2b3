//! Lines as a table: a header, then a row each, with tabs between columns. docs/tables.md lists the columns.

use std::io::Write;

use qttt::{Action, Mark, Player, draw::Facts};

use super::{Game, LineError, Reading};

/// The columns of scores, of solutions, and of values alone.
pub(crate) const SCORES: &str = "record\tx\to\tstate\tmoves\tturn\twinner\tA\tB\tC\tD\tE\tF\tG\tH\tI\t\
    m1\tm2\tm3\tm4\tm5\tm6\tm7\tm8\tm9\n";
pub(crate) const SOLUTIONS: &str = "record\tx\to\tstate\tmoves\tturn\twinner\tA\tB\tC\tD\tE\tF\tG\tH\tI\t\
    m1\tm2\tm3\tm4\tm5\tm6\tm7\tm8\tm9\tvalue\tbest\n";
pub(crate) const VALUES: &str = "record\tvalue\tbest\n";

const VEC_TAKES_ALL: &str = "a Vec takes every byte";

/// Appends the row of a line; for an invalid one, a row of empty columns.
///
/// The empty record is `-`, because many programs take an empty column for a missing value.
pub(crate) fn append(header: &str, read: &Result<Reading, LineError>, output: &mut Vec<u8>) {
    match read {
        Ok(reading) => append_columns(reading, output),
        Err(_) => output.extend(header.bytes().filter(|&byte| byte == b'\t')),
    }
    output.push(b'\n');
}

fn append_columns(reading: &Reading, output: &mut Vec<u8>) {
    let text = match &reading.game {
        Game::Record(record) if record.actions().is_empty() => "-".to_string(),
        Game::Record(record) => record.to_string(),
        Game::Position(position) => position.to_string(),
    };
    output.extend(text.bytes());
    if let Some(facts) = &reading.facts {
        append_facts(facts, output);
    }
    if let Some(solved) = &reading.solved {
        let evaluation = &solved.evaluation;
        let best = Action::join(evaluation.best.iter().copied());
        write!(output, "\t{}\t{best}", evaluation.value).expect(VEC_TAKES_ALL);
    }
}

/// Appends the columns of a position, each after a tab. A column without a value is empty.
fn append_facts(facts: &Facts, output: &mut Vec<u8>) {
    let name = |player: Option<Player>| player.map_or("", Player::name);
    write!(
        output,
        "\t{}\t{}\t{}\t{}\t{}\t{}",
        facts.score.of(Player::X),
        facts.score.of(Player::O),
        facts.status.name(),
        facts.position.moves(),
        name(facts.position.turn()),
        name(facts.score.winner())
    )
    .expect(VEC_TAKES_ALL);
    for mark in facts.classical {
        output.push(b'\t');
        output.extend(mark.map(|mark| mark.digit() as u8));
    }
    for mark in Mark::ALL {
        output.push(b'\t');
        if let Some(cells) = facts.position.spooky(mark) {
            output.extend(cells.map(|cell| cell.letter() as u8));
        }
    }
}
