//! n^d tic-tac-toe: boards, the player, and the referee.

mod boards;
#[cfg(feature = "cli")]
mod player;
#[cfg(feature = "cli")]
mod protocol;
#[cfg(feature = "cli")]
mod show;
#[cfg(feature = "cli")]
mod sparse;
#[cfg(all(unix, feature = "referee"))]
mod standings;
mod winning;

// The referee runs programs as processes.
#[cfg(all(unix, feature = "cli"))]
mod compliance;
#[cfg(all(unix, feature = "cli"))]
mod leftovers;
#[cfg(all(unix, feature = "cli"))]
mod page;
#[cfg(all(unix, feature = "cli"))]
mod play;
#[cfg(all(unix, feature = "cli"))]
mod records;
#[cfg(all(unix, feature = "cli"))]
mod referee;
#[cfg(all(unix, feature = "cli"))]
mod replay;
#[cfg(all(unix, feature = "cli"))]
mod series;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod soak;
#[cfg(all(unix, feature = "cli"))]
mod tournament;
