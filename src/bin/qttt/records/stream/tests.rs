//! Streams of records, cut into any pieces.

use std::{
    fs::File,
    io::{self, Write},
    os::{fd::OwnedFd, unix::net::UnixStream},
    thread,
};

use qttt::{Record, Rng};

use super::{Block, run};
use crate::records::{Answer, InputLine, LineError, Lines, Scores};

/// The maximum length of a line.
const LONGEST: usize = 64 << 10;

/// Scores as text, one by one instead of in lockstep.
struct OneByOne;

impl Answer for OneByOne {
    fn answer(&self, line: InputLine<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        Scores.answer(line, output)
    }
}

/// Returns the output, the mistakes with the numbers of their lines, and the end of answering an input.
fn answers(
    input: File,
    answer: &dyn Answer,
    [max_lines, threads]: [usize; 2],
) -> (String, String, io::Result<()>) {
    let answer_block = |block: &mut Block| {
        let lines = Lines {
            text: &block.text,
            first_number: block.first_number,
            file: None,
        };
        for (number, mistake) in answer.answer_all(lines, &mut block.output) {
            block
                .messages
                .extend(format!("{number}: {mistake}\n").bytes());
        }
    };
    let [mut output, mut messages] = [String::new(), String::new()];
    let read = run(input, max_lines, threads, answer_block, |block| {
        let lines = block.output.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(block.lines, lines as u64);
        output += str::from_utf8(&block.output)?;
        messages += str::from_utf8(&block.messages)?;
        Ok(())
    });
    (output, messages, read.expect("memory takes all answers"))
}

/// Scores text that another thread writes to a pipe in pieces of the given lengths, in rotation.
fn scores(
    text: &str,
    lengths: &[usize],
    answer: &dyn Answer,
    [max_lines, threads]: [usize; 2],
) -> (String, String) {
    let (reader, mut writer) = io::pipe().expect("a pipe");
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut rest = text.as_bytes();
            for &len in lengths.iter().cycle() {
                let (piece, others) = rest.split_at(len.min(rest.len()));
                writer.write_all(piece).expect("it is read");
                thread::yield_now();
                rest = others;
                if rest.is_empty() {
                    return;
                }
            }
        });
        let input = OwnedFd::from(reader).into();
        let (output, messages, read) = answers(input, answer, [max_lines, threads]);
        read.expect("a pipe can be read");
        (output, messages)
    })
}

/// Returns a game padded with whitespace to a length.
fn padded_game(len: usize) -> String {
    let game = "AE BF EI DH AI 1";
    let (start, end) = game.split_at(8);
    format!("{start}{}{end}", " ".repeat(len - game.len()))
}

#[test]
fn a_line_of_up_to_64_kib_is_a_record_however_it_arrives() {
    let [longest, too_long, far_too_long] = [LONGEST, LONGEST + 1, 4 * LONGEST].map(padded_game);
    let text =
        format!("{longest}\n{too_long}\n{longest}\r\n{too_long} \n{far_too_long}\n\n{too_long}");
    let expected = "1 0\nerror\n1 0\nerror\nerror\n0 0\nerror\n";
    for max_lines in [1, 3, 1 << 10, 1 << 20] {
        for lengths in [&[1 << 20][..], &[128 << 10, 3], &[1_000, 65_537]] {
            let (output, messages) = scores(&text, lengths, &Scores, [max_lines, 2]);
            assert_eq!(output, expected);
            // Spaces are valid, so the byte that replaces the rest of the line is the mistake.
            assert_eq!(messages.matches("U+0000").count(), 4, "{messages}");
        }
    }
}

#[test]
fn lines_before_a_failure_are_answered() {
    for threads in 1..4 {
        let (input, mut writer) = UnixStream::pair().expect("sockets");
        writer
            .write_all(b"AE BF EI DH AI 1\nAB")
            .expect("it takes this much");
        // The second read fails instead of waiting.
        input.set_nonblocking(true).expect("a socket");
        let (output, _, read) = answers(OwnedFd::from(input).into(), &Scores, [1, threads]);
        let error = read.expect_err("it fails").kind();
        assert_eq!(error, io::ErrorKind::WouldBlock);
        assert_eq!(output, "1 0\n");
    }
}

#[test]
fn the_pieces_of_a_stream_do_not_change_the_scores() {
    let mut rng = Rng::from_seed(1);
    for _ in 0..500 {
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
        let batch = [1 + rng.below(20), 1 + rng.below(3)].map(|number| number as usize);
        assert_eq!(scores(&text, &lengths, &Scores, batch).0, expected);
    }
}

#[test]
fn scores_in_lockstep_match_single_records() {
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
        let batch = [1 + rng.below(100), 1 + rng.below(4)].map(|number| number as usize);
        let in_lockstep = scores(&text, &[1 << 20], &Scores, batch);
        assert_eq!(in_lockstep, scores(&text, &[1 << 20], &OneByOne, batch));
    }
}
