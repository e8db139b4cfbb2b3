//! `qttt hypercube match`: one game between two players, move by move.

use std::time::Duration;

use clap::ValueHint;
use qttt::hypercube::{Board, Position, draw};

use super::referee::{
    Boards, Contest, Contestant, GameOptions, GameRecord, Openings, Schedule, Watch, about_players,
};
use crate::process::Stop;
use crate::terminal::TextOptions;
use crate::terminal::output::{
    Outcome, is_closed_pipe, show_stderr, write, write_json, write_line,
};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube match --x 'python3 bot.py' --o builtin:qttt 3,2
      watch a game

To play many games, use `qttt hypercube tournament`.";

const EXIT_CODES: &str = "Exit codes: 0 success; 1 a player forfeited the game; 2 usage or I/O error, interrupted, or a bot could not be run.";

/// Play one game between two players, and print each move
#[derive(clap::Args)]
#[command(
    after_long_help = format!("{EXAMPLES}\n\n{}\n\n{EXIT_CODES}", about_players()),
)]
pub(crate) struct Match {
    /// Who plays X and moves first
    #[arg(long, value_name = "PLAYER", value_hint = ValueHint::CommandString)]
    x: Contestant,

    /// Who plays O
    #[arg(long, value_name = "PLAYER", value_hint = ValueHint::CommandString)]
    o: Contestant,

    /// The board: width and number of dimensions
    #[arg(value_name = "N,D")]
    board: Board,

    /// Print the game record as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    options: GameOptions,

    #[command(flatten)]
    text: TextOptions,
}

impl Match {
    /// Plays the game and prints each move as soon as it is made.
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let players = [&self.x, &self.o];
        let is_reported = !self.json && !self.options.quiet;
        let watch = |position: &Position, time| match write_line(&last_move(position, time)) {
            Err(error) if is_closed_pipe(&error) => Err(Stop::Interrupted),
            written => Ok(written?),
        };
        let contest = Contest {
            options: &self.options,
            players: &players,
            schedule: Schedule {
                pairs: vec![players],
                boards: &Boards(vec![self.board]),
                openings: Openings::EMPTY_BOARD,
            },
            jobs: 1,
            has_trial: false,
            watch: is_reported.then_some(&watch as Watch<'_>),
        };
        contest.play(|games| {
            let mut games = games.iter();
            match games.find(|game| game.opening == 0) {
                Some(game) => self.print(game, is_reported),
                None => Ok(Outcome::Fine),
            }
        })
    }

    fn print(&self, game: &GameRecord, is_reported: bool) -> anyhow::Result<Outcome> {
        if self.json {
            write_json(game)?;
        } else if is_reported {
            let drawing = draw::text(&game.position, &self.text.style());
            let again = game.reproduction();
            write(&format!("{drawing}{game}\n{again}"))?;
            show_stderr(game.forfeit.as_ref().map_or("", |forfeit| &forfeit.stderr));
        } else {
            write_line(&game.to_string())?;
        }
        if game.forfeit.is_some() {
            return Ok(Outcome::Invalid);
        }
        Ok(Outcome::Fine)
    }
}

fn last_move(position: &Position, time: Duration) -> String {
    let ply = position.moves().len();
    let cell = position.moves().last().expect("a move was made");
    let milliseconds = time.as_secs_f64() * 1e3;
    format!(
        "{ply:>3}. {} {cell}  {milliseconds:.1} ms",
        position.turn().opponent()
    )
}
