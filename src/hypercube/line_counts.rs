//! A position for searches: the number of stones of each player in each line, updated with each move.

use super::Position;
use super::table::{CellId, LineId, Table};
use crate::{ByPlayer, Player, Rng};

/// The stones in the cells and lines of a table.
#[derive(Clone)]
pub(super) struct LineCounts {
    table: Table,
    taken: Vec<bool>,
    free: usize,
    hash: u64,
    counters: Counters,
}

/// The stones in each line, and lists of the lines that can be completed soon.
#[derive(Clone)]
struct Counters {
    width: u32,
    /// How many stones X and O have in each line.
    held: Vec<ByPlayer<u32>>,
    /// For each player, the lines that need one more of its stones, and the lines that need two more.
    lacking: ByPlayer<[Vec<LineId>; 2]>,
    /// The index of each line in the list above that contains it.
    places: Vec<u32>,
}

impl LineCounts {
    /// Counts the stones of a position, in a table of the lines that a player can still complete.
    pub(super) fn of(position: &Position) -> Self {
        let (table, held) = Table::of(position);
        let is_taken = |cell| position.stone(&table.cell(cell)).is_some();
        let taken: Vec<bool> = table.cells().map(is_taken).collect();
        let mut counters = Counters {
            width: position.board().width(),
            places: vec![0; held.len()],
            held,
            lacking: Default::default(),
        };
        table.lines().for_each(|line| counters.list(line));
        Self {
            table,
            free: taken.iter().filter(|&&taken| !taken).count(),
            taken,
            hash: 0,
            counters,
        }
    }

    /// Returns the table, which stays the same.
    #[inline]
    pub(super) const fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn is_free(&self, cell: CellId) -> bool {
        !self.taken[cell.index()]
    }

    pub(super) const fn free(&self) -> usize {
        self.free
    }

    pub(super) fn free_cells(&self) -> impl Iterator<Item = CellId> {
        let cells = self.table.cells();
        cells.filter(|&cell| self.is_free(cell))
    }

    /// Returns the Zobrist hash of the stones placed since the position; 0 without any, so 0 is never looked up after a
    /// move.
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn count(&self, line: LineId, player: Player) -> u32 {
        self.counters.held[line.index()][player]
    }

    /// Returns how many stones a player lacks in a line; `None` if the opponent has one there.
    #[inline]
    pub(super) fn lacks(&self, line: LineId, player: Player) -> Option<u32> {
        let held = self.counters.held[line.index()];
        (held[player.opponent()] == 0).then(|| self.counters.width - held[player])
    }

    /// Returns the lines that a player can complete with its next move.
    pub(super) fn lacking_one(&self, player: Player) -> &[LineId] {
        &self.counters.lacking[player][0]
    }

    /// Returns the lines that lack two stones: a move in one of them is a threat.
    #[inline]
    pub(super) fn lacking_two(&self, player: Player) -> &[LineId] {
        &self.counters.lacking[player][1]
    }

    /// Returns how many lines through a cell a player can still complete.
    pub(super) fn open_through(&self, cell: CellId, player: Player) -> usize {
        let through = self.table.through(cell).iter();
        let open = through.filter(|&&line| self.lacks(line, player).is_some());
        open.count()
    }

    /// Iterates over the free cells of a line.
    #[inline]
    pub(super) fn gaps(&self, line: LineId) -> impl Iterator<Item = CellId> + '_ {
        let cells = self.table.on_line(line).iter().copied();
        cells.filter(|&cell| self.is_free(cell))
    }

    #[inline]
    pub(super) fn winning_cell(&self, player: Player) -> Option<CellId> {
        self.gaps(*self.lacking_one(player).first()?).next()
    }

    /// Returns `true` if more than one cell completes a line for the player: the opponent can't take them all.
    #[inline]
    pub(super) fn wins_in_two_cells(&self, player: Player) -> bool {
        let first = self.winning_cell(player);
        let lines = self.lacking_one(player).iter();
        let mut gaps = lines.filter_map(|&line| self.gaps(line).next());
        gaps.any(|gap| Some(gap) != first)
    }

    #[inline]
    pub(super) fn place(&mut self, cell: CellId, player: Player) {
        debug_assert!(self.is_free(cell));
        self.free -= 1;
        self.change(cell, player, |held| held + 1);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: CellId, player: Player) {
        debug_assert!(!self.is_free(cell));
        self.free += 1;
        self.change(cell, player, |held| held - 1);
    }

    #[inline]
    fn change(&mut self, cell: CellId, player: Player, changed: impl Fn(u32) -> u32) {
        self.taken[cell.index()] = !self.taken[cell.index()];
        self.hash ^= key(cell, player);
        for &line in self.table.through(cell) {
            self.counters.unlist(line);
            let held = &mut self.counters.held[line.index()][player];
            *held = changed(*held);
            self.counters.list(line);
        }
    }
}

impl Counters {
    /// Returns the list that contains a line: its player, and its index in `lacking`.
    #[inline]
    fn list_of(&self, line: LineId) -> Option<(Player, usize)> {
        let (player, count) = match self.held[line.index()].0 {
            [x, 0] => (Player::X, x),
            [0, o] => (Player::O, o),
            _ => return None,
        };
        let lacking = (self.width - count) as usize;
        (lacking == 1 || lacking == 2).then(|| (player, lacking - 1))
    }

    #[inline]
    fn list(&mut self, line: LineId) {
        if let Some((player, lacking)) = self.list_of(line) {
            let list = &mut self.lacking[player][lacking];
            self.places[line.index()] = list.len() as u32;
            list.push(line);
        }
    }

    #[inline]
    fn unlist(&mut self, line: LineId) {
        if let Some((player, lacking)) = self.list_of(line) {
            let list = &mut self.lacking[player][lacking];
            let place = self.places[line.index()] as usize;
            list.swap_remove(place);
            if let Some(&moved) = list.get(place) {
                self.places[moved.index()] = place as u32;
            }
        }
    }
}

/// Returns the number of a stone in a cell. The hash of a position is the exclusive or of its stones' numbers (Albert
/// Zobrist, "A new hashing method with application for game playing", 1970).
#[inline]
pub(super) const fn key(cell: CellId, player: Player) -> u64 {
    Rng::from_seed(cell.index() as u64 * 2 + player as u64).next_u64()
}
