//! What is to be true of every page.

use sha2::{Digest, Sha256};

/// Returns what stands between two marks, each time.
pub(crate) fn all_between<'t>(text: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    let parts = text.split(start).skip(1);
    parts
        .filter_map(|part| Some(part.split_once(end)?.0))
        .collect()
}

/// Nothing is loaded, and the policy allows the page its own script and style, and nothing else.
pub(crate) fn assert_self_contained(page: &str) {
    for outside in [
        "http:",
        "https:",
        "url(",
        "@import",
        "rel=\"stylesheet",
        " src=",
        " style=",
        " onclick=",
    ] {
        assert!(
            !page.replace("http://www.w3.org/", "").contains(outside),
            "{outside}"
        );
    }
    let [policy] = all_between(
        page,
        "http-equiv=\"Content-Security-Policy\" content=\"",
        "\"",
    )[..] else {
        panic!("no policy");
    };
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    for (name, tag) in [("style-src", "style"), ("script-src", "script")] {
        let [content] = all_between(page, &format!("<{tag}>"), &format!("</{tag}>"))[..] else {
            panic!("not one {tag}");
        };
        let source = format!("{name} 'sha256-{}'", base64(&Sha256::digest(content)));
        assert!(
            policy.contains(&source),
            "expected {source}, found {policy}"
        );
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let number = (0..3).fold(0, |number, i| {
            number << 8 | usize::from(*group.get(i).unwrap_or(&0))
        });
        let digit = |i: usize| match i <= group.len() {
            true => char::from(DIGITS[number >> (18 - 6 * i) & 63]),
            false => '=',
        };
        [0, 1, 2, 3].map(digit)
    };
    bytes.chunks(3).flat_map(group).collect()
}
