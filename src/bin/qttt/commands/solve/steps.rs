//! `qttt solve --steps`: a game compared with perfect play, as text.

use qttt::{
    Action, Player, Score,
    solve::{Decision, Review, Solution},
};

use crate::records::{join, sign};

/// Returns a line for each position: the action that led to it, its value, and the best actions instead.
pub(super) fn table(review: &Review) -> String {
    let mut table = String::from("Move       Value  Lost  Best\n");
    let start = review.decisions.first();
    let start = start.map_or(&review.solution, |first| &first.solution);
    table += &row("", start.value, "", "");
    for decision in &review.decisions {
        let loss = decision.loss();
        table += &row(
            &numbered(decision),
            decision.value,
            &loss.to_string(),
            &best(&decision.solution),
        );
    }
    if !review.solution.actions.is_empty() {
        table += &format!("Best now: {}\n", best(&review.solution));
    }
    table += &summary(review);
    table
}

fn row(action: &str, value: Score, lost: &str, best: &str) -> String {
    let row = format!(
        "{action:<10} {:>4}  {lost:>4}  {best}",
        value.payoff().to_string()
    );
    row.trim_end().to_string() + "\n"
}

/// Returns an action with its number, its player and its sign: `1. X AB?`.
fn numbered(decision: &Decision) -> String {
    format!(
        "{:3}{} {}",
        number(decision),
        decision.step.player(),
        signed(decision)
    )
}

fn number(decision: &Decision) -> String {
    match decision.step.action {
        Action::Move(..) => format!("{}. ", decision.step.before.moves() + 1),
        Action::Measure(_) => String::new(),
    }
}

fn signed(decision: &Decision) -> String {
    format!("{}{}", decision.step.action, sign(decision))
}

/// Lists the best actions that fit on a line.
fn best(solution: &Solution) -> String {
    const MAX: usize = 12;
    let best: Vec<_> = solution.best().collect();
    match best.len() {
        ..=MAX => join(best),
        count => format!(
            "{} and {} more",
            join(best.into_iter().take(MAX)),
            count - MAX
        ),
    }
}

/// Lists the points that each player lost, and by which actions.
fn summary(review: &Review) -> String {
    let mut lines = String::new();
    for player in Player::ALL {
        let mut mistakes: Vec<_> = review.decisions.iter().collect();
        mistakes.retain(|decision| decision.step.player() == player && !sign(decision).is_empty());
        let lost: f64 = (mistakes.iter())
            .map(|mistake| f64::from(mistake.loss()))
            .sum();
        let by: Vec<_> = mistakes
            .iter()
            .map(|mistake| format!("{}{}", number(mistake), signed(mistake)))
            .collect();
        lines += &match by.len() {
            0 => format!("Points lost by {player}: none\n"),
            _ => format!("Points lost by {player}: {lost} ({})\n", by.join(", ")),
        };
    }
    lines
}
