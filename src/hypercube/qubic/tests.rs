use std::{collections::HashSet, fs, time::Instant};

use super::{
    board::{Cells, Place, Stones},
    book,
    canonical::Symmetries,
    decide,
    prover::Prover,
    threats::Searcher,
};

#[test]
#[ignore = "finds the strategy anew and writes the book"]
fn prove() {
    let mut prover = Prover::new(20_000);
    prover.prove(42);
    let strategy = prover.strategy();
    println!("{} strategic moves", strategy.len());
    let book = book::write(strategy.iter().copied());
    let written: HashSet<_> = strategy.into_iter().collect();
    assert_eq!(book::read(&book).collect::<HashSet<_>>(), written);
    fs::write("src/hypercube/qubic/book.bin", book).unwrap();
}

/// Every game that O can play against the strategy, up to symmetry.
struct Walk {
    symmetries: Symmetries,
    searcher: Searcher,
    /// Positions of X, by their least image, that X is known to win from, and in how many more moves of X.
    seen: std::collections::HashMap<(Cells, Cells), u32>,
    slowest: f64,
    failures: u64,
    strategic: u64,
    forced: u64,
}

impl Walk {
    /// Goes on after a move of X, and returns how many more moves of X it takes at most.
    fn after_x(&mut self, x: Cells, o: Cells) -> u32 {
        let stones = Stones::new(x, o);
        assert!(!stones.o.has_line());
        if stones.x.has_line() {
            return 0;
        }
        let mut longest = 0;
        for reply in stones.empty() {
            let mut after = stones;
            after.o.play(reply);
            if after.o.has_line() {
                self.failures += 1;
                println!("O wins: {x:?} {:?}", after.o.cells);
            } else if stones.x_wins().into_iter().any(|win| win != reply) {
                longest = longest.max(1);
            } else {
                longest = longest.max(self.at_x(x, after.o.cells));
            }
        }
        longest
    }

    fn at_x(&mut self, x: Cells, o: Cells) -> u32 {
        let image = self.symmetries.canonical(x, o);
        let key = (image.x, image.o);
        if let Some(&more) = self.seen.get(&key) {
            return more;
        }
        let stones = Stones::new(key.0, key.1);
        let start = Instant::now();
        let place: Option<Place> = decide(&mut self.searcher, &stones);
        self.slowest = self.slowest.max(start.elapsed().as_secs_f64());
        let more = match place {
            None => {
                self.failures += 1;
                println!("no move: {key:?}");
                0
            }
            Some(place) => {
                assert!(stones.empty().contains(place));
                self.strategic += u64::from(book::find(key.0, key.1).is_some());
                self.forced += u64::from(!stones.o_wins().is_empty());
                1 + self.after_x(key.0 | Cells::of(place), key.1)
            }
        };
        self.seen.insert(key, more);
        more
    }
}

#[test]
#[ignore = "minutes"]
fn wins_against_every_reply_of_o() {
    let mut walk = Walk {
        symmetries: Symmetries::new(),
        searcher: Searcher::new(super::TABLE_BITS, super::NODES),
        seen: Default::default(),
        slowest: 0.0,
        failures: 0,
        strategic: 0,
        forced: 0,
    };
    let start = Instant::now();
    let more = walk.after_x(Cells::of(42), Cells::default());
    println!(
        "{} classes, {} strategic of {}, {} forced, {} nodes, {:.1?}, at most {} plies, slowest move {:.4} s",
        walk.seen.len(),
        walk.strategic,
        book::len(),
        walk.forced,
        walk.searcher.nodes,
        start.elapsed(),
        2 * more + 1,
        walk.slowest
    );
    assert_eq!(walk.failures, 0);
}
