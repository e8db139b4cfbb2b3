//! `qttt serve`: its answers, its addresses, and its limits for hostile clients.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{
    assert_contains, assert_ends_with, assert_starts_with, is_ignored, printed, qttt, refused, run,
    temporary,
};

pub(super) struct Server {
    child: Child,
    pub(super) address: String,
}

pub(super) struct Answer {
    status: u16,
    /// In lower case.
    headers: String,
    pub(super) body: String,
}

impl Server {
    pub(super) fn start() -> Self {
        Self::listen(&["--listen", "127.0.0.1:0"])
    }

    fn listen(arguments: &[&str]) -> Self {
        let mut child = qttt(&[&["serve"], arguments].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut line)
            .expect("a line");
        let address = line
            .strip_prefix("http://")
            .and_then(|rest| rest.strip_suffix("/\n"))
            .expect("an address of a page");
        let address = address.to_string();
        Self { child, address }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).expect("it listens")
    }

    /// Sends bytes on a new connection and no more, as `nc -N` does, and returns the whole response. The server may
    /// close the connection early.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).expect("text")
    }

    fn ask(&self, method: &str, target: &str, host: &str) -> Answer {
        let request =
            format!("{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let answer = self.send(request.as_bytes());
        let (headers, body) = answer.split_once("\r\n\r\n").expect("an answer");
        let status = headers
            .strip_prefix("HTTP/1.1 ")
            .and_then(|rest| rest.get(..3));
        Answer {
            status: status.and_then(|code| code.parse().ok()).expect("a status"),
            headers: headers.to_lowercase(),
            body: body.to_string(),
        }
    }

    pub(super) fn get(&self, target: &str) -> Answer {
        self.ask("GET", target, &self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

#[test]
fn a_position_is_what_solve_prints_and_what_show_draws() {
    let server = Server::start();
    for (record, encoded) in [
        ("", ""),
        ("AB BE", "AB+BE"),
        ("ab be de ae", "ab%20be%0Ade+ae"),
        ("AE BF EI DH AI 1", "AEBFEIDHAI1"),
        ("1../.../... 2AB", "1../.../...+2AB"),
        ("AB BJ", "AB+BJ"),
        ("AB C", "AB%20C"),
        ("AB \u{9b}\"\\\u{202e}", "AB+%C2%9b%22\\%E2%80%AE"),
        ("AB\nAA", "AB%0AAA"),
        ("%4", "%4"),
        ("1../.../...", "1../.../..."),
    ] {
        for (parameters, options) in [
            ("", &[][..]),
            ("&actions", &["--actions"]),
            ("&steps", &["--steps"]),
        ] {
            let answer = server.get(&format!("/position?record={encoded}{parameters}"));
            let (code, solution, _) = run(&[&["solve", "--json"], options, &[record]].concat(), "");
            if code == 1 {
                assert_eq!((answer.status, answer.body), (400, solution));
                continue;
            }
            assert_eq!(answer.status, 200, "{record}");
            assert!(answer.headers.contains("content-type: application/json"));
            let known = solution.strip_suffix("}\n").expect("an object");
            let added = answer.body.strip_prefix(known).expect("the same");
            let object: Value = serde_json::from_str(&answer.body).expect("JSON");
            assert!(added.starts_with(','), "{added}");
            let (_, picture, _) = run(&["show", "--svg", record], "");
            assert_contains(&picture, object["board"].as_str().expect("shapes"));
            for outcome in object["outcomes"].as_array().expect("a list") {
                assert_contains(&picture, outcome["board"].as_str().expect("shapes"));
            }
        }
    }
    let empty = server.get("/position?record=").body;
    assert_eq!(server.get("/position").body, empty);
}

#[test]
fn an_address_with_more_than_64_kib_is_refused() {
    let server = Server::start();
    for (spaces, status) in [(65_000, 200), (66_000, 414), (130_000, 431)] {
        let spaces = "+".repeat(spaces);
        let answer = server.get(&format!("/position?record=AB{spaces}BE"));
        assert_eq!(answer.status, status);
    }
}

#[test]
fn the_page_loads_only_its_own_style_sheet_and_scripts() {
    let server = Server::start();
    let absolute = format!("http://{}/", server.address);
    for (target, media_type) in [
        ("/", "text/html"),
        ("/?x", "text/html"),
        (&absolute, "text/html"),
        ("/style.css", "text/css"),
        ("/page.js", "text/javascript"),
        ("/game.js", "text/javascript"),
        ("/positions.js", "text/javascript"),
    ] {
        let answer = server.get(target);
        assert_eq!(answer.status, 200);
        assert_contains(
            &answer.headers,
            &format!("content-type: {media_type}; charset=utf-8"),
        );
        for outside in ["https:", "url(", "@import", " style=", " onclick=", "<!--"] {
            assert!(!answer.body.contains(outside), "{target}: {outside}");
        }
    }
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ";
    let page = server.get("/");
    assert_contains(&page.headers, policy);
    assert_contains(&page.headers, "; frame-ancestors 'none'\r\n");
    for host in ["localhost", "teacher-laptop:8000", "[::1]:80", ""] {
        assert_eq!(server.ask("GET", "/", host).status, 200, "{host}");
    }
    let head = server.ask("HEAD", "/", &server.address);
    assert_eq!((head.status, &head.body[..]), (200, ""));
}

#[test]
fn the_single_file_page_loads_nothing() {
    let (_folder, [library]) = temporary(["qttt.wasm"]);
    refused(2, &["page", &library], "");
    fs::write(&library, "no module").expect("written");
    let stderr = refused(2, &["page", &library], "");
    assert_ends_with(&stderr, "qttt.wasm is not a WebAssembly module\n");
    fs::write(&library, "\0asm\x01\0\0\0").expect("written");
    let page = printed(&["page", &library], "");
    assert_contains(&page, r#" id="library">AGFzbQEAAAA=</script>"#);
    assert_contains(
        &page,
        r#"<meta http-equiv="content-security-policy" content="default-src 'none'; "#,
    );
    let links = page
        .match_indices(" href=")
        .chain(page.match_indices(" src="));
    let addresses = links.map(|(at, link)| &page[at + link.len()..][..7]);
    assert!(addresses.eq([r#""data:,"#]));
    for outside in ["https:", "url(", "@import", "<!--"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn every_refusal_is_an_object_with_an_error() {
    let server = Server::start();
    let long = format!("/position?record={}", "AB".repeat(10_000));
    for (method, target, status) in [
        ("GET", "/favicon.ico", 404),
        ("GET", "/../Cargo.toml", 404),
        ("POST", "/", 405),
        ("OPTIONS", "/position?record=AB", 405),
        ("get", "/position?record=AB", 405),
        ("GET", "/position?move=AB", 400),
        ("GET", "/position?record=AB&record=AB", 400),
        ("GET", "/position?record=AB%00", 400),
        ("GET", &long, 400),
    ] {
        let answer = server.ask(method, target, &server.address);
        assert_eq!(answer.status, status, "{method} {target}");
        let is_reported = answer.headers.contains("\r\nallow: get, head\r\n");
        assert_eq!(is_reported, status == 405, "{}", answer.headers);
        for header in [
            "content-type: application/json\r\n",
            "x-content-type-options: nosniff\r\n",
            "cache-control: no-cache\r\n",
        ] {
            assert_contains(&answer.headers, header);
        }
        let object: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert!(object["error"].is_string(), "{object}");
        assert!(answer.body.ends_with("}\n"));
    }
}

#[test]
fn silent_clients_do_not_block_others() {
    let server = Server::start();
    // More connections than the server keeps open at the same time.
    let silent: Vec<_> = (0..300).map(|_| server.connect()).collect();
    for mut stream in &silent {
        let _ = stream.write_all(b"GET /");
    }
    assert_eq!(server.get("/position?record=AB").status, 200);
    drop(silent);
}

#[test]
fn the_printed_address_can_be_opened() {
    for (listen, start) in [
        ("127.0.0.1:0", "127.0.0.1:"),
        ("0.0.0.0:0", ""),
        ("[::]:0", ""),
    ] {
        // Not every machine has both internet protocols.
        if listen.starts_with('[') && TcpListener::bind(listen).is_err() {
            continue;
        }
        let server = Server::listen(&["--listen", listen]);
        assert!(server.address.starts_with(start), "{}", server.address);
        for any in ["0.0.0.0", "[::]"] {
            assert!(!server.address.starts_with(any), "{}", server.address);
        }
        assert_eq!(server.get("/").status, 200);
    }
}

#[test]
fn an_address_that_cannot_be_used_is_an_error() {
    let server = Server::start();
    let stderr = refused(2, &["serve", "--listen", &server.address], "");
    let start = format!(
        "error: cannot listen on {}: Address already in use; choose another, for example --listen 127.0.0.1:",
        server.address
    );
    assert_starts_with(&stderr, &start);
}

#[test]
fn an_interrupted_server_exits_with_code_0() {
    for signal in [Signal::INT, Signal::TERM] {
        if is_ignored(signal) {
            continue;
        }
        let mut server = Server::start();
        // The server doesn't wait for these clients.
        let silent = server.connect();
        let half = server.connect();
        (&half)
            .write_all(b"GET / HTTP/1.1\r\n")
            .expect("it listens");
        let pid = Pid::from_child(&server.child);
        kill_process(pid, signal).expect("it runs");
        let ended = server.child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(0), "{signal:?}");
        drop((silent, half));
    }
}
