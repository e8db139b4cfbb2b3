//! Standings as text of 80 columns.

use std::{collections::HashMap, fmt};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::standings::{Faults, RoundTally, Row, Share, Standings};
use crate::escape;

const WIDTH: usize = 80;

/// The widest name, in columns.
const MAX_NAME: usize = 18;

/// The most missing games, or disagreements, that are listed.
const MAX_LISTED: usize = 8;

/// The most players of a cross table whose cells are mostly empty.
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
    let head = [
        "#", "name", "points", "rounds", "games", "faults", "slowest",
    ];
    let row = |row: &Row| {
        let games = row.games;
        vec![
            row.rank.to_string(),
            clip(&row.name),
            row.points.to_string(),
            tally(row.rounds),
            format!("{}-{}-{}", games.won, games.drawn, games.lost),
            row.faults.sum().to_string(),
            duration(row.slowest_ms),
        ]
    };
    write_table(f, &head, rows.iter().map(row))?;
    writeln!(f, "\nRounds are won-tied-lost, games won-drawn-lost.")
}

fn write_faults(f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    let at_fault: Vec<_> = rows.iter().filter(|row| row.faults.sum() > 0).collect();
    if at_fault.is_empty() {
        return Ok(());
    }
    let head = ["#", "name", "illegal move", "bad output", "time", "crash"];
    let row = |row: &&Row| {
        let Faults {
            illegal,
            output,
            time,
            crash,
        } = row.faults;
        let faults = [illegal, output, time, crash].map(|count| count.to_string());
        [vec![row.rank.to_string(), clip(&row.name)], faults.to_vec()].concat()
    };
    writeln!(f, "\nGames lost by fault")?;
    write_table(f, &head, at_fault.iter().map(row))
}

/// Writes a row for each player and a column for each opponent, as many beside each other as fit.
fn write_cross(f: &mut fmt::Formatter<'_>, standings: &Standings) -> fmt::Result {
    let (rows, pairs) = (&standings.rows, &standings.cross);
    let cells = rows.len() * rows.len().saturating_sub(1);
    if rows.len() > MAX_SPARSE && pairs.len() < cells / 2 {
        return writeln!(f, "\n--json lists the rounds of each two players.");
    }
    writeln!(f, "\nRounds won-tied-lost by the row against the column")?;
    let tallies = pairs.iter().map(|pair| {
        let names = (pair.name.as_str(), pair.against.as_str());
        (names, tally(pair.rounds))
    });
    let tallies: HashMap<_, _> = tallies.collect();
    let width = tallies.values().map(String::len).max().unwrap_or(0).max(5);
    let names = rows.iter().map(|row| clip(&row.name).width()).max();
    let left = rows.len().to_string().len() + 1 + 2 + names.unwrap_or(0);
    let beside = ((WIDTH - left) / (width + 2)).max(1);
    let places: Vec<_> = (0..rows.len()).collect();
    for (block, opponents) in places.chunks(beside).enumerate() {
        if block > 0 {
            writeln!(f)?;
        }
        let number = |place: &usize| format!("#{}", place + 1);
        let head: Vec<_> = opponents.iter().map(number).collect();
        let head: Vec<_> = ["", ""]
            .into_iter()
            .chain(head.iter().map(|number| &**number))
            .collect();
        let row = |place: &usize| {
            let name = rows[*place].name.as_str();
            let cell = |opponent: &usize| match tallies.get(&(name, rows[*opponent].name.as_str()))
            {
                Some(tally) => tally.clone(),
                None if opponent == place => "·".to_string(),
                None => "-".to_string(),
            };
            let own = [number(place), clip(name)];
            own.into_iter().chain(opponents.iter().map(cell)).collect()
        };
        write_table(f, &head, places.iter().map(row))?;
    }
    Ok(())
}

fn tally(rounds: RoundTally) -> String {
    format!("{}-{}-{}", rounds.won, rounds.tied, rounds.lost)
}

/// Writes columns as wide as they need to be: the second, of names, flush left, the others flush right.
fn write_table(
    f: &mut fmt::Formatter<'_>,
    head: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> fmt::Result {
    let head = head.iter().map(ToString::to_string).collect();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max();
    let widths: Vec<_> = (0..rows[0].len()).filter_map(width).collect();
    for row in &rows {
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, width))| {
                let space = " ".repeat(width - cell.width());
                match column {
                    1 => format!("{cell}{space}"),
                    _ => format!("{space}{cell}"),
                }
            });
        writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
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
        let game = &found.game;
        let (name, x, o) = (clip(&found.name), clip(&game.x), clip(&game.o));
        writeln!(
            f,
            "  {name}, board {}, {x} (X) against {o} (O), move {}:",
            game.board, found.ply
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

/// Makes a name fit on one line: a record may have any.
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
