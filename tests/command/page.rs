//! `qttt page`: the file that it prints, and what differs between a file and an address.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use qttt::Strategy;
use qttt::generate::Generator;
use qttt::report::for_page;
use qttt::solve::Solver;
use serde_json::{Value, json};

use super::page_games::{back_and_forward, share};
use crate::quantum::notations::invalid_records;
use crate::support::browser::on_page;
use crate::support::{assert_contains, printed};

#[test]
fn the_page_loads_nothing() {
    let page = printed(&["page"], "");
    let policy = r#"<meta http-equiv="content-security-policy" content="default-src 'none'; "#;
    assert_contains(&page, policy);
    for outside in [
        " href=", " src=", "http:", "https:", "data:", "url(", "@import", "<!--",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
}

/// The browser itself closes a dialog for the other buttons.
#[test]
fn each_button_of_the_page_has_a_response() {
    let page = printed(&["page"], "");
    let buttons = page.split("<button id=\"").skip(1);
    let mut names: Vec<_> = buttons
        .filter_map(|button| button.split('"').next())
        .collect();
    names.retain(|name| !page.contains(&format!("\n  '#{name}': ")));
    assert_eq!(names, ["cancel"]);
}

/// The library in the web page is compiled from the same source as this test.
#[test]
fn the_page_reports_the_same_facts_as_the_library() {
    on_page(|page, address| {
        let solver = Solver::new();
        let mut games = Generator::new(Strategy::Mixed(0.5), Strategy::Random, 92);
        let records = (0..300).map(|_| games.partial_record(&solver).to_string());
        let mut texts: Vec<_> = records.collect();
        let invalid = invalid_records().into_iter();
        texts.extend(invalid.map(|[record, ..]| record.to_string()));
        texts.extend(["41./32./... 5CF", "1/2", "12 25", "X1+(1,2)"].map(String::from));
        texts.push(" ".repeat(70_000));
        page.open(address);
        let library = include_str!("../../src/bin/qttt/page/library.js");
        let library = json!(format!("{library}\nwindow.facts = texts.map(fetchFacts);"));
        page.value(&format!(
            "(window.texts = {}, document.body.append(Object.assign(document.createElement('script'), \
             {{ type: 'module', textContent: {library} }})))",
            json!(texts)
        ));
        page.until("window.facts");
        let facts = page.value("facts");
        assert_eq!(facts.as_array().map(Vec::len), Some(texts.len()));
        for (text, found) in texts.iter().zip(facts.as_array().expect("facts")) {
            let report = for_page(text.as_bytes(), &solver);
            let expected: Value = serde_json::from_str(&report).expect("JSON");
            assert!(
                *found == expected,
                "qttt.wasm is older than the library: run .ci/page\n{text}\n{found}\n{expected}"
            );
        }
    });
}

/// Serves a page at every address of a port until the test process ends. Returns the host.
fn serve(page: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let host = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            // A browser sends the whole request head immediately.
            let _ = stream.read(&mut [0; 8 << 10]);
            let head = "HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
            let _ = stream.write_all(format!("{head}{page}").as_bytes());
        }
    });
    format!("http://{host}")
}

#[test]
fn a_page_with_an_address_is_shared_as_a_link() {
    on_page(|page, _| {
        let host = serve(printed(&["page"], ""));
        share(page, &host);
        back_and_forward(page, &format!("{host}/"));
        // The address of a school platform, and one whose path begins with two slashes.
        for path in ["/file?id=3", "//page"] {
            page.open(&format!("{host}{path}#AB"));
            page.play("CD");
            page.until(&format!("location.href === '{host}{path}#AB.CD'"));
        }
    });
}
