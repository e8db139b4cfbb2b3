//! Counts of records, by the figures that two independent programs agreed on.

use qttt::{Perft, Position, perft};

#[test]
fn counts_the_records_of_one_to_five_moves() {
    let known = [
        (36, 0),
        (1_332, 0),
        (49_896, 0),
        (1_855_224, 0),
        (66_588_480, 1_160_640),
    ];
    for (moves, (records, over)) in (1..).zip(known) {
        assert_eq!(
            perft(&Position::new(), moves),
            Perft { records, over },
            "{moves} moves"
        );
    }
}

/// Takes about a minute: `cargo test --release --test main quantum::perft -- --ignored`
#[test]
#[ignore = "takes about a minute"]
fn counts_the_records_of_six_moves() {
    let known = Perft {
        records: 2_203_891_200,
        over: 113_324_400,
    };
    assert_eq!(perft(&Position::new(), 6), known);
}
