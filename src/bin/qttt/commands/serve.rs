//! `qttt serve`: the page to play on, over HTTP.

use std::{
    io::{self, ErrorKind},
    net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket},
    os::unix::process::CommandExt,
    process::{Command, Stdio},
    thread,
};

use anyhow::Context;

use super::{
    output::{Outcome, note, report, write_line},
    signals::exit_at_signals,
};
use crate::serve;

const EXAMPLES: &str = "\
Examples:
  qttt serve --open                   play in a browser
  qttt serve --listen 0.0.0.0:8000    let everybody on the network play

Positions: GET /position?record=AB+BE returns the same object as `qttt solve --json AB BE`, plus what the page shows, including the picture in the field svg.

Exit codes: 0 stopped by Ctrl-C; 2 usage error, or the address cannot be used.";

/// Serve the game as a web page; Ctrl-C stops the server
///
/// Prints the address of the page. The server stores nothing, and neither reads nor writes files. It answers any client
/// that can connect: with --listen 0.0.0.0:8000, everyone on the network.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Serve {
    /// Address and port to listen on [default: 127.0.0.1 and the first free port from 8000]
    #[arg(long, value_name = "[HOST:]PORT")]
    listen: Option<String>,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let listener = bind(self.listen.as_deref()).with_context(|| {
            format!(
                "cannot listen on {}",
                self.listen.as_deref().unwrap_or("127.0.0.1")
            )
        })?;
        let address = listener.local_addr()?;
        let page = format!("http://{}/", reachable(address));
        exit_at_signals()?;
        write_line(&page)?;
        if address.ip().is_unspecified() {
            note("each device plays its own game; Share copies a link to the position");
        }
        if self.open {
            open(page.clone());
        }
        let is_local = address.ip().is_loopback();
        match serve::run(listener, if is_local { "" } else { &page })? {}
    }
}

/// Listens on `[HOST:]PORT`.
fn bind(listen: Option<&str>) -> io::Result<TcpListener> {
    let Some(listen) = listen else {
        let is_taken = |error: &io::Error| error.kind() == ErrorKind::AddrInUse;
        return (8000..=u16::MAX)
            .map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)))
            .find(|bound| !bound.as_ref().is_err_and(is_taken))
            .unwrap_or_else(|| Err(ErrorKind::AddrInUse.into()));
    };
    match listen.rsplit_once(':') {
        None if listen.bytes().all(|byte| byte.is_ascii_digit()) => {
            TcpListener::bind(format!("127.0.0.1:{listen}"))
        }
        None => Err(io::Error::other(
            "the port is missing; write, for example, localhost:8000",
        )),
        Some(("", port)) => TcpListener::bind(format!("127.0.0.1:{port}")),
        Some(_) => TcpListener::bind(listen),
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

/// Opens a page in the default browser.
fn open(page: String) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(opener);
    command
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // Ctrl-C ends the server, not the browser.
        .process_group(0);
    thread::spawn(move || {
        if !command.status().is_ok_and(|status| status.success()) {
            report("cannot open a browser; open the printed address yourself");
        }
    });
}
