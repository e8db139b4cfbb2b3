//! Escapes for text from outside: names of files and players, standard error of programs, excerpts of input.
//!
//! Printed as it is, such text can control a terminal, add a line to a table, or look like other text.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Returns `true` if a character can be printed as it is, within a line. Control characters, separators of lines,
/// invisible characters, and those that change the direction of text or their neighbours can't.
pub(crate) fn is_printable(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1
}

/// Escapes text that must stay on one line, for example a name.
pub(crate) fn line(text: &str) -> String {
    escape(text, is_printable)
}

/// Escapes text of several lines. Newlines and tabs are kept.
pub(crate) fn text(text: &str) -> String {
    escape(text, |c| matches!(c, '\n' | '\t') || is_printable(c))
}

/// Returns the beginning of the text, followed by dots if there is more.
pub(crate) fn excerpt(text: &[u8]) -> String {
    const MAX: usize = 60;
    let text = String::from_utf8_lossy(text);
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into_owned(),
    }
}

/// Appends a value as JSON whose strings can be printed as they are.
pub(crate) fn append_json(value: &impl Serialize, json: &mut Vec<u8>) {
    let written = value.serialize(&mut Serializer::with_formatter(json, Printable));
    written.expect("a Vec takes every byte, and the keys are text");
}

/// Escapes more characters in strings than JSON demands.
struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        for c in fragment.chars() {
            if is_printable(c) {
                writer.write_all(c.encode_utf8(&mut [0; 4]).as_bytes())?;
                continue;
            }
            // A character past U+FFFF is a pair of surrogates in JSON.
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

fn escape(text: &str, stays: impl Fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if stays(c) {
            escaped.push(c);
        } else {
            escaped.extend(c.escape_debug());
        }
    }
    escaped
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
            assert_eq!(line(plain), plain);
        }
        assert_eq!(line("one\ntwo\x1b[2J"), r"one\ntwo\u{1b}[2J");
        assert_eq!(line("a\tb\n"), r"a\tb\n");
        assert_eq!(text("a\tb\n"), "a\tb\n");
    }

    #[test]
    fn escaped_json_is_the_same_json_without_hostile_characters() {
        let plain = r#"Zoë 中文 – ½ € \u{1b} "quoted""#.to_string();
        let mut strings: Vec<_> = HOSTILE.map(|c| format!("a{c}b")).into();
        strings.push(plain.clone());
        let mut json = Vec::new();
        append_json(&strings, &mut json);
        let json = String::from_utf8(json).expect("text");
        assert!(json.chars().all(is_printable), "{json}");
        assert!(
            json.ends_with(r#""Zoë 中文 – ½ € \\u{1b} \"quoted\""]"#),
            "{json}"
        );
        let read: Vec<String> = serde_json::from_str(&json).expect("JSON");
        assert_eq!(read, strings);
    }
}
