//! Games on 4^3 against several opponents.

use super::*;

/// How O plays.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opponent {
    Random,
    /// Completes a line, or blocks one, or takes the cell with the highest score.
    Greedy,
    /// Plays a threat sequence if there is one, and otherwise plays greedily.
    Threats,
    /// Picks a random reply after which X has no threat sequence, and otherwise plays greedily.
    Stubborn,
}

impl Opponent {
    pub(super) fn choose(self, position: &Position, rng: &mut Rng) -> Cell {
        let mut counts = LineCounts::of(position);
        let mut threats = ThreatSearch::new(u64::MAX);
        let mut left = u64::MAX;
        let mut find = |counts: &mut LineCounts, player| {
            threats.find(counts, player, 1..=20, 10_000, &mut left).ok()
        };
        let cell = match self {
            Self::Random => *rng.pick(&counts.free_cells().collect::<Vec<_>>()).unwrap(),
            Self::Greedy => greedy(&counts),
            Self::Threats => match find(&mut counts, Player::O) {
                Some(sequence) if counts.winning_cell(Player::X).is_none() => sequence.first(),
                _ => greedy(&counts),
            },
            Self::Stubborn => {
                let all: Vec<CellId> = counts.free_cells().collect();
                let survives = |&cell: &CellId| {
                    counts.place(cell, Player::O);
                    let found = find(&mut counts, Player::X);
                    counts.remove(cell, Player::O);
                    found.is_none()
                };
                match all.into_iter().filter(survives).collect::<Vec<_>>() {
                    survivors if survivors.is_empty() => greedy(&counts),
                    survivors => *rng.pick(&survivors).unwrap(),
                }
            }
        };
        counts.table().cell(cell)
    }
}

fn greedy(counts: &LineCounts) -> CellId {
    let urgent = [Player::O, Player::X].map(|player| counts.winning_cell(player));
    let scores = Scores::new(counts.clone(), tuning::growth(wide(3)));
    let best = || {
        let score = |&cell: &CellId| scores.cells(Player::O)[cell.index()];
        counts.free_cells().max_by_key(score)
    };
    urgent.into_iter().flatten().next().or_else(best).unwrap()
}

fn play(opponent: Opponent, seed: u64) -> Position {
    let rng = &mut Rng::from_seed(seed);
    let mut position = Position::new(wide(3));
    position.play(Cell([2, 2, 2].into())).unwrap();
    // Some opponents are deterministic: their games differ by the first reply.
    let replies: Vec<_> = position.free_cells().collect();
    position.play(rng.pick(&replies).unwrap().clone()).unwrap();
    while let Some(player) = position.turn() {
        let cell = match player {
            Player::X => sure_move(&position).unwrap_or_else(|| panic!("{position:?}")),
            Player::O => opponent.choose(&position, rng),
        };
        position.play(cell).unwrap();
    }
    position
}

fn play_and_win(games: u64) {
    for opponent in [
        Opponent::Random,
        Opponent::Greedy,
        Opponent::Threats,
        Opponent::Stubborn,
    ] {
        let mut longest = 0;
        for seed in 0..games {
            let position = play(opponent, seed);
            assert_eq!(position.winner(), Some(Player::X), "{position:?}");
            longest = longest.max(position.moves().len());
        }
        println!("{opponent:?}: {games} games won, in at most {longest} plies");
    }
}

#[test]
fn x_wins_fifty_games_against_each_opponent() {
    play_and_win(50);
}

/// `cargo test --release --lib x_wins_thousands_of_games -- --ignored`
#[test]
#[ignore = "takes about a minute on one core"]
fn x_wins_thousands_of_games() {
    play_and_win(1000);
}

#[test]
fn the_table_has_no_move_if_x_has_opened_on_an_edge() {
    let mut position = Position::new(wide(3));
    for cell in [[1, 0, 0], [0, 0, 0]] {
        position.play(Cell(cell.into())).unwrap();
    }
    assert_eq!(sure_move(&position), None);
}
