//! Finds X's strategy for 4×4×4 and 4^d, and writes certificates for it: `PROOF.md` beside this says what they are, and
//! `check.cpp` checks them.
//!
//! ```sh
//! cargo run --release --example qubic book MOVES          # finds X's moves on 4×4×4: 4 minutes, 350 MB
//! cargo run --release --example qubic certificate JOB MOVES CERTIFICATE [FOUND]
//! ```
//!
//! The second takes X's moves from a file, and searches for those that are missing where O's first stone leaves X's
//! sub-board. It writes those that won to another file, if one is named: a table like `src/hypercube/qubic/moves.txt`.

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, Write},
    process::ExitCode,
    time::Instant,
};

mod board;
mod canonical;
mod certificate;
mod cube;
mod frame;
mod known;
mod prover;
mod quiet;
mod replies;
mod sequences;
mod sets;
#[cfg(test)]
mod tests;
mod threats;
mod walk;

use self::{
    board::{Cells, Place},
    canonical::Symmetries,
    cube::Cube,
    frame::Frame,
    known::Known,
    prover::{Passes, Prover},
    walk::Walk,
};

/// The cell that X opens with.
const FIRST: Place = 42;

/// The most groups of coordinates that O's first stone outside splits.
const MAX_SPLITS: usize = 4;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let start = Instant::now();
    let done = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["book", file] => write_book(file),
        ["certificate", job, moves, file] => write_certificate(job, moves, file, None),
        ["certificate", job, moves, file, found] => {
            write_certificate(job, moves, file, Some(found))
        }
        _ => {
            eprintln!("expected book MOVES, or certificate JOB MOVES CERTIFICATE [FOUND]");
            return ExitCode::from(2);
        }
    };
    println!("{:.1} s", start.elapsed().as_secs_f64());
    match done {
        Ok(is_done) => ExitCode::from(u8::from(!is_done)),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Writes a certificate; without success if X isn't found to win.
fn write_certificate(job: &str, moves: &str, file: &str, found: Option<&str>) -> io::Result<bool> {
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidInput, what);
    let known = Known::read(&fs::read_to_string(moves)?);
    let mut known = known.ok_or_else(|| invalid("expected moves such as 4^3 and, below, g/0 3"))?;
    let mut file = io::BufWriter::new(fs::File::create(file)?);
    let mut wins;
    let mut add = |walk: Walk<'_>| -> io::Result<()> {
        let section = walk.into_section();
        println!(
            "4^{}: {} positions",
            section.dimensions,
            section.entries.len()
        );
        writeln!(file, "{section}")
    };
    if job == "4^d" {
        let cube = Cube::new(3);
        let mut walk = Walk::new(&cube, &mut known, false);
        wins = walk.wins_from_the_opening();
        let exceptions = walk.exceptions();
        println!("{} exceptions", exceptions.len());
        add(walk)?;
        for splits in 0..=MAX_SPLITS {
            let cube = Cube::new(3 + splits);
            let mut walk = Walk::new(&cube, &mut known, true);
            wins = wins && walk.wins_outside(&exceptions);
            add(walk)?;
        }
    } else {
        let (board, position) = job.split_once(':').unwrap_or((job, ""));
        let number = board
            .strip_prefix("4^")
            .map(|number| number.trim_end_matches('+'));
        let dimensions = number
            .and_then(|number| number.parse().ok())
            .filter(|d| (3..=7).contains(d));
        let dimensions = dimensions.ok_or_else(|| invalid("expected 4^3 to 4^7, or 4^d"))?;
        let cube = Cube::new(dimensions);
        let mut walk = Walk::new(&cube, &mut known, board.ends_with('+'));
        wins = if position.is_empty() {
            walk.wins_from_the_opening()
        } else {
            let position = certificate::position(position, dimensions);
            let position = position.ok_or_else(|| invalid("expected a position such as g/0"))?;
            walk.wins_from(Frame::holding(&cube, &position.concat(), 3), &position)
        };
        add(walk)?;
    }
    file.flush()?;
    if let Some(found) = found {
        fs::write(found, known.table())?;
    }
    Ok(wins)
}

/// Writes the book as a table of X's moves; without success if there is none.
fn write_book(file: &str) -> io::Result<bool> {
    let Some(book) = find_book() else {
        return Ok(false);
    };
    let digits =
        |cells: Cells| certificate::write(&cells.map(cube::Cell::from).collect::<Vec<_>>(), 3);
    let line =
        |(&(x, o), &place)| format!("{}/{} {}\n", digits(x), digits(o), digits(Cells::of(place)));
    println!("{} moves", book.len());
    let lines: String = book.iter().map(line).collect();
    fs::write(file, format!("4^3\n{lines}"))?;
    Ok(true)
}

/// X's stones and O's after third moves of X that win on 4×4×4, but leave O too much outside.
const AVOIDED: [([Place; 3], [Place; 2]); 4] = [
    ([0, 3, 12], [1, 17]),
    ([0, 3, 12], [1, 49]),
    ([21, 26, 37], [0, 5]),
    ([22, 25, 37], [4, 7]),
];

/// X's moves in positions by their least image.
type Moves = BTreeMap<(Cells, Cells), Place>;

fn find_book() -> Option<Moves> {
    let mut prover = Prover::new(Passes::None);
    let mut book = by_position(prover.prove(FIRST)?);
    println!("{:?}", prover.effort());
    let cells = |places: &[Place]| places.iter().copied().collect();
    let avoided = AVOIDED.map(|(x, o)| (cells(&x), cells(&o)));
    let symmetries = Symmetries::new();
    let leads_there = |&(&(x, o), &place): &(&(Cells, Cells), &Place)| {
        let after = symmetries.canonical(x | Cells::of(place), o);
        avoided.contains(&(after.x, after.o))
    };
    let before: Vec<_> = book
        .iter()
        .filter(leads_there)
        .map(|(&before, _)| before)
        .collect();
    for (x, o) in before {
        let mut prover = Prover::avoiding(Passes::Late, &avoided);
        let other = by_position(prover.prove_x(x, o)?);
        book.remove(&(x, o));
        book = other.into_iter().chain(book).collect();
    }
    Some(book)
}

fn by_position(moves: Vec<(Cells, Cells, Place)>) -> Moves {
    let entry = |(x, o, place)| ((x, o), place);
    moves.into_iter().map(entry).collect()
}
