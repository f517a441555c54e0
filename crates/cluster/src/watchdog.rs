//! Signs of life: a stopped process, or a lost machine, closes no socket.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

use crate::failure::fail;

const ALIVE: u8 = 0;
const FINISHED: u8 = 1;

/// Threads that send and expect signs of life, between process 0 and each of the others.
pub(crate) struct Watchdog {
    is_finished: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Watchdog {
    pub(crate) fn start(sockets: Vec<(usize, TcpStream)>, limit: Duration) -> Self {
        let is_finished = Arc::new(AtomicBool::new(false));
        let threads = sockets.into_iter().map(|(peer, socket)| {
            let is_finished = Arc::clone(&is_finished);
            spawn(move || watch(peer, socket, limit, &is_finished))
        });
        Self { threads: threads.collect(), is_finished }
    }

    /// Tells the peers that this process is done, and waits until they are.
    pub(crate) fn finish(self) {
        self.is_finished.store(true, Ordering::Release);
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

fn watch(peer: usize, mut socket: TcpStream, limit: Duration, is_finished: &AtomicBool) {
    let step = (limit / 8).clamp(Duration::from_millis(10), Duration::from_millis(250));
    let _ = socket.set_read_timeout(Some(step));
    let _ = socket.set_write_timeout(Some(limit));
    let mut last = Instant::now();
    let mut has_finished = false;
    loop {
        let is_done = is_finished.load(Ordering::Acquire);
        let sign = if is_done { FINISHED } else { ALIVE };
        let is_sent = socket.write_all(&[sign]).is_ok();
        let mut signs = [0; 64];
        match socket.read(&mut signs) {
            Ok(0) => {
                if has_finished {
                    return;
                }
                fail(&format!("process {peer} has ended"));
            }
            Ok(count) => {
                last = Instant::now();
                has_finished |= signs[..count].contains(&FINISHED);
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) if has_finished => return,
            Err(error) => fail(&format!("process {peer}: {error}")),
        }
        if has_finished && (is_done || !is_sent) {
            return;
        }
        if last.elapsed() > limit {
            fail(&format!("process {peer} was silent for {:.1} s", last.elapsed().as_secs_f64()));
        }
        sleep(step);
    }
}
