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
    for (name, start, end) in [
        ("style-src", "<style>", "</style>"),
        ("script-src", "<script type=\"module\">", "</script>"),
    ] {
        let [content] = all_between(page, start, end)[..] else {
            panic!("not one {start}");
        };
        let source = format!("{name} 'sha256-{}'", base64(&Sha256::digest(content)));
        assert!(
            policy.contains(&source),
            "expected {source}, found {policy}"
        );
    }
}

/// Encodes a digest of 32 bytes.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: Vec<_> = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |i| byte >> i & 1))
        .collect();
    let digit = |bits: &[u8]| {
        let value = (0..6).fold(0, |value, i| value << 1 | bits.get(i).unwrap_or(&0));
        char::from(DIGITS[usize::from(value)])
    };
    bits.chunks(6).map(digit).chain(['=']).collect()
}
