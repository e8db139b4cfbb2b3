//! A stream of records through the library, however it is cut.

use std::io::{self, Read};

use proptest::prelude::*;
use qttt::{
    Game,
    batch::{BLOCK, Batch, Format},
};

/// An input that hands out its text in pieces of given lengths, over and over.
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
            // A signal came in the middle.
            0 => Err(io::ErrorKind::Interrupted.into()),
            len => self.text.read(&mut buffer[..len]),
        }
    }
}

/// Scores a text that comes in pieces.
fn scores(text: &[u8], lengths: &[usize], block: usize, threads: usize) -> String {
    let input = Pieces {
        text,
        lengths: lengths.to_vec(),
        reads: 0,
    };
    let batch = Batch {
        threads: threads.try_into().expect("not 0"),
        block: block.try_into().expect("not 0"),
        report_as: None,
    };
    let mut output = Vec::new();
    batch
        .run(input, &mut output, io::sink(), |line, output| {
            Format::Text.score(line, output)
        })
        .expect("memory can be read and written");
    String::from_utf8(output).expect("text")
}

#[test]
fn a_short_read_tears_no_token_of_a_long_line() {
    let text = " ".repeat(BLOCK.get()) + "AE BF EI DH AI 1\n";
    for length in 1..6 {
        let lengths = [BLOCK.get(), length];
        assert_eq!(scores(text.as_bytes(), &lengths, BLOCK.get(), 1), "1 0\n");
    }
}

#[test]
fn a_block_shorter_than_a_record_tears_no_token() {
    for block in 1..40 {
        assert_eq!(scores(b"AEBFEIDHAI1\n", &[100], block, 1), "1 0\n");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_pieces_that_a_stream_comes_in_change_nothing(
        lines in prop::collection::vec(" {0,9}((AB|CD|EI|AE|GH)? {0,40}(BA|1|FG|2)?){0,4} {0,60}", 0..20),
        lengths in prop::collection::vec(0_usize..70, 1..9).prop_filter("all are 0", |all| all.iter().any(|&len| len > 0)),
        block in 1_usize..200,
        threads in 1_usize..4,
    ) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let expected: String = lines
            .iter()
            .map(|line| match Game::from_ascii(line.as_bytes()) {
                Ok(game) => format!("{}\n", game.score()),
                Err(_) => "error\n".to_string(),
            })
            .collect();
        prop_assert_eq!(scores(text.as_bytes(), &lengths, block, threads), expected);
    }
}
