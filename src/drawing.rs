//! The parts that the drawings of both games share.

pub(crate) mod canvas;
pub(crate) mod colors;

/// Lists lines by their cells: `the line AEI`, or `the lines AEI and CEG`.
pub(crate) fn the_lines(lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<_> = lines.collect();
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("the {noun} {}", lines.join(" and "))
}

/// Escapes the markup characters of HTML and XML, for text and attributes.
pub fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_cannot_open_or_close_a_tag_or_an_attribute() {
        assert_eq!(
            escape_markup("<a b='c' d=\"e\"> & ]]>"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt; &amp; ]]&gt;"
        );
    }
}
