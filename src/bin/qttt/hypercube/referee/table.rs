//! Tables as text, and the standings in 80 columns.

use std::fmt;

use super::contestant::shown;
use super::standings::{Row, Standings, Tally};
use crate::terminal::{aligned, counted};

const WIDTH: usize = 80;

/// Writes the table, the forfeited games, the cross table if it fits, and the number of games.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&places(&self.rows))?;
        f.write_str("\nRounds and games are won-drawn-lost.\n")?;
        for row in self.rows.iter().filter(|row| !row.faults.is_empty()) {
            let faults = row.faults.iter();
            let faults = faults.map(|(fault, count)| format!("{fault} ({count})"));
            let faults: Vec<_> = faults.collect();
            let (name, faults) = (shown(&row.name), faults.join(", "));
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
        write!(f, "\n{} played", counted(self.games, "game"))?;
        match self.missing {
            0 => f.write_str(".\n"),
            missing => writeln!(
                f,
                ", {missing} missing; a round counts only if both of its games are recorded."
            ),
        }
    }
}

fn places(rows: &[Row]) -> String {
    let head = [
        "#", "name", "points", "rounds", "games", "faults", "slowest",
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
            shown(&row.name),
            row.points.to_string(),
            row.rounds.to_string(),
            row.games.to_string(),
            row.forfeited().to_string(),
            slowest,
        ]);
    }
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
        let mut cells = vec![format!("#{place}"), shown(&row.name)];
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

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.won, self.drawn, self.lost)
    }
}
