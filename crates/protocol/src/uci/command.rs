//! The commands that a GUI sends.

use std::time::Duration;

use tremaux_chess::{Color, Move, Position};
use tremaux_core::ParseError;
use tremaux_domain::{in_words, nearest_names};
use tremaux_play::Clock;

use crate::server::TIME_WITHOUT_LIMIT;

/// The words that begin a command.
const COMMANDS: &str = "uci debug isready setoption register ucinewgame position go stop ponderhit \
    quit bench d perft";

/// The words of `go`.
const LIMITS: &str = "searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime \
    infinite perft";

fn is_limit(word: &str) -> bool {
    LIMITS.split(' ').any(|limit| limit == word)
}

/// The words of a list that are near a wrong one, or all of them.
fn expected(word: &str, list: &'static str) -> String {
    let near = nearest_names(word, list.split(' '));
    if near.is_empty() { in_words(&list.split(' ').collect::<Vec<_>>()) } else { in_words(&near) }
}

/// A command with what can be understood of its arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// An empty line, or a command that means nothing to this engine. `quit` ends the session
    /// before it is read here.
    Nothing,
    /// `uci`
    Uci,
    /// `debug on` or `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name … value …`
    SetOption {
        /// The name of the option.
        name: String,
        /// Its value, empty if there is none.
        value: String,
    },
    /// `ucinewgame`
    NewGame,
    /// `position`, with the moves of the game in its history, or why it is refused: then there is
    /// no position
    Position(Result<Box<Position>, String>),
    /// `go`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `bench`, with a depth
    Bench(Option<u32>),
    /// `d`: display the position
    Display,
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// The moves to search; all of them if it is empty.
    pub moves: Vec<Move>,
    /// The time on the clock and what each move adds, for White and Black.
    pub time: [(Option<Duration>, Duration); 2],
    /// The number of moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of positions.
    pub nodes: Option<u64>,
    /// Search for a mate in so many moves.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// Search on the opponent's time, until `ponderhit` or `stop`.
    pub is_pondering: bool,
    /// Search until `stop`.
    pub is_infinite: bool,
    /// Count move sequences of so many plies instead.
    pub perft: Option<u32>,
    /// What was wrong with arguments, which are ignored.
    pub mistakes: Vec<String>,
}

impl Go {
    /// The clock of a side.
    pub fn clock(&self, side: Color, overhead: Duration) -> Clock {
        let (remaining, increment) = self.time[side as usize];
        let (moves_to_go, move_time) = (self.moves_to_go, self.move_time);
        Clock::default()
            .remaining(remaining)
            .increment(increment)
            .moves_to_go(moves_to_go)
            .move_time(move_time)
            .overhead(overhead)
    }

    /// Whether a search for `side` ends by itself, or only at `stop` as it should.
    fn is_limited(&self, side: Color) -> bool {
        self.is_infinite
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.perft.is_some()
            || self.time[side as usize].0.is_some()
    }
}

/// The words of a line, which know where they are.
struct Words<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    fn skip(&mut self, word: &str) {
        self.rest = &self.rest.trim_start()[word.len()..];
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.skip(word);
        Some(word)
    }

    /// What stands before the word `end`, or the rest of the line.
    fn until(&mut self, end: &str) -> &'a str {
        let from = self.rest.trim_start();
        self.rest = from;
        while let Some(word) = self.peek() {
            if word == end {
                break;
            }
            self.skip(word);
        }
        from[..from.len() - self.rest.len()].trim_end()
    }

    /// A message about `word`, a part of the line.
    fn wrong(&self, word: &str, expected: impl Into<String>) -> String {
        message(&ParseError::about(self.line, word, expected), 0)
    }

    fn wrong_end(&self, expected: &str) -> String {
        message(&ParseError::at_end(self.line, expected), 0)
    }

    /// An error in `part` of the line.
    fn within(&self, part: &str, error: &ParseError) -> String {
        let before = part.as_ptr() as usize - self.line.as_ptr() as usize;
        message(error, self.line[..before].chars().count())
    }
}

fn message(error: &ParseError, before: usize) -> String {
    let ParseError { column, expected, found, .. } = error;
    format!("column {}: expected {expected}, found {found}", before + column)
}

impl Command {
    /// Reads a command. `position` is the one that moves to search are legal in; without one, the
    /// arguments of `go` are not read.
    ///
    /// # Errors
    ///
    /// Returns what was found, where, and what was expected. A `go` is always understood: what is
    /// wrong with its arguments is in [`Go::mistakes`], because a GUI waits for its answer.
    pub fn parse(line: &str, position: Option<&Position>) -> Result<Self, String> {
        let mut words = Words { line, rest: line };
        let Some(word) = words.next() else { return Ok(Self::Nothing) };
        Ok(match word {
            "uci" => Self::Uci,
            "debug" => match words.next() {
                Some("on") => Self::Debug(true),
                Some("off") => Self::Debug(false),
                Some(word) => return Err(words.wrong(word, "`on` or `off`")),
                None => return Err(words.wrong_end("`on` or `off`")),
            },
            "isready" => Self::IsReady,
            "register" | "quit" => Self::Nothing,
            "setoption" => parse_option(&mut words)?,
            "ucinewgame" => Self::NewGame,
            "position" => Self::Position(parse_position(&mut words).map(Box::new)),
            "go" => Self::Go(Box::new(
                position.map_or_else(Go::default, |position| parse_go(&mut words, position)),
            )),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "bench" => match words.peek() {
                None => Self::Bench(None),
                Some(_) => Self::Bench(Some(number(&mut words, "depth")?)),
            },
            "perft" => {
                let perft = Some(perft_depth(&mut words)?);
                Self::Go(Box::new(Go { perft, ..Go::default() }))
            }
            "d" => Self::Display,
            _ => return Err(words.wrong(word, format!("a command: {}", expected(word, COMMANDS)))),
        })
    }
}

fn parse_option(words: &mut Words) -> Result<Command, String> {
    match words.next() {
        Some("name") => {}
        Some(word) => return Err(words.wrong(word, "`name`")),
        None => return Err(words.wrong_end("`name` and the name of an option")),
    }
    let name = words.until("value").to_owned();
    let _ = words.next();
    Ok(Command::SetOption { name, value: words.rest.trim().to_owned() })
}

fn parse_position(words: &mut Words) -> Result<Position, String> {
    let mut position = match words.next() {
        Some("startpos") => Position::initial(),
        Some("fen") => {
            let fen = words.until("moves");
            if fen.is_empty() {
                return Err(words.wrong_end("a FEN"));
            }
            Position::parse_fen(fen).map_err(|error| words.within(fen, &error))?
        }
        Some(word) => return Err(words.wrong(word, "`startpos` or `fen`")),
        None => return Err(words.wrong_end("`startpos` or `fen`")),
    };
    match words.next() {
        None => return Ok(position),
        Some("moves") => {}
        Some(word) => return Err(words.wrong(word, "`moves`")),
    }
    while let Some(word) = words.next() {
        let mv = position.parse_uci(word).map_err(|error| words.within(word, &error))?;
        position.play(mv);
    }
    Ok(position)
}

fn parse_go(words: &mut Words, position: &Position) -> Go {
    const CLOCKS: [&str; 5] = ["wtime", "btime", "winc", "binc", "movestogo"];
    let (mut go, mut has_clock) = (Go::default(), false);
    while let Some(word) = words.next() {
        has_clock |= CLOCKS.contains(&word);
        if let Err(mistake) = parse_limit(words, word, position, &mut go) {
            go.mistakes.push(mistake);
        }
    }
    let side = position.side_to_move();
    if (has_clock || !go.mistakes.is_empty()) && !go.is_limited(side) {
        go.move_time = Some(TIME_WITHOUT_LIMIT);
        let seconds = TIME_WITHOUT_LIMIT.as_secs();
        go.mistakes.push(format!("no limit for {side:?}: this search takes {seconds} s"));
    }
    go
}

fn parse_limit(
    words: &mut Words,
    word: &str,
    position: &Position,
    go: &mut Go,
) -> Result<(), String> {
    let [white, black] = &mut go.time;
    match word {
        "searchmoves" => {
            while let Some(word) = words.peek().filter(|word| !is_limit(word)) {
                words.skip(word);
                let mv = position.parse_uci(word).map_err(|error| words.within(word, &error));
                match mv {
                    Ok(mv) if go.moves.contains(&mv) => {}
                    Ok(mv) => go.moves.push(mv),
                    Err(mistake) => go.mistakes.push(mistake),
                }
            }
        }
        "ponder" => go.is_pondering = true,
        "infinite" => go.is_infinite = true,
        "wtime" => white.0 = Some(milliseconds(words)?),
        "btime" => black.0 = Some(milliseconds(words)?),
        "winc" => white.1 = milliseconds(words)?,
        "binc" => black.1 = milliseconds(words)?,
        "movestogo" => {
            go.moves_to_go = Some(number(words, "number of moves")?).filter(|&it| it > 0)
        }
        "depth" => go.depth = Some(number::<u32>(words, "depth")?.max(1)),
        "nodes" => go.nodes = Some(number::<u64>(words, "number of nodes")?.max(1)),
        "mate" => go.mate = Some(number::<u32>(words, "number of moves")?.max(1)),
        "movetime" => go.move_time = Some(milliseconds(words)?),
        "perft" => go.perft = Some(perft_depth(words)?),
        _ => return Err(words.wrong(word, expected(word, LIMITS))),
    }
    Ok(())
}

/// Reads a length of time. Some GUIs send a negative one when the time is over.
fn milliseconds(words: &mut Words) -> Result<Duration, String> {
    let time: i64 = number(words, "time in milliseconds")?;
    Ok(Duration::from_millis(u64::try_from(time).unwrap_or(0)))
}

/// Reads the depth of `perft`, which nobody can count any deeper.
fn perft_depth(words: &mut Words) -> Result<u32, String> {
    const MOST: u32 = 20;
    let word = words.peek().unwrap_or_default();
    let depth = number(words, "depth")?;
    if depth > MOST {
        Err(words.wrong(word, format!("a depth from 0 to {MOST}")))
    } else {
        Ok(depth)
    }
}

fn number<T: std::str::FromStr>(words: &mut Words, what: &str) -> Result<T, String> {
    let Some(word) = words.peek().filter(|word| !is_limit(word)) else {
        let expected = format!("a {what}");
        return Err(match words.peek() {
            Some(word) => words.wrong(word, expected),
            None => words.wrong_end(&expected),
        });
    };
    words.skip(word);
    word.parse().map_err(|_| words.wrong(word, format!("a {what}")))
}
