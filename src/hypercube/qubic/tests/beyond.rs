//! Beyond three dimensions: the geometry of sub-boards, and passes.

use super::*;

fn wide(dimensions: u32) -> Board {
    Board::new(4, dimensions).unwrap()
}

fn all_cells(board: Board) -> impl Iterator<Item = Cell> {
    (0..board.cells().unwrap() as usize).map(move |index| board.cell(index))
}

fn middle(board: Board) -> Cell {
    Cell(vec![2; board.dimensions() as usize].into())
}

#[test]
fn every_first_reply_shares_a_sub_board_with_the_opening() {
    for board in (3..=6).map(wide) {
        for reply in all_cells(board).filter(|reply| *reply != middle(board)) {
            let sub_board = SubBoard::holding(&reply);
            assert_eq!(sub_board.place(&middle(board)), Some(42), "{reply:?}");
            assert!(sub_board.place(&reply).is_some(), "{reply:?}");
            for place in 0..64 {
                let cell = sub_board.cell(place);
                assert!(board.contains(&cell));
                assert_eq!(sub_board.place(&cell), Some(place), "{reply:?}");
            }
        }
    }
}

#[test]
fn the_sub_board_of_a_board_of_three_dimensions_is_the_whole() {
    for reply in all_cells(board()).filter(|reply| *reply != middle(board())) {
        let sub_board = SubBoard::holding(&reply);
        for cell in all_cells(board()) {
            assert_eq!(sub_board.place(&cell), Some(board().index(&cell) as Place));
        }
    }
}

/// A line is one of the 76 inside, or has at most one cell there. On 4^6 one reply is tried of those that are one when
/// the axes are permuted.
#[test]
fn a_line_that_is_not_inside_meets_a_sub_board_at_most_once() {
    for board in (3..=6).map(wide) {
        let lines = Lines::of(board).unwrap();
        let replies = all_cells(board).filter(|reply| *reply != middle(board));
        for reply in replies.filter(|reply| board.dimensions() < 5 || reply.0.is_sorted()) {
            let sub_board = SubBoard::holding(&reply);
            let mut is_inside = vec![false; lines.board_cells()];
            for place in 0..64 {
                is_inside[board.index(&sub_board.cell(place))] = true;
            }
            let mut by_cells = [0; 5];
            for line in 0..lines.len() {
                let cells = lines.cells_of(line).iter();
                by_cells[cells.filter(|&&cell| is_inside[cell as usize]).count()] += 1;
            }
            assert_eq!(by_cells[2..], [0, 0, 76], "{reply:?}");
        }
    }
}

/// With one stone outside, O has no line of three but inside: a sequence wins. Where there is none, a move is known.
#[test]
fn x_has_a_sequence_or_a_move_if_o_passes_after_a_move_of_the_book() {
    let searcher = &mut Searcher::new(16, 1_000_000);
    let here = Symmetries::new();
    let mut exceptions = HashSet::new();
    for (x, o, place) in book::read(book::ENTRIES) {
        let stones = Stones::new(x | Cells::of(place), o);
        if searcher.search(&stones) == Outcome::Won {
            assert!(wins(&searcher.found(), stones));
            continue;
        }
        let least = here.canonical(stones.x.cells, o);
        let answer = book::find(least.x, least.o).unwrap();
        assert!(!(least.x | least.o).contains(answer));
        exceptions.insert((least.x, least.o));
    }
    assert_eq!(exceptions.len(), 32);
}

/// Follows the sequence that was found last, and returns what it forces O to take.
fn costs(searcher: &Searcher, mut stones: Stones) -> Cells {
    let mut costs = Cells::default();
    for &gain in searcher.found().moves() {
        stones.x.play(gain);
        if let Some(cost) = stones.x_wins().only() {
            stones.o.play(cost);
            costs = costs | Cells::of(cost);
        }
    }
    costs
}

#[test]
fn a_sequence_forces_o_to_none_of_the_cells_to_avoid() {
    let chance = &mut Chance(6);
    let searcher = &mut Searcher::new(10, u64::MAX);
    let (mut others, mut none) = (0, 0);
    for round in 0..400 {
        let stones = random_position(chance, 8 + 2 * (round % 4));
        if !stones.x_wins().is_empty() || searcher.search(&stones) != Outcome::Won {
            continue;
        }
        let avoid = costs(searcher, stones);
        if searcher.search_avoiding(&stones, avoid) == Outcome::Won {
            assert!((costs(searcher, stones) & avoid).is_empty());
            assert!(wins(&searcher.found(), stones));
            others += 1;
        } else {
            none += 1;
        }
    }
    assert!(others > 20 && none > 5, "{others} {none}");
}

/// Plays as O outside X's sub-board while it can, first beside a stone of its own, or at random.
fn play_outside(board: Board, reply: &Cell, chance: &mut Chance) -> Position {
    let mut position = Position::new(board);
    position.play(middle(board)).unwrap();
    position.play(reply.clone()).unwrap();
    let sub_board = SubBoard::holding(reply);
    while position.winner().is_none() {
        let cell = match position.next() {
            Stone::X => winning_move(&position).unwrap_or_else(|| panic!("{position:?}")),
            Stone::O => {
                let free =
                    |cell: &Cell| position.stone(cell).is_none() && sub_board.place(cell).is_none();
                let cells: Vec<Cell> = all_cells(board).filter(free).collect();
                cells[chance.below(cells.len())].clone()
            }
        };
        position.play(cell).unwrap();
    }
    position
}

#[test]
fn wins_against_an_o_that_plays_outside_the_sub_board_after_each_first_reply() {
    let chance = &mut Chance(7);
    for board in [4, 5].map(wide) {
        let replies = all_cells(board).filter(|reply| *reply != middle(board));
        for reply in replies.filter(|reply| reply.0.is_sorted()) {
            let position = play_outside(board, &reply, chance);
            assert_eq!(position.winner(), Some(Stone::X), "{position:?}");
        }
    }
}

#[test]
fn blocks_a_threat_of_stones_outside() {
    let board = wide(4);
    let mut position = Position::new(board);
    // One of O's stones is inside, where x = w: the threat is on a line that leaves.
    let moves = [
        [2, 2, 2, 2],
        [0, 0, 0, 0],
        [0, 0, 0, 1],
        [1, 0, 0, 0],
        [1, 1, 3, 1],
        [2, 0, 0, 0],
    ];
    for cell in moves {
        position.play(Cell(cell.into())).unwrap();
    }
    assert_eq!(
        SubBoard::holding(&position.moves()[1]).place(&Cell([1, 0, 0, 0].into())),
        None
    );
    assert_eq!(winning_move(&position), Some(Cell([3, 0, 0, 0].into())));
}

/// X has 0, 3 and 12, O has 1 and 17 of a column and a stone outside: an exception with gaps. There O would threaten on
/// and on after X's move from the book, until it has two threats at once.
#[test]
fn claims_no_win_where_o_has_a_threat_sequence_outside() {
    let board = wide(4);
    let in_layer = |place: u32, layer: u32| board.cell((place + 64 * layer) as usize);
    let (mut claimed, mut gaps) = (0, 0);
    for symmetry in symmetries(Board::new(4, 3).unwrap()) {
        let [x1, o1, x2, o2, x3] = [0, 1, 3, 17, 12].map(|place| in_layer(symmetry[place], 2));
        // The layer must be the sub-board.
        if x1 != middle(board) || SubBoard::holding(&o1).cell(63) != in_layer(63, 2) {
            continue;
        }
        for outside in 0..64 {
            let mut position = Position::new(board);
            for cell in [&x1, &o1, &x2, &o2, &x3, &in_layer(outside, 0)] {
                position.play(cell.clone()).unwrap();
            }
            match winning_move(&position) {
                Some(cell) => {
                    assert!(!leaves_a_sequence(&position, &cell));
                    claimed += 1;
                }
                None => gaps += 1,
            }
        }
    }
    assert!(gaps > 0 && claimed > 5 * gaps, "{claimed} {gaps}");
}
