//! A plain n^d player that shares nothing with the library's but the geometry: win, block, a winning threat sequence of
//! up to 12 threats, a move that breaks the opponent's, else the cell on the best lines.

use qttt::hypercube::{Board, Cell, Lines, Position, Stone};

pub(crate) struct Sparring {
    board: Board,
    lines: Lines,
    stones: Vec<Option<Stone>>,
    me: Stone,
    /// How many positions may still be looked at for a sequence.
    left: u32,
}

const MAX_THREATS: usize = 12;
const NODES: u32 = 3_000;
const MAX_BREAKS: usize = 20;

impl Sparring {
    pub(crate) fn new(position: &Position) -> Self {
        let board = position.board();
        let lines = Lines::of(board).expect("small");
        let mut stones = vec![None; lines.board_cells()];
        for (turn, cell) in position.moves().iter().enumerate() {
            stones[board.index(cell)] = Some(Stone::of_move(turn));
        }
        Self {
            board,
            lines,
            stones,
            me: position.next(),
            left: 0,
        }
    }

    pub(crate) fn choose(&mut self) -> Option<Cell> {
        self.place().map(|place| self.board.cell(place as usize))
    }

    fn place(&mut self) -> Option<u32> {
        let (me, you) = (self.me, self.me.other());
        if let Some(&cell) = self.wins(me).first().or(self.wins(you).first()) {
            return Some(cell);
        }
        if let Some(sequence) = self.sequence(me) {
            return sequence.first().copied();
        }
        let mut cells = (0..self.stones.len() as u32)
            .filter(|&cell| self.stones[cell as usize].is_none())
            .collect::<Vec<_>>();
        cells.sort_by_key(|&cell| std::cmp::Reverse(self.worth(cell)));
        let Some(threatened) = self.sequence(you) else {
            return cells.first().copied();
        };
        let on_sequence = cells.iter().filter(|cell| threatened.contains(cell));
        let breaks = on_sequence.copied().take(MAX_BREAKS).find(|&cell| {
            self.stones[cell as usize] = Some(me);
            let is_broken = self.sequence(you).is_none();
            self.stones[cell as usize] = None;
            is_broken
        });
        breaks.or_else(|| threatened.first().copied())
    }

    /// Returns how many stones a player has in a line, and its empty cells; nothing if the other has one there.
    fn own(&self, line: usize, player: Stone) -> Option<(usize, Vec<u32>)> {
        let cells = self.lines.cells_of(line).iter().copied();
        let (empty, taken): (Vec<u32>, Vec<u32>) =
            cells.partition(|&cell| self.stones[cell as usize].is_none());
        let mut stones = taken.iter().map(|&cell| self.stones[cell as usize]);
        stones
            .all(|stone| stone == Some(player))
            .then_some((taken.len(), empty))
    }

    /// Returns the empty cells of the lines that lack so many stones.
    fn lacking(&self, player: Stone, count: usize) -> Vec<Vec<u32>> {
        let lines = 0..self.lines.len();
        let gaps = lines.filter_map(|line| self.own(line, player).map(|(_, empty)| empty));
        gaps.filter(|empty| empty.len() == count).collect()
    }

    fn wins(&self, player: Stone) -> Vec<u32> {
        let mut wins = self.lacking(player, 1).concat();
        wins.sort_unstable();
        wins.dedup();
        wins
    }

    /// Finds the cells of a winning sequence, the first move first.
    fn sequence(&mut self, player: Stone) -> Option<Vec<u32>> {
        self.left = NODES;
        (1..=MAX_THREATS).find_map(|threats| self.attack(player, threats))
    }

    fn attack(&mut self, player: Stone, threats: usize) -> Option<Vec<u32>> {
        self.left = self.left.checked_sub(1)?;
        let must = self.wins(player.other());
        let open = self.lacking(player, 2);
        let moves: Vec<(u32, u32)> = open
            .iter()
            .flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])])
            .filter(|&(gain, _)| must.iter().all(|&must| must == gain))
            .collect();
        for (i, &(gain, cost)) in moves.iter().enumerate() {
            let other = moves[..i]
                .iter()
                .find(|other| other.0 == gain && other.1 != cost);
            if let Some(&(_, other)) = other {
                return Some(vec![gain, cost, other]);
            }
        }
        if threats == 1 {
            return None;
        }
        for (gain, cost) in moves {
            self.stones[gain as usize] = Some(player);
            self.stones[cost as usize] = Some(player.other());
            let rest = self.attack(player, threats - 1);
            self.stones[gain as usize] = None;
            self.stones[cost as usize] = None;
            if let Some(rest) = rest {
                return Some([vec![gain, cost], rest].concat());
            }
        }
        None
    }

    fn worth(&self, cell: u32) -> u64 {
        let worth = |&line: &u32| {
            let of = |player| {
                self.own(line as usize, player)
                    .map_or(0, |(stones, _)| 4_u64.pow(stones as u32))
            };
            of(self.me) + of(self.me.other())
        };
        self.lines.through(cell as usize).iter().map(worth).sum()
    }
}
