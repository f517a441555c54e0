//! `tremaux hub`.

mod notation;

use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use clap::{ArgMatches, Command};
use tremaux_core::{CancelToken, Game, GameNotation, Limits, Turn};
use tremaux_games::checkers::{Checkers, International, Position};
use tremaux_play::{AlphaBeta, Clock};
use tremaux_registry::{AnalysisReport, AnalysisRequest, GameSnapshot, GameTable, game};

use crate::failure::Failure;
use crate::verb::Invocation;
use notation::{Arguments, line_text, read_moves, read_position, score_text};

/// The verb.
pub(crate) fn command() -> Command {
    Command::new("hub")
        .about("Plays international draughts behind a GUI, over the Hub protocol")
        .after_help(
            "Add the engine to a GUI (Hub and others) with the path of this program as the command \
             and `hub` as\nits argument. The protocol is version 2, as of the program Scan; it has \
             boards of 10x10 only, of\nwhich the variant `normal` is supported. Scores are in men; \
             a win after n plies is 100 - n/100.\nAny command but `ping` and `ponder-hit` ends a \
             search that runs, and so does the end of the input.\n\n\
             Example:\n  tremaux hub",
        )
}

/// Serves until the input ends.
pub(crate) fn run(_: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let (sender, events) = mpsc::channel();
    let input = sender.clone();
    thread::Builder::new().name("input".into()).spawn(move || read(&input))?;
    let mut engine = Engine {
        game: Checkers::new(),
        position: Checkers::<International>::new().initial_state(),
        clock: Clock::default(),
        table: GameTable::new(64 << 20).map_err(Failure::Registry)?,
        waiting: VecDeque::new(),
        sender,
        events,
    };
    loop {
        let line = match engine.waiting.pop_front() {
            Some(line) => line,
            None => match engine.events.recv() {
                Ok(Event::Line(line)) => line,
                Ok(Event::Progress(_) | Event::Done) => continue,
                Ok(Event::End) | Err(_) => break,
            },
        };
        if line.trim() == "quit" {
            break;
        }
        if let Err(problem) = engine.answer(&line, invocation.out)? {
            tell(&problem, invocation.out)?;
        }
        invocation.out.flush()?;
    }
    Ok(0)
}

/// Something that the engine reacts to.
enum Event {
    Line(String),
    End,
    Progress(GameSnapshot),
    /// The thread of the search ends.
    Done,
}

/// Sends the lines of the input.
fn read(events: &Sender<Event>) {
    /// The maximum length of a line, in bytes.
    const LONGEST: u64 = 1 << 18;
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let found = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if found.unwrap_or(0) == 0 {
            let _ = events.send(Event::End);
            return;
        }
        if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
            let _ = input.skip_until(b'\n');
            line.truncate(LONGEST as usize / 2);
            line.splice(..0, *b"(too long) ");
        }
        if events.send(Event::Line(String::from_utf8_lossy(&line).trim().to_owned())).is_err() {
            return;
        }
    }
}

fn tell(problem: &str, out: &mut dyn Write) -> std::io::Result<()> {
    let problem = problem.replace(char::is_control, " ").replace('"', "'");
    writeln!(out, "error message=\"{problem}\"")
}

/// What is wrong with a line, if anything is.
type Answered = Result<(), String>;

/// The engine between two commands.
struct Engine {
    game: Checkers<International>,
    position: Position,
    clock: Clock,
    table: GameTable,
    /// Lines that ended a search, and those after them.
    waiting: VecDeque<String>,
    sender: Sender<Event>,
    events: Receiver<Event>,
}

impl Engine {
    /// Does what a line says; an inner error is what is wrong with the line.
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> std::io::Result<Answered> {
        let (name, mut given) = match Arguments::read(line) {
            Ok(read) => read,
            Err(problem) => return Ok(Err(problem)),
        };
        let done = match name {
            // A stop may cross the end of a search, as may a hit.
            "" | "stop" | "ponder-hit" => Ok(()),
            "hub" => {
                let version = env!("CARGO_PKG_VERSION");
                writeln!(out, "id name=Tremaux version={version} author=\"the Tremaux authors\"")?;
                writeln!(out, "param name=variant value=normal type=enum values=\"normal\"")?;
                writeln!(out, "wait")?;
                Ok(())
            }
            "init" => writeln!(out, "ready").map(Ok)?,
            "ping" => writeln!(out, "pong").map(Ok)?,
            "new-game" => {
                self.table.clear();
                Ok(())
            }
            "set-param" => set_param(&mut given),
            "pos" => self.set_position(&mut given),
            "level" => read_level(&mut given).map(|clock| self.clock = clock),
            "go" => {
                let modes = ["think", "analyze", "ponder"];
                match modes.iter().filter(|mode| given.has(mode)).collect::<Vec<_>>()[..] {
                    [&mode] => self.search(mode == "ponder", out)?,
                    _ => Err("go: expected one of `think`, `analyze` and `ponder`".into()),
                }
            }
            _ => return Ok(Err(format!("unknown command: {}", notation::shown(line)))),
        };
        // Extensions of the protocol are arguments, which need not be understood.
        if let (Ok(()), Some(left)) = (&done, given.left()) {
            tell(&format!("{name}: unknown argument `{left}`"), out)?;
        }
        Ok(done)
    }

    fn set_position(&mut self, given: &mut Arguments) -> Result<(), String> {
        let mut position = match given.take("pos") {
            Some(text) if text != "start" => read_position(&self.game, &text)?,
            Some(_) => self.game.initial_state(),
            None if given.has("start") => self.game.initial_state(),
            None => return Err("pos: expected pos=, the side to move and 50 squares".into()),
        };
        read_moves(&self.game, &mut position, &given.take("moves").unwrap_or_default())?;
        self.position = position;
        Ok(())
    }

    /// Searches until the end or a command, which then waits.
    fn search(&mut self, mut ponders: bool, out: &mut dyn Write) -> std::io::Result<Answered> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        let text = self.game.position_text(&self.position);
        // A GUI may continue a game that is drawn by the number of moves of kings.
        let counter = text.find(":H").filter(|_| self.game.turn(&self.position) == Turn::Over);
        let text = &text[..counter.unwrap_or(text.len())];
        let opened = game("checkers").and_then(|it| it.open(&[("rules", RULES.into())], text));
        let (Ok(opened), false) = (opened, moves.is_empty()) else {
            return Ok(Err("go: the game is over".into()));
        };
        let time = self.clock.allocate();
        let (mut started, token) = (Instant::now(), CancelToken::default());
        let is_forced = moves.len() == 1 && time.soft.is_some() && !ponders;
        let depth = if is_forced { Some(1) } else { self.clock.depth };
        let request = AnalysisRequest { depth, ..AnalysisRequest::default() };
        let mut limits = Limits::default().with_cancel(token.clone());
        limits.nodes = self.clock.nodes;
        let (sender, events, table) = (self.sender.clone(), &self.events, &mut self.table);
        let (game, position) = (&self.game, &self.position);
        let waiting = &mut self.waiting;
        // The depth when the time for a new iteration was over, and the last progress told.
        let (mut late, mut told) = (None, None);
        let report = thread::scope(|scope| {
            let work = scope.spawn(move || {
                let watch = &mut |it: &GameSnapshot| drop(sender.send(Event::Progress(it.clone())));
                let report = opened.analyze(&request, table, &limits, watch);
                let _ = sender.send(Event::Done);
                report
            });
            loop {
                let deadline = time.hard.filter(|_| !ponders);
                let left = deadline.map(|hard| hard.saturating_sub(started.elapsed()));
                if left == Some(Duration::ZERO) {
                    token.cancel();
                }
                // If the search panicked, nothing is sent.
                let wait = left.filter(|left| !left.is_zero()).unwrap_or(SECOND).min(SECOND);
                match events.recv_timeout(wait) {
                    Ok(Event::Done) => break,
                    Ok(Event::Progress(it)) => {
                        let is_late =
                            !ponders && time.soft.is_some_and(|it| it < started.elapsed());
                        if is_late && it.depth > *late.get_or_insert(it.depth) {
                            token.cancel();
                        }
                        let now = Some((it.depth, it.score, it.best.clone()));
                        if let (true, Some(score)) = (now != told, it.score) {
                            told = now;
                            let line = line_text(game, position, &[it.best]);
                            info(it.depth, score, it.nodes, it.seconds, &line, out)?;
                        }
                    }
                    Ok(Event::Line(line)) => match line.split_whitespace().next() {
                        None => {}
                        Some("ping") if waiting.is_empty() => writeln!(out, "pong")?,
                        Some("ponder-hit") if ponders => {
                            (ponders, started) = (false, Instant::now())
                        }
                        Some("ponder-hit") => tell("expected a search that ponders", out)?,
                        Some(_) => {
                            token.cancel();
                            waiting.push_back(line);
                        }
                    },
                    Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => {
                        token.cancel();
                        waiting.push_back("quit".into());
                    }
                    Err(RecvTimeoutError::Timeout) if work.is_finished() => break,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                out.flush()?;
            }
            let report = work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            std::io::Result::Ok(report)
        });
        self.tell_done(&report?, out)?;
        Ok(Ok(()))
    }

    fn tell_done(&self, report: &AnalysisReport, out: &mut dyn Write) -> std::io::Result<()> {
        let AnalysisReport { depth, line, counts, seconds, .. } = report;
        let mut line = line_text(&self.game, &self.position, line);
        if let (Some(score), false) = (report.score, line.is_empty()) {
            info(*depth, score, counts.nodes, *seconds, &line, out)?;
        } else {
            line = line_text(&self.game, &self.position, report.best.as_slice());
        }
        match &line[..] {
            [] => tell("go: the search found no move", out),
            [best] => writeln!(out, "done move={best}"),
            [best, reply, ..] => writeln!(out, "done move={best} ponder={reply}"),
        }
    }
}

const RULES: &str = "international";

const SECOND: Duration = Duration::from_secs(1);

/// Tells the state of a search; its speed is in millions of positions, as Scan tells it.
fn info(
    depth: u32,
    score: i64,
    nodes: u64,
    seconds: f64,
    line: &[String],
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let (score, line) = (score_text(score), line.join(" "));
    let speed = nodes as f64 / seconds.max(1e-3) / 1e6;
    writeln!(
        out,
        "info depth={depth} score={score} nodes={nodes} time={seconds:.3} nps={speed:.3} \
         pv=\"{line}\""
    )
}

fn set_param(given: &mut Arguments) -> Result<(), String> {
    match (given.take("name").as_deref(), given.take("value").as_deref()) {
        (Some("variant"), Some("normal")) => Ok(()),
        (Some("variant"), Some(value)) => {
            Err(format!("variant: expected `normal`, found `{}`", notation::shown(value)))
        }
        (Some(name), Some(_)) => Err(format!("unknown parameter: {}", notation::shown(name))),
        _ => Err("set-param: expected name= and value=".into()),
    }
}

/// The limits of the next searches.
fn read_level(given: &mut Arguments) -> Result<Clock, String> {
    let is_unlimited = given.has("infinite") | given.has("ponder");
    let clock = Clock {
        depth: given.number("depth", 1, AlphaBeta::MAX_DEPTH)?,
        nodes: given.number("nodes", 1, u64::MAX)?,
        move_time: given.seconds("move-time")?,
        remaining: given.seconds("time")?,
        moves_to_go: given.number("moves", 1, 1000)?,
        increment: given.seconds("inc")?.unwrap_or_default(),
        overhead: Duration::from_millis(20),
    };
    let none = Clock { overhead: clock.overhead, ..Clock::default() };
    match (is_unlimited, clock == none) {
        (true, false) => Err("level: expected no limits beside `infinite` or `ponder`".into()),
        (false, true) => {
            Err("level: expected depth=, move-time=, time=, nodes= or infinite".into())
        }
        _ if clock.remaining.is_none()
            && (clock.moves_to_go.is_some() || !clock.increment.is_zero()) =>
        {
            Err("level: expected time= beside moves= and inc=".into())
        }
        _ => Ok(clock),
    }
}
