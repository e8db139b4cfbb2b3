//! n^d tic-tac-toe: boards, the player, and the referee.

mod boards;
mod player;
mod protocol;
mod show;
mod sparse;
mod standings;
mod winning;

// The referee runs programs as processes.
mod compliance;
mod leftovers;
mod play;
mod records;
mod referee;
mod replay;
mod series;
#[cfg(target_os = "linux")]
mod soak;
mod tournament;
