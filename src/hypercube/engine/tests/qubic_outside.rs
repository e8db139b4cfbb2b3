//! Games on more than three dimensions, with moves of O outside X's sub-board.

use super::qubic_games::Opponent;
use super::*;

pub(super) fn play_all(board: Board, cells: impl IntoIterator<Item = Cell>) -> Position {
    let mut position = Position::new(board);
    for cell in cells {
        position.play(cell).unwrap();
    }
    position
}

/// Plays a game in which O's moves are random ones outside X's sub-board.
fn play_outside(board: Board, reply: &Cell, rng: &mut Rng) -> Position {
    let mut position = play_all(board, [board.center(), reply.clone()]);
    let sub_board = SubBoard::of(&position).unwrap();
    while let Some(player) = position.turn() {
        let cell = match player {
            Player::X => sure_move(&position).unwrap_or_else(|| panic!("{position:?}")),
            Player::O => {
                let mut cells: Vec<_> = position.free_cells().collect();
                cells.retain(|cell| sub_board.inside(cell).is_none());
                rng.pick(&cells).unwrap().clone()
            }
        };
        position.play(cell).unwrap();
    }
    position
}

#[test]
fn x_wins_if_o_plays_outside_the_sub_board_after_any_first_reply() {
    let rng = &mut Rng::from_seed(7);
    // On seven dimensions the table has a selection of lines.
    for (board, step) in [(4, 1), (5, 1), (7, 12)].map(|(d, step)| (wide(d), step)) {
        let replies = board.cells().filter(|reply| *reply != board.center());
        let different = replies.filter(|reply| reply.0.is_sorted());
        for reply in different.step_by(step) {
            let position = play_outside(board, &reply, rng);
            assert_eq!(position.winner(), Some(Player::X), "{position:?}");
        }
    }
}

#[test]
fn x_blocks_a_threat_of_stones_outside() {
    // One of O's stones is inside, where x = w; the threat is on a line that is not.
    let moves = [
        [2, 2, 2, 2],
        [0, 0, 0, 0],
        [0, 0, 0, 1],
        [1, 0, 0, 0],
        [1, 1, 3, 1],
        [2, 0, 0, 0],
    ];
    let position = play_all(wide(4), moves.map(|cell| Cell(cell.into())));
    let sub_board = SubBoard::of(&position).unwrap();
    assert_eq!(sub_board.inside(&Cell([1, 0, 0, 0].into())), None);
    assert_eq!(sure_move(&position), Some(Cell([3, 0, 0, 0].into())));
}

/// Returns some of the positions of a board in the table, with their moves.
fn known_positions(board: Board, step: usize) -> impl Iterator<Item = (Position, Cell)> {
    qubic::tests::positions(board)
        .step_by(step)
        .map(move |(stones, answer)| {
            let [mut x, o] = stones;
            let opening = x
                .iter()
                .position(|&cell| cell as usize == board.index(&board.center()));
            x.swap(0, opening.unwrap());
            let cells = x.into_iter().zip(o).flat_map(|(x, o)| [x, o]);
            let position = play_all(
                board,
                cells.map(|cell| board.cell(cell as usize).expect("a cell")),
            );
            (position, board.cell(answer as usize).expect("a cell"))
        })
}

#[test]
fn a_known_move_is_found_in_every_image_and_in_more_dimensions() {
    for (position, answer) in known_positions(wide(4), 500) {
        let board = position.board();
        let keeps_opening = |symmetry: &Symmetry| symmetry.image(&board.center()) == board.center();
        for symmetry in Symmetry::all(board).filter(keeps_opening).step_by(5) {
            let image = |cell: &Cell| symmetry.image(cell);
            // The last two coordinates are equal.
            let tied = |cell: &Cell| Cell(cell.0.iter().chain(cell.0.last()).copied().collect());
            let images = play_all(
                wide(5),
                position.moves().iter().map(|cell| tied(&image(cell))),
            );
            let Some(known) = qubic::move_on_whole(&images) else {
                // All stones may be in the sub-board of the first reply.
                let inside = SubBoard::of(&images).unwrap().stones(&images);
                assert_eq!(inside.concat().len(), images.moves().len());
                continue;
            };
            // It may be an image of the known move under a symmetry of the position.
            let smallest = |after: &Cell| {
                let [mut x, o] = Player::ALL
                    .map(|player| position.stones_of(player).map(image).collect::<Vec<_>>());
                x.push(after.clone());
                qubic::smallest_image(board, &[x, o]).unwrap().0
            };
            assert_eq!(
                smallest(&Cell(known.0[..4].into())),
                smallest(&image(&answer))
            );
        }
    }
}

#[test]
fn a_move_is_known_after_a_known_move_that_forced_a_reply() {
    // X's third move made a threat outside the sub-board; a search for the next takes seconds.
    let moves = [
        [2, 2, 2, 2],
        [2, 1, 2, 2],
        [1, 2, 2, 2],
        [0, 3, 0, 3],
        [0, 2, 2, 2],
        [3, 2, 2, 2],
    ];
    let position = play_all(wide(4), moves.map(|cell| Cell(cell.into())));
    assert!(qubic::move_on_whole(&position).is_some());
}

/// After some of X's moves inside, O has a threat sequence that begins outside.
#[test]
fn no_move_inside_surely_wins_if_o_has_a_threat_sequence_outside() {
    let (mut claimed, mut gaps) = (0, 0);
    for (known, _) in known_positions(wide(4), 60) {
        let board = known.board();
        for symmetry in Symmetry::all(board).step_by(7) {
            let [mut x, o] = Player::ALL.map(|player| -> Vec<Cell> {
                let own = known.stones_of(player);
                own.map(|cell| symmetry.image(cell)).collect()
            });
            let Some(opening) = x.iter().position(|cell| *cell == board.center()) else {
                continue;
            };
            x.swap(0, opening);
            let position = play_all(board, x.into_iter().zip(o).flat_map(|(x, o)| [x, o]));
            if qubic::move_inside(&position).is_none() {
                continue;
            }
            let mut engine = Engine::new(&position, tuning::NODES.into()).unwrap();
            match engine.move_inside() {
                Some(cell) => {
                    engine.counts.place(cell, Player::X);
                    assert_eq!(engine.sequence(Player::O), None);
                    claimed += 1;
                }
                None => gaps += 1,
            }
        }
    }
    assert!(gaps > 5 && claimed > 5, "{claimed} claimed, {gaps} gaps");
}

/// Plays a game after every `step`th pair of O's first two replies, up to symmetry of the first.
fn play_first_two_replies(board: Board, opponent: Opponent, step: usize) -> usize {
    let middle = board.center();
    let keep_middle: Vec<_> = Symmetry::all(board)
        .filter(|symmetry| symmetry.image(&middle) == middle)
        .collect();
    let is_least = |cell: &Cell| {
        let index = board.index(cell) as u32;
        let mut images = keep_middle
            .iter()
            .map(|symmetry| symmetry.index(board, cell));
        images.all(|image| image >= index)
    };
    let rng = &mut Rng::from_seed(9);
    let (mut games, mut number) = (0, 0);
    let replies = board.cells().filter(|cell| *cell != middle);
    for first in replies.filter(is_least) {
        let start = play_all(board, [middle.clone(), first]);
        let mut start = start;
        start.play(sure_move(&start).unwrap()).unwrap();
        for second in start.free_cells() {
            number += 1;
            if number % step != 0 {
                continue;
            }
            let mut position = start.clone();
            position.play(second).unwrap();
            while let Some(player) = position.turn() {
                let cell = match player {
                    // If no move is sure, the player searches.
                    Player::X => sure_move(&position).or_else(|| choose(&position)).unwrap(),
                    Player::O => opponent.choose(&position, rng),
                };
                position.play(cell).unwrap();
            }
            assert_eq!(position.winner(), Some(Player::X), "{position:?}");
            games += 1;
        }
    }
    games
}

#[test]
fn x_wins_on_4_4_after_some_of_the_first_two_replies() {
    assert!(play_first_two_replies(wide(4), Opponent::Threats, 500) > 5);
}

/// `cargo test --release --lib all_first_two_replies -- --ignored --nocapture`
#[test]
#[ignore = "takes about a quarter of an hour on one core"]
fn x_wins_on_4_4_after_all_first_two_replies() {
    for opponent in [Opponent::Threats, Opponent::Stubborn] {
        let games = play_first_two_replies(wide(4), opponent, 1);
        println!("{opponent:?}: {games} games won");
    }
}
