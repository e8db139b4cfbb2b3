//! Code shared by the test files: the naive scorer, the published games, and functions that run the command.

#![allow(dead_code, reason = "each test file uses its part")]

pub(crate) mod browser;
pub(crate) mod chance;
mod command;
mod files;
pub(crate) mod naive;
mod processes;
pub(crate) mod snapshot;
mod text;

pub(crate) use command::{answer, objects, path_with_qttt, printed, qttt, refused, run, spawn};
pub(crate) use files::{content, file, script, temporary};
pub(crate) use processes::{
    Terminal, alive, at_once, end, ended, is_ignored, marked, read_up_to, wait_for_end,
    wait_for_file, wait_until,
};
pub(crate) use text::{assert_contains, assert_ends_with, assert_starts_with};

/// The published games: record and score.
pub(crate) fn published_games() -> Vec<(&'static str, &'static str)> {
    let games: Vec<_> = include_str!("../../src/bin/qttt/check/published.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(" | ").expect("record | score"))
        .collect();
    assert_eq!(games.len(), 16);
    games
}

/// Returns `true` if no character of a line can control a terminal, is invisible, or changes the direction of text.
pub(crate) fn is_plain(line: &str) -> bool {
    line.chars().all(|c| {
        !c.is_control()
            && !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}')
    })
}
