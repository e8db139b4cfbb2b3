//! What all tests use: the naive scorer, published and random games, and functions that run the command.

pub(crate) mod browser;
mod chance;
mod command;
mod files;
#[cfg(target_os = "linux")]
mod linux;
mod naive;
mod processes;
mod snapshot;
mod text;

pub(crate) use chance::Chance;
pub(crate) use command::*;
pub(crate) use files::*;
#[cfg(target_os = "linux")]
pub(crate) use linux::*;
pub(crate) use naive::Naive;
pub(crate) use processes::*;
pub(crate) use rustix::process::Signal;
pub(crate) use snapshot::assert_is_snapshot;
pub(crate) use text::*;

use qttt::draw::TextStyle;
use qttt::generate::Generator;
use qttt::solve::Solver;
use qttt::{Record, Strategy};

/// Returns the fields of each line of a table. Empty lines and lines that begin with `#` are not in the table.
#[track_caller]
pub(crate) fn cases<'t, const N: usize>(table: &'t str, separator: &str) -> Vec<[&'t str; N]> {
    let is_case = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let lines = table.lines().filter(is_case);
    let fields = lines.map(|line| line.split(separator).map(str::trim).collect::<Vec<_>>());
    let cases = fields.map(|fields| fields.try_into().expect("as many fields as expected"));
    cases.collect()
}

/// The published games: record and score.
pub(crate) fn published_games() -> Vec<[&'static str; 2]> {
    cases(include_str!("../published.txt"), " | ")
}

pub(crate) fn published_records() -> Vec<&'static str> {
    let games = published_games().into_iter();
    games.map(|[record, _]| record).collect()
}

/// A plain style of this width.
pub(crate) fn in_width(width: usize) -> TextStyle {
    TextStyle {
        width,
        ..TextStyle::default()
    }
}

/// Reads a legal record.
#[track_caller]
pub(crate) fn record(text: &str) -> Record {
    text.parse().expect(text)
}

/// Returns complete random games.
pub(crate) fn games(count: usize, seed: u64) -> impl Iterator<Item = Record> {
    let solver = Solver::new();
    let mut games = Generator::new(Strategy::Random, Strategy::Random, seed);
    (0..count).map(move |_| games.record(&solver))
}

/// Returns `true` if no character of a line can control a terminal, is invisible, or changes the direction of text.
pub(crate) fn is_plain(line: &str) -> bool {
    line.chars().all(|c| {
        !c.is_control()
            && !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}')
    })
}

/// Returns the contrast of two colours, as WCAG 2.2 defines it.
pub(crate) fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let channel = |byte| match f64::from(byte) / 255.0 {
        value if value <= 0.04045 => value / 12.92,
        value => ((value + 0.055) / 1.055_f64).powf(2.4),
    };
    let luminance = |color: [u8; 3]| {
        let [r, g, b] = color.map(channel);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}
