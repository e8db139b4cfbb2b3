//! `qttt serve`: the page to play on, over HTTP.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
    process::{Command, Stdio},
    thread,
};

use anyhow::Context;

use super::output::{Outcome, report, write_line};
use crate::serve::{Answers, HostName, Server};

const ABOUT: &str = "\
Serve a page to play on, until Ctrl-C.

Prints the address of the page. The server keeps nothing, reads and writes no files, and answers whoever can reach it: with --listen 0.0.0.0:8000 everybody on the network.";

const EXAMPLES: &str = "\
Examples:
  qttt serve --open                   play in a browser
  qttt serve --listen 0.0.0.0:8000    let everybody on the network play

Positions: GET /position?record=AB+BE is answered with what `qttt solve --json AB BE` prints, and the picture as svg.

Exit codes: 0 stopped by Ctrl-C, 2 usage error, or the address cannot be used.";

#[derive(clap::Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The address and port to listen on; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0", value_parser = parse_address)]
    listen: SocketAddr,

    /// A name that this machine is reached by; can be given more than once. Requests that name another host are refused
    #[arg(long, value_name = "NAME")]
    host: Vec<HostName>,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let listening = Server::listen(self.listen)
            .and_then(|server| Ok((reachable(server.address()?), server)));
        let (address, server) =
            listening.with_context(|| format!("cannot listen on {}", self.listen))?;
        let page = format!("http://{address}/");
        write_line(&page)?;
        if self.open {
            open(page);
        }
        server.run(Answers::new(self.host.clone()));
        Ok(Outcome::Fine)
    }
}

fn parse_address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "expected an address and a port, such as 127.0.0.1:8000 or [::1]:8000")
}

/// Returns where others reach this machine, if it listens on all of its addresses.
fn reachable(mut listening: SocketAddr) -> SocketAddr {
    if listening.ip().is_unspecified() {
        let (any, loopback): (SocketAddr, IpAddr) = match listening {
            // Addresses for documentation (RFC 5737, RFC 3849): nothing is sent there.
            SocketAddr::V4(_) => (([192, 0, 2, 1], 9).into(), Ipv4Addr::LOCALHOST.into()),
            SocketAddr::V6(_) => (
                ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1], 9).into(),
                Ipv6Addr::LOCALHOST.into(),
            ),
        };
        let route = UdpSocket::bind((listening.ip(), 0)).and_then(|socket| {
            socket.connect(any)?;
            socket.local_addr()
        });
        listening.set_ip(route.map_or(loopback, |route| route.ip()));
    }
    listening
}

/// Opens a page in the browser that the system prefers.
fn open(page: String) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    command
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Ctrl-C ends the server, not the browser.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    thread::spawn(move || {
        if !command.status().is_ok_and(|status| status.success()) {
            report("cannot open a browser: open the page yourself");
        }
    });
}
