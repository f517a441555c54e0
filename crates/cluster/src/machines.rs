//! The processes of a computation, and the connections between them.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread::sleep;
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::initialize::WorkerGuards;
use timely::worker::Worker;

use crate::failure::{ClusterError, end_on_panic, fail, work_for};
use crate::watchdog::Watchdog;

/// The sockets for signs of life, each with the number of its process.
type SignSockets = Vec<(usize, TcpStream)>;

/// The processes of a computation.
#[derive(Clone, Debug)]
pub struct Machines {
    /// The addresses of all processes, each with its port; the same for all of them.
    pub addresses: Vec<String>,
    /// The number of this process among them.
    pub process: usize,
    /// The number of threads of each process.
    pub threads: usize,
    /// How long to wait for the others to come.
    pub connect_limit: Duration,
    /// How long another process may be silent, as one that is stopped or whose machine is gone.
    pub silence_limit: Duration,
}

impl Machines {
    /// One process on this machine, which needs no sockets.
    pub fn one(threads: usize) -> Self {
        Self {
            addresses: vec![String::new()],
            process: 0,
            threads,
            connect_limit: Duration::from_secs(30),
            silence_limit: Duration::from_secs(30),
        }
    }

    /// The number of threads of all processes.
    pub fn workers(&self) -> usize {
        self.addresses.len() * self.threads
    }

    /// Connects the processes, which must all say the same `agreed`, and runs `work` on each
    /// thread.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        agreed: &str,
        work: impl Fn(&mut Worker) -> T + Send + Sync + 'static,
    ) -> Result<Vec<T>, ClusterError> {
        let hooks = Hooks::default();
        let threads = ProcessBuilder::new_typed_vector(
            self.threads,
            hooks.refill.clone(),
            hooks.spill.clone(),
        );
        let agreed = format!("{agreed}\n{}\n{}", self.addresses.join("\n"), self.threads);
        let mut watchdog = None;
        let (builders, guard): (Vec<_>, Box<dyn std::any::Any + Send>) =
            if self.addresses.len() == 1 {
                (threads.into_iter().map(AllocatorBuilder::Process).collect(), Box::new(()))
            } else {
                let (sockets, beats) = self.connect(hash(&agreed))?;
                watchdog = Some(Watchdog::start(beats, self.silence_limit));
                let (builders, guard) = initialize_networking_from_sockets(
                    threads,
                    sockets,
                    self.process,
                    self.threads,
                    hooks,
                )
                .map_err(|error| ClusterError::Network(error.to_string()))?;
                (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
            };
        end_on_panic();
        let caller = std::thread::current().name().map(str::to_owned);
        let work = move |worker: &mut Worker| {
            work_for(caller.as_deref());
            work(worker)
        };
        let guards: WorkerGuards<T> =
            timely::execute::execute_from(builders, guard, WorkerConfig::default(), work)
                .map_err(ClusterError::Network)?;
        let results = guards.join().into_iter();
        let results = results.map(|result| result.unwrap_or_else(|error| fail(&error))).collect();
        if let Some(watchdog) = watchdog {
            watchdog.finish();
        }
        Ok(results)
    }

    /// The sockets to all processes, none to this one, and those for signs of life.
    fn connect(&self, agreed: u64) -> Result<(Vec<Option<TcpStream>>, SignSockets), ClusterError> {
        let deadline = Instant::now() + self.connect_limit;
        let own = &self.addresses[self.process];
        let listener = TcpListener::bind(own)
            .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
            .map_err(|error| ClusterError::Network(format!("cannot listen on {own}: {error}")))?;
        let mut sockets: Vec<Option<TcpStream>> = self.addresses.iter().map(|_| None).collect();
        let mut beats = Vec::new();
        for (to, socket) in sockets.iter_mut().enumerate().take(self.process) {
            *socket = Some(self.call(to, Purpose::States, agreed, deadline)?);
        }
        if self.process > 0 {
            beats.push((0, self.call(0, Purpose::Life, agreed, deadline)?));
        }
        // Process 0 has a second socket to each of the others.
        let later = self.addresses.len() - 1 - self.process;
        let mut expected = if self.process == 0 { 2 * later } else { later };
        while expected > 0 {
            let stream = match listener.accept() {
                Ok((stream, _)) => stream,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if Instant::now() > deadline {
                        return Err(self.missing(&sockets));
                    }
                    sleep(Duration::from_millis(5));
                    continue;
                }
                Err(error) => return Err(ClusterError::Network(format!("{own}: {error}"))),
            };
            // Whoever is not one of us is turned away.
            let Some((from, purpose)) = self.answer(&stream, agreed)? else { continue };
            match purpose {
                Purpose::States if sockets[from].is_none() => sockets[from] = Some(stream),
                Purpose::Life if self.process == 0 => beats.push((from, stream)),
                _ => continue,
            }
            expected -= 1;
        }
        Ok((sockets, beats))
    }

    fn missing(&self, sockets: &[Option<TcpStream>]) -> ClusterError {
        let missing: Vec<String> = (self.process + 1..sockets.len())
            .filter(|&at| sockets[at].is_none())
            .map(|at| format!("process {at} ({})", self.addresses[at]))
            .collect();
        let limit = self.connect_limit.as_secs_f64();
        ClusterError::Network(format!("{} did not come within {limit} s", missing.join(", ")))
    }

    /// Connects to an earlier process, as soon as it listens.
    fn call(
        &self,
        to: usize,
        purpose: Purpose,
        agreed: u64,
        deadline: Instant,
    ) -> Result<TcpStream, ClusterError> {
        let address = &self.addresses[to];
        let wrong = |error: io::Error| {
            let limit = self.connect_limit.as_secs_f64();
            let peer = format!("process {to} ({address})");
            ClusterError::Network(format!("{peer} did not answer within {limit} s: {error}"))
        };
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let tried = try_to_connect(address, left).and_then(|mut stream| {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
                let mut greeting = Vec::from(*MAGIC);
                greeting.push(purpose as u8);
                greeting.extend((self.process as u64).to_le_bytes());
                greeting.extend(agreed.to_le_bytes());
                stream.write_all(&greeting)?;
                let mut answer = [0];
                stream.read_exact(&mut answer)?;
                stream.set_read_timeout(None)?;
                Ok((stream, answer[0]))
            });
            match tried {
                Ok((stream, YES)) => return Ok(stream),
                Ok(_) => return Err(differs(to, address)),
                Err(error) if Instant::now() >= deadline => return Err(wrong(error)),
                Err(_) => sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Reads who calls; `None` if it is somebody else.
    fn answer(
        &self,
        mut stream: &TcpStream,
        agreed: u64,
    ) -> Result<Option<(usize, Purpose)>, ClusterError> {
        let mut greeting = [0; MAGIC.len() + 17];
        let read = stream
            .set_nonblocking(false)
            .and_then(|()| stream.set_nodelay(true))
            .and_then(|()| stream.set_read_timeout(Some(Duration::from_secs(2))))
            .and_then(|()| stream.read_exact(&mut greeting))
            .and_then(|()| stream.set_read_timeout(None));
        let Some(rest) = greeting.strip_prefix(MAGIC).filter(|_| read.is_ok()) else {
            return Ok(None);
        };
        let number = |at: usize| u64::from_le_bytes(rest[at..at + 8].try_into().expect("eight"));
        let purpose =
            if rest[0] == Purpose::States as u8 { Purpose::States } else { Purpose::Life };
        let from = usize::try_from(number(1)).unwrap_or(usize::MAX);
        if from <= self.process || from >= self.addresses.len() {
            return Ok(None);
        }
        if number(9) != agreed {
            let _ = stream.write_all(&[NO]);
            return Err(differs(from, &self.addresses[from]));
        }
        Ok(stream.write_all(&[YES]).is_ok().then_some((from, purpose)))
    }
}

/// What a connection starts with.
const MAGIC: &[u8; 18] = b"tremaux cluster 1\n";
const YES: u8 = 1;
const NO: u8 = 0;

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    States = 1,
    Life = 2,
}

/// Works until the dataflows of a thread have ended.
pub(crate) fn run_to_end(worker: &mut Worker) {
    while worker.has_dataflows() {
        worker.step_or_park(None);
    }
}

fn differs(process: usize, address: &str) -> ClusterError {
    ClusterError::Mismatch(format!(
        "process {process} ({address}) was started with another problem, other options, hosts or \
         threads, or is another version"
    ))
}

fn try_to_connect(address: &str, limit: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::InvalidInput, "the name has no address");
    for address in address.to_socket_addrs()? {
        let limit = limit.clamp(Duration::from_millis(1), Duration::from_secs(5));
        match TcpStream::connect_timeout(&address, limit) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    let version = env!("CARGO_PKG_VERSION");
    let bytes = text.bytes().chain([0]).chain(version.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
