//! Numbers of records, compared with the counts of two independent programs.

use qttt::{Action, Position, Status};

/// Counts the records that continue a position by exactly `moves` moves, with every cycle measured, and those of them
/// that end the game.
fn perft(position: &Position, moves: u8) -> [u64; 2] {
    let status = position.status();
    if moves == 0 && !matches!(status, Status::Measure { .. }) {
        return [1, u64::from(status == Status::Over)];
    }
    let counts = position.legal_actions().into_iter().map(|action| {
        let moves_left = moves - u8::from(matches!(action, Action::Move(..)));
        perft(&position.after(action).expect("legal"), moves_left)
    });
    counts.fold([0; 2], |[a, b], [c, d]| [a + c, b + d])
}

#[test]
fn records_of_one_to_four_moves_match_the_known_counts() {
    for (moves, records) in (1..).zip([36, 1_332, 49_896, 1_855_224]) {
        let counts = perft(&Position::new(), moves);
        assert_eq!(counts, [records, 0], "{moves} moves");
    }
}

#[test]
#[ignore = "takes about a minute"]
fn records_of_five_and_six_moves_match_the_known_counts() {
    let known = [[66_588_480, 1_160_640], [2_203_891_200, 113_324_400]];
    for (moves, known) in (5..).zip(known) {
        assert_eq!(perft(&Position::new(), moves), known, "{moves} moves");
    }
}
