//! The characters that the terminal can show.

use std::env;

/// Returns `true` if the locale's characters are UTF-8. Where no locale is set, they are taken for it: most terminals are.
pub(crate) fn is_utf8() -> bool {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(set)
        .is_none_or(|locale| names_utf8(&locale))
}

/// Returns `true` if the name of a locale, such as `en_GB.UTF-8@euro`, says UTF-8. One without a character set, such as
/// `C`, has an older one.
fn names_utf8(locale: &str) -> bool {
    locale
        .split(['.', '@'])
        .any(|part| part.replace('-', "").eq_ignore_ascii_case("utf8"))
}

#[cfg(test)]
mod tests {
    use super::names_utf8;

    #[test]
    fn a_locale_names_its_characters() {
        for utf8 in ["C.UTF-8", "C.utf8", "en_GB.UTF-8@euro", "UTF-8"] {
            assert!(names_utf8(utf8), "{utf8}");
        }
        for other in [
            "C",
            "POSIX",
            "de_DE",
            "de_DE@euro",
            "de_DE.ISO-8859-1",
            "ja_JP.eucJP",
        ] {
            assert!(!names_utf8(other), "{other}");
        }
    }
}
