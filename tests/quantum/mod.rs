//! The library's quantum half: a file for each property of the rules.

mod batch;
mod perft;
mod pictures;
mod positions;
mod rules;
