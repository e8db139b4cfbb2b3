//! The checker, on a sample of a certificate: it shows what is so, and can't be deceived.

use std::{env, fs, path::Path, process::Command};

/// A certificate for these positions, X to move: the second as after a stone of O's outside, and in the third X plays on all
/// of 4^4.
const SAMPLE: &str = include_str!("../sample.txt");
const POSITIONS: [&str; 3] = ["4^3:Qg/0b", "4^3:03g/6L", "4^4:g2f2/c2C3"];

/// Compiles the checker; without a compiler there is nothing to test, which is said.
fn compile(folder: &Path) -> bool {
    let compiler = env::var("CXX").unwrap_or("c++".into());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/qubic/check.cpp");
    let compiled = Command::new(&compiler)
        .args(["-std=c++17", "-O1", "-o"])
        .args([&folder.join("check"), &source])
        .status();
    match compiled {
        Ok(status) => status.success() || panic!("{compiler}: {status}"),
        Err(error) => {
            eprintln!("the checker is not tested: {compiler}: {error}");
            false
        }
    }
}

/// Returns what the checker says: all right if it has shown that X wins.
fn check(folder: &Path, certificate: &str) -> Result<String, String> {
    let file = folder.join("certificate.txt");
    fs::write(&file, certificate).unwrap();
    let mut command = Command::new(folder.join("check"));
    let output = command.args(POSITIONS).arg(&file).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    match output.status.code() {
        Some(0) => Ok(said),
        Some(1) => Err(said),
        code => panic!("{code:?}: {said}"),
    }
}

/// A line of a certificate.
struct Line<'c> {
    /// How many digits a cell has.
    width: usize,
    /// The position, X's move or `-`, and the sequences.
    words: Vec<&'c str>,
}

impl Line<'_> {
    fn without(&self) -> Option<String> {
        Some(String::new())
    }

    /// X's move to another cell that is empty.
    fn with_another_move(&self) -> Option<String> {
        let position = self.words[0].as_bytes();
        let [x, o] = [
            position.split(|&byte| byte == b'/').next()?,
            position.rsplit(|&byte| byte == b'/').next()?,
        ];
        let is_taken = |cell: &str| {
            let mut stones = x.chunks(self.width).chain(o.chunks(self.width));
            stones.any(|stone| stone == cell.as_bytes())
        };
        let corners = ["0", "3", "C", "F", "m", "p", "y", "="];
        let mut cells = corners
            .map(|corner| format!("{corner:0<width$}", width = self.width))
            .into_iter();
        let other = cells.find(|cell| !is_taken(cell) && cell != self.words[1])?;
        let words: Vec<_> = [self.words[0], &other]
            .into_iter()
            .chain(self.words[2..].iter().copied())
            .collect();
        (self.words[1] != "-").then(|| words.join(" ") + "\n")
    }

    /// The last sequence without its last move.
    fn with_a_sequence_cut_short(&self) -> Option<String> {
        let line = self.words.join(" ");
        (self.words.len() > 2).then(|| line[..line.len() - self.width].to_owned() + "\n")
    }
}

#[test]
fn the_checker_shows_what_is_so_and_finds_each_mistake() {
    let folder = tempfile::tempdir().unwrap();
    if !compile(folder.path()) {
        return;
    }
    let said = check(folder.path(), SAMPLE).unwrap();
    assert_eq!(said.matches("SHOWN: X, to move, wins").count(), 3, "{said}");
    let mistakes = [
        Line::without,
        Line::with_another_move,
        Line::with_a_sequence_cut_short,
    ];
    let (mut width, mut place, mut made) = (0, 0, [0; 3]);
    for (number, line) in SAMPLE.split_inclusive('\n').enumerate() {
        place += line.len();
        if let Some(dimensions) = line.strip_prefix("4^") {
            width = dimensions.trim().parse::<usize>().unwrap().div_ceil(3);
            continue;
        }
        let words = line.split_whitespace().collect();
        let kind = number % 3;
        // A few of each are enough here.
        if number / 3 % 5 != 0 {
            continue;
        }
        if let Some(changed) = mistakes[kind](&Line { width, words }) {
            let [before, after] = [&SAMPLE[..place - line.len()], &SAMPLE[place..]];
            let said = check(folder.path(), &(before.to_owned() + &changed + after)).unwrap_err();
            assert!(
                said.ends_with('\n') && said.contains("NOT SHOWN"),
                "{line}{said}"
            );
            made[kind] += 1;
        }
    }
    assert!(made.iter().all(|&count| count > 2), "{made:?}");
}
