//! What a user of the command sees: a file for each command, and for what all of them share.

mod check;
mod files;
mod generate;
mod html;
mod messages;
mod pages;
mod play;
mod readme;
mod schema;
mod score;
mod serve;
mod show;
mod solve;
mod streams;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
