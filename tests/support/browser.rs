//! A page in a real browser.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    process::Command,
    thread,
};

use super::{page::all_between, run};
use qttt::{
    Record,
    draw::{Theme, svg},
};

pub(crate) fn browser() -> Option<&'static str> {
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
    if found.is_none() {
        eprintln!("skipped: there is no chromium, chromium-browser or google-chrome");
    }
    found
}

/// Answers as a server of the page does, and serves the page that drives it.
fn answer(mut stream: &TcpStream, pages: &[(&str, String)]) -> std::io::Result<()> {
    let mut request = String::new();
    let mut reader = BufReader::new(stream);
    reader.read_line(&mut request)?;
    let mut header = String::from("-");
    while !header.trim().is_empty() {
        header.clear();
        reader.read_line(&mut header)?;
    }
    let path = request.split(' ').nth(1).unwrap_or_default();
    let query = path.strip_prefix("/position?record=");
    let (status, kind, body) = match query.and_then(|query| query.strip_suffix("&actions")) {
        Some(record) => {
            let record = record.replace("%20", " ");
            let (code, json, _) = run(&["solve", "--json", "--actions", &record], "");
            match record.parse::<Record>() {
                Ok(record) if code == 0 => {
                    let mut object: serde_json::Value = serde_json::from_str(&json).expect("JSON");
                    object["svg"] = svg(&record.position(), Theme::Auto, None).into();
                    ("200 OK", "application/json", object.to_string())
                }
                _ => ("400 Bad Request", "application/json", json),
            }
        }
        None => match pages.iter().find(|(name, _)| *name == path) {
            Some((_, page)) => ("200 OK", "text/html; charset=utf-8", page.clone()),
            None => ("404 Not Found", "text/plain", String::new()),
        },
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

/// Runs a script in a page with a frame of the given size, and returns what it noted.
pub(crate) fn drive(
    browser: &str,
    pages: Vec<(&'static str, String)>,
    size: [u16; 2],
    script: &str,
) -> String {
    let [width, height] = size;
    let driver = format!(
        "<!DOCTYPE html><title>-</title><iframe width={width} height={height} style=\"border:0\"></iframe><script>{DRIVER}\
         (async()=>{{try{{{script}}}catch(error){{note('error',error.message)}}document.title=seen.join(';')+';'}})();</script>"
    );
    let pages = [vec![("/driver", driver)], pages].concat();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let pages = pages.clone();
            thread::spawn(move || answer(&stream, &pages));
        }
    });
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--virtual-time-budget=600000",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", folder.path().display()))
        .arg(format!("http://127.0.0.1:{port}/driver"))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let title = all_between(&dom, "<title>", "</title>");
    title.first().expect("a title").to_string()
}

/// What scripts drive the page in the frame with, and note what they see.
const DRIVER: &str = "
const frame = document.querySelector('iframe'), seen = [];
const note = (name, what) => seen.push(name + '=' + what);
const page = () => frame.contentDocument;
const find = what => page().querySelector(what);
const click = what => find(what).click();
const record = () => page().body.dataset.record;
const key = name => page().body.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true}));
const until = async what => {
  for (let i = 0; i < 2000; i++) {
    try { if (what()) return; } catch {}
    await new Promise(done => setTimeout(done, 20));
  }
  throw new Error('never: ' + what);
};
const go = async path => {
  frame.src = 'about:blank';
  await until(() => page().URL === 'about:blank');
  frame.src = path;
  await until(() => page().URL !== 'about:blank' && page().readyState === 'complete');
};
const open = async (path, expected) => { await go(path); await until(() => record() === expected); };
const shown = what => [...page().querySelectorAll(what)].filter(one => one.getBoundingClientRect().height > 0);
const box = what => find(what).getBoundingClientRect();
const fits = what => { const {left, top, right, bottom} = box(what); return left >= 0 && top >= 0 && right <= frame.clientWidth && bottom <= frame.clientHeight; };
";
