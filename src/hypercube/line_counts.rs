//! A position for searches: the number of stones of each player in each line, updated with each move.

use super::{Lines, Position};
use crate::{Player, Rng};

/// The stones in the cells and lines of a table.
#[derive(Clone)]
pub(super) struct LineCounts {
    pub(super) lines: Lines,
    taken: Vec<bool>,
    free: usize,
    hash: u64,
    lists: Lists,
}

/// The stones in each line, and lists of the lines that can be completed soon.
#[derive(Clone)]
struct Lists {
    width: u32,
    /// How many stones X and O have in each line.
    held: Vec<[u32; 2]>,
    /// For each player, the lines that need one more of its stones, and the lines that need two more.
    lacking: [[Vec<u32>; 2]; 2],
    /// The index of each line in the list above that contains it.
    places: Vec<u32>,
}

/// The cells in which a player can complete a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wins {
    None,
    One(u32),
    /// Two or more: the opponent can't take them all.
    Several,
}

impl LineCounts {
    /// Counts the stones of a position, in a table of the lines that a player can still complete.
    pub(super) fn of(position: &Position) -> Self {
        let (lines, taken, held) = Lines::select(position);
        let mut lists = Lists {
            width: position.board().width(),
            places: vec![0; held.len()],
            held,
            lacking: Default::default(),
        };
        for line in 0..lines.line_count() as u32 {
            lists.list(line);
        }
        Self {
            lines,
            free: taken.iter().filter(|&&taken| !taken).count(),
            taken,
            hash: 0,
            lists,
        }
    }

    pub(super) fn is_empty(&self, cell: u32) -> bool {
        !self.taken[cell as usize]
    }

    pub(super) const fn free(&self) -> usize {
        self.free
    }

    pub(super) fn free_cells(&self) -> impl Iterator<Item = u32> {
        let cells = 0..self.taken.len() as u32;
        cells.filter(|&cell| self.is_empty(cell))
    }

    /// Returns the Zobrist hash of the placed stones.
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn count(&self, line: u32, player: Player) -> u32 {
        self.lists.held[line as usize][player as usize]
    }

    /// Returns how many stones a player lacks in a line; `None` if the opponent has one there.
    #[inline]
    pub(super) fn lacks(&self, line: u32, player: Player) -> Option<u32> {
        let held = self.lists.held[line as usize];
        (held[player.opponent() as usize] == 0).then(|| self.lists.width - held[player as usize])
    }

    /// Returns the lines that a player can complete with its next move.
    pub(super) fn threats(&self, player: Player) -> &[u32] {
        &self.lists.lacking[player as usize][0]
    }

    /// Returns the lines that lack two stones: a move in one of them is a threat.
    #[inline]
    pub(super) fn open_lines(&self, player: Player) -> &[u32] {
        &self.lists.lacking[player as usize][1]
    }

    /// Returns how many lines through a cell a player can still complete.
    pub(super) fn open_through(&self, cell: u32, player: Player) -> usize {
        let through = self.lines.through(cell).iter();
        let open = through.filter(|&&line| self.lacks(line, player).is_some());
        open.count()
    }

    /// Iterates over the free cells of a line.
    #[inline]
    pub(super) fn gaps(&self, line: u32) -> impl Iterator<Item = u32> + '_ {
        let cells = self.lines.line(line).iter().copied();
        cells.filter(|&cell| self.is_empty(cell))
    }

    #[inline]
    pub(super) fn winning_cell(&self, player: Player) -> Option<u32> {
        self.gaps(*self.threats(player).first()?).next()
    }

    /// Returns the cells that complete a line for the player.
    #[inline]
    pub(super) fn wins(&self, player: Player) -> Wins {
        let threats = self.threats(player).iter();
        let mut gaps = threats.filter_map(|&line| self.gaps(line).next());
        match gaps.next() {
            None => Wins::None,
            Some(first) if gaps.all(|gap| gap == first) => Wins::One(first),
            Some(_) => Wins::Several,
        }
    }

    /// Returns `true` if a line can still be completed.
    pub(super) fn is_anything_live(&self) -> bool {
        self.lists.held.iter().any(|held| held.contains(&0))
    }

    #[inline]
    pub(super) fn place(&mut self, cell: u32, player: Player) {
        debug_assert!(self.is_empty(cell));
        self.free -= 1;
        self.change(cell, player, |held| held + 1);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: u32, player: Player) {
        debug_assert!(!self.is_empty(cell));
        self.free += 1;
        self.change(cell, player, |held| held - 1);
    }

    #[inline]
    fn change(&mut self, cell: u32, player: Player, changed: impl Fn(u32) -> u32) {
        self.taken[cell as usize] = !self.taken[cell as usize];
        self.hash ^= key(cell, player);
        for &line in self.lines.through(cell) {
            self.lists.unlist(line);
            let held = &mut self.lists.held[line as usize][player as usize];
            *held = changed(*held);
            self.lists.list(line);
        }
    }
}

impl Lists {
    /// Returns the list that contains a line: its player, and its index in `lacking`.
    #[inline]
    fn list_of(&self, line: u32) -> Option<(usize, usize)> {
        let (player, count) = match self.held[line as usize] {
            [x, 0] => (0, x),
            [0, o] => (1, o),
            _ => return None,
        };
        let lacking = (self.width - count) as usize;
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

/// Returns the number of a stone in a cell. The hash of a position is the exclusive or of its stones' numbers (Albert
/// Zobrist, "A new hashing method with application for game playing", 1970).
#[inline]
pub(super) const fn key(cell: u32, player: Player) -> u64 {
    Rng::from_seed(cell as u64 * 2 + player as u64).u64()
}
