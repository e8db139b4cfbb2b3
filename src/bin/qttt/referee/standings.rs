//! The standings of a tournament, and their text in 80 columns.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::time::Duration;

use qttt::Player;
use serde::Serialize;

use super::boards::Boards;
use super::contestant::display_name;
use super::record::{Fault, milliseconds};
use super::results::{GameId, GameResult, Results};
use super::strength::{Strength, Tally};
use crate::terminal::{aligned, counted};

/// The width of the cross table in columns.
const WIDTH: usize = 80;

/// The points of a round: for winning more of its games, or for each player if neither does.
const WIN: i32 = 3;
const TIE: i32 = 1;

/// The points of a disqualified player.
const DISQUALIFIED: i32 = -1;

/// A table of a tournament, best first.
#[derive(Serialize)]
pub(crate) struct Standings {
    #[serde(rename = "standings")]
    rows: Vec<Row>,
    /// The boards of the tournament.
    boards: Boards,
    /// The number of games that count.
    games: usize,
    /// The number of games on these boards without a record. A round counts if both of its games have one.
    missing: usize,
    /// The fewest and the most rounds that a player has played.
    rounds_played: [usize; 2],
    /// Of two players, how much stronger the first one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Strength>,
}

/// A player's results with their rank.
#[derive(Serialize)]
struct Row {
    /// The rank, from 1, which equal players share.
    rank: usize,
    #[serde(flatten)]
    total: Total,
}

/// A player's results, added up.
#[derive(Default, Serialize)]
struct Total {
    name: String,
    /// The points for all rounds.
    points: i32,
    /// Whether the player's games count for neither side.
    disqualified: bool,
    rounds: Tally,
    games: Tally,
    /// The number of games forfeited by each fault.
    faults: BTreeMap<Fault, u32>,
    /// The time of the slowest move in milliseconds.
    slowest_ms: f64,
    /// The number of the player's games without a record.
    missing: usize,
    /// The rounds against each opponent.
    against: BTreeMap<String, Tally>,
}

impl Standings {
    /// Adds up the games of a tournament of these players on these boards.
    ///
    /// On each board, every pair of players plays a number of rounds: `planned`, or as many as there are openings in the
    /// games.
    pub(crate) fn of(
        results: &Results,
        names: &[&str],
        boards: &Boards,
        planned: usize,
        disqualified: &[String],
    ) -> Self {
        let is_out = |name: &str| disqualified.iter().any(|out| out == name);
        let players: Vec<_> = names.iter().copied().filter(|name| !is_out(name)).collect();
        let mut openings: HashMap<_, HashSet<_>> = HashMap::new();
        for (id, _) in results.games_of(&players, boards) {
            openings.entry(id.board).or_default().insert(&id.opening);
        }
        let count_rounds = |board| openings.get(board).map_or(0, HashSet::len).max(planned);
        let rounds: usize = boards.0.iter().map(count_rounds).sum();
        let expected = 2 * rounds * players.len().saturating_sub(1);
        let totals = names.iter().map(|name| {
            if is_out(name) {
                Total::disqualified(name)
            } else {
                Total::of(name, results, results.games_of(&players, boards), expected)
            }
        });
        let mut totals: Vec<_> = totals.collect();
        totals.sort_by(|one, other| one.order(other));
        let ranks = totals.iter().map(|total| {
            let better = totals.iter().filter(|other| other.order(total).is_lt());
            1 + better.count()
        });
        let ranks: Vec<_> = ranks.collect();
        let counted = totals.iter().filter(|total| !total.disqualified);
        let played = counted.map(|total| total.rounds.sum());
        let elo = match players[..] {
            [_, _] => results.strength(&totals[0].name, &totals[1].name, boards),
            _ => None,
        };
        Self {
            missing: totals.iter().map(|total| total.missing).sum::<usize>() / 2,
            games: results.games_of(&players, boards).count(),
            rounds_played: [played.clone().min(), played.max()].map(Option::unwrap_or_default),
            rows: ranks
                .into_iter()
                .zip(totals)
                .map(|(rank, total)| Row { rank, total })
                .collect(),
            boards: boards.clone(),
            elo,
        }
    }
}

impl Total {
    /// Adds up the games of a player, and counts those that are missing of an expected number.
    fn of<'g>(
        name: &str,
        results: &Results,
        counted: impl Iterator<Item = (&'g GameId, &'g GameResult)>,
        expected: usize,
    ) -> Self {
        let mut total = Self {
            name: name.to_string(),
            ..Self::default()
        };
        let mut slowest = Duration::ZERO;
        for (id, game) in counted {
            let Some(own) = id.side_of(name) else {
                continue;
            };
            let margin = game.margin(own);
            total.games.add(margin);
            slowest = slowest.max(game.slowest[own]);
            if let Some(fault) = game.fault.filter(|_| margin < 0) {
                *total.faults.entry(fault).or_default() += 1;
            }
            // Each round has one game in which the player is X.
            if own == Player::X
                && let Some(margin) = results.margin_of_round(id)
            {
                total.rounds.add(margin);
                let opponent = id.players[1].clone();
                total.against.entry(opponent).or_default().add(margin);
            }
        }
        total.points = WIN * total.rounds.won as i32 + TIE * total.rounds.drawn as i32;
        total.slowest_ms = milliseconds(slowest);
        total.missing = expected - total.games.sum();
        total
    }

    fn disqualified(name: &str) -> Self {
        Self {
            name: name.to_string(),
            points: DISQUALIFIED,
            disqualified: true,
            ..Self::default()
        }
    }

    /// Orders players by points per round, most first, and then by games lost per round, fewest first. If all have
    /// played as many rounds, this is their order by points and games lost. Equal players share a rank.
    fn order(&self, other: &Self) -> Ordering {
        let per_round = |count: f64, total: &Self| count / total.rounds.sum().max(1) as f64;
        let points = |total: &Self| per_round(total.points.into(), total);
        let lost = |total: &Self| per_round(total.games.lost.into(), total);
        let by_points = points(other).total_cmp(&points(self));
        by_points.then(lost(self).total_cmp(&lost(other)))
    }
}

/// Writes the table, the forfeited games, the cross table if it fits, and the number of games.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&table(&self.rows, self.missing > 0))?;
        writeln!(
            f,
            "\nPoints per round of two games: {WIN} for winning more of them, {TIE} each for a tie."
        )?;
        f.write_str("Rounds and games are won-drawn-lost.\n")?;
        let totals = self.rows.iter().map(|row| &row.total);
        for total in totals.filter(|total| !total.faults.is_empty()) {
            let faults = total.faults.iter();
            let faults = faults.map(|(fault, count)| format!("{fault} ({count})"));
            let faults: Vec<_> = faults.collect();
            let (name, faults) = (display_name(&total.name), faults.join(", "));
            writeln!(f, "{name} forfeited games because of {faults}.")?;
        }
        match cross(&self.rows) {
            Some(cross) => write!(
                f,
                "\nRounds won-drawn-lost, row player against column player\n{cross}"
            )?,
            None => f.write_str(
                "\nThe table of the rounds of each pair is too wide.\n\
                 `standings --help` has a command that prints it.\n",
            )?,
        }
        if let ([best, other, ..], Some(strength)) = (&self.rows[..], self.elo) {
            let [best, other] = [best, other].map(|row| display_name(&row.total.name));
            write!(f, "\n{}", strength.describe(&best, &other))?;
        }
        let games = counted(self.games, "game");
        write!(f, "\n{games} on {}", self.boards)?;
        match self.missing {
            0 => f.write_str(".\n")?,
            missing => writeln!(
                f,
                "; {missing} missing.\nA round counts only if both of its games are recorded."
            )?,
        }
        let [fewest, most] = self.rounds_played;
        if fewest < most {
            let rounds = counted(most, "round");
            writeln!(
                f,
                "The players have played {fewest} to {rounds}, so they are ranked by points per round."
            )?;
        }
        Ok(())
    }
}

fn table(rows: &[Row], shows_missing: bool) -> String {
    let head = [
        "#", "name", "points", "rounds", "games", "faults", "slowest", "missing",
    ];
    let mut table = vec![head.map(str::to_string)];
    for Row { rank, total } in rows {
        let slowest = if total.disqualified {
            "disqualified".to_string()
        } else {
            format!("{:.3} s", total.slowest_ms / 1000.0)
        };
        table.push([
            rank.to_string(),
            display_name(&total.name),
            total.points.to_string(),
            total.rounds.to_string(),
            total.games.to_string(),
            total.faults.values().sum::<u32>().to_string(),
            slowest,
            total.missing.to_string(),
        ]);
    }
    let columns = head.len() - usize::from(!shows_missing);
    let table: Vec<_> = table.iter().map(|row| &row[..columns]).collect();
    aligned(&table, &[1])
}

/// Writes a row for each player, and a column for each opponent. Returns `None` if the table doesn't fit.
fn cross(rows: &[Row]) -> Option<String> {
    let mut table = vec![vec![String::new(); 2]];
    for (place, row) in (1..).zip(rows) {
        table[0].push(format!("#{place}"));
        let mut cells = vec![format!("#{place}"), display_name(&row.total.name)];
        for opponent in rows {
            let rounds = row.total.against.get(&opponent.total.name);
            cells.push(rounds.map_or("-".to_string(), Tally::to_string));
        }
        table.push(cells);
    }
    let table = aligned(&table, &[1]);
    let fits = table.lines().all(|line| line.chars().count() <= WIDTH);
    fits.then_some(table)
}
