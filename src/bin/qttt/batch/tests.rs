//! Streams of records, cut into any blocks.

use std::{
    io::{self, Cursor, Read},
    sync::Arc,
};

use qttt::{Record, Rng};

use super::{Answer, Batch, BatchError, Block, InputLine, LineError, MAX_RECORD, Results};
use crate::records::TextScores;

/// An input that returns its text in pieces of the given lengths, in rotation.
struct Pieces {
    text: Cursor<Vec<u8>>,
    lengths: Vec<usize>,
    reads: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.lengths[self.reads % self.lengths.len()].min(buffer.len());
        self.reads += 1;
        match len {
            // A signal interrupted the read.
            0 => Err(io::ErrorKind::Interrupted.into()),
            len => self.text.read(&mut buffer[..len]),
        }
    }
}

/// Scores as text. A thread takes a few lines at a time, and if not `in_lockstep`, scores them one by one.
#[derive(Clone, Copy)]
struct Few {
    max_lines: usize,
    in_lockstep: bool,
}

impl Answer for Few {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        TextScores { is_alone: false }.answer(line, output)
    }

    fn answer_block(&self, block: Block<'_>, results: &mut Results) {
        if self.in_lockstep {
            return TextScores { is_alone: false }.answer_block(block, results);
        }
        for line in block {
            results.add(line, |output| self.answer(line, output));
        }
    }

    fn max_lines(&self) -> usize {
        self.max_lines
    }
}

/// Returns the output, the messages, and the summary of scoring a text.
fn answers(
    input: impl Read + Send + 'static,
    answer: Few,
    threads: usize,
) -> (String, String, Result<u64, BatchError>) {
    let batch = Batch {
        answer: Arc::new(answer),
        threads,
        name: Some("input".into()),
        file: None,
    };
    let [mut output, mut messages] = [Vec::new(), Vec::new()];
    let summary = batch.run(input, &mut output, &mut messages);
    let [output, messages] = [output, messages].map(|text| String::from_utf8(text).expect("text"));
    (output, messages, summary)
}

/// Scores a text that is read in pieces.
fn scores(text: &str, lengths: &[usize], max_lines: usize, threads: usize) -> String {
    let input = Pieces {
        text: Cursor::new(text.into()),
        lengths: lengths.to_vec(),
        reads: 0,
    };
    let answer = Few {
        max_lines,
        in_lockstep: true,
    };
    let (output, _, summary) = answers(input, answer, threads);
    summary.expect("memory can be read and written");
    output
}

/// Returns a game padded with whitespace to a length.
fn padded_game(len: usize) -> String {
    let game = "AE BF EI DH AI 1";
    let (start, end) = game.split_at(8);
    format!("{start}{}{end}", " ".repeat(len - game.len()))
}

#[test]
fn a_line_is_a_record_up_to_64_kib_wherever_it_is_cut() {
    let [longest, too_long, far_too_long] =
        [MAX_RECORD, MAX_RECORD + 1, 4 * MAX_RECORD].map(padded_game);
    let text = format!("{longest}\n{too_long}\n{longest}\n{far_too_long}\n\n{too_long}");
    let expected = "1 0\nerror\n1 0\nerror\n0 0\nerror\n";
    for max_lines in [1, 3, 1 << 10, usize::MAX] {
        for lengths in [&[1 << 20][..], &[128 << 10, 3], &[1_000, 65_537]] {
            assert_eq!(scores(&text, lengths, max_lines, 2), expected);
        }
    }
    // Only lines have a maximum length.
    assert!(too_long.parse::<Record>().is_ok());
}

/// An input that fails in the middle of its second line.
struct Failing(u32);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0 += 1;
        match self.0 {
            1 => b"AE BF EI DH AI 1\nAB".as_slice().read(buffer),
            _ => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

#[test]
fn lines_before_a_failure_are_answered() {
    for threads in 1..4 {
        let answer = Few {
            max_lines: 1,
            in_lockstep: true,
        };
        let (output, _, ended) = answers(Failing(0), answer, threads);
        assert!(
            matches!(ended, Err(BatchError::Read(error)) if error.kind() == io::ErrorKind::TimedOut)
        );
        assert_eq!(output, "1 0\n");
    }
}

#[test]
fn the_pieces_of_a_stream_change_nothing() {
    let mut rng = Rng::from_seed(1);
    for _ in 0..256 {
        let (mut text, mut expected) = (String::new(), String::new());
        for _ in 0..rng.below(20) {
            let mut line = " ".repeat(rng.below(10) as usize);
            for _ in 0..rng.below(10) {
                line += rng
                    .pick(&["AB", "CD", "EI", "AE", "GH", "BA", "1", "FG", "2"])
                    .expect("a token");
                line += &" ".repeat(rng.below(40) as usize);
            }
            expected += &match line.parse::<Record>() {
                Ok(record) => format!("{}\n", record.position().score()),
                Err(_) => "error\n".to_string(),
            };
            text += &(line + "\n");
        }
        let mut lengths: Vec<_> = (0..rng.below(8)).map(|_| rng.below(70) as usize).collect();
        lengths.push(1);
        let (max_lines, threads) = (1 + rng.below(20) as usize, 1 + rng.below(3) as usize);
        assert_eq!(scores(&text, &lengths, max_lines, threads), expected);
    }
}

#[test]
fn games_in_lockstep_are_answered_like_single_ones() {
    const LINES: [&str; 19] = [
        "AI EG BE EH DG AI 1 BC CE 3",
        "FI FG BC BF AG AI 5 DE DE 8 HH 9",
        "AE BF EI DH AI 1",
        "AB AB",
        "ab ba 2 cd",
        "AE BF EI DH AI 1 CD",
        "AB AB 3",
        "AB BC C",
        "AJ",
        "AB 0",
        "1",
        "AB\0",
        "HH",
        "",
        "AB AB\r",
        " AB  CD",
        "ABBEDEAE4",
        "AB AB 3\r",
        "\tA",
    ];
    let mut rng = Rng::from_seed(2);
    for _ in 0..256 {
        let count = rng.below(150);
        let mut lines: Vec<_> = (0..count)
            .filter_map(|_| rng.pick(&LINES).copied())
            .collect();
        lines.resize(lines.len() + rng.below(150) as usize, "AB CD AB 3 EF");
        let last_newline = if rng.below(2) == 0 { "" } else { "\n" };
        let text = lines.join("\n") + last_newline;
        let (max_lines, threads) = (1 + rng.below(100) as usize, 1 + rng.below(4) as usize);
        let [in_lockstep, singly] = [true, false].map(|in_lockstep| {
            let answer = Few {
                max_lines,
                in_lockstep,
            };
            let (output, messages, summary) = answers(Cursor::new(text.clone()), answer, threads);
            (
                output,
                messages,
                summary.expect("memory can be read and written"),
            )
        });
        assert_eq!(in_lockstep, singly);
    }
}
