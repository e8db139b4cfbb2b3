//! Connections, limited in number and in time: nobody who keeps one open keeps others from being answered.

use std::{
    collections::VecDeque, convert::Infallible, io, net::SocketAddr, num::NonZeroUsize, pin::Pin,
    sync::Arc, thread, time::Duration,
};

use hyper::{
    Request, Response, StatusCode, body::Incoming, server::conn::http1, service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::signal::unix::{SignalKind, signal};
use tokio::{
    net::{TcpListener, TcpStream},
    runtime::{self, Runtime},
    select,
    sync::Semaphore,
    task::{self, AbortHandle},
    time::{sleep, timeout},
};

use super::answers::{Answers, refusal};

/// Enough for 40 phones with the six connections that browsers open.
const MAX_CONNECTIONS: usize = 256;

/// How long a request may take to arrive, and a connection wait for the next one.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// How long a connection may last, even one that doesn't read its answer.
const MAX_AGE: Duration = Duration::from_secs(60);

/// The longest request: an address of 64 KiB, and the headers of a browser.
const MAX_REQUEST: usize = 80 << 10;

/// A server that listens already.
pub(crate) struct Server {
    runtime: Runtime,
    listener: TcpListener,
    stop: Pin<Box<dyn Future<Output = ()>>>,
}

impl Server {
    /// Listens. From now on, Ctrl-C doesn't end the process, but [`run`](Self::run).
    ///
    /// # Errors
    ///
    /// If the system refuses the address, or what else a server needs.
    pub(crate) fn listen(address: SocketAddr) -> io::Result<Self> {
        Self::until(address, interruption)
    }

    /// Listens, to be run until what `stop` returns is ready.
    fn until<S: Future<Output = ()> + 'static>(
        address: SocketAddr,
        stop: impl FnOnce() -> io::Result<S>,
    ) -> io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let (listener, stop) = runtime
            .block_on(async { io::Result::Ok((TcpListener::bind(address).await?, stop()?)) })?;
        Ok(Self {
            runtime,
            listener,
            stop: Box::pin(stop),
        })
    }

    /// Returns the address that it listens on.
    ///
    /// # Errors
    ///
    /// If the system doesn't tell.
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until Ctrl-C, or until the process is asked to end.
    pub(crate) fn run(self, answers: Answers) {
        self.answer_by(move |request| answers.answer(request));
    }

    fn answer_by(self, answer: impl Answer) {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let desk = Arc::new(Desk {
            answer,
            turns: Arc::new(Semaphore::new(cores)),
        });
        self.runtime.block_on(async {
            select! {
                never = accept(&self.listener, &desk) => match never {},
                () = self.stop => {}
            }
        });
        // An answer that is still sought is for nobody.
        self.runtime.shutdown_background();
    }
}

/// Waits, from now on, for Ctrl-C or for a request to end.
fn interruption() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Finds the response to a request.
trait Answer: Fn(&Request<()>) -> Response<String> + Send + Sync + 'static {}

impl<A: Fn(&Request<()>) -> Response<String> + Send + Sync + 'static> Answer for A {}

/// Takes in connections. Where there are too many, the oldest has to go: it may be one that says nothing.
async fn accept(listener: &TcpListener, desk: &Arc<Desk<impl Answer>>) -> Infallible {
    let mut open = VecDeque::<AbortHandle>::new();
    loop {
        let accepted = listener.accept().await;
        open.retain(|connection| !connection.is_finished());
        match accepted {
            Ok((stream, _)) => {
                if open.len() == MAX_CONNECTIONS {
                    end_oldest(&mut open);
                }
                let connection = timeout(MAX_AGE, speak(stream, Arc::clone(desk)));
                open.push_back(task::spawn(connection).abort_handle());
            }
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            // Too many files are open.
            Err(_) => {
                end_oldest(&mut open);
                sleep(Duration::from_millis(10)).await;
            }
        }
    }
}

fn end_oldest(open: &mut VecDeque<AbortHandle>) {
    if let Some(oldest) = open.pop_front() {
        oldest.abort();
    }
}

/// Answers the requests of a connection. Whatever goes wrong on it ends it, and concerns nobody else.
async fn speak(stream: TcpStream, desk: Arc<Desk<impl Answer>>) {
    // Without it, answers are only slower.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request: Request<Incoming>| {
        let desk = Arc::clone(&desk);
        async move { Ok::<_, Infallible>(desk.serve(request.map(drop)).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(MAX_WAIT)
        .max_buf_size(MAX_REQUEST)
        .serve_connection(TokioIo::new(stream), service);
    let _ = connection.await;
}

/// Where answers are found.
struct Desk<A> {
    answer: A,
    /// One for each core. Requests wait here, where they are forgotten when their connection ends.
    turns: Arc<Semaphore>,
}

impl<A: Answer> Desk<A> {
    /// Finds an answer on another thread. A panic is the end of that answer only.
    async fn serve(self: Arc<Self>, request: Request<()>) -> Response<String> {
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let found = task::spawn_blocking(move || {
            let _turn = turn;
            (self.answer)(&request)
        });
        found.await.unwrap_or_else(|_| {
            refusal(
                StatusCode::INTERNAL_SERVER_ERROR,
                "This request met a fault in the program. Others are still answered.",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        sync::mpsc,
    };

    use tokio::sync::oneshot;

    use super::*;

    /// Sends requests on one connection, the last of which closes it, and returns what comes back.
    fn sent(address: SocketAddr, requests: &str) -> String {
        let mut stream = std::net::TcpStream::connect(address).expect("a connection");
        stream.write_all(requests.as_bytes()).expect("it listens");
        let mut answers = String::new();
        stream.read_to_string(&mut answers).expect("it answers");
        answers
    }

    #[test]
    fn a_panic_is_the_end_of_one_answer() {
        let (end, ended) = oneshot::channel::<()>();
        let stop = || {
            Ok(async {
                let _ = ended.await;
            })
        };
        let (told, address) = mpsc::channel();
        let server = thread::spawn(move || {
            let server = Server::until(([127, 0, 0, 1], 0).into(), stop).expect("a port");
            told.send(server.address().expect("an address"))
                .expect("a listener");
            server.answer_by(|request: &Request<()>| match request.uri().path() {
                "/panic" => panic!("as asked"),
                path => Response::new(format!("this is {path}")),
            });
        });
        let address = address.recv().expect("it listens");
        // More than there are turns, so that none may be lost.
        let panics = "GET /panic HTTP/1.1\r\n\r\n".repeat(100);
        let answers = sent(address, &(panics + "GET /fine HTTP/1.0\r\n\r\n"));
        assert_eq!(answers.matches("HTTP/1.1 500 ").count(), 100, "{answers}");
        assert!(answers.ends_with("this is /fine"), "{answers}");
        assert!(sent(address, "GET /again HTTP/1.0\r\n\r\n").ends_with("this is /again"));
        end.send(()).expect("it serves");
        server.join().expect("no panic");
    }
}
