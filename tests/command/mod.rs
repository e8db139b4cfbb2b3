//! What a user of the command sees: a file for each command, and for what all of them share.

#[cfg(unix)]
mod check;
mod completions;
mod files;
mod generate;
mod html;
mod messages;
mod pages;
mod play;
#[cfg(unix)]
mod readme;
mod schema;
mod score;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
#[cfg(unix)]
mod streams;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
