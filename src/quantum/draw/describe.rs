//! Descriptions of positions, actions, and scores in English.

use crate::drawing::the_lines;
use crate::quantum::action::join_actions;
use crate::solve::Solution;
use crate::{
    Action, Cell, CellSet, Mark, Part, Player, Position, Possible, Record, Score, Spooky, Status,
    Step,
};

/// Describes the next action, or the result and its reason.
///
/// ```
/// use qttt::{Record, draw};
///
/// let position = "AI EG BE EH DG AI 1 BC CE 3".parse::<Record>()?.position();
/// assert_eq!(
///     draw::describe(&position),
///     "O wins 1 to 0.5. Both players have a line. O's counts as the earlier one and gets the whole point: its \
///      highest number is 6; X's is 7."
/// );
/// # Ok::<(), qttt::GameError>(())
/// ```
#[must_use]
pub fn describe(position: &Position) -> String {
    match position.status() {
        Status::Move(player) => format!("Move {}: {player} to move.", position.move_count() + 1),
        Status::Measure { by, cell, choices } => {
            let marks: Vec<_> = choices.iter().map(|mark| mark.to_string()).collect();
            let verb = if marks.len() > 1 {
                "chooses"
            } else {
                "measures"
            };
            format!("{by} {verb}: {cell} becomes {}.", marks.join(" or "))
        }
        Status::Over => {
            let points = match position.score() {
                Score::Nobody => ": 0 to 0",
                _ => "",
            };
            let reason = describe_reason(position);
            let result = describe_result(position);
            format!("{result}{points}. {reason}")
        }
    }
}

/// Describes why a finished game has its score: `X has the line AEI.`
pub(crate) fn describe_reason(position: &Position) -> String {
    let Some(winner) = position.score().winner() else {
        return "Every cell is taken, and nobody has a line.".to_string();
    };
    let loser = winner.opponent();
    let highest = [winner, loser].map(|player| {
        let cells = position.cells_of(player).lines().flatten();
        cells.filter_map(|cell| position.classical(cell)).max()
    });
    if let [Some(low), Some(high)] = highest {
        return format!(
            "Both players have a line. {winner}'s counts as the earlier one and gets the whole point: its highest \
             number is {}; {loser}'s is {}.",
            low.number(),
            high.number(),
        );
    }
    let lines = the_lines(position.lines().map(|(_, line)| line.letters()));
    format!("{winner} has {lines}.")
}

/// Describes the board: the marks and their cells, and the cycle.
///
/// ```
/// use qttt::{Record, draw};
///
/// let position = "AB AB 1 CF DE EI DI".parse::<Record>()?.position();
/// assert_eq!(
///     draw::describe_board(&position),
///     "Classical marks: X1 in A, O2 in B. Spooky marks: X3 in C and F. \
///      A cycle runs from D via O4 to E, via X5 to I, via O6 to D."
/// );
/// # Ok::<(), qttt::GameError>(())
/// ```
#[must_use]
pub fn describe_board(position: &Position) -> String {
    let name_classical = |cell| Some(format!("{} in {cell}", position.classical(cell)?));
    let name_pairs = |part| {
        let pairs = position.spooky_marks().filter(|pair| pair.part == part);
        let name = |Spooky { mark, cells, .. }| format!("{mark} in {} and {}", cells[0], cells[1]);
        pairs.map(name).collect()
    };
    let classical: Vec<_> = Cell::ALL.into_iter().filter_map(name_classical).collect();
    let lists = [
        ("Classical marks", classical),
        ("Spooky marks", name_pairs(Part::Free)),
        ("Attached to the cycle", name_pairs(Part::Attached)),
    ];
    let mut sentences = Vec::new();
    for (title, marks) in lists {
        if !marks.is_empty() {
            sentences.push(format!("{title}: {}.", marks.join(", ")));
        }
    }
    for (start, marks) in chains(position, Part::Cycle, CellSet::EMPTY) {
        let steps = marks.into_iter();
        let steps = steps.map(|(mark, cell)| format!("via {mark} to {cell}"));
        let steps: Vec<_> = steps.collect();
        sentences.push(format!("A cycle runs from {start} {}.", steps.join(", ")));
    }
    if sentences.is_empty() {
        return "The board is empty.".to_string();
    }
    sentences.join(" ")
}

/// Describes the possible classical boards. Returns `None` if there is only one, or the game is over.
pub(crate) fn describe_possible(position: &Position) -> Option<String> {
    let Possible { boards, x, o } = position.possible();
    let [x, o] = [x, o].map(|count| match count {
        0 => "none".to_string(),
        _ => count.to_string(),
    });
    (boards > 1 && !position.is_over()).then(|| {
        format!(
            "{boards} classical boards are possible: X has a line in {x} of them, and O in {o}."
        )
    })
}

/// Describes the choice of a measurement: `A becomes X1`. Empty for a move.
pub(crate) fn describe_choice(measurement: &Step) -> String {
    let choice = measurement.chosen();
    let choice = choice.map(|(cell, mark)| format!("{cell} becomes {mark}"));
    choice.unwrap_or_default()
}

/// Describes the result of a measurement: `X wins 1 to 0.5`, `Nobody wins`, or `No line yet`.
pub(crate) fn describe_result(after: &Position) -> String {
    if !after.is_over() {
        return "No line yet".to_string();
    }
    match after.score() {
        Score::Nobody => "Nobody wins".to_string(),
        score => describe_value(score),
    }
}

/// Describes the result of a game with a value: `X wins 1 to 0.5`, or `nobody wins`.
#[must_use]
pub fn describe_value(value: Score) -> String {
    let Some(winner) = value.winner() else {
        return "nobody wins".to_string();
    };
    let [points, others] = [winner, winner.opponent()].map(|player| value.points(player));
    format!("{winner} wins {points} to {others}")
}

/// Describes what perfect play gives: `With perfect play, X wins 1 to 0.5 (value 0.5).`
#[must_use]
pub fn describe_perfect_play(value: Score) -> String {
    let (result, payoff) = (describe_value(value), value.payoff());
    format!("With perfect play, {result} (value {payoff}).")
}

/// Describes the actions of the player, without a full stop: the best ones, and the number of the others by result.
#[must_use]
pub fn describe_best(solution: &Solution, player: Player) -> String {
    let groups = solution.actions.chunk_by(|a, b| a.1 == b.1);
    let others = groups.skip(1).map(|group| {
        let noun = if group.len() == 1 { "other" } else { "others" };
        let result = describe_value(group[0].1);
        format!("{} {noun}: {result}", group.len())
    });
    let mut others = others.collect::<Vec<_>>().join("; ");
    if others.is_empty() {
        others = "no others".to_string();
    }
    let best = join_actions(solution.best());
    format!("Best for {player}: {best} ({others})")
}

/// Returns a description as pages show it, with `½` for half a point.
///
/// ```
/// use qttt::draw::with_fractions;
///
/// assert_eq!(with_fractions("1 to 0.5, 1.5, -0.5, and 10.5"), "1 to ½, 1½, -½, and 10½");
/// ```
#[must_use]
pub fn with_fractions(description: &str) -> String {
    let description = description.replace(".5", "½");
    let mut parts = description.split("0½");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let is_whole = text.ends_with(|c: char| c.is_ascii_digit());
        text += if is_whole { "0½" } else { "½" };
        text += part;
    }
    text
}

/// Returns the positions after the actions of a record, each with a caption: `1. X plays AB`. If there is no action,
/// returns the empty board.
pub(super) fn frames(record: &Record) -> Vec<(String, Position)> {
    let frame = |step: Step| (describe_action(&step), step.after);
    let mut frames: Vec<_> = record.steps().map(frame).collect();
    if frames.is_empty() {
        frames.push(("The empty board".to_string(), Position::new()));
    }
    frames
}

/// Returns the number of a move, for example `3. `; a measurement has none.
#[must_use]
pub fn describe_number(step: &Step) -> String {
    match step.action {
        Action::Move(..) => format!("{}. ", step.after.move_count()),
        Action::Measure(_) => String::new(),
    }
}

/// Describes an action in the present tense: `4. O plays AE` or `X chooses 1`.
#[must_use]
pub fn describe_action(step: &Step) -> String {
    let (start, action) = (describe_number(step) + step.player().name(), step.action);
    match (action, step.after.status()) {
        (Action::Measure(_), _) => format!("{start} chooses {action}"),
        (_, Status::Measure { .. }) => format!("{start} plays {action} and closes a cycle"),
        _ => format!("{start} plays {action}"),
    }
}

/// Describes an action in the past tense: `1. X played AB`, or `X chose 1: X1 in A, O2 in B`.
///
/// ```
/// use qttt::{Record, draw};
///
/// let record: Record = "AB BC BC 2".parse()?;
/// let told: Vec<_> = record.steps().map(|step| draw::describe_step(&step)).collect();
/// assert_eq!(told[2], "3. X played BC and closed a cycle");
/// assert_eq!(told[3], "O chose 2: X1 in A, O2 in B, X3 in C");
/// # Ok::<(), qttt::GameError>(())
/// ```
#[must_use]
pub fn describe_step(step: &Step) -> String {
    describe_number(step) + &format!("{} {}", step.player(), describe_deed(step))
}

/// Describes what was done in a step, without who did it: `played AB`, or `chose 1: X1 in A, O2 in B`.
pub(crate) fn describe_deed(step: &Step) -> String {
    match (step.action, step.after.status()) {
        (action @ Action::Measure(_), _) => format!("chose {action}: {}", describe_collapse(step)),
        (action, Status::Measure { .. }) => format!("played {action} and closed a cycle"),
        (action, _) => format!("played {action}"),
    }
}

/// Describes where a measurement put its marks: `X1 in A, O2 in B`. Empty for a move.
#[must_use]
pub fn describe_collapse(step: &Step) -> String {
    let marks = step.collapsed();
    let marks = marks.map(|(cell, mark)| format!("{mark} in {cell}"));
    marks.collect::<Vec<_>>().join(", ")
}

/// Divides the spooky marks of a part into chains: a first cell, then each mark and its other cell. A chain starts in a
/// cell of `from`; if there is none, in a cell with one mark; otherwise, in the alphabetically first cell.
pub(super) fn chains(
    position: &Position,
    part: Part,
    from: CellSet,
) -> Vec<(Cell, Vec<(Mark, Cell)>)> {
    let spooky = position.spooky_marks();
    let mut spooky: Vec<_> = spooky.filter(|spooky| spooky.part == part).collect();
    let mut chains = Vec::new();
    while let Some(start) = start_of_chain(&spooky, from) {
        let mut marks = Vec::new();
        let mut cell = start;
        while let Some(next) = spooky
            .iter()
            .position(|spooky| spooky.cells.contains(&cell))
        {
            let Spooky { mark, cells, .. } = spooky.remove(next);
            let [a, b] = cells;
            cell = if a == cell { b } else { a };
            marks.push((mark, cell));
        }
        chains.push((start, marks));
    }
    chains
}

fn start_of_chain(spooky: &[Spooky], from: CellSet) -> Option<Cell> {
    let ends: Vec<Cell> = spooky.iter().flat_map(|spooky| spooky.cells).collect();
    let degree = |cell: &&Cell| ends.iter().filter(|end| end == cell).count();
    let in_from = ends.iter().find(|&&cell| from.contains(cell));
    let leaf = || ends.iter().find(|cell| degree(cell) == 1);
    in_from.or_else(leaf).or(ends.iter().min()).copied()
}
