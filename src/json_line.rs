//! Lines of JSON, which both games write: plain text, even in a terminal.

use serde::Serialize;

/// Returns a value as a line of JSON, as [`push_json_line`] appends it.
///
/// # Panics
///
/// If a map in the value has keys that aren't text.
pub fn json_line(value: &impl Serialize) -> String {
    let mut line = Vec::new();
    push_json_line(value, &mut line);
    String::from_utf8(line).expect("JSON is text")
}

/// Appends a value as JSON and a newline. Characters that could control a terminal are escaped.
///
/// # Panics
///
/// If a map in the value has keys that aren't text.
pub fn push_json_line(value: &impl Serialize, output: &mut Vec<u8>) {
    let start = output.len();
    serde_json::to_writer(&mut *output, value).expect("the keys of maps are text");
    if !is_plain(&output[start..]) {
        escape(output, start);
    }
    output.push(b'\n');
}

/// Returns `true` if JSON contains only printable ASCII characters.
fn is_plain(json: &[u8]) -> bool {
    json.iter().fold(0, |greatest, &byte| byte.max(greatest)) < 0x7f
}

/// Escapes the characters of JSON that aren't printable. They occur only in strings, where JSON allows it.
fn escape(output: &mut Vec<u8>, start: usize) {
    let json = String::from_utf8(output.split_off(start)).expect("JSON is text");
    for c in json.chars() {
        if is_printable(c) {
            output.extend(c.encode_utf8(&mut [0; 4]).bytes());
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                output.extend(format!("\\u{unit:04x}").bytes());
            }
        }
    }
}

/// Returns `true` if a character can be printed as it is, within a line. Control characters, separators of lines,
/// invisible characters, and those that change the direction of text or their neighbours can't.
pub fn is_printable(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1
}
