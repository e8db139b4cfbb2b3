//! `qttt hypercube match`: one game between two players, or many.

use std::{collections::HashSet, time::Duration};

use anyhow::bail;
use clap::{ValueHint, value_parser};
use qttt::hypercube::{Board, Position, draw};

use super::{PROGRAMS, games::GamesOptions};
use crate::{
    commands::{
        arguments::{TextOptions, seed_or_new},
        output::{Outcome, is_closed_pipe, note, pass_on, write, write_json, write_line},
    },
    referee::{
        Contestant, Fixture, GameRecord, MatchScore, Openings, RecordFile, Sprt, Trial, tell_apart,
    },
};

const EXAMPLES: &str = "\
Examples:
  qttt hypercube match --x 'python3 bot.py' --o builtin:qttt 3,2         play one game
  qttt hypercube match --x 'python3 bot.py' --o builtin:qttt -n 200 5,4  play many games, and print the Elo difference";

const EXIT_CODES: &str = "Exit codes: 0 success; 1 a player forfeited the only game; 2 usage error, interrupted, or a bot could not be run.";

/// Play one game between two players, or many to compare their strength
#[derive(clap::Args)]
#[command(
    after_long_help = format!("{PROGRAMS}\n\n{EXAMPLES}\n\n{EXIT_CODES}"),
)]
pub(crate) struct Match {
    /// Who plays X and moves first; with --games, in every other game
    #[arg(long, value_name = "PLAYER", value_hint = ValueHint::CommandString)]
    x: Contestant,

    /// Who plays O
    #[arg(long, value_name = "PLAYER", value_hint = ValueHint::CommandString)]
    o: Contestant,

    /// The board: width and number of dimensions
    #[arg(value_name = "N,D")]
    board: Board,

    /// Play an even number of games from random openings, and print the difference in Elo points
    ///
    /// Each opening is played twice, with the sides swapped. The difference comes with a 95% confidence interval. A
    /// player who is 100 Elo points stronger is expected to score 64% of the points.
    #[arg(short = 'n', long, alias = "n", value_name = "N", value_parser = even)]
    games: Option<usize>,

    /// Number of random moves in each opening
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = value_parser!(u16).range(..=1000), requires = "games")]
    openings: u16,

    /// Random seed for the openings [default: random, or 0 with --record]
    #[arg(long, value_name = "SEED", requires = "games")]
    seed: Option<u64>,

    /// Stop as soon as the games decide whether the --x player is stronger by ELO1 or by ELO0 Elo points
    ///
    /// This is a sequential probability ratio test with an error rate of 5% either way. It plays at most --games games.
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        requires = "games",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,

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
        let mut players = [self.x.clone(), self.o.clone()];
        tell_apart(&mut players);
        match self.games {
            Some(games) => self.play_many(games, &players),
            None => self.play_one(&players),
        }
    }

    fn play_one(&self, players: &[Contestant; 2]) -> anyhow::Result<Outcome> {
        let is_told = !self.json && !self.how.quiet;
        let fixture = Fixture::new(
            self.board,
            players.each_ref().map(|player| &player.name[..]),
        );
        let (mut file, mut recorded) = self.how.open_record(&HashSet::from([&fixture]))?;
        let game = match (recorded.pop(), &mut file) {
            (Some(game), Some(RecordFile { name, .. })) => {
                if !self.how.quiet {
                    note(&format!(
                        "this game is already recorded in {name}. If you changed a bot, rename it."
                    ));
                }
                game
            }
            (_, file) => {
                let game = self.play_now(&fixture, players.each_ref(), is_told)?;
                file.as_mut().map_or(Ok(()), |file| file.add(&game))?;
                game
            }
        };
        if self.json {
            write_json(&game)?;
        } else {
            let end = Position::after(self.board, &game.moves)?;
            let style = TextOptions::default().style();
            let drawing = is_told.then(|| draw::text(&end, &style));
            write_line(&format!("{}{game}", drawing.unwrap_or_default()))?;
        }
        let Some(fault) = &game.fault else {
            return Ok(Outcome::Fine);
        };
        if is_told {
            pass_on(fault.stderr.as_deref().unwrap_or_default());
        }
        Ok(Outcome::Invalid)
    }

    /// Plays a game, and prints each move as soon as it is made if `is_told`.
    fn play_now(
        &self,
        fixture: &Fixture,
        players: [&Contestant; 2],
        is_told: bool,
    ) -> anyhow::Result<GameRecord> {
        let mut written = Ok(());
        let played = self.how.with_referee(|referee| {
            referee.play(fixture, players, |position, time| {
                if is_told && written.is_ok() {
                    written = write_line(&last_move(position, time));
                    // The pipe of the output is closed.
                    if written.is_err() {
                        referee.stop();
                    }
                }
            })
        })?;
        match (played, written) {
            (Some(game), _) => Ok(game),
            (None, Err(error)) if !is_closed_pipe(&error) => Err(error),
            _ => bail!("interrupted before the end of the game"),
        }
    }

    /// Plays games from random openings, the first player as X in the first game of each pair.
    fn play_many(&self, games: usize, players: &[Contestant; 2]) -> anyhow::Result<Outcome> {
        let seed = match (self.seed, &self.how.record) {
            // A match that is resumed must have the same openings.
            (None, Some(_)) => 0,
            (given, _) => seed_or_new(given),
        };
        if self.seed.is_none() && !self.how.quiet {
            note(&format!(
                "use --seed {seed} to play the same openings again"
            ));
        }
        let names = players.each_ref().map(|player| player.name.clone());
        let openings = Openings {
            board: self.board,
            plies: self.openings.into(),
            seed,
        };
        let pairs = openings.pairs(&names, games / 2)?;
        let mut trial = self.sprt.map(|sprt| Trial::new(sprt, &pairs));
        let (games, end) = self.how.play(&pairs, &pairs, players, |game| {
            trial.as_mut().is_some_and(|trial| trial.add(game))
        })?;
        let counted = trial.map_or(&pairs[..], |trial| trial.counted());
        let score = MatchScore::of(&names, counted, &games, self.sprt);
        let printed = if self.json {
            write_json(&score)
        } else {
            write(&score.to_string())
        };
        end.and(printed)?;
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
