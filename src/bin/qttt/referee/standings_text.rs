//! Standings as text, in 80 columns.

use std::fmt;

use super::standings::{Row, Standings, Tally};
use crate::{escape, plural::counted};

const WIDTH: usize = 80;

/// The longest name, in characters.
const MAX_NAME: usize = 18;

/// Writes the table, the forfeited games, the cross table if it fits, and the number of games.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&places(&self.rows))?;
        f.write_str("\nRounds and games are won-drawn-lost.\n")?;
        for row in self.rows.iter().filter(|row| !row.faults.is_empty()) {
            let faults = row.faults.iter();
            let faults = faults.map(|(cause, count)| format!("{cause} ({count})"));
            let faults: Vec<_> = faults.collect();
            let (name, faults) = (clip(&row.name), faults.join(", "));
            writeln!(f, "{name} forfeited games because of {faults}.")?;
        }
        let cross = cross(&self.rows);
        if cross.lines().all(|line| line.chars().count() <= WIDTH) {
            write!(
                f,
                "\nRounds won-drawn-lost, row player against column player\n{cross}"
            )?;
        } else {
            f.write_str("\n--json lists the rounds between each pair of players.\n")?;
        }
        write!(f, "\n{} played", counted(self.games as usize, "game"))?;
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
    let mut table = vec![head.map(str::to_string).to_vec()];
    for row in rows {
        let slowest = if row.disqualified {
            "disqualified".to_string()
        } else {
            format!("{:.3} s", row.slowest_ms / 1000.0)
        };
        table.push(vec![
            row.rank.to_string(),
            clip(&row.name),
            row.points.to_string(),
            row.rounds.to_string(),
            row.games.to_string(),
            row.forfeited().to_string(),
            slowest,
        ]);
    }
    align(&table)
}

/// Writes a row for each player, and a column for each opponent.
fn cross(rows: &[Row]) -> String {
    let mut table = vec![vec![String::new(); 2]];
    for (place, row) in (1..).zip(rows) {
        table[0].push(format!("#{place}"));
        let mut cells = vec![format!("#{place}"), clip(&row.name)];
        for opponent in rows {
            let rounds = row.against.get(&opponent.name);
            cells.push(rounds.map_or("-".to_string(), Tally::to_string));
        }
        table.push(cells);
    }
    align(&table)
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.won, self.drawn, self.lost)
    }
}

/// Writes columns of minimal width. The second, of names, is aligned to the left, the others to the right.
fn align(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let widths = rows.iter().map(|row| row[column].chars().count());
            let width = widths.max().unwrap_or(0);
            line += &match column {
                1 => format!("{cell:width$}  "),
                _ => format!("{cell:>width$}  "),
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Escapes and shortens a name. A record may have any name.
fn clip(name: &str) -> String {
    let name = escape::line(name);
    if name.chars().count() <= MAX_NAME {
        return name;
    }
    name.chars().take(MAX_NAME - 1).chain(['…']).collect()
}
