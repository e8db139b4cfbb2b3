//! Text within HTML and SVG.

/// Escapes the characters that are markup in HTML and XML, within text and within attributes.
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
    fn nothing_is_left_that_opens_or_closes_a_tag_or_an_attribute() {
        assert_eq!(
            escape("<a b='c' d=\"e\"> & ]]>"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt; &amp; ]]&gt;"
        );
    }
}
