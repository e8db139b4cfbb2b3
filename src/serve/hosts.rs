//! Which requests are meant for this server.
//!
//! A page from elsewhere can make its own name lead here (DNS rebinding), and would then count as our own: a browser would
//! let it read every answer. But the name stays in the requests.

use std::{
    net::{Ipv4Addr, Ipv6Addr},
    str::FromStr,
};

use hyper::{Request, header::HOST, http::uri::Authority};

/// A name that the server is known by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HostName(String);

impl FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<Authority>() {
            Ok(name) if name.host() == text => Ok(Self(text.to_string())),
            _ => Err("expected a name without a port, such as board.local".to_string()),
        }
    }
}

/// The hosts that requests may name: any address, localhost, and names of one's own.
#[derive(Debug)]
pub(super) struct Hosts(pub(super) Vec<HostName>);

impl Hosts {
    /// Returns `true` if a request names known hosts only, and not none.
    pub(super) fn are_named_by<B>(&self, request: &Request<B>) -> bool {
        let mut hosts = request.headers().get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return false;
        };
        // Requests to a proxy name the host twice.
        let in_target = request.uri().authority();
        Authority::try_from(host.as_bytes()).is_ok_and(|host| self.knows(&host))
            && in_target.is_none_or(|host| self.knows(host))
    }

    fn knows(&self, authority: &Authority) -> bool {
        if authority.as_str().contains('@') {
            return false;
        }
        let host = authority.host();
        let in_brackets = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        let is_address = match in_brackets {
            Some(address) => address.parse::<Ipv6Addr>().is_ok(),
            None => host.parse::<Ipv4Addr>().is_ok(),
        };
        let own = self.0.iter().map(|HostName(name)| &name[..]);
        is_address
            || own
                .chain(["localhost"])
                .any(|name| name.eq_ignore_ascii_case(host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_known(target: &str, hosts: &[&[u8]]) -> bool {
        let known = Hosts(vec!["board.local".parse().expect("a name")]);
        let mut request = Request::get(target);
        for &host in hosts {
            request = request.header(HOST, host);
        }
        known.are_named_by(&request.body(()).expect("a request"))
    }

    #[test]
    fn addresses_localhost_and_names_of_ones_own_are_known_with_any_port() {
        for host in [
            "127.0.0.1",
            "192.168.1.17:8000",
            "[::1]:8000",
            "[::1]",
            "localhost:1",
            "LocalHost",
            "board.local:80",
            "BOARD.local",
        ] {
            assert!(is_known("/", &[host.as_bytes()]), "{host}");
        }
        assert!(is_known("http://localhost/", &[b"127.0.0.1"]));
    }

    #[test]
    fn other_hosts_no_host_and_two_are_not() {
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1@evil.example",
            "evil.example@127.0.0.1",
            "evil.board.local",
            "::1",
            "[::1",
            "[127.0.0.1]",
            "127.1",
            "2130706433",
            "",
            ":80",
            "local host",
            "localhost, evil.example",
        ] {
            assert!(!is_known("/", &[host.as_bytes()]), "{host}");
        }
        assert!(!is_known("/", &[b"\xff"]));
        assert!(!is_known("/", &[]));
        assert!(!is_known("/", &[b"localhost", b"localhost"]));
        assert!(!is_known("http://evil.example/", &[b"localhost"]));
    }

    #[test]
    fn a_name_has_no_port() {
        for name in [
            "",
            "a b",
            "board.local:80",
            "me@board.local",
            "http://board.local",
            "a/b",
        ] {
            assert!(name.parse::<HostName>().is_err(), "{name}");
        }
    }
}
