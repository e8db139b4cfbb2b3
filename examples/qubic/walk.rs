//! Writes a certificate: tries every reply of O to X's known moves, and finds the sequences that win.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{
    certificate::{Entry, Section},
    cube::{Cell, Cube, Game, O, Position, Wins, X, coordinate, opening},
    frame::Frame,
    known::Known,
    quiet::Quiet,
    sequences::Finder,
};

/// A walk on one board.
pub(super) struct Walk<'c> {
    cube: &'c Cube,
    game: Game<'c>,
    known: &'c mut Known,
    finder: Finder,
    /// Where X plays.
    sub_board: Frame,
    section: Section,
    /// Positions that X didn't win.
    lost: HashSet<Position>,
    /// Sequences that won before, by what was inside.
    sequences: HashMap<(Frame, Position), Vec<Vec<Cell>>>,
    exceptions: BTreeSet<Position>,
}

impl<'c> Walk<'c> {
    pub(super) fn new(cube: &'c Cube, known: &'c mut Known, may_leave: bool) -> Self {
        Self {
            game: Game::new(cube),
            finder: Finder::default(),
            sub_board: Frame::holding(cube, &[], 3),
            section: Section {
                dimensions: cube.dimensions,
                may_leave,
                entries: BTreeMap::new(),
            },
            lost: HashSet::new(),
            sequences: HashMap::new(),
            exceptions: BTreeSet::new(),
            cube,
            known,
        }
    }

    /// Returns what was found.
    pub(super) fn into_section(self) -> Section {
        self.section
    }

    /// Returns the positions where O is free and X has no sequence should O pass.
    pub(super) fn exceptions(&self) -> BTreeSet<Position> {
        self.exceptions.clone()
    }

    /// Walks every game from X's opening; returns `true` if X wins.
    pub(super) fn wins_from_the_opening(&mut self) -> bool {
        let middle = opening(self.cube.dimensions);
        let mut replies = (0..self.cube.through.len() as Cell).filter(|&reply| reply != middle);
        replies.all(|reply| {
            let frame = Frame::holding(self.cube, &[reply], 3);
            self.wins_from(frame, &[vec![middle], vec![reply]])
        })
    }

    /// Walks every game from a position, X to move, with X playing in a sub-board.
    pub(super) fn wins_from(&mut self, sub_board: Frame, position: &Position) -> bool {
        if self.sub_board != sub_board {
            self.sub_board = sub_board;
            self.lost.clear();
        }
        self.game.take_back_to(0);
        self.game.place_all(position);
        self.x_to_move(false, false)
    }

    /// Walks the exceptions with O's first stone outside in each cell of argument 4, on the board for so many groups that are
    /// split.
    pub(super) fn wins_outside(&mut self, exceptions: &BTreeSet<Position>) -> bool {
        let splits = self.cube.dimensions - 3;
        let has = |split: usize, group: usize| split >> group & 1;
        (0..16)
            .filter(|split: &usize| split.count_ones() as usize == splits)
            .all(|split| {
                let running = (0..3).flat_map(|axis| vec![Some(axis); 1 + has(split, axis)]);
                let axes: Vec<Option<usize>> = running.chain(vec![None; has(split, 3)]).collect();
                let is_first = |&first: &Cell| {
                    axes.iter().enumerate().all(|(place, axis)| {
                        let x = coordinate(first, place);
                        let is_pair = place > 0 && axes[place - 1] == *axis;
                        (axis.is_some() || x != 2) && (!is_pair || coordinate(first, place - 1) < x)
                    })
                };
                let cells = 0..self.cube.through.len() as Cell;
                let first: Vec<Vec<Cell>> = match splits {
                    0 => vec![Vec::new()],
                    _ => cells.filter(is_first).map(|first| vec![first]).collect(),
                };
                let frame = Frame::new(axes.clone());
                exceptions.iter().all(|exception| {
                    let outer =
                        |own: &Vec<Cell>| own.iter().map(|&cell| frame.outer(cell)).collect();
                    let [x, o]: Position = exception.each_ref().map(outer);
                    first.iter().all(|first| {
                        self.wins_from(frame.clone(), &[x.clone(), [&o[..], first].concat()])
                    })
                })
            })
    }

    /// X is to move: finds what wins, and returns `true` if something does. X plays in the sub-board, where it may be known to have
    /// no sequence, or on the whole board.
    fn x_to_move(&mut self, is_whole: bool, has_no_sequence: bool) -> bool {
        let position = self.game.position();
        let (least, symmetries) = self.cube.least_image(&position);
        if self.section.entries.contains_key(&least) {
            return true;
        }
        if self.lost.contains(&least) {
            return false;
        }
        let symmetry = symmetries[0];
        let before = self.game.len();
        let mut entry = None;
        if !is_whole {
            let sub_board = self.sub_board.clone();
            entry = self.plan(&sub_board, false, has_no_sequence, &mut Vec::new());
        }
        let whole = self.whole();
        if entry.is_none() && whole.dimensions > self.sub_board.dimensions {
            self.game.take_back_to(before);
            entry = self.plan(&whole, true, is_whole && has_no_sequence, &mut Vec::new());
        }
        self.game.take_back_to(before);
        let Some(entry) = entry else {
            self.lost.insert(least);
            return false;
        };
        let carry = |own: &Vec<Cell>| {
            own.iter()
                .map(|&cell| symmetry[usize::from(cell)])
                .collect()
        };
        let entry = Entry {
            moves: carry(&entry.moves),
            sequences: entry.sequences.iter().map(carry).collect(),
        };
        self.section.entries.insert(least, entry);
        true
    }

    /// Returns the least sub-board of four dimensions or more that holds all stones.
    fn whole(&self) -> Frame {
        let stones: Vec<Cell> = [X, O]
            .iter()
            .flat_map(|&player| self.game.stones_of(player))
            .collect();
        Frame::holding(self.cube, &stones, 4)
    }

    /// Looks for X's moves after some that were made, until O is free or X wins.
    fn plan(
        &mut self,
        frame: &Frame,
        is_whole: bool,
        has_no_sequence: bool,
        moves: &mut Vec<Cell>,
    ) -> Option<Entry> {
        if !has_no_sequence && let Some(sequence) = self.sequence(frame) {
            moves.extend(sequence);
            return Some(Entry {
                moves: moves.clone(),
                sequences: Vec::new(),
            });
        }
        let inside = frame.inside(&self.game.position());
        let mut candidates: Vec<Cell> = match self.game.wins(O) {
            Wins::None => self.known_moves(frame, &inside),
            Wins::One(cell) => vec![cell],
            Wins::Several => Vec::new(),
        };
        if candidates.is_empty()
            && self.game.wins(O) == Wins::None
            && self.may_search(frame, is_whole)
        {
            let strategy = Quiet::new(&mut self.finder, frame).find(&mut self.game);
            for (position, cell) in strategy.into_iter().flatten() {
                if let Some(answer) = frame.inner(cell) {
                    self.known
                        .add(frame.dimensions, &frame.inside(&position), answer);
                }
            }
            candidates = self.known_moves(frame, &inside);
        }
        let before = self.game.len();
        let made = moves.len();
        for cell in candidates {
            if !self.game.is_empty(cell) {
                continue;
            }
            self.game.place(cell, X);
            moves.push(cell);
            let found = match (self.game.wins(O), self.game.wins(X)) {
                (Wins::None, Wins::Several) => Some(Entry {
                    moves: moves.clone(),
                    sequences: Vec::new(),
                }),
                (Wins::None, Wins::One(reply)) => {
                    self.game.place(reply, O);
                    self.plan(frame, is_whole, false, moves)
                }
                (Wins::None, Wins::None) => {
                    let position = self.game.position();
                    self.replies(frame, is_whole)
                        .map(|(sequences, answers_pass)| {
                            if !answers_pass {
                                self.exceptions.insert(self.cube.least_image(&position).0);
                            }
                            Entry {
                                moves: moves.clone(),
                                sequences,
                            }
                        })
                }
                _ => None,
            };
            self.game.take_back_to(before);
            if found.is_some() {
                if let (Wins::None, Some(answer)) = (self.game.wins(O), frame.inner(cell)) {
                    self.known.has_won(frame.dimensions, &inside, answer);
                }
                return found;
            }
            moves.truncate(made);
        }
        None
    }

    fn known_moves(&mut self, frame: &Frame, inside: &Position) -> Vec<Cell> {
        let known = self.known.moves(frame.dimensions, inside);
        known.into_iter().map(|cell| frame.outer(cell)).collect()
    }

    /// Returns `true` where quiet moves are searched for if none is known: on the whole board, right after O's first stone outside
    /// and from there on.
    fn may_search(&self, frame: &Frame, is_whole: bool) -> bool {
        if self.cube.dimensions == 3 {
            return self.section.may_leave;
        }
        let mut outside = self
            .game
            .stones_of(O)
            .map(|cell| self.sub_board.inner(cell).is_none());
        let is_first =
            outside.by_ref().find(|&is_outside| is_outside).is_some() && outside.next().is_none();
        is_whole || frame.dimensions > 3 && is_first
    }

    /// O is free: tries all replies, and returns the sequences that answer them, if X wins, and whether the first answers a pass.
    fn replies(&mut self, frame: &Frame, is_whole: bool) -> Option<(Vec<Vec<Cell>>, bool)> {
        let key = (frame.clone(), frame.inside(&self.game.position()));
        let mut used: Vec<Vec<Cell>> = Vec::new();
        let mut others = self.sequences.remove(&key).unwrap_or_default();
        let pass = self.answer(frame, &mut used, &mut others);
        let replies: Vec<Cell> = match pass {
            // Others lose to the same sequence.
            true => self.game.touched_by(&used[0]),
            false => self.game.empty_cells().collect(),
        };
        let mut wins = pass || !self.section.may_leave;
        let before = self.game.len();
        for reply in replies {
            if !wins {
                break;
            }
            self.game.place(reply, O);
            wins = self.game.wins(O) != Wins::Several
                && (used.iter().any(|sequence| self.game.does_win(sequence))
                    || self.is_known()
                    || self.answer(frame, &mut used, &mut others)
                    || self.x_to_move(is_whole, true));
            self.game.take_back_to(before);
        }
        self.sequences.insert(key, [&used[..], &others].concat());
        wins.then_some((used, pass))
    }

    fn is_known(&self) -> bool {
        let (least, _) = self.cube.least_image(&self.game.position());
        self.section.entries.contains_key(&least)
    }

    /// Finds a sequence that wins, one that won before if it does, and adds it to those that are used.
    fn answer(
        &mut self,
        frame: &Frame,
        used: &mut Vec<Vec<Cell>>,
        others: &mut Vec<Vec<Cell>>,
    ) -> bool {
        let known = others
            .iter()
            .position(|sequence| self.game.does_win(sequence));
        let sequence = match known {
            Some(place) => Some(others.remove(place)),
            None => self.sequence(frame),
        };
        let is_found = sequence.is_some();
        used.extend(sequence);
        is_found
    }

    fn sequence(&mut self, frame: &Frame) -> Option<Vec<Cell>> {
        match self.game.wins(O) {
            Wins::Several => None,
            _ => self.finder.find(&mut self.game, frame, u32::MAX),
        }
    }
}
