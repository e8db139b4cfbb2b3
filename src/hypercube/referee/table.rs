//! Standings as text that fits on 80 columns.

use std::fmt::{self, Write};

use super::standings::{Missing, RoundTally, Row, Share, Standings};
use crate::escape;

const WIDTH: usize = 80;

/// What a table has room for, of a name.
const MOST_NAME: usize = 18;

/// How many missing games, or disagreements, are written out.
const MOST_LISTED: usize = 8;

/// Writes the table, the faults if there are any, the cross table, and what is missing or wrong; of a share, only the
/// number of its games, and the faults.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self
            .rows
            .iter()
            .map(|row| escape::line(&row.name).chars().count());
        let layout = Layout {
            name: name.max().unwrap_or(0).clamp(4, MOST_NAME),
        };
        if let Some(Share {
            shard,
            played,
            games,
        }) = &self.share
        {
            writeln!(f, "{played} of {games} games of share {shard}")?;
            if self.rows.iter().any(|row| row.faults.sum() > 0) {
                layout.faults(f, &self.rows)?;
            }
            return list_disagreements(f, self);
        }
        layout.places(f, &self.rows)?;
        if self.rows.iter().any(|row| row.faults.sum() > 0) {
            layout.faults(f, &self.rows)?;
        }
        layout.cross(f, self)?;
        let count = |games: usize| if games == 1 { "game" } else { "games" };
        write!(f, "\n{} {} played", self.games, count(self.games))?;
        match self.missing.len() {
            0 => f.write_str(".\n")?,
            missing => {
                writeln!(
                    f,
                    ", {missing} missing; a round counts when both of its games are there."
                )?;
                list_missing(f, &self.missing)?;
            }
        }
        list_disagreements(f, self)
    }
}

/// How wide the column of names is, of all tables.
struct Layout {
    name: usize,
}

impl Layout {
    fn places(&self, f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
        let width = self.name;
        writeln!(
            f,
            "{:4}{:width$}            rounds            games      lost by",
            "", ""
        )?;
        let head = "points   won tied lost   won drawn lost  fault  slowest";
        writeln!(f, "{:>3} {:width$}  {head}", "#", "name")?;
        for row in rows {
            let Row {
                rank,
                points,
                rounds,
                games,
                ..
            } = row;
            write!(f, "{rank:>3} {:width$}  {points:>6}  ", clip(&row.name))?;
            write!(
                f,
                "{:>4} {:>4} {:>4}  ",
                rounds.won, rounds.tied, rounds.lost
            )?;
            write!(f, "{:>4} {:>5} {:>4}  ", games.won, games.drawn, games.lost)?;
            writeln!(f, "{:>5} {:>8}", row.faults.sum(), duration(row.slowest_ms))?;
        }
        Ok(())
    }

    fn faults(&self, f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
        let width = self.name;
        writeln!(f, "\nGames lost by fault")?;
        let head = "illegal move  bad output  time  crash";
        writeln!(f, "{:4}{:width$}  {head}", "", "name")?;
        for row in rows.iter().filter(|row| row.faults.sum() > 0) {
            let faults = row.faults;
            write!(f, "{:4}{:width$}  ", "", clip(&row.name))?;
            write!(f, "{:>12}  {:>10}  ", faults.illegal, faults.output)?;
            writeln!(f, "{:>4}  {:>5}", faults.time, faults.crash)?;
        }
        Ok(())
    }

    /// Writes a row for each player and a column for each opponent, as many beside each other as fit.
    fn cross(&self, f: &mut fmt::Formatter<'_>, standings: &Standings) -> fmt::Result {
        let width = self.name;
        writeln!(f, "\nRounds won-tied-lost by the row against the column")?;
        let text = |rounds: RoundTally| format!("{}-{}-{}", rounds.won, rounds.tied, rounds.lost);
        let texts = standings.cross.iter().map(|pair| text(pair.rounds).len());
        let column = texts.max().unwrap_or(0).max(3) + 2;
        let columns = ((WIDTH - 4 - width) / column).max(1);

        let players: Vec<_> = (0..standings.rows.len()).collect();
        for (block, opponents) in players.chunks(columns).enumerate() {
            let mut head = format!("{:3} {:width$}", "", "");
            for &opponent in opponents {
                write!(head, "{:>column$}", format!("#{}", opponent + 1))?;
            }
            let between = if block > 0 { "\n" } else { "" };
            writeln!(f, "{between}{head}")?;
            for (player, row) in standings.rows.iter().enumerate() {
                write!(
                    f,
                    "{:>3} {:width$}",
                    format!("#{}", player + 1),
                    clip(&row.name)
                )?;
                for &opponent in opponents {
                    let cell = match opponent == player {
                        true => "·".to_string(),
                        // The pairs are row by row, without the diagonal.
                        false => {
                            let before = player * (players.len() - 1) + opponent;
                            text(standings.cross[before - usize::from(opponent > player)].rounds)
                        }
                    };
                    write!(f, "{cell:>column$}")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

fn list_missing(f: &mut fmt::Formatter<'_>, missing: &[Missing]) -> fmt::Result {
    for Missing { board, x, o } in missing.iter().take(MOST_LISTED) {
        writeln!(f, "  {board}: {} (X) against {} (O)", clip(x), clip(o))?;
    }
    list_rest(f, missing.len())
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
    for found in found.iter().take(MOST_LISTED) {
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
    match count.saturating_sub(MOST_LISTED) {
        0 => Ok(()),
        rest => writeln!(f, "  and {rest} more; --json lists them all"),
    }
}

/// Makes a name fit, on one line: a record that was tampered with may have any.
fn clip(name: &str) -> String {
    let name = escape::line(name);
    match name.char_indices().nth(MOST_NAME) {
        None => name.to_string(),
        Some(_) => name.chars().take(MOST_NAME - 1).chain(['…']).collect(),
    }
}

fn duration(milliseconds: f64) -> String {
    match milliseconds {
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}
