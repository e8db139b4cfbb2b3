//! Finds and checks the strategy by which X wins on 4×4×4, and as far as it goes on 4^d. It takes one of these words:
//!
//! ```sh
//! cargo run --release --example qubic book FILE     # finds the book of 4×4×4 and writes it: 3.5 minutes, 350 MB
//! cargo run --release --example qubic passes FILE   # finds what X does where O plays outside, and writes it: 15 s
//! cargo run --release --example qubic walk          # walks through 4^d, as below: a minute
//! ```
//!
//! `walk` enumerates, up to symmetry:
//!
//! 1. every reply of O inside the sub-board to the moves of the book and to blocks, until X has a threat sequence; and
//!    in each position that O may leave for a stone outside, whether X, to move again, has a sequence. With a single
//!    stone outside O has no line of three but inside, so such a sequence wins, on every 4^d;
//! 2. for the positions that are left, the exceptions: O's stone in every cell of 4^4 outside, for each kind of
//!    sub-board; then X's moves after passes, every reply of O to them inside, and every further stone outside, whether
//!    it threatens, makes a forced reply threaten, or does nothing. Of those X's next sequence must avoid what would
//!    give O a threat.
//!
//! What rests on argument: that a sub-board holds O's first reply, that a line not inside meets it at most once
//! (`src/hypercube/qubic/sub_board.rs`), and what 4^4 says of more dimensions (`outside.rs`).
//!
//! Where X's moves inside don't win, X has to play on the whole of 4^4. `outside.txt` has the positions of that kind in
//! which a quiet move is known to win, and this walks through all replies to it:
//!
//! ```sh
//! cargo test --release --lib in_all_positions -- --ignored --nocapture    # ten minutes
//! ```
//!
//! `walk` fails if there is a position that neither knows. So it does today: 983 of 32,640 are left by the moves inside, and
//! 46 of them, 37 up to symmetry, are not in `outside.txt`.

use std::{env, fs, process::ExitCode, time::Instant};

use qttt::hypercube;

mod board;
#[path = "../../src/hypercube/qubic/book.rs"]
mod book;
#[path = "../../src/hypercube/qubic/canonical.rs"]
#[allow(dead_code, reason = "what only play needs")]
mod canonical;
#[path = "../../src/hypercube/qubic/cells.rs"]
mod cells;
#[path = "../../src/hypercube/qubic/flat.rs"]
#[allow(dead_code, reason = "what only play needs")]
mod flat;
mod outside;
mod prover;
mod replies;
mod strategy;
#[cfg(test)]
mod tests;
mod threats;

use self::{
    board::{Cells, Place},
    flat::Flat,
    outside::{Chains, Moves},
    prover::{Passes, Prover},
    strategy::Strategy,
};

/// The cell that X opens with.
const FIRST: Place = 42;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let start = Instant::now();
    let is_done = match arguments[..] {
        ["book", file] => write(file, find_book()),
        ["passes", file] => write(file, find_moves_after_passes()),
        ["walk"] => walk(),
        _ => {
            eprintln!("expected book FILE, passes FILE or walk");
            return ExitCode::from(2);
        }
    };
    println!("{:.1} s", start.elapsed().as_secs_f64());
    ExitCode::from(u8::from(!is_done))
}

fn write(file: &str, moves: Option<Vec<(Cells, Cells, Place)>>) -> bool {
    let Some(moves) = moves else { return false };
    println!("{} moves", moves.len());
    let written = fs::write(file, book::write(moves.into_iter()));
    written
        .inspect_err(|error| eprintln!("{file}: {error}"))
        .is_ok()
}

fn find_book() -> Option<Vec<(Cells, Cells, Place)>> {
    let mut prover = Prover::new(Passes::None);
    let moves = prover.prove(FIRST);
    println!("{:?}", prover.effort());
    moves
}

fn find_moves_after_passes() -> Option<Vec<(Cells, Cells, Place)>> {
    let mut prover = Prover::new(Passes::Any(Box::new(Chains::new())));
    // Where chains of threats can't be met wherever O's stone is, they are left to the search.
    let mut quiet = Prover::new(Passes::Quiet);
    let mut moves = Vec::new();
    for (x, o) in Strategy::walk(Cells::of(FIRST)).exceptions {
        moves.extend(prover.prove_x(x, o).or_else(|| quiet.prove_x(x, o))?);
    }
    moves.sort_unstable();
    moves.dedup_by_key(|&mut (x, o, _)| (x, o));
    Some(moves)
}

fn walk() -> bool {
    let strategy = Strategy::walk(Cells::of(FIRST));
    println!(
        "{} positions that O can leave for a stone outside; {} exceptions",
        strategy.free.len(),
        strategy.exceptions.len()
    );
    let moves: Moves = book::read(book::PASSES)
        .map(|(x, o, place)| ((x, o), place))
        .collect();
    let mut chains = Chains::new();
    let (mut stones, mut left, mut unknown) = (0, 0, 0);
    for &(x, o) in &strategy.exceptions {
        let (all, positions) = chains.walk(x, o, &moves);
        let is_unknown = |position: &&_| {
            let flat = Flat::of(position).expect("a board of four dimensions");
            flat.known_move().is_none()
        };
        stones += all;
        left += positions.len();
        unknown += positions.iter().filter(is_unknown).count();
        if !positions.is_empty() {
            let places = |cells: Cells| cells.collect::<Vec<_>>();
            println!(
                "X {:?} O {:?}: {} of {all} stones outside are left",
                places(x),
                places(o),
                positions.len()
            );
        }
    }
    println!(
        "{stones} first stones outside, {left} left, {unknown} of them not in outside.txt; {} positions met",
        chains.met
    );
    unknown == 0
}
