//! The standings of a tournament, and their text in 80 columns.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::Serialize;

use super::boards::Boards;
use super::contestant::display_name;
use super::record::{Fault, GameRecord};
use super::rounds::{Round, rounds, strength_of};
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
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Standings {
    #[serde(rename = "standings")]
    rows: Vec<Row>,
    /// The boards of the tournament.
    boards: Boards,
    /// The number of games that count.
    games: usize,
    /// The number of games on these boards without a record. A round counts if both of its games have one.
    missing: usize,
    /// Of two players, how much stronger the first one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Strength>,
}

/// A player's place, and its results, added up.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    /// The time of the slowest move, in milliseconds.
    slowest_ms: f64,
    /// The number of the player's games without a record.
    missing: usize,
    /// The rounds against each opponent.
    against: BTreeMap<String, Tally>,
}

impl Standings {
    /// Adds up the games of a tournament of these players, all on these boards.
    ///
    /// On each board, each pair of players plays at least a number of rounds: `planned`, or as many as it has begun.
    pub(crate) fn of<'g>(
        names: &[&'g str],
        boards: &Boards,
        planned: usize,
        games: impl IntoIterator<Item = &'g GameRecord>,
        disqualified: &[String],
    ) -> Self {
        let is_out = |name: &str| disqualified.iter().any(|out| out == name);
        let mut rows: BTreeMap<&str, Row> = names
            .iter()
            .map(|&name| (name, Row::new(name, is_out(name))))
            .collect();
        let counts = |game: &&GameRecord| !game.names().into_iter().any(is_out);
        let rounds = rounds(games.into_iter().filter(counts));
        let counted = rows.values().filter(|row| !row.disqualified).count();
        for row in rows.values_mut().filter(|row| !row.disqualified) {
            row.missing = 2 * planned * boards.0.len() * (counted - 1);
        }
        let mut begun: HashMap<_, usize> = HashMap::new();
        for (id, round) in &rounds {
            let begun = begun.entry((id.board, id.players)).or_default();
            *begun += 1;
            for (index, name) in id.players.iter().enumerate() {
                let row = rows.get_mut(name).expect("a player of the tournament");
                if *begun > planned {
                    row.missing += 2;
                }
                row.add(round, index, id.players[1 - index]);
            }
        }
        let mut rows: Vec<_> = rows.into_values().collect();
        let all = |of: fn(&Row) -> usize| rows.iter().map(of).sum::<usize>() / 2;
        let (games, missing) = (all(|row| row.games.sum()), all(|row| row.missing));
        rank(&mut rows);
        let elo = match &rows[..] {
            [best, other] if !other.disqualified => strength_of(&best.name, &other.name, &rounds),
            _ => None,
        };
        Self {
            rows,
            boards: boards.clone(),
            games,
            missing,
            elo,
        }
    }
}

/// Sorts players, best first. Those of equal merit stay in the order of their names.
fn rank(rows: &mut [Row]) {
    // Most points first; among equals, the fewest games lost. Equal merit shares a rank.
    let merit = |row: &Row| (Reverse(row.points), row.games.lost);
    rows.sort_by_key(merit);
    let mut rank = 1;
    for place in 0..rows.len() {
        if place > 0 && merit(&rows[place - 1]) != merit(&rows[place]) {
            rank = place + 1;
        }
        rows[place].rank = rank;
    }
}

impl Row {
    /// Creates the place of a player without games.
    fn new(name: &str, disqualified: bool) -> Self {
        Self {
            rank: 1,
            name: name.to_string(),
            points: if disqualified { DISQUALIFIED } else { 0 },
            disqualified,
            rounds: Tally::default(),
            games: Tally::default(),
            faults: BTreeMap::new(),
            slowest_ms: 0.0,
            missing: 0,
            against: BTreeMap::new(),
        }
    }

    /// Adds the games of a round of the player with this index.
    fn add(&mut self, round: &Round<'_>, index: usize, opponent: &str) {
        for (game, own) in round.games_of(index) {
            self.games.add(game.margin(own));
            self.missing -= 1;
            if let Some(forfeit) = &game.forfeit
                && game.position.turn() == own
            {
                *self.faults.entry(forfeit.fault).or_default() += 1;
            }
            self.slowest_ms = self.slowest_ms.max(game.slowest_ms(own));
        }
        if let Some(margin) = round.margin(index) {
            self.rounds.add(margin);
            self.points = WIN * self.rounds.won as i32 + TIE * self.rounds.drawn as i32;
            let against = self.against.entry(opponent.to_string());
            against.or_default().add(margin);
        }
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
                "\n`standings --json` lists the rounds between each pair of players.\n",
            )?,
        }
        if let ([best, other], Some(strength)) = (&self.rows[..], self.elo) {
            let (best, other) = (display_name(&best.name), display_name(&other.name));
            write!(f, "\n{}", strength.describe(&best, &other))?;
        }
        let games = counted(self.games, "game");
        write!(f, "\n{games} on {}", self.boards)?;
        match self.missing {
            0 => f.write_str(".\n"),
            missing => writeln!(
                f,
                "; {missing} missing.\nA round counts only if both of its games are recorded."
            ),
        }
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
    const NARROWEST_COLUMN: usize = "  0-0-0".len();
    if rows.len() * NARROWEST_COLUMN > WIDTH {
        return None;
    }
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
