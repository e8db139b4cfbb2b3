//! Escapes for text from outside: names of files and players, standard error of programs, excerpts of input.
//!
//! Printed as it is, such text can control a terminal, add a line to a table, or look like other text.

use std::path::Path;

use qttt::support::is_printable;

/// Escapes text that must stay on one line, for example a name.
pub(crate) fn line(text: &str) -> String {
    escape(text, is_shown)
}

/// Escapes text of several lines. Newlines and tabs are kept.
pub(crate) fn text(text: &str) -> String {
    escape(text, |c| matches!(c, '\n' | '\t') || is_shown(c))
}

/// Quotes an argument of a command that is printed to be pasted into a shell. Returns `None` if it has characters that
/// can't be pasted, or seen. Newlines can be both.
pub(crate) fn quoted(argument: &str) -> Option<String> {
    let is_pasted = argument.chars().all(|c| c == '\n' || is_shown(c));
    is_pasted.then(|| format!("'{}'", argument.replace('\'', r"'\''")))
}

/// Quotes the name of a file, so that it isn't read as an option.
pub(crate) fn quoted_path(path: &Path) -> Option<String> {
    let path = path.to_str()?;
    let folder = if path.starts_with('-') { "./" } else { "" };
    quoted(&format!("{folder}{path}"))
}

/// Returns `true` for printable characters, and for the accents that macOS separates from their letters.
fn is_shown(c: char) -> bool {
    is_printable(c) || format!("o{c}").escape_debug().count() == 2
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
    fn only_hostile_characters_are_escaped() {
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
}
