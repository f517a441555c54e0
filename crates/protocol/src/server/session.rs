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

use tremaux_chess::{Move, endings};
use tremaux_core::CancelToken;

use super::engine::{Engine, Iteration, Report};
use super::time_manager::TimeManager;
use crate::lines::{self, Line};

/// Something that a server reacts to.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line of input and when it came.
    Input(String, Instant),
    /// A line of input that is too long.
    TooLong,
    /// The end of the input.
    EndOfInput,
    /// Progress of the search.
    Report(Report),
    /// The search is over.
    Finished(Outcome),
}

/// The result of a search.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The last iteration that is complete, if there is one.
    pub(crate) iteration: Option<Iteration>,
    /// The best line; any legal move if no iteration is complete, nothing if there is none.
    pub(crate) line: Vec<Move>,
}

/// How a search starts.
pub(crate) struct Start {
    /// When the command for it came.
    pub(crate) at: Instant,
    /// The time that it may take.
    pub(crate) time: Option<TimeManager>,
    /// Whether its result waits for [`Session::release`] or [`Session::stop`].
    pub(crate) is_held: bool,
    /// The move to play if the search is stopped before it finds one.
    pub(crate) fallback: Option<Move>,
    /// Whether the result may be better than the last iteration reported, so that it is worth
    /// waiting for: if there are several threads.
    pub(crate) is_awaited: bool,
}

/// What the threads of a session send to it.
enum Message {
    Line(Line, Instant),
    Report(u64, Report),
    /// The thread of this search has ended, with a result unless it panicked.
    Ended(u64, Option<Iteration>),
}

/// A running search.
struct Search {
    number: u64,
    cancel: CancelToken,
    start: Start,
    /// The last iteration reported.
    latest: Option<Iteration>,
    /// Its result is given at this time whether the search has ended or not.
    answer_by: Option<Instant>,
    /// The result of a search that has ended.
    ended: Option<Option<Iteration>>,
}

impl Search {
    /// Stops the search; its result is available after `grace` at the latest.
    fn stop(&mut self, grace: Duration) {
        self.cancel.cancel();
        self.start.is_held = false;
        self.answer_by = self.answer_by.or(Instant::now().checked_add(grace));
    }

    /// Stops the search because its time is over.
    fn stop_in_time(&mut self) {
        let time = self.start.time.as_ref().filter(|_| self.start.is_awaited);
        self.stop(time.map_or(Duration::ZERO, TimeManager::grace));
    }

    /// When something happens without a message.
    fn deadline(&self) -> Option<Instant> {
        let time = self.start.time.as_ref();
        self.answer_by.or_else(|| time.filter(|_| !self.start.is_held)?.deadline())
    }

    /// Takes note of an iteration; stops the search if another one is not worth its time.
    fn accept(&mut self, iteration: &Iteration) {
        self.latest = Some(iteration.clone());
        if let Some(time) = &mut self.start.time
            && !self.start.is_held
            && !time.continues_after(iteration, self.start.at)
        {
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

    fn outcome(self) -> Outcome {
        let iteration = self.ended.flatten().or(self.latest);
        let best = iteration.as_ref().and_then(|it| it.lines.first());
        let line = best
            .map_or_else(|| self.start.fallback.into_iter().collect(), |best| best.moves.clone());
        Outcome { iteration: iteration.filter(|it| it.depth > 0), line }
    }
}

/// The input, the engine and the search of a server.
pub(crate) struct Session {
    messages: Receiver<Message>,
    sender: Sender<Message>,
    /// Locked by a search while it runs.
    engine: Arc<Mutex<Engine>>,
    search: Option<Search>,
    searches: u64,
    /// Input that came while the session waited for a search.
    waiting: VecDeque<(Line, Instant)>,
    /// Builds the tables of endings.
    preparation: Option<JoinHandle<()>>,
}

impl Session {
    /// How long to wait for the first iteration of a search that was stopped by a command.
    const GRACE: Duration = Duration::from_millis(200);

    /// A session that reads from `reader` in a thread of its own, up to the end or to the line
    /// `quit`.
    pub(crate) fn new(reader: impl BufRead + Send + 'static, engine: Engine) -> Self {
        let (sender, messages) = mpsc::channel();
        let input = sender.clone();
        let read = move || {
            let mut reader = reader;
            loop {
                let line = lines::read_line(&mut reader);
                let is_last = line == Line::End || line == Line::Text("quit".to_owned());
                if input.send(Message::Line(line, Instant::now())).is_err() || is_last {
                    break;
                }
            }
        };
        if thread::Builder::new().name("input".to_owned()).spawn(read).is_err() {
            let _ = sender.send(Message::Line(Line::End, Instant::now()));
        }
        // A search that needs a table which is not there waits for it.
        let prepare = thread::Builder::new().name("endings".to_owned()).spawn(endings::prepare);
        Self {
            messages,
            sender,
            engine: Arc::new(Mutex::new(engine)),
            search: None,
            searches: 0,
            waiting: VecDeque::new(),
            preparation: prepare.ok(),
        }
    }

    /// Waits until the engine is prepared, a second or two after the session began.
    pub(crate) fn wait_until_prepared(&mut self) {
        if let Some(preparation) = self.preparation.take() {
            // If it panicked, so will a search that needs the table.
            let _ = preparation.join();
        }
    }

    /// Waits for the next event.
    pub(crate) fn next(&mut self) -> Event {
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
    pub(crate) fn next_of_search(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.finished() {
                return Some(event);
            }
            self.search.as_ref()?;
            match self.receive() {
                None => {}
                Some(Event::Input(line, at)) => self.waiting.push_back((Line::Text(line), at)),
                Some(Event::TooLong) => self.waiting.push_back((Line::TooLong, Instant::now())),
                Some(Event::EndOfInput) => self.waiting.push_back((Line::End, Instant::now())),
                Some(event) => return Some(event),
            }
        }
    }

    /// The result of the search, if it has ended and need not wait.
    fn finished(&mut self) -> Option<Event> {
        let search = self.search.take_if(|it| it.ended.is_some() && !it.start.is_held)?;
        Some(Event::Finished(search.outcome()))
    }

    /// Waits for a message or the clock.
    fn receive(&mut self) -> Option<Event> {
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
                if let Report::Iteration(iteration) = &report {
                    search.accept(iteration);
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
    pub(crate) fn latest(&self) -> Option<&Iteration> {
        self.search.as_ref()?.latest.as_ref()
    }

    /// Starts a search in a thread of its own. A search that still runs is given up.
    pub(crate) fn start(
        &mut self,
        start: Start,
        work: impl FnOnce(&mut Engine, &CancelToken, &mut dyn FnMut(Report)) -> Option<Iteration>
        + Send
        + 'static,
    ) {
        self.give_up();
        self.searches += 1;
        let (number, cancel) = (self.searches, CancelToken::default());
        let (engine, token, sender) = (self.engine.clone(), cancel.clone(), self.sender.clone());
        let run = move || {
            let mut end = End { number, sender, result: None };
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            end.result = work(&mut engine, &token, &mut |report| {
                // The session may be gone.
                let _ = end.sender.send(Message::Report(number, report));
            });
            // The engine is free when the session hears of the end.
            drop(engine);
        };
        let is_started = thread::Builder::new().name("search".to_owned()).spawn(run).is_ok();
        let ended = (!is_started).then_some(None);
        self.search = Some(Search { number, cancel, start, latest: None, answer_by: None, ended });
    }

    /// Stops the search. Its result is the next event but for reports.
    pub(crate) fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            let is_known = search.latest.is_some() && !search.start.is_awaited;
            search.stop(if is_known { Duration::ZERO } else { Self::GRACE });
        }
    }

    /// Stops the search, whose result does not matter.
    pub(crate) fn give_up(&mut self) {
        if let Some(search) = self.search.take() {
            search.cancel.cancel();
        }
    }

    /// The result of the search need not wait any longer, and it has this much time.
    pub(crate) fn release(&mut self, time: Option<TimeManager>) {
        if let Some(search) = &mut self.search {
            search.start.is_held = false;
            search.start.time = time;
            if let Some(latest) = search.latest.take() {
                search.accept(&latest);
            }
        }
    }

    /// The engine. Waits for a search that still runs.
    pub(crate) fn with_engine<T>(&self, work: impl FnOnce(&mut Engine) -> T) -> T {
        work(&mut self.engine.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.give_up();
    }
}

fn input(line: Line, at: Instant) -> Event {
    match line {
        Line::Text(text) => Event::Input(text, at),
        Line::TooLong => Event::TooLong,
        Line::End => Event::EndOfInput,
    }
}

/// Tells the session that a search has ended, even if it panics.
struct End {
    number: u64,
    sender: Sender<Message>,
    result: Option<Iteration>,
}

impl Drop for End {
    fn drop(&mut self) {
        let _ = self.sender.send(Message::Ended(self.number, self.result.take()));
    }
}
