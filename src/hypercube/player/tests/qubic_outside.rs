//! Beyond three dimensions: what O plays outside X's sub-board.

use super::*;
use crate::hypercube::Symmetry;

pub(super) fn play_all(board: Board, cells: impl IntoIterator<Item = Cell>) -> Position {
    let mut position = Position::new(board);
    for cell in cells {
        position.play(cell).unwrap();
    }
    position
}

/// Plays as O outside X's sub-board, at random.
fn play_outside(board: Board, reply: &Cell, chance: &mut Chance) -> Position {
    let mut position = play_all(board, [board.center(), reply.clone()]);
    let sub_board = SubBoard::of(&position).unwrap();
    while position.winner().is_none() {
        let cell = match position.next() {
            Stone::X => sure_move(&position).unwrap_or_else(|| panic!("{position:?}")),
            Stone::O => {
                let mut cells = empty_cells(&position);
                cells.retain(|cell| sub_board.inside(cell).is_none());
                chance.one_of(&cells)
            }
        };
        position.play(cell).unwrap();
    }
    position
}

#[test]
fn x_wins_where_o_plays_outside_the_sub_board_after_each_first_reply() {
    let chance = &mut Chance(7);
    // On seven dimensions the table has only the lines that matter.
    for (board, step) in [(4, 1), (5, 1), (7, 12)].map(|(d, step)| (wide(d), step)) {
        let replies = all_cells(board).filter(|reply| *reply != board.center());
        let different = replies.filter(|reply| reply.0.is_sorted());
        for reply in different.step_by(step) {
            let position = play_outside(board, &reply, chance);
            assert_eq!(position.winner(), Some(Stone::X), "{position:?}");
        }
    }
}

#[test]
fn x_blocks_a_threat_of_stones_outside() {
    // One of O's stones is inside, where x = w: the threat is on a line that leaves.
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

/// In positions that X's moves inside leave open, O may threaten on and on after X's move from the book, until it has two
/// threats at once.
#[test]
fn the_book_claims_no_win_where_o_has_a_threat_sequence_outside() {
    let (mut claimed, mut gaps) = (0, 0);
    for (known, _) in qubic_passes::positions(4).step_by(20) {
        let board = known.board();
        for symmetry in Symmetry::all(board).step_by(7) {
            let [mut x, o] = [Stone::X, Stone::O].map(|stone| -> Vec<Cell> {
                let own = known.cells_of(stone);
                own.map(|cell| symmetry.image(cell)).collect()
            });
            let Some(opening) = x.iter().position(|cell| *cell == board.center()) else {
                continue;
            };
            x.swap(0, opening);
            let position = play_all(board, x.into_iter().zip(o).flat_map(|(x, o)| [x, o]));
            if qubic::stones_outside(&position) != 1 || qubic::book_move(&position).is_none() {
                continue;
            }
            let lines = Lines::select(&position);
            let mut thinker = Thinker::new(&position, &lines, tuning::WORK);
            match thinker.book_move() {
                Some(cell) => {
                    assert!(!thinker.leaves_a_sequence(cell));
                    claimed += 1;
                }
                None => gaps += 1,
            }
        }
    }
    assert!(gaps > 5 && claimed > 5, "{claimed} claimed, {gaps} gaps");
}
