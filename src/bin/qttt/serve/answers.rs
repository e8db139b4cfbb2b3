//! Responses to requests.

use hyper::{
    Method, Request, Response, StatusCode,
    header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, X_CONTENT_TYPE_OPTIONS},
};
use percent_encoding::percent_decode_str;
use qttt::{Record, draw, solve::Solver};

use crate::{
    page,
    records::{self, Analysis, Game, InputLine, Path, Query},
};

/// The page and the solver, from which requests are answered.
#[derive(Debug)]
pub(super) struct Answers {
    page: String,
    /// It stores the positions of all requests.
    solver: Solver,
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";

impl Answers {
    /// Answers for a server. `address` is where other computers can reach it, if they can.
    pub(super) fn new(address: &str) -> Self {
        let solver = Solver::new();
        let (_, query) = parse_query("actions").expect("a valid query");
        let start = Game::Record(Record::new());
        let analysis = Analysis::of(&start, query, &solver).expect("it has a history");
        Self {
            page: page::page_to_play(&start, &analysis, address),
            solver,
        }
    }

    /// Returns the response to a request, whatever its body.
    pub(super) fn answer(&self, request: &Request<()>) -> Response<String> {
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            let mut response = refusal(
                StatusCode::METHOD_NOT_ALLOWED,
                "only GET and HEAD are allowed",
            );
            let allowed = HeaderValue::from_static("GET, HEAD");
            response.headers_mut().insert(ALLOW, allowed);
            return response;
        }
        match request.uri().path() {
            "/" => response(StatusCode::OK, HTML, self.page.clone()),
            "/position" => match parse_query(request.uri().query().unwrap_or_default()) {
                Ok((record, query)) => self.position(&record, query),
                Err(message) => refusal(StatusCode::BAD_REQUEST, &message),
            },
            _ => refusal(
                StatusCode::NOT_FOUND,
                "no such page; try / or /position?record=AB+BE",
            ),
        }
    }

    fn position(&self, record: &[u8], query: Query) -> Response<String> {
        let line = InputLine::new(record);
        let analyzed = line.game().and_then(|game| {
            let analysis = Analysis::of(&game, query, &self.solver)?;
            Ok((game, analysis))
        });
        match analyzed {
            Ok((game, analysis)) => {
                let picture = draw::svg(&game.position(), None);
                let object = page::view(&game, &analysis, Some(&self.solver), Some(picture));
                response(StatusCode::OK, JSON, object + "\n")
            }
            Err(mistake) => {
                let mut object = Vec::new();
                records::append_invalid(line, &mistake, &mut object);
                let object = String::from_utf8(object).expect("JSON is text");
                response(StatusCode::BAD_REQUEST, JSON, object)
            }
        }
    }
}

/// Parses the query of `/position` as browsers write it, such as `record=AB+BE&actions`: the record, the empty one by
/// default, and what is asked of the solver.
///
/// # Errors
///
/// A message, if a parameter is unknown or there are two records.
fn parse_query(query: &str) -> Result<(Vec<u8>, Query), String> {
    let mut record = None;
    let mut asked = Query {
        actions: false,
        path: Path::Best,
    };
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match name {
            "record" if record.is_some() => return Err("more than one record".to_string()),
            "record" => record = Some(percent_decode_str(&value.replace('+', " ")).collect()),
            "actions" => asked.actions = true,
            "steps" => asked.path = Path::Played,
            _ => return Err(format!("unknown parameter {name:?}")),
        }
    }
    Ok((record.unwrap_or_default(), asked))
}

/// Returns a JSON object with an error.
pub(super) fn refusal(status: StatusCode, message: &str) -> Response<String> {
    let object = serde_json::json!({ "error": message });
    response(status, JSON, format!("{object}\n"))
}

fn response(status: StatusCode, media_type: &'static str, body: String) -> Response<String> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    // Another version of this program may answer differently.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_decoded_byte_by_byte() {
        for (query, record) in [
            ("", &b""[..]),
            ("record", b""),
            ("&record=AB+BE&", b"AB BE"),
            ("record=AB%20be%09%0A4", b"AB be\t\n4"),
            ("record=A%42", b"AB"),
            ("record=%2B%26%3D=", b"+&=="),
            ("record=%FF%00%4", b"\xff\0%4"),
        ] {
            assert_eq!(parse_query(query).expect(query).0, record, "{query}");
        }
    }

    #[test]
    fn parameters_say_what_is_wanted() {
        let wanted = |query| {
            let (_, asked) = parse_query(query).expect(query);
            (asked.actions, matches!(asked.path, Path::Played))
        };
        assert_eq!(wanted("record=AB"), (false, false));
        assert_eq!(wanted("actions&record=AB"), (true, false));
        assert_eq!(wanted("record=AB&steps=1&actions="), (true, true));
        for query in [
            "moves",
            "record=A&record=A",
            "=",
            "Record=AB",
            "record=AB;actions&x",
        ] {
            assert!(parse_query(query).is_err(), "{query}");
        }
    }
}
