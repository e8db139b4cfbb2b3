//! The standings of a tournament, and their text in 80 columns.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

use qttt::Player;
use serde::Serialize;

use super::boards::Boards;
use super::contestant::shown;
use super::record::{End, Fault, GameId, GameRecord};
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
}

/// A player's results.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub(super) struct Row {
    /// The rank, from 1, which equal players share.
    rank: usize,
    pub(super) name: String,
    /// The points for all rounds.
    points: i32,
    /// Whether the player's games count for neither side.
    disqualified: bool,
    rounds: Tally,
    /// The numbers of rounds by margin: games won minus games lost, from -2 to 2.
    #[serde(skip)]
    pub(super) margins: [u32; 5],
    pub(super) games: Tally,
    /// The number of games forfeited by each fault.
    faults: BTreeMap<Fault, u32>,
    /// The time of the slowest move, in milliseconds.
    slowest_ms: f64,
    /// The number of the player's games without a record.
    missing: usize,
    /// The rounds against each opponent.
    against: BTreeMap<String, Tally>,
}

/// The numbers of games or rounds by result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(super) struct Tally {
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
}

impl Standings {
    /// Adds up the games of a tournament of these players, all on these boards.
    pub(crate) fn of(
        names: &[&str],
        boards: &Boards,
        games: &[GameRecord],
        disqualified: &[String],
    ) -> Self {
        let is_out = |name: &&str| disqualified.iter().any(|out| out == name);
        let (out, counted): (Vec<_>, Vec<_>) = names.iter().copied().partition(is_out);
        let (mut rows, games) = add_up(&counted, games);
        let opponents = counted.len().saturating_sub(1);
        let count = boards.0.len();
        for row in &mut rows {
            row.missing = 2 * count * opponents - row.games.sum();
            row.points = WIN * row.rounds.won as i32 + TIE * row.rounds.drawn as i32;
        }
        rows.extend(out.into_iter().map(|name| Row {
            name: name.to_string(),
            points: DISQUALIFIED,
            disqualified: true,
            ..Row::default()
        }));
        // By merit, best first, and then by name. Equal merit shares a rank.
        rows.sort_by(|a, b| (a.merit(), &a.name).cmp(&(b.merit(), &b.name)));
        let merits: Vec<_> = rows.iter().map(Row::merit).collect();
        for row in &mut rows {
            row.rank = 1 + merits.partition_point(|merit| *merit < row.merit());
        }
        Self {
            rows,
            boards: boards.clone(),
            games,
            missing: count * counted.len() * opponents - games,
        }
    }
}

/// Adds up the games between players and returns the result of each player, and the number of these games. A game of
/// a player against itself, and a further record of a game, don't count.
pub(super) fn add_up(names: &[&str], games: &[GameRecord]) -> (Vec<Row>, usize) {
    let row = |&name: &&str| Row {
        name: name.to_string(),
        ..Row::default()
    };
    let mut rows: HashMap<_, _> = names.iter().map(|name| (*name, row(name))).collect();
    let counts = |game: &&GameRecord| {
        let [x, o] = game.names();
        x != o && rows.contains_key(x) && rows.contains_key(o)
    };
    let games = games.iter().filter(counts).map(|game| (game.id(), game));
    let games: HashMap<_, _> = games.collect();
    for (id, game) in &games {
        let [x, o] = id.players;
        for (name, side) in [(x, Player::X), (o, Player::O)] {
            let row = rows.get_mut(name).expect("only their games are counted");
            row.add_game(game, side);
        }
        // In O's row, the round is added with its other game.
        let back = GameId {
            players: [o, x],
            ..*id
        };
        if let (Some(row), Some(back)) = (rows.get_mut(x), games.get(&back)) {
            row.add_round(o, game.margin(Player::X) + back.margin(Player::O));
        }
    }
    let rows = names.iter().filter_map(|name| rows.remove(name));
    (rows.collect(), games.len())
}

impl Row {
    fn add_game(&mut self, game: &GameRecord, own: Player) {
        self.games.add(game.margin(own));
        if let End::Forfeit { loser, forfeit } = &game.end
            && *loser == own
        {
            *self.faults.entry(forfeit.fault).or_default() += 1;
        }
        self.slowest_ms = self.slowest_ms.max(game.slowest_ms(own));
    }

    fn add_round(&mut self, opponent: &str, margin: i32) {
        self.rounds.add(margin);
        self.margins[(margin + 2) as usize] += 1;
        let against = self.against.entry(opponent.to_string());
        against.or_default().add(margin);
    }

    /// Returns the number of forfeited games.
    pub(super) fn forfeited(&self) -> u32 {
        self.faults.values().sum()
    }

    /// Most points first; among equals, the fewest games lost.
    const fn merit(&self) -> (Reverse<i32>, u32) {
        (Reverse(self.points), self.games.lost)
    }
}

impl Tally {
    fn sum(self) -> usize {
        (self.won + self.drawn + self.lost) as usize
    }

    fn add(&mut self, margin: i32) {
        match margin.cmp(&0) {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.drawn += 1,
            Ordering::Less => self.lost += 1,
        }
    }
}

/// Writes the table, the forfeited games, the cross table if it fits, and the number of games.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&places(&self.rows, self.missing > 0))?;
        writeln!(
            f,
            "\nPoints per round of two games: {WIN} for winning more of them, {TIE} each for a tie."
        )?;
        f.write_str("Rounds and games are won-drawn-lost.\n")?;
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

fn places(rows: &[Row], shows_missing: bool) -> String {
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
            shown(&row.name),
            row.points.to_string(),
            row.rounds.to_string(),
            row.games.to_string(),
            row.forfeited().to_string(),
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
