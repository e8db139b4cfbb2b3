//! Arguments that have known values and others besides: what completions offer, and help names in words.

use std::{error::Error, ffi::OsStr, str::FromStr};

use clap::{
    Arg, Command,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};

/// Programs that need no command of their own.
#[cfg(unix)]
pub(crate) const BUILTINS: &[&str] = &["builtin:random", "builtin:greedy", "builtin:qttt"];

/// Parses any value that `T` can be read from, and offers some.
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
