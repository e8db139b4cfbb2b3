//! Text within HTML and SVG.

/// Escapes the markup characters of HTML and XML, for text and attributes.
pub fn escape(text: &str) -> String {
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
            escape("<a b='c' d=\"e\"> & ]]>"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt; &amp; ]]&gt;"
        );
    }
}
