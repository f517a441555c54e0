//! An engine that speaks the protocol of xboard.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tremaux_chess::{Castling, Color, Move, Position};
use tremaux_core::CancelToken;

use super::error::EngineError;
use super::limits::{MoveLimits, TimeControl};
use super::option::{EngineOption, OptionType};
use super::process::{Deadline, Process};
use super::request::{Action, Answer, Search};
use super::thought::Thought;
use super::xboard_message::XboardMessage;
use crate::lines::shown;

/// How long an engine of version 1, which declares no features, is waited for.
const WITHOUT_FEATURES: Duration = Duration::from_secs(2);
/// The time on the clock of an engine that is only limited otherwise.
const AMPLE: Duration = Duration::from_secs(36_000);

#[derive(Debug)]
pub(super) struct Xboard {
    pub(super) process: Process,
    pub(super) name: String,
    features: Features,
    pings: u64,
    /// How many moves of the game it knows.
    known: usize,
    /// Whether it only takes notice of moves.
    is_forced: bool,
}

/// The features that matter, and whether an engine has them that does not say so.
const FEATURES: [(&str, bool); 8] = [
    ("ping", false),
    ("setboard", false),
    ("usermove", false),
    ("san", false),
    ("memory", false),
    ("smp", false),
    ("time", true),
    ("reuse", true),
];

/// What an engine declares.
#[derive(Debug)]
struct Features {
    has: HashMap<&'static str, bool>,
    options: Vec<EngineOption>,
}

impl Features {
    fn new() -> Self {
        Self { has: FEATURES.into(), options: Vec::new() }
    }

    fn has(&self, name: &str) -> bool {
        self.has[name]
    }

    fn set(&mut self, name: &str, value: &str) {
        if let Some(has) = self.has.get_mut(name) {
            *has = value == "1";
        } else if name == "option" && self.options.len() < 1000 {
            self.options.extend(option(value));
        }
    }
}

/// Reads the option in `NAME -TYPE VALUE…`.
fn option(text: &str) -> Option<EngineOption> {
    let (name, rest) = text.split_once(" -")?;
    let mut words = rest.split_whitespace();
    let kind = match words.next()? {
        "spin" | "slider" => {
            let mut numbers = words.skip(1).map(|it| it.parse::<i64>().ok());
            let least = numbers.next().flatten().unwrap_or(i64::MIN);
            OptionType::Spin { least, most: numbers.next().flatten().unwrap_or(i64::MAX) }
        }
        "check" => OptionType::Check,
        "combo" => {
            let names = rest.strip_prefix("combo").unwrap_or_default().split("///");
            OptionType::Combo(names.map(|it| it.trim().trim_start_matches('*').into()).collect())
        }
        "button" | "save" | "reset" => OptionType::Button,
        "string" | "file" | "path" => OptionType::Text,
        _ => return None,
    };
    Some(EngineOption { name: name.trim().to_owned(), kind })
}

impl Xboard {
    /// Waits for the features that the engine declares; without a name it is called `name`.
    pub(super) fn greet(
        mut process: Process,
        name: &str,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<Self, EngineError> {
        process.send("xboard")?;
        process.send("protover 2")?;
        let (mut features, mut name) = (Features::new(), name.to_owned());
        let mut deadline = Deadline::new("its features", timeout.min(WITHOUT_FEATURES));
        let mut is_waited_for = false;
        'features: loop {
            let line = match process.next(deadline, cancel) {
                // An engine of version 1 ignores the command.
                Err(EngineError::NoAnswer { .. }) if !is_waited_for => break,
                line => line?,
            };
            let XboardMessage::Features(pairs) = XboardMessage::parse(&line) else { continue };
            for (feature, value) in pairs {
                process.send(&format!("accepted {feature}"))?;
                match feature.as_str() {
                    "done" if value == "1" => break 'features,
                    "done" => {
                        deadline = Deadline::new("feature done=1", timeout);
                        is_waited_for = true;
                    }
                    "myname" if !value.is_empty() => name = shown(&value),
                    _ => features.set(&feature, &value),
                }
            }
        }
        process.revive();
        Ok(Self { process, name, features, pings: 0, known: 0, is_forced: true })
    }

    /// Sets `memory`, `cores` or an option that the engine declares.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let number = OptionType::Spin { least: 1, most: 1 << 40 };
        for (command, is_there) in
            [("memory", self.features.has("memory")), ("cores", self.features.has("smp"))]
        {
            if name == command && is_there {
                let known = [EngineOption { name: command.into(), kind: number }];
                EngineOption::find(&known, &self.name, name, value)?;
                return self.process.send(&format!("{command} {value}"));
            }
        }
        let option = EngineOption::find(&self.features.options, &self.name, name, value)?;
        let name = &option.name;
        let line = match option.kind {
            OptionType::Button => format!("option {name}"),
            OptionType::Check => format!("option {name}={}", u8::from(value == "true")),
            _ => format!("option {name}={value}"),
        };
        self.process.send(&line)
    }

    /// Waits until the engine has done what it was told, if it says so.
    pub(super) fn synchronize(
        &mut self,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<(), EngineError> {
        if !self.features.has("ping") {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))?;
        let deadline = Deadline::new("pong", timeout);
        let expected = XboardMessage::Pong(self.pings);
        loop {
            let line = self.process.next(deadline, cancel)?;
            if XboardMessage::parse(&line) == expected {
                return Ok(());
            }
            if let Some(command) = unknown_limit(&line) {
                let name = &self.name;
                let message = format!("{name} does not know `{command}`, a limit of xboard");
                return Err(EngineError::Unsupported(message));
            }
        }
    }

    /// Without `ping`, nothing tells the lines of one game from those of the next.
    pub(super) fn is_reusable(&self) -> bool {
        self.features.has("ping") && self.features.has("reuse")
    }

    pub(super) fn no_chess960(&self) -> EngineError {
        EngineError::Unsupported(format!("{} cannot play Chess960 over xboard", self.name))
    }

    pub(super) fn new_game(
        &mut self,
        start: &Position,
        limits: &MoveLimits,
    ) -> Result<(), EngineError> {
        (self.known, self.is_forced) = (0, true);
        self.process.send("new")?;
        self.process.send("easy")?;
        self.process.send("post")?;
        for line in limit_commands(limits) {
            self.process.send(&line)?;
        }
        self.process.send("force")?;
        let fen = start.to_fen();
        if fen != Position::initial().to_fen() {
            if !self.features.has("setboard") {
                let name = &self.name;
                let message = format!("{name} cannot start from a position (no setboard)");
                return Err(EngineError::Unsupported(message));
            }
            self.process.send(&format!("setboard {fen}"))?;
        }
        Ok(())
    }

    fn send_move(&mut self, position: &Position, mv: Move) -> Result<(), EngineError> {
        let text = match self.features.has("san") {
            true => position.to_san(mv),
            false => position.to_uci(mv, Castling::KingMoves),
        };
        let command = if self.features.has("usermove") { "usermove " } else { "" };
        self.process.send(&format!("{command}{text}"))
    }

    /// The time of both sides, before a move or `go`.
    fn send_time(&mut self, search: &Search<'_>) -> Result<(), EngineError> {
        if !self.features.has("time") {
            return Ok(());
        }
        let own = search.clock.remaining.unwrap_or(AMPLE);
        let other = search.opponent.remaining.unwrap_or(own);
        let centiseconds = |time: Duration| (time.as_millis() / 10).max(1);
        self.process.send(&format!("time {}", centiseconds(own)))?;
        self.process.send(&format!("otim {}", centiseconds(other)))
    }

    pub(super) fn choose(
        &mut self,
        search: &Search<'_>,
        cancel: &CancelToken,
    ) -> Result<Answer, EngineError> {
        let (position, news) = self.send_earlier_moves(search)?;
        let started = Instant::now();
        self.send_last_move(search, news)?;
        let deadline = Deadline::new("a move", search.deadline);
        let mut thought = Thought::default();
        loop {
            let text = self.process.next(deadline, cancel)?;
            match XboardMessage::parse(&text) {
                XboardMessage::Thinking(later) => thought.update(later),
                message => {
                    let Some(action) = self.action(message, &position, &text)? else { continue };
                    let elapsed = self.process.elapsed_since(started);
                    return Ok(Answer { action, thought, elapsed });
                }
            }
        }
    }

    /// Sends the moves that the engine does not know, but the last. Returns the position, and the
    /// last move with the one before it if the engine does not know it.
    fn send_earlier_moves(
        &mut self,
        search: &Search<'_>,
    ) -> Result<(Position, Option<(Position, Move)>), EngineError> {
        let mut position = search.start.clone();
        let mut before_last = None;
        for (at, &mv) in search.moves.iter().enumerate() {
            if at + 1 == search.moves.len() {
                before_last = Some((position.clone(), mv));
            } else if at >= self.known {
                self.send_move(&position, mv)?;
            }
            position.play(mv);
        }
        Ok((position, before_last.filter(|_| self.known < search.moves.len())))
    }

    /// Sends the last move, if it is news, and that the engine is to move.
    fn send_last_move(
        &mut self,
        search: &Search<'_>,
        news: Option<(Position, Move)>,
    ) -> Result<(), EngineError> {
        // An engine that plays answers a move at once; one that is forced waits for `go`.
        if self.is_forced {
            if let Some((before, mv)) = news {
                self.send_move(&before, mv)?;
            }
            self.send_time(search)?;
            self.process.send("go")?;
            self.is_forced = false;
        } else if let Some((before, mv)) = news {
            self.send_time(search)?;
            self.send_move(&before, mv)?;
        }
        self.known = search.moves.len();
        Ok(())
    }

    /// What the engine does, if it says so in `message`, which was read from `text`.
    fn action(
        &mut self,
        message: XboardMessage,
        position: &Position,
        text: &str,
    ) -> Result<Option<Action>, EngineError> {
        Ok(Some(match message {
            XboardMessage::Move(text) => {
                let mv = position.parse_move(&text);
                let mv = mv.map_err(|_| EngineError::IllegalMove { text: shown(&text) })?;
                self.known += 1;
                Action::Move(mv)
            }
            XboardMessage::Resign => Action::Resign,
            XboardMessage::Result(winner) => {
                let is_white = position.side_to_move() == Color::White;
                if winner != Some(!is_white) {
                    return Err(EngineError::WrongClaim { text: shown(text) });
                }
                Action::Resign
            }
            XboardMessage::Refused => return Err(EngineError::Refused { text: shown(text) }),
            _ => return Ok(None),
        }))
    }
}

/// The commands that set the limits of a game.
fn limit_commands(limits: &MoveLimits) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(time) = limits.move_time {
        lines.push(format!("st {}", time.as_secs_f64()));
    } else {
        let ample = TimeControl { moves: None, time: AMPLE, increment: Duration::ZERO };
        let TimeControl { moves, time, increment } = limits.control.unwrap_or(ample);
        let seconds = time.as_secs();
        let base = match seconds % 60 {
            0 => (seconds / 60).to_string(),
            rest => format!("{}:{rest:02}", seconds / 60),
        };
        lines.push(format!("level {} {base} {}", moves.unwrap_or(0), increment.as_secs_f64()));
    }
    lines.extend(limits.depth.map(|depth| format!("sd {depth}")));
    lines
}

/// The command for the depth or the time of a move, if a line says that it is not known.
fn unknown_limit(line: &str) -> Option<&'static str> {
    let is_complaint =
        ["Error", "Illegal", "Invalid", "Unknown"].iter().any(|word| line.starts_with(word));
    let names = |command: &&str| line.split([' ', ':']).any(|word| word == *command);
    ["sd", "st"].into_iter().find(|command| is_complaint && names(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_sent() {
        let limits = |control: Option<&str>, depth| MoveLimits {
            control: control.and_then(|it| it.parse().ok()),
            depth,
            ..MoveLimits::default()
        };
        assert_eq!(limit_commands(&limits(Some("10+0.1"), None)), ["level 0 0:10 0.1"]);
        assert_eq!(limit_commands(&limits(Some("40/300"), Some(4))), ["level 40 5 0", "sd 4"]);
        assert_eq!(limit_commands(&limits(None, Some(6))), ["level 0 600 0", "sd 6"]);
        let fixed = MoveLimits { move_time: Some(Duration::from_secs(2)), ..limits(None, None) };
        assert_eq!(limit_commands(&fixed), ["st 2"]);
    }

    #[test]
    fn limits_that_are_not_known_are_noticed() {
        assert_eq!(unknown_limit("Illegal move: sd 4"), Some("sd"));
        assert_eq!(unknown_limit("Error (unknown command): st"), Some("st"));
        assert_eq!(unknown_limit("Illegal move: e2e5"), None);
        assert_eq!(unknown_limit("search depth set: sd 4"), None);
    }

    #[test]
    fn options_are_read() {
        let spin = OptionType::Spin { least: 0, most: 50 };
        let read = option("Randomizer (0-50) -slider 0 0 50").expect("an option");
        assert_eq!((read.name.as_str(), read.kind), ("Randomizer (0-50)", spin));
        let read = option("Style -combo Calm /// *Wild").expect("an option");
        assert_eq!(read.kind, OptionType::Combo(vec!["Calm".into(), "Wild".into()]));
        assert_eq!(option("Own Book -check 1").expect("an option").kind, OptionType::Check);
        for wrong in ["", "x", "x -", "x -odd 1"] {
            assert_eq!(option(wrong), None, "{wrong}");
        }
    }
}
