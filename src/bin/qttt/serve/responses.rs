//! Responses to requests.

use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use qttt::report::{self, Query};
use qttt::solve::Solver;

use super::page;

/// The page loads only what the server itself has, and can't be put into another page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";

/// What the server responds with.
#[derive(Debug)]
pub(super) struct Responses {
    page: String,
    style: String,
    /// Remembers the positions of all requests.
    solver: Solver,
}

impl Responses {
    pub(super) fn new() -> Self {
        Self {
            page: page::html(),
            style: page::style(),
            solver: Solver::new(),
        }
    }

    /// Returns the response to a request, whatever its body.
    pub(super) fn to(&self, request: &Request<()>) -> Response<String> {
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
            "/" => response(StatusCode::OK, HTML, &self.page),
            "/style.css" => response(StatusCode::OK, CSS, &self.style),
            "/game.js" => response(StatusCode::OK, SCRIPT, page::GAME),
            "/page.js" => response(StatusCode::OK, SCRIPT, page::PAGE),
            "/positions.js" => response(StatusCode::OK, SCRIPT, page::POSITIONS),
            "/position" => match parse_query(request.uri().query().unwrap_or_default()) {
                Ok((record, query)) => match report::for_page(&record, query, &self.solver) {
                    Ok(report) => response(StatusCode::OK, JSON, report),
                    Err(report) => response(StatusCode::BAD_REQUEST, JSON, report),
                },
                Err(message) => refusal(StatusCode::BAD_REQUEST, &message),
            },
            _ => refusal(
                StatusCode::NOT_FOUND,
                "no such page; try / or /position?record=AB+BE",
            ),
        }
    }
}

/// Parses the query of `/position` as browsers write it, for example `record=AB+BE&actions`: the record, the empty
/// one by default, and what the solver should return.
///
/// # Errors
///
/// A message, if a parameter is unknown or there are two records.
fn parse_query(query: &str) -> Result<(Vec<u8>, Query), String> {
    let mut record = None;
    let mut asked = Query::default();
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match name {
            "record" if record.is_some() => return Err("more than one record".to_string()),
            "record" => record = Some(percent_decode_str(&value.replace('+', " ")).collect()),
            "actions" => asked.actions = true,
            "steps" => asked.steps = true,
            _ => return Err(format!("unknown parameter {name:?}")),
        }
    }
    Ok((record.unwrap_or_default(), asked))
}

/// Returns a JSON object with an error.
pub(super) fn refusal(status: StatusCode, message: &str) -> Response<String> {
    let object = serde_json::json!({ "error": message });
    response(status, JSON, report::json_line(&object))
}

fn response(
    status: StatusCode,
    media_type: &'static str,
    body: impl Into<String>,
) -> Response<String> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // Another version of this program may respond differently.
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
    fn query_parameters_select_the_fields() {
        let wanted = |query| {
            let (_, asked) = parse_query(query).expect(query);
            (asked.actions, asked.steps)
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
