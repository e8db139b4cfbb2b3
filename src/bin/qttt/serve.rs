//! The page to play on, over HTTP. The server is stateless; the table of its solver only makes answers faster.

mod answers;
mod connections;

use std::{convert::Infallible, io, net::TcpListener, sync::Arc};

use answers::Answers;

/// Answers requests until the process ends. `address` is where other computers can open the page, if they can.
///
/// # Errors
///
/// If the listener can't be used.
pub(crate) fn run(listener: TcpListener, address: &str) -> io::Result<Infallible> {
    let answers = Answers::new(address);
    connections::run(listener, Arc::new(move |request| answers.answer(request)))
}
