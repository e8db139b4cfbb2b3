//! `qttt hypercube match --games N`: which of two programs is stronger.

use serde::Serialize;

use super::{
    games::{Games, GamesOptions},
    options::LimitOptions,
    watch::Watch,
};
use crate::{
    cli::{
        numbers::{counted, whole},
        output::{Outcome, write, write_json},
    },
    escape,
    hypercube::{
        Board,
        referee::{GameRecord, Player, RatingDifference, SeriesScore, Sprt, Verdict, series},
    },
};

const NEED_GAMES: [&str; 6] = ["openings", "seed", "sprt", "jobs", "record", "quiet"];

#[derive(clap::Args)]
#[command(mut_args(|option| match NEED_GAMES.contains(&option.get_id().as_str()) {
    true => option.requires("games"),
    false => option,
}))]
pub(super) struct SeriesOptions {
    /// Play so many games, an even number, and estimate which program is stronger
    ///
    /// Each opening is played twice, with the colours exchanged; several boards take turns. The rating difference is in
    /// Elo points, with its interval of 95 % confidence: 100 points more score 64 % against 36 %.
    #[arg(long, value_name = "GAMES", value_parser = even)]
    pub(super) games: Option<usize>,

    /// How many random moves an opening has
    ///
    /// Openings are all different, and balanced in that nothing is decided at once: nobody has a line, and nobody could
    /// complete one with a single stone.
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = whole::<u16>(0..=1000))]
    openings: u16,

    /// Makes other openings; the same number makes the same ones
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// Stop as soon as a sequential test has decided between two rating differences
    ///
    /// The test (pentanomial GSPRT, as fastchess has it) errs about once in twenty, either way, if one of the differences
    /// is the true one. `--sprt 0,20` is usual for a change that should make a program stronger.
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    #[command(flatten)]
    how: GamesOptions,
}

fn even(text: &str) -> Result<usize, String> {
    match whole(2..=1_000_000)(text) {
        Ok(games) if games % 2 == 1 => Err(format!(
            "expected an even number of games, as each opening is played twice; found {games}"
        )),
        games => games,
    }
}

/// What is printed as JSON.
#[derive(Serialize)]
struct SeriesReport<'a> {
    #[serde(flatten)]
    score: &'a SeriesScore,
    points: Option<f64>,
    rating: Option<RatingDifference>,
    superiority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
}

#[derive(Serialize)]
struct SprtReport {
    low: f64,
    high: f64,
    log_likelihood_ratio: f64,
    bound: f64,
    verdict: Option<Verdict>,
}

impl SeriesOptions {
    /// Plays `games` games, the first player as X in the first of each pair.
    pub(super) fn run(
        &self,
        games: usize,
        players: &[Player; 2],
        boards: &[Board],
        limits: &LimitOptions,
        as_json: bool,
    ) -> anyhow::Result<Outcome> {
        let names = players.each_ref().map(|player| &player.name[..]);
        let share = series(names, boards, games / 2, self.openings.into(), self.seed)?;
        let mut games = Games::open(&self.how, &share, players)?;
        let mut score = SeriesScore::new(names);
        for game in &games.played {
            score.add(game);
        }
        let verdict = |score: &SeriesScore| self.sprt.and_then(|test| test.verdict(&score.pairs));
        let is_interrupted = verdict(&score).is_none() && {
            let played = limits.referee(|conditions| {
                let told = |games: &[GameRecord], watch: &mut Watch| {
                    games.last().into_iter().for_each(|game| score.add(game));
                    if verdict(&score).is_some() {
                        conditions.stop.now();
                    }
                    watch.tell(games, || {
                        score.pairs.rating().map_or_else(String::new, in_words)
                    });
                };
                games.play(&share, players, conditions, told)
            })?;
            played.is_none() && verdict(&score).is_none()
        };
        let report = self.report(&score);
        match as_json {
            true => write_json(&report)?,
            false => write(&escape::text(&report.describe()))?,
        }
        games.check_file()?;
        match is_interrupted {
            true => Err(games.interruption(&share)),
            false => Ok(Outcome::Fine),
        }
    }

    fn report<'a>(&self, score: &'a SeriesScore) -> SeriesReport<'a> {
        let pairs = &score.pairs;
        SeriesReport {
            score,
            points: pairs.score(),
            rating: pairs.rating(),
            superiority: pairs.superiority(),
            sprt: self.sprt.map(|test| {
                let [low, high] = test.differences();
                SprtReport {
                    low,
                    high,
                    log_likelihood_ratio: test.log_likelihood_ratio(pairs),
                    bound: Sprt::BOUND,
                    verdict: test.verdict(pairs),
                }
            }),
        }
    }
}

impl SeriesReport<'_> {
    fn describe(&self) -> String {
        let SeriesScore {
            name,
            against,
            games,
            won_by_fault,
            lost_by_fault,
            pairs,
            ..
        } = self.score;
        let all = games.won + games.drawn + games.lost;
        let mut text = format!(
            "{} against {}: {}\n{} won, {} drawn, {} lost\n",
            escape::line(name),
            escape::line(against),
            counted(all as usize, "game"),
            games.won,
            games.drawn,
            games.lost,
        );
        for (&count, whose) in [(won_by_fault, against), (lost_by_fault, name)] {
            if count > 0 {
                let games = counted(count as usize, "game");
                text += &format!("{} lost {games} by fault\n", escape::line(whose));
            }
        }
        if let Some(rating) = self.rating {
            let [zero, half, one, more, two] = pairs.0;
            let rating = in_words(rating);
            text += &format!(
                "Pairs with 0, 0.5, 1, 1.5 and 2 points: {zero}, {half}, {one}, {more}, {two}\n\
                 Rating difference: {rating}\n"
            );
        }
        if let Some(superiority) = self.superiority {
            text += &format!("Likelihood of superiority: {:.1} %\n", superiority * 100.0);
        }
        if let Some(test) = &self.sprt {
            let (low, high) = (test.low, test.high);
            let verdict = match test.verdict {
                Some(Verdict::Low) => format!("{low:+} accepted"),
                Some(Verdict::High) => format!("{high:+} accepted"),
                None => "undecided".to_string(),
            };
            text += &format!(
                "Sequential test of {low:+} against {high:+}: {verdict} (log-likelihood ratio {:.2}, bounds ±{:.2})\n",
                test.log_likelihood_ratio, test.bound
            );
        }
        text
    }
}

fn in_words(rating: RatingDifference) -> String {
    let RatingDifference { difference, error } = rating;
    match (difference.is_finite(), error.is_finite()) {
        (true, true) => format!("{difference:+.1} ± {error:.1}"),
        (true, false) => format!("{difference:+.1}, the games can't say how exactly"),
        (false, _) if difference > 0.0 => "all points won: beyond measure".to_string(),
        (false, _) => "all points lost: beyond measure".to_string(),
    }
}
