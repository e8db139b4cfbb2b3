//! The rules, which the documentation of [`Position`] describes.

use std::hash::{Hash, Hasher};
use std::iter;

mod boards;
mod text;

use super::entanglement::{Collapse, Entanglement};
use super::per_cell::PerCell;
use crate::{Action, Cell, CellSet, Choices, Mark, Player, RuleError, Score};
pub use boards::{ClassicalBoard, Part, Possible, Spooky};
pub use text::PositionError;

/// A position of quantum tic-tac-toe: the board at any point of a game, without its history.
///
/// # Rules
///
/// After Allan Goff, "Quantum tic-tac-toe: A teaching metaphor for superposition in quantum mechanics", American
/// Journal of Physics 74, 962 (2006), with one exception: as in the code-golf challenge, two lines of one player score
/// two points. In the paper, they score 1½; on Goff's page (2026), two if both contain mark 9, and otherwise 1½.
///
#[doc = include_str!("rules.md")]
///
/// [`status`](Self::status) says which action is due, [`play`](Self::play) makes a move, and
/// [`measure`](Self::measure) a measurement, which is named by the mark that the alphabetically first cell of the cycle
/// becomes. The number of a mark's move is its *subscript*.
///
/// # Text
///
/// A position is one line of text, without its history, like FEN in chess: `41./32./... 5CF 6GH`. The classical marks
/// come first, row by row, with a slash between rows and a dot for a free cell. The spooky marks follow, the lowest
/// subscript first, each with its two cells.
/// [docs/notation.md](https://docs.rs/crate/qttt/latest/source/docs/notation.md#positions) has the grammar.
///
/// # Examples
///
/// A position is small and `Copy`, and playing doesn't allocate: to look ahead, or to take a move back later, copy it.
///
/// ```
/// use qttt::{Cell, Position, Mark, Player, Score, Status};
///
/// let mut position = Position::new();
/// position.play(Cell::A, Cell::B)?;
/// position.play(Cell::B, Cell::A)?; // closes a cycle of two cells
/// let Status::Measure { by, cell, choices } = position.status() else { unreachable!() };
/// assert_eq!((by, cell), (Player::X, Cell::A));
/// assert_eq!(choices.to_string(), "1 or 2");
///
/// position.measure(choices.iter().last().unwrap())?;
/// assert_eq!(position.classical(Cell::A), Mark::new(2));
/// assert_eq!(position.classical(Cell::B), Mark::new(1));
/// assert_eq!(position.status(), Status::Move(Player::X));
/// assert_eq!(position.score(), Score::Nobody);
/// # Ok::<(), qttt::RuleError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    /// The classical mark of each cell, 0 where it is free.
    classical: PerCell,
    /// The spooky marks.
    entanglement: Entanglement,
    phase: Phase,
    /// The number of moves made.
    moves: u8,
}

/// The phase of the game: a [`Status`], with the data that the rules need for it.
#[derive(Clone, Copy)]
enum Phase {
    Move,
    /// The closed cycle must be measured.
    Measure(Collapse),
    /// There is a line, or no free cell.
    Over,
}

/// The kind of action that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The player must entangle two free cells, or double the last one.
    Move(Player),
    /// A cycle is closed, and the player who did not close it must measure it.
    Measure {
        /// The player who measures, and then moves.
        by: Player,
        /// The alphabetically first cell of the cycle.
        cell: Cell,
        /// The marks that `cell` can become.
        choices: Choices,
    },
    /// There is a line, or no free cell: no action is legal.
    Over,
}

impl Status {
    /// Returns the name of the state: `move`, `measure`, or `over`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move(_) => "move",
            Self::Measure { .. } => "measure",
            Self::Over => "over",
        }
    }
}

impl Position {
    /// Returns the empty board, with X to move.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            classical: PerCell::ZERO,
            entanglement: Entanglement::NONE,
            phase: Phase::Move,
            moves: 0,
        }
    }

    /// Puts the next pair of spooky marks into two free cells, in either order.
    ///
    /// # Errors
    ///
    /// Returns an error and leaves the position unchanged if the game is over, if a measurement is due, if a cell holds
    /// a classical mark, or if the cells are the same and another cell is free.
    pub fn play(&mut self, a: Cell, b: Cell) -> Result<(), RuleError> {
        match self.status() {
            Status::Move(_) => self.check_cells(a, b)?,
            Status::Measure { by, cell, choices } => {
                return Err(RuleError::MeasurementDue { by, cell, choices });
            }
            Status::Over => return Err(RuleError::GameOver(self.score())),
        }
        self.moves += 1;
        let mark = Mark::new(self.moves).expect("no more marks than cells");
        if let Some(collapse) = self.entanglement.entangle(mark, a, b) {
            self.phase = Phase::Measure(collapse);
        }
        Ok(())
    }

    /// Checks whether a move can use two cells: both are free, and different unless only one is free.
    // Without inlining, solving takes more instructions.
    #[inline(always)]
    fn check_cells(&self, a: Cell, b: Cell) -> Result<(), RuleError> {
        for cell in [a, b] {
            if let Some(mark) = self.classical(cell) {
                let free = self.free();
                return Err(RuleError::CellTaken { cell, mark, free });
            }
        }
        if a == b && self.free().len() > 1 {
            let free = self.free();
            return Err(RuleError::DoubledCell { cell: a, free });
        }
        Ok(())
    }

    /// Measures the cycle, with the outcome that has `mark` in the alphabetically first cell of the cycle. Every mark
    /// of the cycle's component becomes classical.
    ///
    /// # Errors
    ///
    /// Returns an error and leaves the position unchanged if the game is over, if no cycle is closed, or if `mark` is
    /// not one of the choices.
    pub fn measure(&mut self, mark: Mark) -> Result<(), RuleError> {
        let collapse = match &self.phase {
            Phase::Measure(collapse) => collapse,
            Phase::Move => {
                return Err(RuleError::NoMeasurementDue {
                    turn: self.actor(),
                    free: self.free(),
                });
            }
            Phase::Over => return Err(RuleError::GameOver(self.score())),
        };
        let is_chosen = |outcome: &&PerCell| outcome.get(collapse.cell) == mark.number();
        let Some(&outcome) = collapse.outcomes.iter().find(is_chosen) else {
            return Err(RuleError::NotAChoice {
                mark,
                cell: collapse.cell,
                choices: collapse.choices(),
            });
        };
        self.add_classical(outcome);
        Ok(())
    }

    /// Returns the position after a move that closes a cycle in the component of `cell`, which must be free, and a
    /// measurement that settles the new mark in `cell`.
    ///
    /// Unlike [`play`](Self::play), this accepts a component of one cell while others are free, and a game that is
    /// over. The outcome depends only on `cell`, not on the move's other cell.
    #[inline]
    pub(super) fn closed_in(&self, cell: Cell) -> Self {
        let mut position = *self;
        position.moves += 1;
        let outcome = self.entanglement.collapse_in(cell, position.moves);
        position.add_classical(outcome);
        position
    }

    /// Makes a move or a measurement.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`play`](Self::play) and [`measure`](Self::measure).
    #[inline]
    pub fn act(&mut self, action: Action) -> Result<(), RuleError> {
        match action {
            Action::Move(a, b) => self.play(a, b),
            Action::Measure(mark) => self.measure(mark),
        }
    }

    /// Returns the kind of action that is due.
    #[must_use]
    #[inline]
    pub fn status(&self) -> Status {
        match &self.phase {
            Phase::Move => Status::Move(self.actor()),
            Phase::Measure(collapse) => Status::Measure {
                by: self.actor(),
                cell: collapse.cell,
                choices: collapse.choices(),
            },
            Phase::Over => Status::Over,
        }
    }

    /// Returns the player to act, or `None` if the game is over.
    ///
    /// ```
    /// use qttt::{Player, Record};
    ///
    /// assert_eq!("AB BA".parse::<Record>()?.position().turn(), Some(Player::X));
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        (!self.is_over()).then(|| self.actor())
    }

    /// Returns `true` if there is a line, or no free cell: no action is legal.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// Returns `true` if the action is legal.
    ///
    /// ```
    /// use qttt::{Action, Cell, Position};
    ///
    /// assert!(Position::new().is_legal(Action::Move(Cell::B, Cell::A)));
    /// assert!(!Position::new().is_legal(Action::Move(Cell::A, Cell::A)));
    /// ```
    #[must_use]
    pub fn is_legal(&self, action: Action) -> bool {
        self.after(action).is_ok()
    }

    /// Returns the position after an action.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`play`](Self::play) and [`measure`](Self::measure).
    pub fn after(&self, action: Action) -> Result<Self, RuleError> {
        let mut position = *self;
        position.act(action).map(|()| position)
    }

    /// Returns the cells of the closed cycle, or the empty set if no cycle is closed.
    ///
    /// ```
    /// let record: qttt::Record = "AB BE DE AE".parse()?;
    /// assert_eq!(record.position().cycle().to_string(), "A B E");
    /// # Ok::<(), qttt::GameError>(())
    /// ```
    #[must_use]
    pub const fn cycle(&self) -> CellSet {
        match &self.phase {
            Phase::Measure(collapse) => collapse.cycle(),
            Phase::Move | Phase::Over => CellSet::EMPTY,
        }
    }

    /// Returns the number of moves made, 0 to 9. Measurements don't count.
    #[must_use]
    pub const fn move_count(&self) -> u8 {
        self.moves
    }

    /// Returns the classical mark of a cell, or `None` if the cell is free.
    #[must_use]
    pub const fn classical(&self, cell: Cell) -> Option<Mark> {
        Mark::new(self.classical.get(cell))
    }

    /// Returns the cells that hold a classical mark of the player.
    #[must_use]
    pub const fn cells_of(&self, player: Player) -> CellSet {
        self.classical.cells_of(player)
    }

    /// Returns the free cells: those without a classical mark.
    #[must_use]
    pub const fn free(&self) -> CellSet {
        self.classical.cells_where(0)
    }

    /// Returns the two cells of a spooky mark in reading order, or `None` if the mark isn't spooky.
    #[must_use]
    pub fn spooky(&self, mark: Mark) -> Option<[Cell; 2]> {
        self.entanglement.cells_with(mark)
    }

    /// Returns the legal actions: the choices of a measurement, the lower mark first, or the pairs of free cells in
    /// alphabetical order.
    ///
    /// ```
    /// assert_eq!(qttt::Position::new().legal_actions().len(), 36);
    /// ```
    #[must_use]
    pub fn legal_actions(&self) -> Vec<Action> {
        let free = self.free();
        match self.status() {
            Status::Move(_) if free.len() == 1 => {
                free.iter().map(|cell| Action::Move(cell, cell)).collect()
            }
            Status::Move(_) => {
                let (mut moves, mut others) = (Vec::with_capacity(36), free);
                for a in free {
                    others = others - CellSet::EMPTY.with(a);
                    moves.extend(others.iter().map(|b| Action::Move(a, b)));
                }
                moves
            }
            Status::Measure { choices, .. } => choices.iter().map(Action::Measure).collect(),
            Status::Over => Vec::new(),
        }
    }

    /// Returns the score: `0 0` if nobody has a line.
    ///
    /// A line scores a point. If one measurement gives both players a line, the line with the lower maximum subscript
    /// scores a point, and the other line half a point. X can get two lines in one measurement: two points.
    #[inline]
    #[must_use]
    pub fn score(&self) -> Score {
        let lines = |player| self.cells_of(player).count_lines();
        Score::of_lines(lines(Player::X), lines(Player::O), |mark| {
            self.classical.cells_where(mark.number())
        })
    }

    /// Iterates over the complete lines, X's first, each with its player.
    pub fn lines(&self) -> impl Iterator<Item = (Player, CellSet)> + use<> {
        let players = Player::ALL.map(|player| (player, self.cells_of(player)));
        players
            .into_iter()
            .flat_map(|(player, cells)| cells.lines().map(move |line| (player, line)))
    }

    /// Canonical form for `Eq` and `Hash`. The entanglement isn't canonical: it depends on the order of the moves.
    fn identity(&self) -> impl PartialEq + Hash + use<> {
        (self.classical, Mark::ALL.map(|mark| self.spooky(mark)))
    }

    /// Adds the marks of a measured component as classical marks: they are no longer spooky.
    fn add_classical(&mut self, marks: PerCell) {
        self.classical = self.classical.or(marks);
        self.entanglement.release(self.classical);
        // Only the complete outcome counts, not the lines on the way to it.
        let has_line = |player| self.cells_of(player).count_lines() > 0;
        let is_over = has_line(Player::X) || has_line(Player::O) || self.free().is_empty();
        self.phase = if is_over { Phase::Over } else { Phase::Move };
    }

    /// Iterates over the components of the cells, which must be free.
    #[inline]
    pub(super) fn components(&self, cells: CellSet) -> impl Iterator<Item = CellSet> + Clone {
        let mut rest = cells;
        iter::from_fn(move || {
            let component = self.entanglement.component_of(rest.first()?);
            rest = rest - component;
            Some(component)
        })
    }

    /// Returns the player who acts next: whoever measures also makes the next move.
    pub(super) const fn actor(&self) -> Player {
        Player::after_moves(self.moves as usize)
    }
}

/// Two positions are equal if the same marks are in the same cells. The order of a move's cells doesn't matter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::new()
    }
}
