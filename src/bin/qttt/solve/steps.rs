//! `qttt solve --steps`: a game compared with perfect play, as text.

use qttt::{
    Action, Player, Score,
    solve::{Decision, Review, Solution},
};

use crate::records::{join, sign};

/// Returns a line for each position: the action that led to it, its value, and the best actions instead. The
/// points that each player lost follow.
pub(super) fn table(review: &Review) -> String {
    let mut table = String::from("Move       Value  Lost  Best\n");
    let start = review.decisions.first();
    let start = start.map_or(&review.solution, |first| &first.solution);
    table += &row("", start.value, "", "");
    let (mut lost, mut mistakes) = ([0.0; 2], [Vec::new(), Vec::new()]);
    for decision in &review.decisions {
        let player = decision.step.player();
        let (number, sign, loss) = (number(decision), sign(decision), decision.loss());
        let action = format!("{}{sign}", decision.step.action);
        table += &row(
            &format!("{number:3}{player} {action}"),
            decision.value,
            &loss.to_string(),
            &best(&decision.solution),
        );
        if !sign.is_empty() {
            lost[player as usize] += f64::from(loss);
            mistakes[player as usize].push(number + &action);
        }
    }
    if !review.solution.actions.is_empty() {
        table += &format!("Best now: {}\n", best(&review.solution));
    }
    for player in Player::ALL {
        let lost = lost[player as usize];
        table += &match mistakes[player as usize].join(", ") {
            by if by.is_empty() => format!("Points lost by {player}: none\n"),
            by => format!("Points lost by {player}: {lost} ({by})\n"),
        };
    }
    table
}

fn row(action: &str, value: Score, lost: &str, best: &str) -> String {
    let value = value.payoff().to_string();
    let row = format!("{action:<10} {value:>4}  {lost:>4}  {best}");
    row.trim_end().to_string() + "\n"
}

/// Returns the number of a move, for example `3. `; a measurement has none.
fn number(decision: &Decision) -> String {
    match decision.step.action {
        Action::Move(..) => format!("{}. ", decision.step.before.moves() + 1),
        Action::Measure(_) => String::new(),
    }
}

/// Lists the best actions that fit on a line.
fn best(solution: &Solution) -> String {
    const MAX: usize = 12;
    let shown = join(solution.best().take(MAX));
    match solution.best().count() {
        ..=MAX => shown,
        count => format!("{shown} and {} more", count - MAX),
    }
}
