//! The colours of pictures and of HTML pages.
//!
//! Text and marks have a contrast of at least 4.5:1 with their background, and lines of the grid and of cycles at least
//! 3:1, as WCAG 2.2 requires (success criteria 1.4.3 and 1.4.11). Nearly everybody can distinguish blue and orange;
//! without colours, letters distinguish X and O.

/// The colours: the name of each, and its value on a light and on a dark background.
const COLORS: [(&str, [&str; 2]); 11] = [
    ("paper", ["#ffffff", "#14171c"]),
    ("ink", ["#1f2328", "#e8eaed"]),
    // Letters of the cells, which may be less visible.
    ("faint", ["#57606a", "#a3adb8"]),
    ("grid", ["#818b98", "#717b88"]),
    ("x", ["#0a53b0", "#83bbff"]),
    ("o", ["#a04000", "#ffac63"]),
    // Under lines of three.
    ("x-line", ["#dfebfb", "#17304e"]),
    ("o-line", ["#fce8d8", "#48290f"]),
    // Around the links and marks of a cycle, and under its cells.
    ("ring", ["#7c3aed", "#a371f7"]),
    ("tint", ["#ebe1fc", "#2b2440"]),
    // Errors and mistakes.
    ("bad", ["#b3202a", "#ff8f87"]),
];

/// The rules of an HTML page, with the colours as variables. They apply only in elements of class `qttt`, because a page
/// can contain other things. They select by classes, and each names its colour, because many programs for SVG support
/// neither attribute selectors nor `currentColor`.
const RULES: &str = "\
    .qttt .paper{fill:var(--paper)}.qttt .text{fill:var(--ink)}.qttt .name{fill:var(--faint)}\
    .qttt .grid{stroke:var(--grid)}.qttt .under{stroke:var(--paper)}.qttt .ring{stroke:var(--ring)}\
    .qttt .tint{fill:var(--tint)}.qttt .invalid{stroke:var(--bad)}\
    .qttt .link.X,.qttt .line.X,.qttt .X .disc,.qttt .X .large{stroke:var(--x)}\
    .qttt .X .text{fill:var(--x)}.qttt .band.X,.qttt .X .disc{fill:var(--x-line)}\
    .qttt .link.O,.qttt .line.O,.qttt .O .disc,.qttt .O .large{stroke:var(--o)}\
    .qttt .O .text{fill:var(--o)}.qttt .band.O,.qttt .O .disc{fill:var(--o-line)}\
    .qttt .cycle .disc{stroke:var(--ring)}";

/// Returns the rules of a picture, which follow the user's colour scheme. They have no variables, because many
/// programs for SVG don't support them.
pub(crate) fn picture_rules() -> String {
    let [light, dark] = [0, 1].map(|scheme| {
        let replace = |rules: String, (name, values): (&str, [&str; 2])| {
            rules.replace(&format!("var(--{name})"), values[scheme])
        };
        COLORS.into_iter().fold(RULES.to_string(), replace)
    });
    format!("{light}@media(prefers-color-scheme:dark){{{dark}}}")
}

/// Returns the rules of a page with pictures, which follow the user's colour scheme. Printed pages are light.
pub(crate) fn page_rules() -> String {
    let [light, dark] = [0, 1].map(|scheme| {
        let variable = |(name, values): (&str, [&str; 2])| format!("--{name}:{}", values[scheme]);
        COLORS.map(variable).join(";")
    });
    format!(
        ":root{{{light};color-scheme:light}}\n\
         @media screen and (prefers-color-scheme:dark){{:root{{{dark};color-scheme:dark}}}}\n\
         {RULES}\n"
    )
}
