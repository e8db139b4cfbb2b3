//! Arguments that several commands take: formats, seeds, and values of which some are known.

use std::{error::Error, ffi::OsStr, str::FromStr};

use anyhow::Context;
use clap::{
    Arg, Command, ValueEnum,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};

use super::{numbers::whole, output::text_style};
use crate::{
    batch::Format,
    draw::{TextStyle, Theme},
    generate::{Probability, Strategy},
    solve::Solver,
};

/// Returns the given seed, or else a random one.
pub(crate) fn seed_or_new(given: Option<u64>) -> anyhow::Result<u64> {
    given.map_or_else(
        || getrandom::u64().context("the system gives no random seed"),
        Ok,
    )
}

/// Parses any value that `T` can be read from, and offers some: completions list them, and help names them in words.
pub(crate) fn suggested<T>(offered: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    Suggested {
        parser: StringValueParser::new().try_map(|text| text.parse::<T>()),
        offered,
    }
}

#[derive(Clone)]
struct Suggested<P> {
    parser: P,
    offered: &'static [&'static str],
}

impl<P: TypedValueParser> TypedValueParser for Suggested<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.offered.iter().map(PossibleValue::new)))
    }
}

#[derive(clap::Args)]
pub(crate) struct TextOptions {
    /// Draw with ASCII characters only [default: on a terminal whose locale isn't UTF-8]
    #[arg(long)]
    ascii: bool,

    /// How many columns to use [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", value_parser = whole::<u16>(1..=u16::MAX.into()))]
    width: Option<u16>,
}

impl TextOptions {
    pub(crate) fn style(&self) -> TextStyle {
        text_style(self.ascii, self.width)
    }
}

#[derive(clap::Args)]
pub(crate) struct FormatOptions {
    /// Print text, a JSON object for each record, or a table: a line with the names of the columns, and then a line for
    /// each record, with tabs between the columns [default: text]
    #[arg(
        long,
        value_name = "FORMAT",
        hide_possible_values = true,
        conflicts_with = "json"
    )]
    format: Option<Format>,

    /// Print a JSON object for each record
    #[arg(long)]
    json: bool,
}

impl FormatOptions {
    /// Returns `true` if no option was given.
    pub(crate) const fn is_empty(&self) -> bool {
        self.format.is_none() && !self.json
    }

    pub(crate) fn format(&self) -> Format {
        match self.json {
            true => Format::Json,
            false => self.format.unwrap_or_default(),
        }
    }
}

impl ValueEnum for Format {
    fn value_variants<'v>() -> &'v [Self] {
        &[Self::Text, Self::Json, Self::Tsv]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Tsv => "tsv",
        }))
    }
}

impl ValueEnum for Theme {
    fn value_variants<'v>() -> &'v [Self] {
        &[Self::Light, Self::Dark, Self::Auto]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// How a computer player picks its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Skill {
    Random,
    Perfect,
    /// At random with this probability, and perfectly otherwise.
    Mixed(Probability),
}

impl Skill {
    pub(crate) const fn strategy(self, solver: &Solver) -> Strategy<'_> {
        match self {
            Self::Random => Strategy::Random,
            Self::Perfect => Strategy::Perfect(solver),
            Self::Mixed(random) => Strategy::Mixed { solver, random },
        }
    }
}

impl FromStr for Skill {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "random" => Ok(Self::Random),
            None if text == "perfect" => Ok(Self::Perfect),
            Some(("random", text)) => {
                let probability = text.parse().ok().and_then(Probability::new);
                probability.map(Self::Mixed).ok_or_else(|| {
                    format!(
                        "expected a probability from 0 to 1, such as random:0.1, found {text:?}"
                    )
                })
            }
            _ => Err("expected random, perfect, or a mixture such as random:0.1".to_string()),
        }
    }
}
