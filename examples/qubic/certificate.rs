//! Writes a certificate: lets the checker walk, and answers what it asks.

use std::{
    collections::HashMap,
    io::{self, BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use super::sequences::Finder;

/// A position in which the checker has no sequence.
struct Question {
    dimensions: u32,
    /// For each coordinate of the board which one it is of the sub-board where X plays; none where it stays 2.
    axes: Vec<Option<usize>>,
    /// The cells of X, and those of O.
    stones: [Vec<u32>; 2],
}

impl Question {
    /// Reads a line such as `4 0 1 2 -1 / 170 169 / 0`, where an axis of -1 stays 2.
    fn read(line: &str) -> Option<Self> {
        let [board, x, o] = line.split('/').collect::<Vec<_>>()[..] else {
            return None;
        };
        let cells = |list: &str| -> Option<Vec<u32>> {
            let words = list.split_whitespace();
            words.map(|word| word.parse().ok()).collect()
        };
        let mut board = board.split_whitespace().map(|word| word.parse().ok());
        let dimensions: i32 = board.next()??;
        let axes = board.map(|axis: Option<i32>| Some(usize::try_from(axis?).ok()));
        Some(Self {
            dimensions: dimensions.try_into().ok()?,
            axes: axes.collect::<Option<_>>()?,
            stones: [cells(x)?, cells(o)?],
        })
    }
}

/// Runs the checker, compiled so that it asks for the sequences that are missing, and writes a certificate when it is done.
pub(super) fn write(program: &str, arguments: &[&str]) -> io::Result<bool> {
    let mut checker = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (Some(mut answers), Some(questions)) = (checker.stdin.take(), checker.stdout.take()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    let mut finders = HashMap::new();
    let (mut asked, mut found) = (0, 0);
    for line in BufReader::new(questions).lines() {
        let line = line?;
        let Some(question) = line.strip_prefix("? ").and_then(Question::read) else {
            println!("{line} (asked for {asked} sequences, {found} found)");
            continue;
        };
        let new = || Finder::new(question.dimensions);
        let finder = finders.entry(question.dimensions).or_insert_with(new);
        let sequence = finder.find(&question.axes, &question.stones);
        asked += 1;
        found += u32::from(sequence.is_some());
        let words: Vec<_> = sequence.iter().flatten().map(u32::to_string).collect();
        writeln!(answers, "{}", words.join(" "))?;
    }
    Ok(checker.wait()?.success())
}
