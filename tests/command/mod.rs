//! Tests of the command, with a file for each subcommand and for features of all of them.

mod browser;
mod check;
mod files;
mod generate;
mod help;
mod html;
mod messages;
mod mutations;
mod notations;
mod page;
mod page_games;
mod play;
mod readme;
mod schema;
mod score;
mod show;
mod solve;
mod streams;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
