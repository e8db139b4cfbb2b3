//! Escapes for text from outside: names of files and players, standard error of programs, excerpts of input.
//!
//! Printed as it is, such text can control a terminal, add a line to a table, or look like other text.

/// Returns `true` if a character can be printed as it is, within a line. Control characters, separators of lines,
/// invisible characters, and those that change the direction of text or their neighbours can't.
pub(crate) fn is_printable(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1
}

/// Escapes a text that must stay within a line, such as a name.
pub(crate) fn line(text: &str) -> String {
    escape(text, is_printable)
}

/// Escapes a text of several lines. Newlines and tabs stay.
pub(crate) fn text(text: &str) -> String {
    escape(text, |c| matches!(c, '\n' | '\t') || is_printable(c))
}

/// Escapes JSON; it stays the same JSON. Outside of strings, only white space could be escaped, and that stays.
pub(crate) fn json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if matches!(c, '\n' | '\r' | '\t') || is_printable(c) {
            escaped.push(c);
        } else {
            // A character past U+FFFF is a pair of surrogates in JSON.
            for unit in c.encode_utf16(&mut [0; 2]) {
                escaped += &format!("\\u{unit:04x}");
            }
        }
    }
    escaped
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
            assert_eq!(json(plain), plain);
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
