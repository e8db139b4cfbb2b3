//! Streams of records, cut into any blocks.

use std::{
    io::{self, Read, Write},
    panic::{self, AssertUnwindSafe},
    sync::mpsc,
    thread,
    time::Duration,
};

use qttt::{Record, generate::Rng};

use super::{Answer, Batch, BatchError, Line, LineError, MAX_RECORD, Scores, Summary};

/// An input that returns its text in pieces of the given lengths, in rotation.
struct Pieces<'a> {
    text: &'a [u8],
    lengths: Vec<usize>,
    reads: usize,
}

impl Read for Pieces<'_> {
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

fn batch(threads: usize, block: usize) -> Batch<'static> {
    Batch {
        threads,
        block,
        name: None,
        file: None,
    }
}

const SCORES: Scores = Scores { is_alone: false };

/// Scores a text that is read in pieces.
fn scores(text: &[u8], lengths: &[usize], block: usize, threads: usize) -> String {
    let mut input = Pieces {
        text,
        lengths: lengths.to_vec(),
        reads: 0,
    };
    let batch = batch(threads, block);
    let mut output = Vec::new();
    batch
        .run(&mut input, &mut output, &mut io::sink(), &SCORES)
        .expect("memory can be read and written");
    String::from_utf8(output).expect("text")
}

/// Scores as text, one line at a time.
struct Singly;

impl Answer for Singly {
    fn answer(&self, line: Line<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        assert!(line.text != b"bad line", "bad line");
        SCORES.answer(line, output)
    }
}

/// Returns a game padded with whitespace to a length.
fn padded_game(len: usize) -> String {
    let game = "AE BF EI DH AI 1";
    let (start, end) = game.split_at(8);
    format!("{start}{}{end}", " ".repeat(len - game.len()))
}

/// Returns the output, the messages and the summary of scoring a text, in lockstep or one line at a time.
fn answers(batch: &Batch<'_>, text: &[u8], in_lockstep: bool) -> (String, String, Summary) {
    let [mut output, mut messages] = [Vec::new(), Vec::new()];
    let summary = if in_lockstep {
        batch.run(&mut &*text, &mut output, &mut messages, &SCORES)
    } else {
        batch.run(&mut &*text, &mut output, &mut messages, &Singly)
    };
    let [output, messages] = [output, messages].map(|text| String::from_utf8(text).expect("text"));
    (
        output,
        messages,
        summary.expect("memory can be read and written"),
    )
}

#[test]
fn a_line_is_a_record_up_to_64_kib_wherever_it_is_cut() {
    let [longest, too_long, far_too_long] =
        [MAX_RECORD, MAX_RECORD + 1, 4 * MAX_RECORD].map(padded_game);
    let text = format!("{longest}\n{too_long}\n{longest}\n{far_too_long}\n\n{too_long}");
    let expected = "1 0\nerror\n1 0\nerror\n0 0\nerror\n";
    for block in [1, 1 << 10, MAX_RECORD, 128 << 10, 1 << 20] {
        for lengths in [&[1 << 20][..], &[128 << 10, 3], &[1_000, 65_537]] {
            assert_eq!(scores(text.as_bytes(), lengths, block, 2), expected);
        }
    }
    // Only lines have a maximum length.
    assert!(too_long.parse::<Record>().is_ok());
}

/// Runs a batch that panics, on several threads, and returns the message of the panic.
fn panic_of(run: impl FnOnce() + Send + 'static) -> String {
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || {
        let panic = panic::catch_unwind(AssertUnwindSafe(run)).expect_err("it panics");
        let message = panic.downcast_ref::<&str>().expect("a message");
        sender.send(message.to_string())
    });
    let patience = Duration::from_secs(60);
    ended.recv_timeout(patience).expect("it doesn't hang")
}

#[test]
fn an_answer_that_panics_ends_a_batch_with_its_panic() {
    for bad_line in [0, 500] {
        let run = move || {
            let input = "AB\n".repeat(bad_line) + "bad line\n" + &"AB\n".repeat(500);
            let _ = batch(4, 8).run(
                &mut input.as_bytes(),
                &mut io::sink(),
                &mut io::sink(),
                &Singly,
            );
        };
        assert_eq!(panic_of(run), "bad line");
    }
}

/// A stream that panics at the third call.
struct Panicking(u32);

impl Panicking {
    fn count(&mut self) {
        self.0 += 1;
        assert!(self.0 < 3, "bad stream");
    }
}

impl Read for Panicking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.count();
        b"AB\n".as_slice().read(buffer)
    }
}

impl Write for Panicking {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.count();
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_stream_that_panics_ends_a_batch_with_its_panic() {
    let reading = move || {
        let _ = batch(4, 8).run(&mut Panicking(0), &mut io::sink(), &mut io::sink(), &SCORES);
    };
    assert_eq!(panic_of(reading), "bad stream");
    let writing = move || {
        let _ = batch(4, 8).run(
            &mut io::repeat(b'\n'),
            &mut Panicking(0),
            &mut io::sink(),
            &SCORES,
        );
    };
    assert_eq!(panic_of(writing), "bad stream");
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
        let mut output = Vec::new();
        let ended = batch(threads, 64).run(&mut Failing(0), &mut output, &mut io::sink(), &SCORES);
        assert!(
            matches!(ended, Err(BatchError::Read(error)) if error.kind() == io::ErrorKind::TimedOut)
        );
        assert_eq!(output, b"1 0\n");
    }
}

#[test]
fn a_block_may_have_any_size() {
    for block in 1..40 {
        assert_eq!(scores(b"AEBFEIDHAI1\n", &[100], block, 1), "1 0\n");
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
        let (block, threads) = (1 + rng.below(200) as usize, 1 + rng.below(3) as usize);
        assert_eq!(scores(text.as_bytes(), &lengths, block, threads), expected);
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
        let mut batch = batch(1 + rng.below(4) as usize, 1 + rng.below(3_000) as usize);
        batch.name = Some("input");
        let [in_lockstep, singly] =
            [true, false].map(|in_lockstep| answers(&batch, text.as_bytes(), in_lockstep));
        assert_eq!(in_lockstep, singly);
    }
}
