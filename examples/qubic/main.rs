//! Finds X's strategy for 4×4×4, and writes the certificate for it and for 4^d: `PROOF.md` beside this says what that is, and
//! `check.cpp` checks it. This program takes one of these words:
//!
//! ```sh
//! cargo run --release --example qubic book FILE           # finds X's moves on 4×4×4: 4 minutes, 350 MB
//! cargo run --release --example qubic certificate COMMAND # answers the checker's questions
//! ```

use std::{collections::BTreeMap, env, fs, io, process::ExitCode, time::Instant};

mod board;
mod canonical;
mod certificate;
mod prover;
mod replies;
mod sequences;
mod sets;
#[cfg(test)]
mod tests;
mod threats;

use self::{
    board::{Cells, Place},
    canonical::Symmetries,
    prover::{Passes, Prover},
};

/// The cell that X opens with.
const FIRST: Place = 42;

/// The digits to base 64: one for each cell of 4×4×4.
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+=";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let start = Instant::now();
    let done = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["book", file] => write_book(file),
        ["certificate", program, arguments @ ..] => certificate::write(program, arguments),
        _ => {
            eprintln!("expected book FILE or certificate COMMAND");
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

/// Writes the book as the checker reads it; without success if there is none.
fn write_book(file: &str) -> io::Result<bool> {
    let Some(book) = find_book() else {
        return Ok(false);
    };
    let digits = |cells: Cells| -> String {
        let digits = cells.map(|place| char::from(DIGITS[place as usize]));
        digits.collect()
    };
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
