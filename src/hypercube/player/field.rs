//! A board as the player sees it: stones, and for each line how many each player has in it, kept as moves are made.

use crate::hypercube::{Lines, Stone, mix::mix};

/// Cells and lines are counted as [`Lines`] does.
pub(super) struct Field<'l> {
    pub(super) lines: &'l Lines,
    width: u8,
    stones: Vec<Option<Stone>>,
    /// For each line how many stones X and O have in it.
    counts: Vec<[u8; 2]>,
    /// For X and O the lines that are all its own, but for one empty cell, and but for two.
    lacking: [[Vec<u32>; 2]; 2],
    /// The place of each line in the one of these lists that it is in.
    places: Vec<u32>,
    empty: usize,
    hash: u64,
}

impl<'l> Field<'l> {
    /// The width of the widest board: the stones in a line are counted in a byte.
    pub(super) const MOST_WIDTH: u32 = u8::MAX as u32;

    pub(super) fn new(lines: &'l Lines) -> Self {
        let width = lines.cells_of(0).len() as u8;
        Self {
            lines,
            width,
            stones: vec![None; lines.board_cells()],
            counts: vec![[0; 2]; lines.len()],
            lacking: Default::default(),
            places: vec![0; lines.len()],
            empty: lines.board_cells(),
            hash: 0,
        }
    }

    #[inline]
    pub(super) fn width(&self) -> usize {
        usize::from(self.width)
    }

    #[inline]
    pub(super) fn stone(&self, cell: u32) -> Option<Stone> {
        self.stones[cell as usize]
    }

    #[inline]
    pub(super) fn is_empty(&self, cell: u32) -> bool {
        self.stones[cell as usize].is_none()
    }

    /// Returns the number of empty cells.
    #[inline]
    pub(super) const fn empty(&self) -> usize {
        self.empty
    }

    /// Iterates over the empty cells.
    pub(super) fn empty_cells(&self) -> impl DoubleEndedIterator<Item = u32> {
        let cells = 0..self.stones.len() as u32;
        cells.filter(|&cell| self.is_empty(cell))
    }

    /// Returns a number that tells this set of stones from others.
    #[inline]
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns how many stones a player has in a line.
    #[inline]
    pub(super) fn count(&self, line: u32, player: Stone) -> u8 {
        self.counts[line as usize][player as usize]
    }

    /// Tells whether only this player, or nobody, has stones in a line, so that it can still be the player's.
    #[inline]
    pub(super) fn is_live(&self, line: u32, player: Stone) -> bool {
        self.count(line, player.other()) == 0
    }

    /// Returns the lines that lack one stone: the player completes them with its next move.
    #[inline]
    pub(super) fn threats(&self, player: Stone) -> &[u32] {
        &self.lacking[player as usize][0]
    }

    /// Returns the lines that lack two stones: a move in one of them is a threat.
    #[inline]
    pub(super) fn open_lines(&self, player: Stone) -> &[u32] {
        &self.lacking[player as usize][1]
    }

    /// Iterates over the empty cells of a line.
    #[inline]
    pub(super) fn gaps(&self, line: u32) -> impl Iterator<Item = u32> + '_ {
        let cells = self.lines.cells_of(line as usize).iter().copied();
        cells.filter(|&cell| self.is_empty(cell))
    }

    /// Returns the cell that completes a line for the player, if there is one.
    #[inline]
    pub(super) fn winning_cell(&self, player: Stone) -> Option<u32> {
        self.gaps(*self.threats(player).first()?).next()
    }

    /// Returns the cell that completes a line for the player, or that keeps the opponent from it.
    #[inline]
    pub(super) fn urgent_cell(&self, player: Stone) -> Option<u32> {
        let win = self.winning_cell(player);
        win.or_else(|| self.winning_cell(player.other()))
    }

    #[inline]
    pub(super) fn place(&mut self, cell: u32, player: Stone) {
        debug_assert!(self.is_empty(cell));
        self.stones[cell as usize] = Some(player);
        self.empty -= 1;
        self.hash ^= key(cell, player);
        let lines = self.lines;
        for &line in lines.through(cell as usize) {
            self.unlist(line);
            self.counts[line as usize][player as usize] += 1;
            self.list(line);
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: u32, player: Stone) {
        debug_assert_eq!(self.stone(cell), Some(player));
        self.stones[cell as usize] = None;
        self.empty += 1;
        self.hash ^= key(cell, player);
        let lines = self.lines;
        for &line in lines.through(cell as usize) {
            self.unlist(line);
            self.counts[line as usize][player as usize] -= 1;
            self.list(line);
        }
    }

    /// Returns whose list a line belongs to, and which.
    #[inline]
    fn list_of(&self, line: u32) -> Option<(usize, usize)> {
        let (player, count) = match self.counts[line as usize] {
            [x, 0] => (0, x),
            [0, o] => (1, o),
            _ => return None,
        };
        let lacking = usize::from(self.width - count);
        (lacking == 1 || lacking == 2).then(|| (player, lacking - 1))
    }

    #[inline]
    fn list(&mut self, line: u32) {
        if let Some((player, lacking)) = self.list_of(line) {
            let list = &mut self.lacking[player][lacking];
            self.places[line as usize] = list.len() as u32;
            list.push(line);
        }
    }

    #[inline]
    fn unlist(&mut self, line: u32) {
        if let Some((player, lacking)) = self.list_of(line) {
            let list = &mut self.lacking[player][lacking];
            let place = self.places[line as usize] as usize;
            list.swap_remove(place);
            if let Some(&moved) = list.get(place) {
                self.places[moved as usize] = place as u32;
            }
        }
    }
}

/// A number for a stone in a cell: a position is told by the exclusive or of those of its stones (Albert Zobrist, "A
/// new hashing method with application for game playing", 1970).
#[inline]
const fn key(cell: u32, player: Stone) -> u64 {
    mix(cell as u64 * 2 + player as u64)
}
