//! Requests to responses.

use hyper::{
    Method, Request, Response, StatusCode,
    header::{
        ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue,
        X_CONTENT_TYPE_OPTIONS,
    },
};

use super::{
    hosts::{HostName, Hosts},
    query::Query,
};
use crate::{
    batch::{Answer, Format, Line},
    draw::{self, Theme},
    json,
    solve::Solver,
};

/// Everything that requests are answered from.
#[derive(Debug)]
pub(crate) struct Answers {
    hosts: Hosts,
    page: String,
    page_policy: HeaderValue,
    /// It remembers the positions of all requests.
    solver: Solver,
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// What a browser may do with an answer other than the page: nothing.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

impl Answers {
    /// Makes the answers of a server that is known by these names, too.
    pub(crate) fn new(names: Vec<HostName>) -> Self {
        let policy = format!("{}; frame-ancestors 'none'", draw::policy_to_play());
        Self {
            hosts: Hosts(names),
            page: draw::page_to_play(Theme::Auto),
            page_policy: HeaderValue::from_str(&policy).expect("a policy is ASCII"),
            solver: Solver::new(),
        }
    }

    pub(super) fn answer<B>(&self, request: &Request<B>) -> Response<String> {
        if !self.hosts.are_named_by(request) {
            return refusal(
                StatusCode::MISDIRECTED_REQUEST,
                "This server answers to addresses and to localhost. `--host NAME` gives it a name.",
            );
        }
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            let mut refusal = refusal(StatusCode::METHOD_NOT_ALLOWED, "Expected GET or HEAD.");
            let allowed = HeaderValue::from_static("GET, HEAD");
            refusal.headers_mut().insert(ALLOW, allowed);
            return refusal;
        }
        match request.uri().path() {
            "/" => self.page(),
            "/position" => match Query::parse(request.uri().query().unwrap_or_default()) {
                Ok(query) => self.position(&query),
                Err(why) => refusal(StatusCode::BAD_REQUEST, &format!("{why}.")),
            },
            _ => refusal(
                StatusCode::NOT_FOUND,
                "There are / and /position?record=AB+BE.",
            ),
        }
    }

    fn page(&self) -> Response<String> {
        let mut page = response(StatusCode::OK, HTML, self.page.clone());
        let policy = self.page_policy.clone();
        page.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        page
    }

    fn position(&self, query: &Query) -> Response<String> {
        let line = Line::new(&query.record);
        let mut object = Vec::new();
        let status = match json::solution(line, &self.solver, query.wanted, &mut object) {
            Ok(()) => StatusCode::OK,
            Err(mistake) => {
                Format::Json.invalid(line, &mistake, &mut object);
                StatusCode::BAD_REQUEST
            }
        };
        let object = String::from_utf8(object).expect("JSON is text");
        response(status, JSON, object)
    }
}

/// Says in a sentence why there is no answer.
pub(super) fn refusal(status: StatusCode, why: &str) -> Response<String> {
    response(status, TEXT, format!("{why}\n"))
}

fn response(status: StatusCode, media: &'static str, body: String) -> Response<String> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_TYPE, media),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Another version of this program may answer differently.
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, POLICY),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
