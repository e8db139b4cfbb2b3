//! Streams of records, written in pieces of any length.

use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use qttt::support::MAX_TEXT;
use qttt::{Game, GameError, Rng};

use super::*;
use crate::records::Line;

/// Scores, one by one, with a maximum number of lines in a chunk.
struct Scores(usize);

impl Format for Scores {
    fn max_lines(&self) -> usize {
        self.0
    }

    fn push(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), GameError> {
        let score = line.read(false)?.position().score();
        output.extend(format!("{score}\n").bytes());
        Ok(())
    }
}

/// Returns the output, the messages, and the end of a run.
fn run(input: &Input, max_lines: usize, threads: usize) -> (String, String, io::Result<()>) {
    let work = Work {
        format: &Scores(max_lines),
        name: "games",
        file: None,
        threads,
    };
    let [mut output, mut messages] = [String::new(), String::new()];
    let read = work.run(input, |chunk| {
        output += str::from_utf8(&chunk.output)?;
        messages += str::from_utf8(&chunk.messages)?;
        Ok(())
    });
    (output, messages, read.expect("memory takes all output"))
}

/// Scores text that another thread writes to a pipe in pieces of the given lengths, in rotation.
fn scores(text: &str, lengths: &[usize], max_lines: usize, threads: usize) -> (String, String) {
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
        let input = Input(OwnedFd::from(reader).into());
        let (output, messages, read) = run(&input, max_lines, threads);
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
    let [longest, too_long, far_too_long] = [MAX_TEXT, MAX_TEXT + 1, 4 * MAX_TEXT].map(padded_game);
    let text =
        format!("{longest}\n{too_long}\n{longest}\r\n{too_long} \n{longest}\rAB\n\n{far_too_long}");
    let expected = "1 0\nerror\n1 0\nerror\nerror\n0 0\nerror\n";
    for (max_lines, threads) in [(1, 2), (3, 1), (1 << 10, 1), (1 << 20, 2)] {
        for lengths in [&[1 << 20][..], &[128 << 10, 3], &[1_000, 65_537]] {
            let (output, messages) = scores(&text, lengths, max_lines, threads);
            assert_eq!(output, expected);
            assert_eq!(
                messages.matches("longer than 64 KiB").count(),
                4,
                "{messages}"
            );
        }
    }
}

/// A process at the other end of a pipe can make it non-blocking for everybody.
#[test]
fn an_input_that_does_not_block_is_read_to_its_end() {
    for threads in 1..4 {
        let (input, mut writer) = UnixStream::pair().expect("sockets");
        input.set_nonblocking(true).expect("a socket");
        let (output, _, read) = thread::scope(|scope| {
            scope.spawn(move || {
                for piece in [&b"AE BF EI DH AI 1\nAB"[..], b" AB\nAA"] {
                    thread::sleep(Duration::from_millis(20));
                    writer.write_all(piece).expect("it is read");
                }
            });
            run(&Input(OwnedFd::from(input).into()), 1, threads)
        });
        read.expect("it waits");
        assert_eq!(output, "1 0\n0 0\nerror\n");
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
            expected += &match line.parse::<Game>() {
                Ok(game) => format!("{}\n", game.position().score()),
                Err(_) => "error\n".to_string(),
            };
            text += &(line + "\n");
        }
        let mut lengths: Vec<_> = (0..rng.below(8)).map(|_| rng.below(70) as usize).collect();
        lengths.push(1);
        let [max_lines, threads] = [20, 3].map(|most| 1 + rng.below(most) as usize);
        assert_eq!(scores(&text, &lengths, max_lines, threads).0, expected);
    }
}
