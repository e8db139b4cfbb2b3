//! What is to be seen of a position: which marks tie which cells, and what part they play.

use crate::{Action, Cell, CellSet, Mark, Player, Position, Status};

/// Everything that both drawings show of a position.
pub(super) struct Scene {
    pub(super) position: Position,
    /// The spooky marks, in the order of their numbers.
    pub(super) links: Vec<Link>,
    /// The cells of a closed cycle.
    pub(super) cycle: CellSet,
    /// The lines of three, X's first.
    pub(super) lines: Vec<(Player, CellSet)>,
    /// What each choice of a measurement that is due would make of the board.
    pub(super) outcomes: Vec<(Mark, Position)>,
}

/// A spooky mark as an edge of the graph.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) mark: Mark,
    pub(super) cells: [Cell; 2],
    pub(super) part: Part,
}

/// The part that a spooky mark plays in the measurement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// It is on the cycle: the measurement decides where it goes.
    Cycle,
    /// It hangs off the cycle: where it goes is forced.
    Hanging,
    /// It stays spooky.
    Free,
}

/// Returns the column and the row of a cell, each 0 to 2.
pub(super) const fn place_of_cell(cell: Cell) -> [usize; 2] {
    [cell.index() % 3, cell.index() / 3]
}

/// Returns the column and the row of a spooky mark within its cells: the same in every cell and at every step.
pub(super) const fn place_of_mark(mark: Mark) -> [usize; 2] {
    place_of_cell(Cell::ALL[mark.index()])
}

impl Scene {
    pub(super) fn of(position: &Position) -> Self {
        let outcomes = outcomes(position);
        let cycle = position.cycle();
        let part_of = |mark| match outcomes.first() {
            // A mark of the cycle fills one of its cells, whichever way it is measured.
            Some((_, outcome)) if outcome.spooky(mark).is_none() => {
                match (cycle.iter()).any(|cell| outcome.classical(cell) == Some(mark)) {
                    true => Part::Cycle,
                    false => Part::Hanging,
                }
            }
            _ => Part::Free,
        };
        let link = |(mark, cells)| Link {
            mark,
            cells,
            part: part_of(mark),
        };
        let lines = |player| position.lines_of(player).map(move |line| (player, line));
        Self {
            position: *position,
            links: position.spooky_marks().map(link).collect(),
            cycle,
            lines: Player::ALL.into_iter().flat_map(lines).collect(),
            outcomes,
        }
    }

    /// Returns the links that play a part.
    pub(super) fn links_that(&self, part: Part) -> Vec<Link> {
        let plays_it = |link: &&Link| link.part == part;
        self.links.iter().filter(plays_it).copied().collect()
    }

    /// Returns `true` if a cell is on a line of three.
    pub(super) fn is_on_line(&self, cell: Cell) -> bool {
        self.lines.iter().any(|(_, line)| line.contains(cell))
    }
}

/// Says which marks are where, and what is entangled with what.
///
/// ```
/// use qttt::{Record, draw::describe_board};
///
/// let position = "AB AB 1 CF DE EI DI".parse::<Record>()?.position();
/// assert_eq!(
///     describe_board(&position),
///     "Classical marks: X1 in A, O2 in B. Spooky marks: X3 in C and F. \
///      A cycle from D by O4 to E, by X5 to I, by O6 to D."
/// );
/// # Ok::<(), qttt::RecordError>(())
/// ```
#[must_use]
pub fn describe_board(position: &Position) -> String {
    let scene = Scene::of(position);
    let mut sentences = Vec::new();
    let classical: Vec<_> = CellSet::FULL
        .iter()
        .filter_map(|cell| Some(format!("{:?} in {cell}", position.classical(cell)?)))
        .collect();
    let mut list = |title: &str, marks: Vec<String>| {
        if !marks.is_empty() {
            sentences.push(format!("{title}: {}.", marks.join(", ")));
        }
    };
    let spooky = |part| {
        let links = scene.links_that(part).into_iter();
        links
            .map(|link| {
                let [a, b] = link.cells;
                format!("{:?} in {a} and {b}", link.mark)
            })
            .collect()
    };
    list("Classical marks", classical);
    list("Spooky marks", spooky(Part::Free));
    list("Tied to the cycle", spooky(Part::Hanging));
    for Chain { start, links } in chains(scene.links_that(Part::Cycle), CellSet::EMPTY) {
        let ways: Vec<_> = links
            .iter()
            .map(|(mark, cell)| format!("by {mark:?} to {cell}"))
            .collect();
        sentences.push(format!("A cycle from {start} {}.", ways.join(", ")));
    }
    if sentences.is_empty() {
        return "The board is empty.".to_string();
    }
    sentences.join(" ")
}

fn outcomes(position: &Position) -> Vec<(Mark, Position)> {
    let Status::Measure { choices, .. } = position.status() else {
        return Vec::new();
    };
    let measured = |mark| Some((mark, position.after(Action::Measure(mark)).ok()?));
    choices.iter().filter_map(measured).collect()
}

/// Links end to end: a cell, and then for each link its mark and the cell that it leads to.
pub(super) struct Chain {
    pub(super) start: Cell,
    pub(super) links: Vec<(Mark, Cell)>,
}

/// Strings links together, each once. A chain begins at one of the cells `from` where there is one, else at an end.
pub(super) fn chains(mut links: Vec<Link>, from: CellSet) -> Vec<Chain> {
    let mut chains = Vec::new();
    while let Some(start) = start_of_chain(&links, from) {
        let mut chain = Chain {
            start,
            links: Vec::new(),
        };
        let mut cell = start;
        while let Some(next) = links.iter().position(|link| link.cells.contains(&cell)) {
            let link = links.remove(next);
            let [a, b] = link.cells;
            cell = if a == cell { b } else { a };
            chain.links.push((link.mark, cell));
        }
        chains.push(chain);
    }
    chains
}

fn start_of_chain(links: &[Link], from: CellSet) -> Option<Cell> {
    let ends: Vec<Cell> = links.iter().flat_map(|link| link.cells).collect();
    let degree = |cell: &&Cell| ends.iter().filter(|end| end == cell).count();
    let in_from = ends.iter().find(|&&cell| from.contains(cell));
    let leaf = || ends.iter().find(|cell| degree(cell) == 1);
    in_from.or_else(leaf).or(ends.iter().min()).copied()
}
