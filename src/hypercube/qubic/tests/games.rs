//! Games through `winning_move`, by the plain rules.

use super::*;

/// How O plays.
#[derive(Clone, Copy, Debug)]
enum Opponent {
    Random,
    /// Completes a line, or blocks one, or takes the cell with the most of its own on lines without X.
    Greedy,
    /// Wins by a threat sequence where it can, and is greedy else.
    Threats,
    /// Takes replies after which X has no threat sequence, at random, and is greedy where there are none.
    Stubborn,
}

impl Opponent {
    fn choose(self, stones: &Stones, searcher: &mut Searcher, chance: &mut Chance) -> Place {
        match self {
            Self::Random => chance.one_of(stones.empty()),
            Self::Greedy => greedy(stones, chance),
            Self::Threats => {
                let swapped = Stones {
                    x: stones.o,
                    o: stones.x,
                };
                match searcher.search(&swapped) {
                    Outcome::Won if stones.o_wins().is_empty() => searcher.found().moves()[0],
                    _ => greedy(stones, chance),
                }
            }
            Self::Stubborn => match surviving(searcher, stones) {
                Some(survivors) if !survivors.is_empty() => chance.one_of(survivors),
                _ => greedy(stones, chance),
            },
        }
    }
}

fn greedy(stones: &Stones, chance: &mut Chance) -> Place {
    let urgent = [stones.o_wins(), stones.x_wins()];
    if let Some(place) = urgent.into_iter().find_map(Cells::first) {
        return place;
    }
    let value = |place| {
        let open = through(place) & !stones.x.one;
        let count = |lines| (open & lines).len();
        count(!stones.o.one) + 4 * count(stones.o.one) + 12 * count(stones.o.two)
    };
    let most = stones.empty().map(value).max();
    let best = stones.empty().filter(|&place| Some(value(place)) == most);
    chance.one_of(best.fold(Cells::default(), |all, place| all | Cells::of(place)))
}

fn stones_of(position: &Position) -> Stones {
    let places = |stone| {
        let moves = position.moves().iter().enumerate();
        let own = moves.filter(move |(index, _)| Stone::of_move(*index) == stone);
        let cells = own.map(|(_, cell)| Cells::of(board().index(cell) as Place));
        cells.fold(Cells::default(), |all, cell| all | cell)
    };
    Stones::new(places(Stone::X), places(Stone::O))
}

fn play(opponent: Opponent, searcher: &mut Searcher, chance: &mut Chance) -> Position {
    let mut position = Position::new(board());
    while position.winner().is_none() && !position.is_full() {
        let cell = match position.next() {
            Stone::X => winning_move(&position).unwrap_or_else(|| panic!("{position:?}")),
            Stone::O => {
                let place = opponent.choose(&stones_of(&position), searcher, chance);
                board().cell(place.into())
            }
        };
        position.play(cell).unwrap();
    }
    position
}

fn play_and_win(opponent: Opponent, games: u64) {
    let searcher = &mut Searcher::new(16, 100_000);
    let mut longest = 0;
    for game in 0..games {
        let position = play(opponent, searcher, &mut Chance(game));
        assert_eq!(position.winner(), Some(Stone::X), "{position:?}");
        longest = longest.max(position.moves().len());
    }
    println!("{opponent:?}: {games} games won, in at most {longest} plies");
}

#[test]
fn wins_a_hundred_games_against_a_random_o() {
    play_and_win(Opponent::Random, 100);
}

#[test]
fn wins_a_hundred_games_against_a_greedy_o() {
    play_and_win(Opponent::Greedy, 100);
}

#[test]
fn wins_a_hundred_games_against_an_o_that_plays_threat_sequences() {
    play_and_win(Opponent::Threats, 100);
}

#[test]
fn wins_two_hundred_games_against_a_stubborn_o() {
    play_and_win(Opponent::Stubborn, 200);
}

#[test]
#[ignore = "half a minute on one core"]
fn wins_thousands_of_games() {
    play_and_win(Opponent::Random, 1000);
    play_and_win(Opponent::Greedy, 1000);
    play_and_win(Opponent::Threats, 1000);
    play_and_win(Opponent::Stubborn, 1000);
}

/// Returns the least image of a position after one more move.
fn least_after(position: &Position, cell: &Cell) -> (Cells, Cells) {
    let mut after = position.clone();
    after.play(cell.clone()).unwrap();
    let stones = stones_of(&after);
    let symmetries = Symmetries::new();
    let least = symmetries.canonical(stones.x.cells, stones.o.cells);
    (least.x, least.o)
}

#[test]
fn symmetric_positions_get_symmetric_moves() {
    let searcher = &mut Searcher::new(16, 100_000);
    let all = symmetries(board());
    for game in 0..10 {
        let chance = &mut Chance(game);
        let played = play(Opponent::Stubborn, searcher, chance);
        let symmetry = &all[chance.below(all.len())];
        let image = |cell: &Cell| board().cell(symmetry[board().index(cell)] as usize);
        let (mut position, mut mirrored) = (Position::new(board()), Position::new(board()));
        for cell in played.moves() {
            // A position may be symmetric itself: its moves then come in kinds, and the kind is what must agree.
            if position.next() == Stone::X && !position.moves().is_empty() {
                let answer = winning_move(&mirrored).unwrap();
                assert_eq!(
                    least_after(&mirrored, &answer),
                    least_after(&position, cell)
                );
            }
            position.play(cell.clone()).unwrap();
            mirrored.play(image(cell)).unwrap();
        }
    }
}

#[test]
fn opens_in_the_middle_and_keeps_to_its_board_and_side() {
    let mut position = Position::new(board());
    assert_eq!(winning_move(&position), Some(Cell([2, 2, 2].into())));
    position.play(Cell([2, 2, 2].into())).unwrap();
    assert_eq!(winning_move(&position), None);
    assert_eq!(
        winning_move(&Position::new(Board::new(3, 3).unwrap())),
        None
    );
}

#[test]
fn has_no_move_outside_the_strategy() {
    let mut position = Position::new(board());
    // X opened on an edge, which has fewer lines: there is no book for that.
    position.play(Cell([1, 0, 0].into())).unwrap();
    position.play(Cell([0, 0, 0].into())).unwrap();
    assert_eq!(winning_move(&position), None);
}
