//! `qttt hypercube match`: games between two programs.

use std::{io, time::Duration};

use crate::hypercube::{
    Position,
    draw::{self, TextStyle},
    referee::{GameRecord, Player, PlayerKind, play},
};
use anyhow::bail;
use clap::ValueHint;
use terminal_size::{Height, terminal_size_of};

use super::{
    options::{Boards, LimitOptions, PROGRAMS, result_in_words},
    series::SeriesOptions,
};
use crate::cli::{
    arguments::{BUILTINS, suggested},
    output::{Outcome, pass_on, text_style, write, write_json, write_line},
};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube match --x 'python3 bot.py' --o builtin:qttt 3,2                play one game
  qttt hypercube match --x 'python3 bot.py' --o builtin:qttt --games 200 5,4    play many, and rate them";

const EXIT_CODES: &str = "Exit codes: 0 a win by a line, or a draw; 1 a player lost by fault, in the only game; 2 usage error, or interrupted.";

/// Play two programs against each other
///
/// One game, or with --games many: from random openings, each played with both colours, until it is clear which program
/// is stronger.
///
/// Instead of a command, builtin:random, builtin:greedy and builtin:qttt play inside the referee.
#[derive(clap::Args)]
#[command(
    after_long_help = format!("{PROGRAMS}\n\n{EXAMPLES}\n\n{EXIT_CODES}")
)]
pub(crate) struct Arguments {
    /// The command that plays X, who moves first; of many games the first, and then every other one
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString, hide_possible_values = true, value_parser = suggested::<PlayerKind>(BUILTINS))]
    x: PlayerKind,

    /// The command that plays O
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString, hide_possible_values = true, value_parser = suggested::<PlayerKind>(BUILTINS))]
    o: PlayerKind,

    /// The board: width and number of dimensions; with --games also several, such as 3..6,2..5 or 4,3;5,3
    #[arg(value_name = "N,D")]
    boards: Boards,

    #[command(flatten)]
    series: SeriesOptions,

    /// Print nothing but the game's record, or with --games the result, as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitOptions,
}

impl Arguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        // In the record of a single game, commands are names enough.
        let players = [&self.x, &self.o].map(|kind| Player::from(kind.clone()));
        let Boards(boards) = &self.boards;
        if let Some(games) = self.series.games {
            if self.x == self.o {
                bail!(
                    "expected two programs that differ, as --games tells them apart by their commands; found two named {:?}. \
                     A comment makes a command another one: `CMD # 2`",
                    players[0].name
                );
            }
            return (self.series).run(games, &players, boards, &self.limits, self.json);
        }
        let [board] = boards[..] else {
            bail!(
                "expected one board for one game, found {}; --games plays on several",
                boards.len()
            );
        };
        let style = text_style(false, None);
        let mut screen = Screen { style, lines: 0 };
        let mut written = Ok(());
        let game = self.limits.referee(|conditions| {
            play(
                board,
                &[],
                players.each_ref(),
                conditions,
                |position, time| {
                    if !self.json && written.is_ok() {
                        written = screen.show(position, time);
                        // Nobody reads the output any more.
                        if written.is_err() {
                            conditions.stop.now();
                        }
                    }
                },
            )
        })?;
        written?;
        let Some(game) = game else {
            bail!("interrupted: the game is not over");
        };
        match self.json {
            true => write_json(&game)?,
            false => screen.end(&game)?,
        }
        if !game.reason.is_fault() {
            return Ok(Outcome::Fine);
        }
        if !self.json {
            pass_on(&game.stderr);
        }
        Ok(Outcome::Invalid)
    }
}

/// Writes the moves, and on a terminal redraws the board under them.
struct Screen {
    style: TextStyle,
    /// How many lines the drawn board has.
    lines: usize,
}

impl Screen {
    fn show(&mut self, position: &Position, time: Duration) -> anyhow::Result<()> {
        let (ply, time) = (position.moves().len(), time.as_secs_f64() * 1e3);
        let stone = position.next().other();
        let Some(cell) = position.moves().last() else {
            return Ok(());
        };
        let line = format!("{ply:>3}. {stone} {cell}  {time:.1} ms");
        let Some((_, Height(rows))) = terminal_size_of(io::stdout()) else {
            return write_line(&line);
        };
        let is_drawn = !draw::legend(position.board(), &self.style).is_empty();
        let board = is_drawn.then(|| draw::text(position, &self.style));
        // A board that has scrolled away can't be redrawn.
        let fits = |board: &String| board.lines().count() + 2 <= rows.into();
        let board = board.filter(fits).unwrap_or_default();
        let erase = match self.lines {
            0 => String::new(),
            lines => format!("\x1b[{lines}A\x1b[J"),
        };
        self.lines = board.lines().count();
        write(&format!("{erase}{line}\n{board}"))
    }

    /// Writes the final board, unless it is there already, and the result.
    fn end(&self, game: &GameRecord) -> anyhow::Result<()> {
        let board = match self.lines {
            0 => draw::text(&game.replay()?, &self.style),
            _ => String::new(),
        };
        write(&format!("{board}{}\n", result_in_words(game)))
    }
}
