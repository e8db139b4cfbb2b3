//! Standings as text that fits on 80 columns.

use std::fmt;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::standings::{RoundTally, Row, Share, Standings};
use crate::escape;

const WIDTH: usize = 80;

/// How many columns of the terminal a table has for a name.
const MAX_NAME: usize = 18;

/// How many missing games, or disagreements, are written out.
const MAX_LISTED: usize = 8;

/// A cross table of more players is written only if most of its cells have something in them.
const MAX_SPARSE: usize = 20;

/// Writes the table, the faults if there are any, the cross table, and what is missing or wrong; of a share, only the
/// number of its games, and the faults.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Share {
            shard,
            played,
            games,
        }) = &self.share
        {
            writeln!(f, "{played} of {games} games of share {shard}")?;
            write_faults(f, &self.rows)?;
            return list_disagreements(f, self);
        }
        write_places(f, &self.rows)?;
        write_faults(f, &self.rows)?;
        write_cross(f, self)?;
        let games = if self.games == 1 { "game" } else { "games" };
        write!(f, "\n{} {games} played", self.games)?;
        match (self.missing, &self.missing_games[..]) {
            (0, _) => f.write_str(".\n")?,
            (missing, []) => writeln!(f, ", {missing} missing: most of the schedule.")?,
            (missing, list) => {
                writeln!(
                    f,
                    ", {missing} missing; a round counts when both of its games are there."
                )?;
                for game in list.iter().take(MAX_LISTED) {
                    let (x, o) = (clip(&game.x), clip(&game.o));
                    writeln!(f, "  {}: {x} (X) against {o} (O)", game.board)?;
                }
                list_rest(f, list.len())?;
            }
        }
        list_disagreements(f, self)
    }
}

fn write_places(f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    let mut table = vec![columns([
        "#", "name", "points", "rounds", "games", "faults", "slowest",
    ])];
    for row in rows {
        let games = row.games;
        table.push(columns([
            &row.rank.to_string(),
            &clip(&row.name),
            &row.points.to_string(),
            &tally(row.rounds),
            &format!("{}-{}-{}", games.won, games.drawn, games.lost),
            &row.faults.sum().to_string(),
            &duration(row.slowest_ms),
        ]));
    }
    write_table(f, &table)?;
    writeln!(f, "\nRounds are won-tied-lost, games won-drawn-lost.")
}

fn write_faults(f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    if rows.iter().all(|row| row.faults.sum() == 0) {
        return Ok(());
    }
    let head = ["#", "name", "illegal move", "bad output", "time", "crash"];
    let mut table = vec![columns(head)];
    for row in rows.iter().filter(|row| row.faults.sum() > 0) {
        let faults = row.faults;
        table.push(columns([
            &row.rank.to_string(),
            &clip(&row.name),
            &faults.illegal.to_string(),
            &faults.output.to_string(),
            &faults.time.to_string(),
            &faults.crash.to_string(),
        ]));
    }
    writeln!(f, "\nGames lost by fault")?;
    write_table(f, &table)
}

/// Writes a row for each player and a column for each opponent, as many beside each other as fit.
fn write_cross(f: &mut fmt::Formatter<'_>, standings: &Standings) -> fmt::Result {
    let (rows, pairs) = (&standings.rows, &standings.cross);
    let cells = rows.len() * rows.len().saturating_sub(1);
    if rows.len() > MAX_SPARSE && pairs.len() < cells / 2 {
        return writeln!(f, "\n--json lists the rounds of each two players.");
    }
    writeln!(f, "\nRounds won-tied-lost by the row against the column")?;
    let width = pairs.iter().map(|pair| tally(pair.rounds).len()).max();
    let names = rows.iter().map(|row| clip(&row.name).width()).max();
    let left = rows.len().to_string().len() + 1 + 2 + names.unwrap_or(0);
    let beside = ((WIDTH - left) / (width.unwrap_or(0).max(5) + 2)).max(1);
    let places: Vec<_> = (0..rows.len()).collect();
    for (block, opponents) in places.chunks(beside).enumerate() {
        let number = |place: usize| format!("#{}", place + 1);
        let mut head = vec![String::new(), String::new()];
        head.extend(opponents.iter().map(|&place| number(place)));
        let mut table = vec![head];
        // The pairs are row by row, like the cells.
        let mut pairs = pairs.iter().peekable();
        for (place, row) in rows.iter().enumerate() {
            let mut cells = vec![number(place), clip(&row.name)];
            for (opponent, other) in rows.iter().enumerate() {
                let is_it = |pair: &&super::standings::Cross| {
                    pair.name == row.name && pair.against == other.name
                };
                let rounds = pairs.next_if(is_it).map(|pair| tally(pair.rounds));
                if opponents.contains(&opponent) {
                    let none = if opponent == place { "·" } else { "-" };
                    cells.push(rounds.unwrap_or_else(|| none.to_string()));
                }
            }
            table.push(cells);
        }
        if block > 0 {
            writeln!(f)?;
        }
        write_table(f, &table)?;
    }
    Ok(())
}

fn tally(rounds: RoundTally) -> String {
    format!("{}-{}-{}", rounds.won, rounds.tied, rounds.lost)
}

fn columns<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).into()
}

/// Writes rows of cells, the second one of each, a name, to the left of its column, the others to the right.
fn write_table(f: &mut fmt::Formatter<'_>, rows: &[Vec<String>]) -> fmt::Result {
    let cells = |column: usize| {
        rows.iter()
            .map(move |row: &Vec<String>| row[column].width())
    };
    let widths: Vec<_> = (0..rows[0].len())
        .map(|column| cells(column).max())
        .collect();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let space = " ".repeat(width.unwrap_or(0) - cell.width());
            let (before, after) = if column == 1 {
                ("", &*space)
            } else {
                (&*space, "")
            };
            line += &format!("{before}{cell}{after}  ");
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

fn list_disagreements(f: &mut fmt::Formatter<'_>, standings: &Standings) -> fmt::Result {
    let Some(found) = &standings.disagreements else {
        return Ok(());
    };
    if found.is_empty() {
        return writeln!(
            f,
            "Every move of the sample came out the same when asked for again."
        );
    }
    writeln!(f, "Not deterministic, against the rules:")?;
    for found in found.iter().take(MAX_LISTED) {
        let (name, x, o) = (clip(&found.name), clip(&found.x), clip(&found.o));
        writeln!(
            f,
            "  {name}, board {}, {x} (X) against {o} (O), move {}:",
            found.board, found.ply
        )?;
        writeln!(f, "    first {}, then {}", found.first, found.then)?;
    }
    list_rest(f, found.len())
}

fn list_rest(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    match count.saturating_sub(MAX_LISTED) {
        0 => Ok(()),
        rest => writeln!(f, "  and {rest} more; --json lists them all"),
    }
}

/// Makes a name fit, on one line: a record that was tampered with may have any.
fn clip(name: &str) -> String {
    let name = escape::line(name);
    if name.width() <= MAX_NAME {
        return name.into_owned();
    }
    let mut width = 0;
    let fits = |c: &char| {
        width += c.width().unwrap_or(0);
        width < MAX_NAME
    };
    name.chars().take_while(fits).chain(['…']).collect()
}

fn duration(milliseconds: f64) -> String {
    match milliseconds {
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}
