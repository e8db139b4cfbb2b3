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

/// How X plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Mode {
    /// On the least sub-board that holds all stones, and no longer in X's.
    is_whole: bool,
    /// Whether quiet moves are searched for where none is known.
    may_search: bool,
}

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
    lost: HashSet<(Position, Mode)>,
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
        // After e as a pass, argument 4 (a), X's moves in S are searched for, too.
        let mode = Mode {
            is_whole: false,
            may_search: self.section.may_leave && self.cube.dimensions == 3,
        };
        self.x_to_move(mode, false)
    }

    /// Walks the exceptions with O's first stone outside in each cell of argument 4, on the board for so many groups
    /// that are split.
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

    /// X is to move: finds what wins, and returns `true` if something does. X may be known to have no sequence.
    fn x_to_move(&mut self, mode: Mode, has_no_sequence: bool) -> bool {
        let position = self.game.position();
        let (least, symmetries) = self.cube.least_image(&position);
        if self.section.entries.contains_key(&least) {
            return true;
        }
        // Not by its least image, as X's sub-board is where it is.
        let this = (position, mode);
        if self.lost.contains(&this) {
            return false;
        }
        let symmetry = symmetries[0];
        let before = self.game.len();
        let mut entry = None;
        if !mode.is_whole {
            let sub_board = self.sub_board.clone();
            entry = self.plan(&sub_board, mode, has_no_sequence, &mut Vec::new());
        }
        let whole = self.whole();
        if entry.is_none() && whole.dimensions > self.sub_board.dimensions {
            self.game.take_back_to(before);
            let has_no_sequence = mode.is_whole && has_no_sequence;
            let mode = Mode {
                is_whole: true,
                may_search: mode.may_search || self.is_right_after_first_outside(),
            };
            entry = self.plan(&whole, mode, has_no_sequence, &mut Vec::new());
        }
        self.game.take_back_to(before);
        let Some(entry) = entry else {
            self.lost.insert(this);
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
        mode: Mode,
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
        if candidates.is_empty() && self.game.wins(O) == Wins::None && mode.may_search {
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
                    self.plan(frame, mode, false, moves)
                }
                (Wins::None, Wins::None) => {
                    let position = self.game.position();
                    self.replies(frame, mode).map(|(sequences, answers_pass)| {
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

    fn known_moves(&self, frame: &Frame, inside: &Position) -> Vec<Cell> {
        let known = self.known.moves(frame.dimensions, inside);
        known.into_iter().map(|cell| frame.outer(cell)).collect()
    }

    /// Returns `true` if O's last stone is outside X's sub-board, and its only one there.
    fn is_right_after_first_outside(&self) -> bool {
        let is_outside = |cell| self.sub_board.inner(cell).is_none();
        let mut stones = self.game.stones_of(O).skip_while(|&cell| !is_outside(cell));
        stones.next().is_some() && stones.next().is_none()
    }

    /// O is free: tries all replies, and returns the sequences that answer them, if X wins, and whether the first
    /// answers a pass.
    fn replies(&mut self, frame: &Frame, mode: Mode) -> Option<(Vec<Vec<Cell>>, bool)> {
        let key = (frame.clone(), frame.inside(&self.game.position()));
        let mut used: Vec<Vec<Cell>> = Vec::new();
        let mut others = self.sequences.remove(&key).unwrap_or_default();
        let pass = self.answer(frame, &mut used, &mut others);
        let replies: Vec<Cell> = match pass {
            // Others lose to the same sequence.
            true => self.game.touched_by(&used[0]),
            false => self.game.empty_cells().collect(),
        };
        // With a stone of O's outside and no sequence for a pass, there are too many replies to try.
        let is_outside = |cell| self.sub_board.inner(cell).is_none();
        let may_pass = self.section.may_leave || self.game.stones_of(O).any(is_outside);
        let mut wins = pass || !may_pass;
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
                    || self.x_to_move(mode, true));
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
