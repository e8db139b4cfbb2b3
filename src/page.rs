//! Pages on which a reader steps through games: HTML with its style and its script, and nothing from outside.
//!
//! The buttons, the keys, the list of the moves, the addresses and the colours are the same for every game, and are here.
//! What a game adds to them, a script says at the head of `steps.js`.

use crate::{markup::escape, theme::Theme};

const CONTROLS: &str = include_str!("page/controls.html");
const STYLE: &str = include_str!("page/page.css");
const STEPS: &str = include_str!("page/steps.js");

/// A page.
pub(crate) struct Page<'a> {
    pub(crate) title: &'a str,
    /// Where its games come from: the `page` itself, or a `server`.
    pub(crate) source: &'a str,
    pub(crate) policy: &'a str,
    /// What its games add to the style and to the script.
    pub(crate) style: &'a str,
    pub(crate) script: &'a str,
    /// The controls stand in place of a comment.
    pub(crate) body: &'a str,
    pub(crate) games: &'a str,
}

impl Page<'_> {
    pub(crate) fn html(&self, theme: Theme) -> String {
        let Self {
            source,
            policy,
            style,
            script,
            games,
            ..
        } = self;
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"{theme}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<title>{title}</title>\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<style>{rules}{STYLE}{style}</style>\n</head>\n\
             <body data-source=\"{source}\">\n{body}{games}<script>'use strict';\n(() => {{\n{STEPS}{script}}})();\n</script>\n\
             </body>\n</html>\n",
            theme = theme.name(),
            title = escape(self.title),
            rules = Theme::page_rules(),
            body = self.body.replace("<!--controls-->", CONTROLS),
        )
    }
}

/// Returns what a page may use, as a Content-Security-Policy has it: its own style and script, by their digests, and
/// nothing else.
pub(crate) fn policy(style: &str, script: &str) -> String {
    format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'sha256-{style}'; \
         script-src 'sha256-{script}'"
    )
}

/// Lists the games of a page, each with a link to it and what is to be said behind that.
pub(crate) fn list(games: impl Iterator<Item = (String, String)>) -> String {
    let entries: String = (1..)
        .zip(games)
        .map(|(number, (name, more))| {
            let (name, more) = (escape(&name), escape(&more));
            format!("<li><a href=\"#{number}\">{name}</a>{more}</li>\n")
        })
        .collect();
    format!("<nav id=\"list\" aria-label=\"Games\"><ol>\n{entries}</ol></nav>\n")
}
