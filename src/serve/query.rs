//! What `/position` is asked: the part of its address after the question mark.

use percent_encoding::percent_decode_str;

use crate::json::Wanted;

/// What is to be said, and of which record.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Query {
    pub(super) record: Vec<u8>,
    pub(super) wanted: Wanted,
}

impl Query {
    /// Reads a query as browsers write it, such as `record=AB+BE&actions`. Without a record it is about the empty one.
    ///
    /// # Errors
    ///
    /// What is wrong, if a parameter is unknown or given twice.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut record = None;
        let mut wanted = Wanted {
            picture: true,
            ..Wanted::default()
        };
        for parameter in text.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            match name {
                "record" if record.is_some() => {
                    return Err("expected one record, found two".to_string());
                }
                "record" => record = Some(decoded(value)),
                "actions" => wanted.actions = true,
                "steps" => wanted.steps = true,
                _ => {
                    return Err(format!(
                        "expected record, actions or steps, found {}",
                        name.escape_debug()
                    ));
                }
            }
        }
        let record = record.unwrap_or_default();
        Ok(Self { record, wanted })
    }
}

fn decoded(value: &str) -> Vec<u8> {
    percent_decode_str(&value.replace('+', " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_decoded_byte_by_byte() {
        for (text, record) in [
            ("", &b""[..]),
            ("record", b""),
            ("&record=AB+BE&", b"AB BE"),
            ("record=AB%20be%09%0A4", b"AB be\t\n4"),
            ("record=A%42", b"AB"),
            ("record=%2B%26%3D=", b"+&=="),
            ("record=%FF%00%4", b"\xff\0%4"),
        ] {
            assert_eq!(Query::parse(text).expect(text).record, record, "{text}");
        }
    }

    #[test]
    fn parameters_say_what_is_wanted() {
        let wanted = |text| {
            let Wanted { actions, steps, .. } = Query::parse(text).expect(text).wanted;
            (actions, steps)
        };
        assert_eq!(wanted("record=AB"), (false, false));
        assert_eq!(wanted("actions&record=AB"), (true, false));
        assert_eq!(wanted("record=AB&steps=1&actions="), (true, true));
        for text in [
            "moves",
            "record=A&record=A",
            "=",
            "Record=AB",
            "record=AB;actions&x",
        ] {
            assert!(Query::parse(text).is_err(), "{text}");
        }
    }
}
