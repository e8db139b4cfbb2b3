//! `qttt serve`: the page to play on, over HTTP.
//!
//! The server is stateless; the table of its solver only makes responses faster. The page is HTML, a style sheet, and
//! three ES modules: game.js has the game, page.js shows it, and positions.js gets the JSON of
//! [`qttt::report::for_page`] for each position, because the scripts don't know which actions are legal or good. In the
//! single-file page, library.js gets this JSON from the library itself, compiled to WebAssembly.

pub(crate) mod connections;
pub(crate) mod page;
mod responses;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;

use anyhow::anyhow;
use hyper::Request;

use responses::Responses;

use crate::process::signals::exit_at_signals;
use crate::terminal::output::{Outcome, note, report, write_line};

const EXAMPLES: &str = "\
Examples:
  qttt serve --open                   play in a browser
  qttt serve --listen 0.0.0.0:8000    let everybody on the network play

Positions: GET /position?record=AB+BE returns the same object as `qttt solve --json AB BE`, plus what the page shows.

Exit codes: 0 stopped by Ctrl-C; 2 usage error, or the address cannot be used.";

/// Serve the game as a web page; Ctrl-C stops the server
///
/// Prints the address of the page. The server stores nothing, and neither reads nor writes files. It answers any client
/// that can connect: with --listen 0.0.0.0:8000, anyone on the network.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Serve {
    /// Address and port to listen on
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:8000")]
    listen: SocketAddr,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let listener = TcpListener::bind(self.listen).map_err(|error| {
            let mut other = self.listen;
            other.set_port(other.port().wrapping_add(1));
            // Without the number of the error, which Rust adds.
            let error = error.to_string();
            let reason = error.split(" (os error").next().unwrap_or(&error);
            anyhow!(
                "cannot listen on {}: {reason}; choose another, for example --listen {other}",
                self.listen
            )
        })?;
        let address = listener.local_addr()?;
        let page = format!("http://{}/", reachable(address));
        exit_at_signals()?;
        write_line(&page)?;
        if address.ip().is_loopback() {
            note(
                "the page and its links work only on this computer; to let others play, use --listen 0.0.0.0:8000",
            );
        } else {
            note("each device plays its own game; Share copies a link to the game");
        }
        if self.open && open::that_detached(&page).is_err() {
            report("cannot open a browser; open the address above yourself");
        }
        let responses = Responses::new();
        let respond = Arc::new(move |request: &Request<()>| responses.to(request));
        match connections::run(listener, respond)? {}
    }
}

/// Returns the address that other machines use, if the server listens on all addresses of this one.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        // Nothing is sent there: it is an address for documentation (RFC 5737).
        let route = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
            socket.connect("192.0.2.1:9")?;
            socket.local_addr()
        });
        address.set_ip(route.map_or(Ipv4Addr::LOCALHOST.into(), |route| route.ip()));
    }
    address
}
