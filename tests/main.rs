//! What a user of the command and of the library can see: a file for each command, and one for each property of the
//! rules. They are one program, because linking twenty takes longer than running them.

mod support;

mod batch;
mod generate;
mod hypercube_boards;
mod hypercube_player;
mod hypercube_protocol;
mod hypercube_show;
mod hypercube_sparse;
mod pages;
mod perft;
mod play;
#[cfg(unix)]
mod referee;
mod rules;
mod score;
mod show;
mod solve;
#[cfg(unix)]
mod standings;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod tournament;
mod winning;
