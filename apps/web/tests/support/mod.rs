//! A server in this process, and a client that says exactly what it is told to.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use tremaux_web::{Ceilings, Server, Settings};

/// A server that runs as long as this lives.
pub(crate) struct RunningServer {
    pub(crate) address: SocketAddr,
    pub(crate) free: Box<dyn Fn() -> usize + Send + Sync>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        drop(self.stop.take());
    }
}

/// How many searches run at once.
pub(crate) const SLOTS: usize = 4;

/// Starts a server.
pub(crate) fn start() -> RunningServer {
    start_with(|_| ())
}

/// Starts a server with other settings.
pub(crate) fn start_with(change: impl FnOnce(&mut Settings) + Send + 'static) -> RunningServer {
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (ready, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let ceilings = Ceilings { seconds: 30.0, ..Ceilings::default() };
            let mut settings = Settings { searches: SLOTS, ceilings, ..Settings::default() };
            change(&mut settings);
            let server = Server::bind(&settings).await.expect("a port");
            let free: Box<dyn Fn() -> usize + Send + Sync> = Box::new(server.free_slots());
            ready.send((server.address(), free)).expect("somebody waits");
            let _ = server.run(async { drop(stopped.await) }).await;
        });
    });
    let (address, free) = told.recv().expect("an address");
    RunningServer { address, free, stop: Some(stop) }
}

/// An answer: its status, its head and its body, chunks and all.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl RunningServer {
    /// Opens a connection and sends bytes.
    pub(crate) fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        // A server that refuses early may close before everything is sent.
        let _ = stream.write_all(bytes);
        stream
    }

    /// Sends bytes, and reads until the connection is closed.
    pub(crate) fn ask(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.send(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    /// A request with a path and headers of its own.
    pub(crate) fn get(&self, path: &str, headers: &str) -> Answer {
        let host = self.address;
        let host =
            if headers.contains("host:") { String::new() } else { format!("host: {host}\r\n") };
        self.ask(
            format!("GET {path} HTTP/1.1\r\n{host}{headers}connection: close\r\n\r\n").as_bytes(),
        )
    }

    /// The bytes of a question in JSON.
    pub(crate) fn question(&self, path: &str, json: &str) -> Vec<u8> {
        let (host, length) = (self.address, json.len());
        format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{json}"
        )
        .into_bytes()
    }

    /// Asks a question in JSON.
    pub(crate) fn post(&self, path: &str, json: &str) -> Answer {
        self.ask(&self.question(path, json))
    }

    /// Waits until no search runs; panics if that takes long.
    pub(crate) fn wait_until_idle(&self) {
        let started = Instant::now();
        while (self.free)() < SLOTS {
            assert!(started.elapsed() < Duration::from_secs(60), "a search outlives its viewer");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
