//! What a user of the command and of the library can see: a file for each command, and one for each property of the
//! rules. They are one program, because linking twenty takes longer than running them.

mod support;

// What the library alone does.
mod batch;
mod hypercube_boards;
mod perft;
mod pictures;
mod rules;
#[cfg(all(unix, feature = "referee"))]
mod standings;
mod winning;

// What the command does.
#[cfg(feature = "cli")]
mod completions;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod generate;
#[cfg(feature = "cli")]
mod html;
#[cfg(feature = "cli")]
mod hypercube_player;
#[cfg(feature = "cli")]
mod hypercube_protocol;
#[cfg(feature = "cli")]
mod hypercube_show;
#[cfg(feature = "cli")]
mod hypercube_sparse;
#[cfg(all(unix, feature = "cli"))]
mod leftovers;
#[cfg(feature = "cli")]
mod messages;
#[cfg(feature = "cli")]
mod pages;
#[cfg(feature = "cli")]
mod play;
#[cfg(all(unix, feature = "cli"))]
mod readme;
#[cfg(all(unix, feature = "cli"))]
mod records;
#[cfg(all(unix, feature = "cli"))]
mod referee;
#[cfg(all(unix, feature = "cli"))]
mod replay;
#[cfg(feature = "cli")]
mod schema;
#[cfg(feature = "cli")]
mod score;
#[cfg(feature = "cli")]
mod show;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod soak;
#[cfg(feature = "cli")]
mod solve;
#[cfg(all(unix, feature = "cli"))]
mod streams;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod terminal;
#[cfg(all(unix, feature = "cli"))]
mod tournament;
