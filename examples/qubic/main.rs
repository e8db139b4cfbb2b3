//! Finds and checks the strategy by which X wins on 4×4×4, and on 4^d for every d from there on. `PROOF.md` beside this says
//! what is walked, and why that is enough. It takes one of these words:
//!
//! ```sh
//! cargo run --release --example qubic book FILE     # finds the book of 4×4×4 and writes it: 4 minutes, 350 MB
//! cargo run --release --example qubic passes FILE   # finds what X does where O plays outside, and writes it: 10 s
//! cargo run --release --example qubic walk          # walks through O's first stones outside: 12 s
//! ```
//!
//! `walk` enumerates, up to symmetry:
//!
//! 1. every reply of O inside the sub-board to the moves of the book and to blocks, until X has a threat sequence; and
//!    in each position that O may leave for a stone outside, whether X, to move again, has a sequence. With a single
//!    stone outside O has no line of three but inside, so such a sequence wins, on every 4^d;
//! 2. for the positions that are left, the exceptions: O's first stone outside, on 4^4 to 4^7, where it can be of use in
//!    different ways; then X's moves after passes, every reply of O to them inside, and every further stone outside,
//!    whether it threatens, makes a forced reply threaten, or does nothing. Of those X's next sequence must avoid what
//!    would give O a threat.
//!
//! Where X's moves inside don't win, X plays on the whole board. `outside.txt` has a move for each position of that
//! kind, and for those to which it may lead in which a search for quiet moves finds no win. `walk` fails if there is a
//! position that neither knows. This walks through all replies to the moves there:
//!
//! ```sh
//! cargo test --release --lib in_all_positions -- --ignored --nocapture    # three minutes
//! ```

use std::{collections::BTreeSet, env, fs, process::ExitCode, time::Instant};

use qttt::hypercube::{self, Position};

mod board;
#[path = "../../src/hypercube/qubic/book.rs"]
mod book;
mod canonical;
#[path = "../../src/hypercube/qubic/known.rs"]
mod known;
#[path = "../../src/hypercube/qubic/least_image.rs"]
mod least_image;
mod outside;
mod prover;
mod replies;
mod sets;
mod strategy;
#[path = "../../src/hypercube/sub_board.rs"]
#[allow(dead_code, reason = "what only play needs")]
mod sub_board;
#[cfg(test)]
mod tests;
mod threats;

use self::{
    board::{Cells, Place},
    canonical::Symmetries,
    least_image::LeastImage,
    outside::{Chains, Moves},
    prover::{Passes, Prover},
    strategy::Strategy,
    sub_board::SubBoard,
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
    let entry = |(x, o, place): (Cells, Cells, Place)| ([x, o].map(Cells::listed), place.into());
    let written = fs::write(file, book::write(moves.into_iter().map(entry)));
    written
        .inspect_err(|error| eprintln!("{file}: {error}"))
        .is_ok()
}

/// X's stones and O's after third moves of X that win on 4×4×4, but leave O too much outside.
const AVOIDED: [([Place; 3], [Place; 2]); 4] = [
    ([0, 3, 12], [1, 17]),
    ([0, 3, 12], [1, 49]),
    ([21, 26, 37], [0, 5]),
    ([22, 25, 37], [4, 7]),
];

fn find_book() -> Option<Vec<(Cells, Cells, Place)>> {
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
    let before = book.iter().filter(leads_there).map(|(&before, _)| before);
    for (x, o) in before.collect::<BTreeSet<_>>() {
        let mut prover = Prover::avoiding(Passes::Late, &avoided);
        let other = by_position(prover.prove_x(x, o)?);
        book.remove(&(x, o));
        book = other.into_iter().chain(book).collect();
    }
    let entry = |((x, o), place)| (x, o, place);
    Some(book.into_iter().map(entry).collect())
}

fn by_position(moves: impl IntoIterator<Item = (Cells, Cells, Place)>) -> Moves {
    let entry = |(x, o, place)| ((x, o), place);
    moves.into_iter().map(entry).collect()
}

fn find_moves_after_passes() -> Option<Vec<(Cells, Cells, Place)>> {
    let mut prover = Prover::new(Passes::Any(Box::new(Chains::new(1))));
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

/// Returns the moves that the player has for positions after passes.
fn moves_after_passes() -> Moves {
    by_position(book::read(book::PASSES).map(|(stones, place)| {
        let [x, o] = stones.map(Cells::from_list);
        (x, o, place as Place)
    }))
}

/// Tells whether `outside.txt` has a move, whichever stone of X was its opening.
fn is_known(position: &Position) -> bool {
    let seen = outside::from_each_opening(position);
    seen.iter().all(|position| known::find(position).is_some())
}

fn walk() -> bool {
    let strategy = Strategy::walk(Cells::of(FIRST));
    println!(
        "{} positions that O can leave for a stone outside; {} exceptions",
        strategy.free.len(),
        strategy.exceptions.len()
    );
    let moves = moves_after_passes();
    let mut unknown = Vec::new();
    for groups in 0..=4 {
        let mut chains = Chains::new(groups);
        let (mut stones, mut left) = (0, Vec::new());
        for &(x, o) in &strategy.exceptions {
            let (all, positions) = chains.walk(x, o, &moves);
            stones += all;
            left.extend(positions);
        }
        println!(
            "4^{}: {stones} first stones outside, {} left to outside.txt; {} positions met",
            3 + groups,
            left.len(),
            chains.met
        );
        unknown.extend(left.into_iter().filter(|position| !is_known(position)));
    }
    let images = unknown.iter().filter_map(LeastImage::of_game);
    let classes: BTreeSet<_> = images.map(|image| image.to_string()).collect();
    for class in &classes {
        println!("not known: {class}");
    }
    classes.is_empty()
}
