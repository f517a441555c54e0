//! The events that a server waits for: lines of input, reports of the search, and the clock.
//!
//! The thread of the server owns the clock. It sleeps until something happens, so that the system
//! wakes it soon after the time is over, however busy the machine is. The last iteration is then
//! the answer at once: a thread that searches may have to wait for a processor before it ends.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tremaux_core::CancelToken;
use tremaux_play::{Clock, TimeAllocation};

use super::engine::{Engine, Iteration, Report};
use super::time_manager::TimeManager;
use crate::lines::{self, Line};

/// Something that a server reacts to.
#[derive(Debug)]
pub(crate) enum Event<M> {
    /// A line of input and when it came.
    Input(String, Instant),
    /// A line of input that is too long.
    TooLong,
    /// The end of the input.
    EndOfInput,
    /// The line with the command `quit`, the last one of the input.
    Quit(String),
    /// Progress of the search.
    Report(Report<M>),
    /// The search is over.
    Finished(Outcome<M>),
}

/// The result of a search.
#[derive(Debug)]
pub(crate) struct Outcome<M> {
    /// The last iteration that is complete, if there is one.
    pub(crate) iteration: Option<Iteration<M>>,
    /// The best line; any legal move if no iteration is complete, nothing if there is none.
    pub(crate) line: Vec<M>,
}

/// What the result of a search waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Nothing; the clock runs.
    No,
    /// [`Session::hit`], which starts the clock, or [`Session::stop`].
    UntilHit,
    /// [`Session::stop`].
    UntilStop,
}

/// How a search starts.
#[derive(Debug)]
pub(crate) struct Start<M> {
    /// When the command for it came.
    pub(crate) at: Instant,
    /// The time that it may take; of the limits, only those of time count.
    pub(crate) clock: Clock,
    /// What its result waits for.
    pub(crate) hold: Hold,
    /// Whether there is only one move.
    pub(crate) is_forced: bool,
    /// The move to play if the search is stopped before it finds one.
    pub(crate) fallback: Option<M>,
    /// Whether the result may be better than the last iteration reported, so that it is worth
    /// waiting for: if there are several threads, or if not all iterations are reported.
    pub(crate) is_awaited: bool,
}

/// What the threads of a session send to it.
enum Message<M> {
    Line(Line, Instant),
    Report(u64, Report<M>),
    /// The thread of this search has ended, with a result unless it panicked.
    Ended(u64, Option<Iteration<M>>),
}

/// A running search.
struct Search<M> {
    number: u64,
    cancel: CancelToken,
    start: Start<M>,
    /// Its time, while the clock runs.
    time: Option<TimeManager<M>>,
    /// The last iteration reported.
    latest: Option<Iteration<M>>,
    /// Its result is given at this time whether the search has ended or not.
    answer_by: Option<Instant>,
    /// The result of a search that has ended.
    ended: Option<Option<Iteration<M>>>,
}

impl<M: Clone + PartialEq> Search<M> {
    /// How long to wait for the result of a search that was stopped by a command, if it may be
    /// better than the last iteration.
    const GRACE: Duration = Duration::from_millis(200);
    /// How long to wait for the first iteration: a few microseconds, unless the machine is busy or
    /// the search needs a table.
    const FIRST: Duration = Duration::from_secs(2);

    /// Stops the search. Its result is available at once; after `grace` at the latest if it is
    /// worth waiting for, and later if there is none yet.
    fn stop(&mut self, grace: Duration) {
        self.cancel.cancel();
        self.start.hold = Hold::No;
        let grace = match self.latest {
            None => Self::FIRST,
            Some(_) if self.start.is_awaited => grace,
            Some(_) => Duration::ZERO,
        };
        self.answer_by = self.answer_by.or(Instant::now().checked_add(grace));
    }

    /// Stops the search because its time is over.
    fn stop_in_time(&mut self) {
        self.stop(self.time.as_ref().map_or(Duration::ZERO, TimeManager::grace));
    }

    /// Starts the clock.
    fn start_clock(&mut self, at: Instant) {
        self.start.hold = Hold::No;
        self.time = Some(TimeManager::new(self.start.clock, at, self.start.is_forced));
        if let Some(latest) = self.latest.take() {
            self.accept(latest);
        }
    }

    /// When something happens without a message.
    fn deadline(&self) -> Option<Instant> {
        self.answer_by.or_else(|| self.time.as_ref()?.deadline())
    }

    /// Takes note of an iteration; stops the search if another one is not worth its time.
    fn accept(&mut self, iteration: Iteration<M>) {
        let started = self.start.at;
        let goes_on = self.time.as_mut().is_none_or(|it| it.continues_after(&iteration, started));
        self.latest = Some(iteration);
        if !goes_on {
            self.stop_in_time();
        }
    }

    /// The deadline has passed: the search is stopped. Returns whether its last iteration is the
    /// result.
    fn is_answered_at_deadline(&mut self) -> bool {
        if self.answer_by.is_none() {
            self.stop_in_time();
        }
        self.answer_by.is_some_and(|answer_by| answer_by <= Instant::now())
    }

    fn outcome(self) -> Outcome<M> {
        let iteration = self.ended.flatten().or(self.latest);
        let best = iteration.as_ref().and_then(|it| it.lines.first());
        let line = best
            .map_or_else(|| self.start.fallback.into_iter().collect(), |best| best.moves.clone());
        Outcome { iteration: iteration.filter(|it| it.depth > 0), line }
    }
}

/// The input, the engine and the search of a server.
pub(crate) struct Session<E: Engine> {
    messages: Receiver<Message<E::Move>>,
    sender: Sender<Message<E::Move>>,
    /// Locked by a search while it runs.
    engine: Arc<Mutex<E>>,
    search: Option<Search<E::Move>>,
    searches: u64,
    /// Input that came while the session waited for a search.
    waiting: VecDeque<(Line, Instant)>,
    preparation: Preparation,
}

/// What is computed in advance.
enum Preparation {
    None,
    Running(JoinHandle<()>),
    Done,
}

impl<E: Engine> Session<E> {
    /// A session that reads from `reader` in a thread of its own, up to the end or to the command
    /// `quit`.
    pub(crate) fn new(reader: impl BufRead + Send + 'static, engine: E) -> Self {
        let (sender, messages) = mpsc::channel();
        let input = sender.clone();
        let read = move || {
            let mut reader = reader;
            loop {
                let line = lines::read_line(&mut reader);
                let is_last = match &line {
                    Line::Text(text) => is_quit(text),
                    line => *line == Line::End,
                };
                if input.send(Message::Line(line, Instant::now())).is_err() || is_last {
                    break;
                }
            }
        };
        if thread::Builder::new().name("input".to_owned()).spawn(read).is_err() {
            let _ = sender.send(Message::Line(Line::End, Instant::now()));
        }
        Self {
            messages,
            sender,
            engine: Arc::new(Mutex::new(engine)),
            search: None,
            searches: 0,
            waiting: VecDeque::new(),
            preparation: Preparation::None,
        }
    }

    /// Begins to compute in a thread of its own what searches will need soon, once a session. A
    /// search that needs it earlier computes it itself or waits for it.
    pub(crate) fn prepare(&mut self, work: fn()) {
        if let Preparation::None = self.preparation {
            let thread = thread::Builder::new().name("preparation".to_owned()).spawn(work);
            self.preparation = thread.map_or(Preparation::Done, Preparation::Running);
        }
    }

    /// Waits until the next search can start without delay. Does not wait while one runs.
    pub(crate) fn wait_until_ready(&mut self) {
        if self.search.is_none()
            && let Preparation::Running(thread) =
                std::mem::replace(&mut self.preparation, Preparation::Done)
        {
            // If it panicked, so will a search that needs the result.
            let _ = thread.join();
        }
    }

    /// Waits for the next event.
    pub(crate) fn next(&mut self) -> Event<E::Move> {
        loop {
            if let Some(event) = self.finished() {
                return event;
            }
            if let Some((line, at)) = self.waiting.pop_front() {
                return input(line, at);
            }
            if let Some(event) = self.receive() {
                return event;
            }
        }
    }

    /// Waits for the next event of the search; input has to wait. `None` if no search runs.
    pub(crate) fn next_of_search(&mut self) -> Option<Event<E::Move>> {
        loop {
            if let Some(event) = self.finished() {
                return Some(event);
            }
            self.search.as_ref()?;
            match self.receive() {
                None => {}
                Some(Event::Input(line, at)) => self.waiting.push_back((Line::Text(line), at)),
                Some(Event::Quit(line)) => {
                    self.waiting.push_back((Line::Text(line), Instant::now()));
                }
                Some(Event::TooLong) => self.waiting.push_back((Line::TooLong, Instant::now())),
                Some(Event::EndOfInput) => self.waiting.push_back((Line::End, Instant::now())),
                Some(event) => return Some(event),
            }
        }
    }

    /// The result of the search, if it has ended and need not wait.
    fn finished(&mut self) -> Option<Event<E::Move>> {
        let search = self.search.take_if(|it| it.ended.is_some() && it.start.hold == Hold::No)?;
        Some(Event::Finished(search.outcome()))
    }

    /// Waits for a message or the clock.
    fn receive(&mut self) -> Option<Event<E::Move>> {
        let message = match self.search.as_ref().and_then(Search::deadline) {
            // The session has a sender itself, so there is always one.
            None => self.messages.recv().ok()?,
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                match self.messages.recv_timeout(left) {
                    Ok(message) => message,
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {
                        let search = self.search.take_if(Search::is_answered_at_deadline)?;
                        return Some(Event::Finished(search.outcome()));
                    }
                }
            }
        };
        match message {
            Message::Line(line, at) => Some(input(line, at)),
            Message::Report(number, report) => {
                let search = self.search.as_mut().filter(|search| search.number == number)?;
                match &report {
                    Report::Iteration(iteration) => search.accept(iteration.clone()),
                    Report::Counts(counts) => {
                        if let Some(latest) = &mut search.latest {
                            latest.counts = *counts;
                        }
                    }
                    Report::Moves(_) | Report::Text(_) => {}
                }
                Some(Event::Report(report))
            }
            Message::Ended(number, result) => {
                let search = self.search.as_mut().filter(|search| search.number == number)?;
                search.ended = Some(result);
                None
            }
        }
    }

    /// Whether a search is running, or its result is held back.
    pub(crate) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// The last iteration of the running search.
    pub(crate) fn latest(&self) -> Option<&Iteration<E::Move>> {
        self.search.as_ref()?.latest.as_ref()
    }

    /// The time allocated to the running search, if its clock runs.
    pub(crate) fn allocation(&self) -> Option<TimeAllocation> {
        self.search.as_ref()?.time.as_ref().map(TimeManager::allocation)
    }

    /// Starts a search in a thread of its own. A search that still runs is given up.
    pub(crate) fn start(&mut self, start: Start<E::Move>, task: E::Task) {
        self.give_up();
        self.searches += 1;
        let (number, cancel) = (self.searches, CancelToken::default());
        let (engine, token, sender) = (self.engine.clone(), cancel.clone(), self.sender.clone());
        let run = move || {
            let mut end = End { number, sender, result: None };
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            end.result = engine.run(task, &token, &mut |report| {
                // The session may be gone.
                let _ = end.sender.send(Message::Report(number, report));
            });
            // The engine is free when the session hears of the end.
            drop(engine);
        };
        let is_started = thread::Builder::new().name("search".to_owned()).spawn(run).is_ok();
        let ended = (!is_started).then_some(None);
        let (at, hold) = (start.at, start.hold);
        let (time, latest, answer_by) = (None, None, None);
        let mut search = Search { number, cancel, start, time, latest, answer_by, ended };
        if hold == Hold::No {
            search.start_clock(at);
        }
        self.search = Some(search);
    }

    /// Stops the search. Its result is the next event but for reports.
    pub(crate) fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop(Search::<E::Move>::GRACE);
        }
    }

    /// Stops the search, whose result does not matter.
    pub(crate) fn give_up(&mut self) {
        if let Some(search) = self.search.take() {
            search.cancel.cancel();
        }
    }

    /// The opponent has played the expected move at `at`: the clock starts, or this one instead.
    /// Returns false if no search waits for it.
    pub(crate) fn hit(&mut self, at: Instant, clock: Option<Clock>) -> bool {
        let Some(search) = self.search.as_mut().filter(|it| it.start.hold == Hold::UntilHit) else {
            return false;
        };
        search.start.clock = clock.unwrap_or(search.start.clock);
        search.start_clock(at);
        true
    }

    /// The engine. Waits for a search that still runs.
    pub(crate) fn with_engine<T>(&self, work: impl FnOnce(&mut E) -> T) -> T {
        work(&mut self.engine.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<E: Engine> Drop for Session<E> {
    fn drop(&mut self) {
        self.give_up();
    }
}

fn input<M>(line: Line, at: Instant) -> Event<M> {
    match line {
        Line::Text(text) if is_quit(&text) => Event::Quit(text),
        Line::Text(text) => Event::Input(text, at),
        Line::TooLong => Event::TooLong,
        Line::End => Event::EndOfInput,
    }
}

/// Whether a line is the command `quit`, with a number before it as in the Go Text Protocol.
fn is_quit(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| word.parse::<u32>().is_ok());
    words.next() == Some("quit")
}

/// Tells the session that a search has ended, even if it panics.
struct End<M> {
    number: u64,
    sender: Sender<Message<M>>,
    result: Option<Iteration<M>>,
}

impl<M> Drop for End<M> {
    fn drop(&mut self) {
        let _ = self.sender.send(Message::Ended(self.number, self.result.take()));
    }
}
