//! Connections, limited in number and time, so that a client cannot block other clients.
//!
//! One thread talks to all clients. Responses, which can take a tenth of a second, are computed on other threads, one
//! per core.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use std::{io, net};

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::task::{self, AbortHandle};
use tokio::time::{sleep, timeout};

use super::responses::refusal;
use crate::command_line::cores;

/// Enough for 40 phones with the six connections that browsers open.
const MAX_CONNECTIONS: usize = 256;

/// How long a request head may take to arrive, and how long a connection may wait for the next request.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// How long a connection may last, even if the client doesn't read the response.
const MAX_AGE: Duration = Duration::from_secs(60);

/// The maximum length of a request: an address of 64 KiB, and a browser's headers.
const MAX_REQUEST: usize = 80 << 10;

/// Computes the response to a request.
pub(super) type Responder = dyn Fn(&Request<()>) -> Response<String> + Send + Sync;

/// Responds to requests until the process ends.
pub(super) fn run(listener: net::TcpListener, respond: Arc<Responder>) -> io::Result<Infallible> {
    listener.set_nonblocking(true)?;
    let runtime = runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let workers = Workers {
            respond,
            permits: Arc::new(Semaphore::new(cores())),
        };
        Ok(accept(&listener, &workers).await)
    })
}

/// Accepts connections. If there are too many, a new one replaces the oldest, which may be idle.
async fn accept(listener: &TcpListener, workers: &Workers) -> Infallible {
    let mut open = VecDeque::<AbortHandle>::new();
    loop {
        let accepted = listener.accept().await;
        open.retain(|connection| !connection.is_finished());
        if (accepted.is_err() || open.len() == MAX_CONNECTIONS)
            && let Some(oldest) = open.pop_front()
        {
            oldest.abort();
        }
        match accepted {
            Ok((stream, _)) => {
                let connection = timeout(MAX_AGE, serve(stream, workers.clone()));
                open.push_back(task::spawn(connection).abort_handle());
            }
            // Too many files are open, and the oldest connection closes its file now.
            Err(_) => sleep(Duration::from_millis(10)).await,
        }
    }
}

/// Responds to the requests on a connection. A failure closes only this connection.
async fn serve(stream: TcpStream, workers: Workers) {
    // If it fails, responses are only slower.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request: Request<Incoming>| {
        let workers = workers.clone();
        async move { Ok::<_, Infallible>(workers.respond(request.map(drop)).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(MAX_WAIT)
        .max_buf_size(MAX_REQUEST)
        // A client may close its sending side after the request, as `nc -N` does.
        .half_close(true)
        .serve_connection(TokioIo::new(stream), service);
    let _ = connection.await;
}

/// Threads that compute responses.
#[derive(Clone)]
struct Workers {
    respond: Arc<Responder>,
    /// One permit per core. Requests wait for one here, and are dropped with their connection, which tokio's queue of
    /// blocking tasks would not do.
    permits: Arc<Semaphore>,
}

impl Workers {
    /// Computes a response on another thread. A panic aborts only that response.
    async fn respond(&self, request: Request<()>) -> Response<String> {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let respond = Arc::clone(&self.respond);
        let response = task::spawn_blocking(move || {
            let _permit = permit;
            respond(&request)
        });
        response.await.unwrap_or_else(|_| {
            let message = "internal error, a bug in qttt; other requests are still answered";
            refusal(StatusCode::INTERNAL_SERVER_ERROR, message)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use std::thread;

    use super::*;

    /// Sends requests on one connection, which the last request closes, and returns the responses.
    fn sent(address: net::SocketAddr, requests: &str) -> String {
        let mut stream = net::TcpStream::connect(address).expect("a connection");
        stream.write_all(requests.as_bytes()).expect("it listens");
        let mut answers = String::new();
        stream.read_to_string(&mut answers).expect("it answers");
        answers
    }

    #[test]
    fn a_panic_aborts_only_one_response() {
        let listener = net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        // It runs until the test process ends.
        thread::spawn(|| {
            let answer = |request: &Request<()>| match request.uri().path() {
                "/panic" => panic!("as asked"),
                path => Response::new(format!("this is {path}")),
            };
            run(listener, Arc::new(answer))
        });
        // More than there are permits, so that none may be lost.
        let panics = "GET /panic HTTP/1.1\r\n\r\n".repeat(100);
        let answers = sent(address, &(panics + "GET /fine HTTP/1.0\r\n\r\n"));
        assert_eq!(answers.matches("HTTP/1.1 500 ").count(), 100, "{answers}");
        assert!(answers.ends_with("this is /fine"), "{answers}");
        assert!(sent(address, "GET /again HTTP/1.0\r\n\r\n").ends_with("this is /again"));
    }
}
