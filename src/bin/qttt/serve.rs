//! The page to play on, over HTTP. The server is stateless; the table of its solver only makes responses faster.
//!
//! The page is HTML, a style sheet, and two ES modules: game.js has the game, and page.js shows it. They don't know the
//! rules: for each position, they request the JSON of [`qttt::report::for_page`].

pub(crate) mod command;
mod connections;
mod responses;

use std::{convert::Infallible, io, net::TcpListener, sync::Arc};

use responses::Responses;

/// Responds to requests until the process ends.
///
/// # Errors
///
/// If the listener can't be used.
pub(crate) fn run(listener: TcpListener) -> io::Result<Infallible> {
    let responses = Responses::new();
    connections::run(listener, Arc::new(move |request| responses.to(request)))
}
