//! Escapes for text from outside: names of files and players, what a program wrote on standard error, excerpts of input.
//!
//! Printed raw, such text can drive a terminal, forge a line of a table, or look like other text.

use std::borrow::Cow;

/// Returns `true` if a character can be printed as it is, within a line: neither a control character nor a separator of
/// lines, nor one that is invisible, changes the direction of text or alters its neighbours.
pub(crate) fn is_printable(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1
}

/// Escapes a text that is to stay within a line, such as a name.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escape(text, is_printable)
}

/// Escapes a text of several lines: newlines and tabs stay.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    escape(text, |c| matches!(c, '\n' | '\t') || is_printable(c))
}

/// Escapes JSON, which is the same JSON then: outside of its strings there is nothing to escape but white space, which
/// stays.
pub(crate) fn json(json: &str) -> Cow<'_, str> {
    let stays = |c| matches!(c, '\n' | '\r' | '\t') || is_printable(c);
    replace(json, stays, |c, escaped| {
        // A character past U+FFFF is a pair of surrogates in JSON.
        for unit in c.encode_utf16(&mut [0; 2]) {
            escaped.push_str(&format!("\\u{unit:04x}"));
        }
    })
}

fn escape(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    replace(text, stays, |c, escaped| escaped.extend(c.escape_debug()))
}

fn replace(
    text: &str,
    stays: impl Fn(char) -> bool,
    mut write: impl FnMut(char, &mut String),
) -> Cow<'_, str> {
    if text.chars().all(&stays) {
        return text.into();
    }
    let mut escaped = String::new();
    for c in text.chars() {
        if stays(c) {
            escaped.push(c);
        } else {
            write(c, &mut escaped);
        }
    }
    escaped.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: [char; 14] = [
        '\0',
        '\x07',
        '\x1b',
        '\r',
        '\x7f',
        '\u{80}',
        '\u{9b}',
        '\u{ad}',
        '\u{200b}',
        '\u{200f}',
        '\u{2028}',
        '\u{202e}',
        '\u{feff}',
        '\u{e0041}',
    ];

    #[test]
    fn hostile_characters_are_escaped_and_others_stay() {
        for c in HOSTILE {
            let raw = format!("a{c}b");
            for escaped in [line(&raw), text(&raw)] {
                assert!(escaped.chars().all(is_printable), "{c:?}: {escaped:?}");
                assert!(escaped.starts_with("a\\") && escaped.ends_with('b'));
            }
        }
        for plain in ["", "a name", "Zoë 中文 – ½ €", r#"\u{1b} "quoted""#] {
            assert!(matches!(line(plain), Cow::Borrowed(same) if same == plain));
            assert!(matches!(json(plain), Cow::Borrowed(same) if same == plain));
        }
        assert_eq!(line("one\ntwo\x1b[2J"), r"one\ntwo\u{1b}[2J");
        assert_eq!(line("a\tb\n"), r"a\tb\n");
        assert_eq!(text("a\tb\n"), "a\tb\n");
    }

    #[test]
    fn escaped_json_is_the_same_json_without_hostile_characters() {
        let strings: Vec<_> = HOSTILE.map(|c| format!("a{c}b")).into();
        let raw = serde_json::to_string_pretty(&strings).expect("JSON");
        let escaped = json(&raw);
        assert!(escaped.chars().all(|c| c == '\n' || is_printable(c)));
        let read: Vec<String> = serde_json::from_str(&escaped).expect("JSON");
        assert_eq!(read, strings);
    }
}
