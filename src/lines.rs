//! Lines of text, which both games read. [`next_line`] and [`whole_lines`] decide where a line ends, and lockstep
//! decides it once more, for speed.

use memchr::{memchr, memchr_iter, memrchr};

/// Removes the next line from a text and returns it without its line ending (LF or CR LF; the last line may have none)
/// and without byte order marks at its start, which any line of joined files can have. Returns `None` at the end of the
/// text.
#[inline]
pub fn next_line<'t>(rest: &mut &'t [u8]) -> Option<&'t [u8]> {
    if rest.is_empty() {
        return None;
    }
    let end = memchr(b'\n', rest).unwrap_or(rest.len());
    let line = without_end(&rest[..end]);
    *rest = rest.get(end + 1..).unwrap_or_default();
    Some(without_marks(line))
}

/// Returns a text without the byte order marks at its start, with which some programs begin every file.
#[inline]
pub fn without_marks(mut text: &[u8]) -> &[u8] {
    while let Some(rest) = text.strip_prefix(b"\xEF\xBB\xBF") {
        text = rest;
    }
    text
}

/// Returns the length of the whole lines at the start of a text, at most `max` of them, and their number.
pub fn whole_lines(text: &[u8], max: usize) -> (usize, usize) {
    let mut newlines = memchr_iter(b'\n', text);
    let count = newlines.clone().count();
    let last = if count > max {
        newlines.nth(max - 1)
    } else {
        memrchr(b'\n', text)
    };
    (last.map_or(0, |newline| newline + 1), count.min(max))
}

/// Returns a line without its end.
#[inline]
pub fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Returns the beginning of a text, for a message, with dots if there is more. The bytes need not be UTF-8.
pub fn excerpt(text: impl AsRef<[u8]>) -> String {
    shortened(&String::from_utf8_lossy(text.as_ref()), [60, 0], "...")
}

/// Shortens text to some characters at the start and some at the end, with dots in place of the rest.
pub fn shortened(text: &str, [start, end]: [usize; 2], dots: &str) -> String {
    let count = text.chars().count();
    if count <= start + end {
        return text.to_string();
    }
    let (start, end) = (text.chars().take(start), text.chars().skip(count - end));
    start.chain(dots.chars()).chain(end).collect()
}
