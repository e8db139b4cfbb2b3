//! The proof for 4×4×4, walked through.

use super::*;

/// Every game that O can play against the strategy, up to symmetry.
struct Walk {
    strategy: Strategy,
    whole: SubBoard,
    symmetries: Symmetries,
    /// Positions of X that were met, by their least image, and the most moves of X that they still take.
    met: HashMap<(Cells, Cells), u32>,
}

impl Walk {
    /// Tries every reply after a move of X, and returns the most moves of X that it still takes.
    fn after_x(&mut self, x: Cells, o: Cells) -> u32 {
        let stones = Stones::new(x, o);
        if has_line(x) {
            return 0;
        }
        assert!(!stones.empty().is_empty(), "a draw: {x:?} {o:?}");
        let reply = |reply| {
            let mut after = stones;
            after.o.play(reply);
            assert!(
                !has_line(after.o.cells),
                "O has a line: {x:?} {:?}",
                after.o
            );
            match after.x_wins().is_empty() {
                true => self.at_x(x, after.o.cells),
                false => 1,
            }
        };
        stones.empty().map(reply).max().unwrap_or(0)
    }

    fn choose(&mut self, stones: Stones) -> Option<Place> {
        let cell = self
            .strategy
            .choose(&self.whole, &stones, &Outside::default())?;
        self.whole.place(&cell)
    }

    fn at_x(&mut self, x: Cells, o: Cells) -> u32 {
        let image = self.symmetries.canonical(x, o);
        let key = (image.x, image.o);
        if let Some(&more) = self.met.get(&key) {
            return more;
        }
        let place = self.choose(Stones::new(key.0, key.1));
        let place = place.unwrap_or_else(|| panic!("no move: {key:?}"));
        assert!(!(key.0 | key.1).contains(place));
        let more = 1 + self.after_x(key.0 | Cells::of(place), key.1);
        self.met.insert(key, more);
        more
    }
}

#[test]
#[ignore = "25 seconds on one core, 320 MB"]
fn wins_whatever_o_does() {
    let mut walk = Walk {
        strategy: Strategy::new(),
        whole: SubBoard::holding(&Cell([0, 1, 3].into())),
        symmetries: Symmetries::new(),
        met: HashMap::new(),
    };
    let more = walk.after_x(Cells::of(42), Cells::default());
    let in_book = |&&(x, o): &&_| book::find(x, o).is_some();
    let strategic = walk.met.keys().filter(in_book).count();
    let blocks = |&&(x, o): &&_| !Stones::new(x, o).o_wins().is_empty();
    println!(
        "{} classes: {strategic} in the book, {} blocks; {} search nodes; at most {} plies",
        walk.met.len(),
        walk.met.keys().filter(blocks).count(),
        walk.strategy.searcher.nodes,
        2 * more + 1,
    );
    assert_eq!(strategic, book::read(book::ENTRIES).count());
}
