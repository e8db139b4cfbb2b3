//! Scores as text: `0.5 1`.

use qttt::{Score, score_lines};

use super::{Answer, Game, InputLine, LineError, Lines};

/// Answers with the score, and with `error` for an invalid line among others.
pub(crate) struct Scores;

impl Answer for Scores {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        push_score(line, line.game(), output)
    }

    /// Scores sixteen lines at a time.
    fn answer_all(&self, lines: Lines<'_>, output: &mut Vec<u8>) -> Vec<(u64, LineError)> {
        let mut mistakes = Vec::new();
        let mut number = lines.first_number;
        score_lines(lines.text, |text, score| {
            match score {
                Ok(score) => push(score, output),
                Err(mistake) => {
                    let line = lines.line(text, number);
                    let answered = push_score(line, line.unless_record(mistake), output);
                    mistakes.extend(answered.err().map(|mistake| (number, mistake)));
                }
            }
            number += 1;
        });
        mistakes
    }
}

fn push_score(
    line: InputLine<'_>,
    game: Result<Game, LineError>,
    output: &mut Vec<u8>,
) -> Result<(), LineError> {
    match &game {
        Ok(game) => push(game.position().score(), output),
        Err(_) => line.error_unless_alone(output),
    }
    game.map(drop)
}

/// Appends a score and a newline.
///
/// The next score is unpredictable, and copying a fixed number of bytes needs no branch.
#[inline]
fn push(score: Score, output: &mut Vec<u8>) {
    let (text, len): (&[u8; 8], usize) = match score {
        Score::O => (b"0 1\n    ", 4),
        Score::OFirst => (b"0.5 1\n  ", 6),
        Score::Nobody => (b"0 0\n    ", 4),
        Score::XFirst => (b"1 0.5\n  ", 6),
        Score::X => (b"1 0\n    ", 4),
        Score::XTwice => (b"2 0\n    ", 4),
    };
    output.extend_from_slice(text);
    output.truncate(output.len() - text.len() + len);
}
