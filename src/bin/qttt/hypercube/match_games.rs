//! `qttt hypercube match`: one game between two players, or many.

use std::time::Duration;

use clap::{ValueHint, value_parser};
use qttt::hypercube::{Board, Position, draw};

use super::games::GamesOptions;
use super::referee::{
    Contestant, GameRecord, MatchScore, Schedule, Watch, about_players, check_names, openings,
    pairs,
};
use crate::process::Stop;
use crate::terminal::TextOptions;
use crate::terminal::output::{Outcome, is_closed_pipe, pass_on, write, write_json, write_line};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube match --x 'python3 bot.py' --o builtin:qttt 3,2
      play one game
  qttt hypercube match --x 'python3 bot.py' --o builtin:qttt -n 200 5,4
      play many games and print the Elo difference";

const EXIT_CODES: &str = "Exit codes: 0 success; 1 a player forfeited the only game; 2 usage error, interrupted, or a bot could not be run.";

/// Play one game between two players, or many to compare their strength
#[derive(clap::Args)]
#[command(
    after_long_help = format!("{}\n\n{EXAMPLES}\n\n{EXIT_CODES}", about_players()),
)]
pub(crate) struct Match {
    /// Who plays X and moves first; with --games, in half of the games
    #[arg(long, value_name = "PLAYER", value_hint = ValueHint::CommandString)]
    x: Contestant,

    /// Who plays O
    #[arg(long, value_name = "PLAYER", value_hint = ValueHint::CommandString)]
    o: Contestant,

    /// The board: width and number of dimensions
    #[arg(value_name = "N,D")]
    board: Board,

    /// Play an even number of games from random openings and print the difference in Elo points
    ///
    /// Each opening is played twice, with the sides swapped. The difference comes with a 95% confidence interval. A
    /// player rated 100 Elo points higher is expected to score 64%.
    #[arg(short = 'n', long, alias = "n", value_name = "N", value_parser = even)]
    games: Option<usize>,

    /// Number of random moves in each opening
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = value_parser!(u16).range(..=1000), requires = "games")]
    openings: u16,

    /// Random seed for the openings
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "games")]
    seed: u64,

    /// Print the game record, or the result of many games, as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    how: GamesOptions,
}

fn even(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(games @ 2..=1_000_000) if games % 2 == 0 => Ok(games),
        _ => Err(
            "must be an even number from 2 to 1000000, because each opening is played twice"
                .to_string(),
        ),
    }
}

impl Match {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        check_names(&[&self.x, &self.o])?;
        match self.games {
            Some(games) => self.play_many(games),
            None => self.play_one(),
        }
    }

    /// Plays one game and prints each move as soon as it is made.
    fn play_one(&self) -> anyhow::Result<Outcome> {
        let is_reported = !self.json && !self.how.quiet;
        let schedule = Schedule {
            pairs: vec![[&self.x, &self.o]],
            starts: vec![Position::new(self.board)],
            count: 1,
            skips_failures: false,
        };
        let watch = |position: &Position, time| match write_line(&last_move(position, time)) {
            Err(error) if is_closed_pipe(&error) => Err(Stop::Interrupted),
            written => Ok(written?),
        };
        let watch = is_reported.then_some(&watch as Watch<'_>);
        self.how
            .play(&[&self.x, &self.o], &schedule, watch, |games| match games {
                [game, ..] => self.print_one(game, is_reported),
                [] => Ok(Outcome::Fine),
            })
    }

    fn print_one(&self, game: &GameRecord, is_reported: bool) -> anyhow::Result<Outcome> {
        if self.json {
            write_json(&game)?;
        } else if is_reported {
            let drawing = draw::text(&game.position, &TextOptions::default().style());
            let again = game.reproduction().unwrap_or_default();
            write(&format!("{drawing}{game}\n{again}"))?;
            pass_on(game.end.forfeit().map_or("", |forfeit| &forfeit.stderr));
        } else {
            write_line(&game.to_string())?;
        }
        if game.end.forfeit().is_some() {
            return Ok(Outcome::Invalid);
        }
        Ok(Outcome::Fine)
    }

    /// Plays games from random openings and prints the difference in strength.
    fn play_many(&self, games: usize) -> anyhow::Result<Outcome> {
        let openings = openings(self.board, self.openings.into(), self.seed);
        let players = [&self.x, &self.o];
        let schedule = Schedule {
            pairs: pairs(&players),
            starts: openings.take(games / 2).collect(),
            count: games,
            skips_failures: false,
        };
        self.how.play(&players, &schedule, None, |played| {
            let score = MatchScore::of([&self.x.name, &self.o.name], played);
            if self.json {
                write_json(&score)?;
            } else {
                write(&score.to_string())?;
            }
            Ok(Outcome::Fine)
        })
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
