//! Characters in columns and rows, each with its style. Both games are drawn on it.

use anstyle::{Ansi256Color, Style};

use crate::Player;

/// How a position is drawn as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// Use only ASCII characters.
    pub ascii: bool,
    /// Use ANSI escape sequences.
    pub color: bool,
    /// The number of columns. As many boards, or slices of one board, as fit are drawn side by side.
    pub width: usize,
}

impl TextStyle {
    pub(crate) fn either<T>(&self, ascii: T, unicode: T) -> T {
        if self.ascii { ascii } else { unicode }
    }
}

/// 80 columns, without colours.
impl Default for TextStyle {
    fn default() -> Self {
        Self {
            ascii: false,
            color: false,
            width: 80,
        }
    }
}

/// Returns the colour of X, #5f5fff, or of O, #af5f5f, from the part of the palette that themes don't change. Their
/// contrast is more than 4.5:1 with white and with black. Nearly everybody can distinguish blue and reddish brown, and
/// everybody the letters.
pub(crate) const fn style_of(player: Player) -> Style {
    match player {
        Player::X => Ansi256Color(63).on_default(),
        Player::O => Ansi256Color(131).on_default(),
    }
}

/// The columns between drawings side by side.
pub(crate) const GAP: usize = 2;

#[derive(Default)]
pub(crate) struct Canvas(Vec<Vec<(char, Style)>>);

impl Canvas {
    pub(crate) const fn height(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn width(&self) -> usize {
        self.0.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Writes text, starting at a column of a row. The canvas grows if necessary.
    pub(crate) fn write(&mut self, column: usize, row: usize, text: &str, style: Style) {
        let styled = text.chars().map(|character| (character, style));
        self.put(column, row, styled);
    }

    /// Writes text below the other rows, in lines of at most `width` characters.
    pub(crate) fn write_wrapped(&mut self, text: &str, width: usize) {
        for line in wrap(text, width, count_characters) {
            self.write(0, self.height(), &line, Style::new());
        }
    }

    pub(crate) fn paste(&mut self, column: usize, row: usize, other: &Self) {
        for (y, line) in other.0.iter().enumerate() {
            self.put(column, row + y, line.iter().copied());
        }
    }

    /// Arranges drawings in rows, as many per row as fit a width, at least one. Each takes `each` columns.
    pub(crate) fn side_by_side(drawings: &[Self], each: usize, width: usize) -> Self {
        let in_a_row = (width.saturating_add(GAP) / (each + GAP)).max(1);
        let mut all = Self::default();
        for row in drawings.chunks(in_a_row) {
            let top = all.height() + usize::from(all.height() > 0);
            for (i, drawing) in row.iter().enumerate() {
                all.paste(i * (each + GAP), top, drawing);
            }
        }
        all
    }

    fn put(&mut self, column: usize, row: usize, text: impl Iterator<Item = (char, Style)>) {
        let height = self.height().max(row + 1);
        self.0.resize_with(height, Vec::new);
        let line = &mut self.0[row];
        for (column, character) in (column..).zip(text) {
            line.resize(line.len().max(column + 1), (' ', Style::new()));
            line[column] = character;
        }
    }

    /// Returns the rows as lines, without spaces at their ends. With `color`, styles are ANSI escape sequences.
    pub(crate) fn render(&self, color: bool) -> String {
        let mut text = String::new();
        for row in &self.0 {
            let blank = row.iter().rev().take_while(|&&(c, _)| c == ' ').count();
            for run in row[..row.len() - blank].chunk_by(|(_, a), (_, b)| a == b) {
                let style = if color { run[0].1 } else { Style::new() };
                text += &style.to_string();
                text.extend(run.iter().map(|&(character, _)| character));
                text += &format!("{style:#}");
            }
            text.push('\n');
        }
        text
    }
}

/// Returns the width of text in the drawings, all of whose characters take a column.
pub(crate) fn count_characters(text: &str) -> usize {
    text.chars().count()
}

/// Breaks text at spaces into lines of at most `width`, which `measure` counts. A longer word gets its own line.
pub fn wrap(text: &str, width: usize, measure: impl Fn(&str) -> usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if measure(line) + 1 + measure(word) <= width => {
                line.extend([" ", word]);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_measure_decides_where_lines_end() {
        let two_columns_each =
            |text: &str| text.chars().map(|c| if c == ' ' { 1 } else { 2 }).sum();
        assert_eq!(wrap("中中 中中", 8, two_columns_each), ["中中", "中中"]);
        assert_eq!(wrap("中中 中中", 8, count_characters), ["中中 中中"]);
    }
}
