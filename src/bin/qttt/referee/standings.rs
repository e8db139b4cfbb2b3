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

/// A player's results, added up.
#[derive(Default, Serialize)]
struct Row {
    /// The rank, from 1, which equal players share.
    rank: usize,
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
    /// On each board, every pair of players plays a number of rounds: `planned`, or as many as there are openings in
    /// the games.
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
        let rows = names.iter().map(|name| {
            if is_out(name) {
                Row {
                    name: name.to_string(),
                    points: DISQUALIFIED,
                    disqualified: true,
                    ..Row::default()
                }
            } else {
                Row::of(name, results, results.games_of(&players, boards), expected)
            }
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_by(Row::order);
        for place in 0..rows.len() {
            rows[place].rank = 1 + rows.partition_point(|row| row.order(&rows[place]).is_lt());
        }
        let counted = rows.iter().filter(|row| !row.disqualified);
        let played = counted.map(|row| row.rounds.sum());
        let elo = if let [_, _] = players[..] {
            let pairs = results
                .games_of(&players, boards)
                .filter(|(id, _)| id.players[0] == rows[0].name);
            Strength::of(pairs.filter_map(|(id, _)| results.margin_of_round(id)))
        } else {
            None
        };
        Self {
            missing: rows.iter().map(|row| row.missing).sum::<usize>() / 2,
            games: results.games_of(&players, boards).count(),
            rounds_played: [played.clone().min(), played.max()].map(Option::unwrap_or_default),
            rows,
            boards: boards.clone(),
            elo,
        }
    }
}

impl Row {
    /// Adds up the games of a player, and counts those that are missing of an expected number.
    fn of<'g>(
        name: &str,
        results: &Results,
        counted: impl Iterator<Item = (&'g GameId, &'g GameResult)>,
        expected: usize,
    ) -> Self {
        let mut row = Self {
            name: name.to_string(),
            ..Self::default()
        };
        let mut slowest = Duration::ZERO;
        for (id, game) in counted {
            let Some(place) = id.players.iter().position(|player| player == name) else {
                continue;
            };
            let own = Player::after_moves(place);
            let margin = game.margin(own);
            row.games.add(margin);
            slowest = slowest.max(game.slowest[own]);
            if let Some(fault) = game.fault.filter(|_| margin < 0) {
                *row.faults.entry(fault).or_default() += 1;
            }
            // Each round has one game in which the player is X.
            if own == Player::X
                && let Some(margin) = results.margin_of_round(id)
            {
                row.rounds.add(margin);
                let opponent = id.players[1].clone();
                row.against.entry(opponent).or_default().add(margin);
            }
        }
        row.points = WIN * row.rounds.won as i32 + TIE * row.rounds.drawn as i32;
        row.slowest_ms = milliseconds(slowest);
        row.missing = expected - row.games.sum();
        row
    }

    /// Orders players by points per round, most first, and then by games lost per round, fewest first. If all have
    /// played as many rounds, this is their order by points and games lost. Equal players share a rank.
    fn order(&self, other: &Self) -> Ordering {
        let per_round = |count: f64, row: &Self| count / row.rounds.sum().max(1) as f64;
        let points = |row: &Self| per_round(row.points.into(), row);
        let lost = |row: &Self| per_round(row.games.lost.into(), row);
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
        for row in self.rows.iter().filter(|row| !row.faults.is_empty()) {
            let faults = row.faults.iter();
            let faults = faults.map(|(fault, count)| format!("{fault} ({count})"));
            let faults: Vec<_> = faults.collect();
            let (name, faults) = (display_name(&row.name), faults.join(", "));
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
            let [best, other] = [best, other].map(|row| display_name(&row.name));
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
    for row in rows {
        let slowest = if row.disqualified {
            "disqualified".to_string()
        } else {
            format!("{:.3} s", row.slowest_ms / 1000.0)
        };
        table.push([
            row.rank.to_string(),
            display_name(&row.name),
            row.points.to_string(),
            row.rounds.to_string(),
            row.games.to_string(),
            row.faults.values().sum::<u32>().to_string(),
            slowest,
            row.missing.to_string(),
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
        let mut cells = vec![format!("#{place}"), display_name(&row.name)];
        for opponent in rows {
            let rounds = row.against.get(&opponent.name);
            cells.push(rounds.map_or("-".to_string(), Tally::to_string));
        }
        table.push(cells);
    }
    let table = aligned(&table, &[1]);
    let fits = table.lines().all(|line| line.chars().count() <= WIDTH);
    fits.then_some(table)
}
