//! The colours of pictures and pages, of both games.
//!
//! Text and marks have a contrast of 4.5 : 1 or more with whatever they stand on, lines of the grid one of 3 : 1 or more,
//! as WCAG 2.2 asks (success criteria 1.4.3 and 1.4.11); so have cycles. Blue and orange stay apart for nearly every eye;
//! without any colour, letters tell X and O apart.

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark marks on white.
    Light,
    /// Light marks on a dark ground.
    Dark,
    /// As the reader's system has it, light where it doesn't tell.
    #[default]
    Auto,
}

struct Colors {
    paper: &'static str,
    ink: &'static str,
    /// For what may stand back: the letters of the cells.
    faint_ink: &'static str,
    grid: &'static str,
    /// X's and O's.
    players: [&'static str; 2],
    /// What is under a line of X's, and of O's.
    lines: [&'static str; 2],
    /// Around the links and marks of a cycle.
    ring: &'static str,
    /// What is under the cells of a cycle.
    tint: &'static str,
    /// For mistakes.
    bad: &'static str,
}

const LIGHT: Colors = Colors {
    paper: "#ffffff",
    ink: "#1f2328",
    faint_ink: "#57606a",
    grid: "#818b98",
    players: ["#0a53b0", "#a04000"],
    lines: ["#dfebfb", "#fce8d8"],
    ring: "#7c3aed",
    tint: "#ebe1fc",
    bad: "#b3202a",
};

const DARK: Colors = Colors {
    paper: "#14171c",
    ink: "#e8eaed",
    faint_ink: "#a3adb8",
    grid: "#717b88",
    players: ["#83bbff", "#ffac63"],
    lines: ["#17304e", "#48290f"],
    ring: "#a371f7",
    tint: "#2b2440",
    bad: "#ff8f87",
};

const VARIABLES: Colors = Colors {
    paper: "var(--paper)",
    ink: "var(--ink)",
    faint_ink: "var(--faint)",
    grid: "var(--grid)",
    players: ["var(--x)", "var(--o)"],
    lines: ["var(--x-line)", "var(--o-line)"],
    ring: "var(--ring)",
    tint: "var(--tint)",
    bad: "var(--bad)",
};

impl Theme {
    /// Returns the name, as `data-theme` of a page has it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Auto => "auto",
        }
    }

    /// Returns the part of a picture's style sheet that says the colours.
    pub(crate) fn rules(self) -> String {
        match self {
            Self::Light => LIGHT.rules(),
            Self::Dark => DARK.rules(),
            Self::Auto => {
                let (light, dark) = (LIGHT.rules(), DARK.rules());
                format!("{light}@media(prefers-color-scheme:dark){{{dark}}}")
            }
        }
    }

    /// Likewise of a page with pictures: one for all themes, which are chosen by `data-theme`. On paper they are light.
    pub(crate) fn page_rules() -> String {
        let (light, dark, rules) = (LIGHT.variables(), DARK.variables(), VARIABLES.rules());
        format!(
            ":root{{{light};color-scheme:light}}\n\
             @media screen{{:root[data-theme=dark]{{{dark};color-scheme:dark}}}}\n\
             @media screen and (prefers-color-scheme:dark){{:root[data-theme=auto]{{{dark};color-scheme:dark}}}}\n\
             {rules}\n"
        )
    }
}

impl Colors {
    fn variables(&self) -> String {
        let Self {
            paper,
            ink,
            faint_ink,
            grid,
            players: [x, o],
            lines: [x_line, o_line],
            ring,
            tint,
            bad,
        } = self;
        format!(
            "--paper:{paper};--ink:{ink};--faint:{faint_ink};--grid:{grid};--x:{x};--o:{o};--x-line:{x_line};\
             --o-line:{o_line};--ring:{ring};--tint:{tint};--bad:{bad}"
        )
    }

    fn rules(&self) -> String {
        let Self {
            paper,
            ink,
            faint_ink,
            grid,
            players: [x, o],
            lines: [x_line, o_line],
            ring,
            tint,
            bad,
        } = self;
        format!(
            ".paper{{fill:{paper}}}text{{fill:{ink}}}.name{{fill:{faint_ink}}}.grid{{stroke:{grid}}}\
             .under{{stroke:{paper}}}.ring{{stroke:{ring}}}.mark[data-part=cycle] circle{{stroke:{ring}}}.tint{{fill:{tint}}}.invalid{{stroke:{bad}}}\
             [data-player=X]{{color:{x}}}[data-player=O]{{color:{o}}}\
             .band[data-player=X],[data-player=X]>circle{{fill:{x_line}}}.band[data-player=O],[data-player=O]>circle{{fill:{o_line}}}"
        )
    }
}
