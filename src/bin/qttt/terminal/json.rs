//! JSON, one value per line.

use serde::Serialize;

/// Appends a value, and a newline.
pub(crate) fn push_line(value: &impl Serialize, output: &mut Vec<u8>) {
    serde_json::to_writer(&mut *output, value)
        .expect("a Vec takes every byte, and the keys are text");
    output.push(b'\n');
}
