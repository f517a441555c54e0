//! The commands that a GUI sends.

use std::time::Duration;

use tremaux_chess::{Color, Move, Position};
use tremaux_core::ParseError;
use tremaux_domain::{in_words, nearest_names};
use tremaux_play::Clock;

use crate::server::TIME_WITHOUT_LIMIT;

/// The words that begin a command.
const COMMANDS: &[&str] = &[
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "bench",
    "d",
    "perft",
];

/// The words of `go`.
const LIMITS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

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
    #[must_use]
    pub fn clock(&self, side: Color, overhead: Duration) -> Clock {
        let (remaining, increment) = self.time[side as usize];
        let (moves_to_go, move_time) = (self.moves_to_go, self.move_time);
        Clock { remaining, increment, moves_to_go, move_time, overhead, ..Clock::default() }
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
            _ => {
                let near = nearest_names(word, COMMANDS.iter().copied());
                let near = if near.is_empty() { COMMANDS } else { &near };
                return Err(words.wrong(word, format!("a command: {}", in_words(near))));
            }
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
            while let Some(word) = words.peek().filter(|word| !LIMITS.contains(word)) {
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
        _ => {
            let near = nearest_names(word, LIMITS.iter().copied());
            let near = if near.is_empty() { LIMITS } else { &near };
            return Err(words.wrong(word, in_words(near)));
        }
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
    let Some(word) = words.peek().filter(|word| !LIMITS.contains(word)) else {
        let expected = format!("a {what}");
        return Err(match words.peek() {
            Some(word) => words.wrong(word, expected),
            None => words.wrong_end(&expected),
        });
    };
    words.skip(word);
    word.parse().map_err(|_| words.wrong(word, format!("a {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        Command::parse(line, Some(&Position::initial()))
    }

    fn go(line: &str) -> Go {
        match parse(line) {
            Ok(Command::Go(go)) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn arguments_may_come_in_any_order() {
        let found = go("go searchmoves e2e4 d2d4 e2e4 depth 7 wtime 1000 btime -5 binc 10 ponder");
        let moves: Vec<String> = found.moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["e2e4", "d2d4"]);
        let time = |milliseconds| Duration::from_millis(milliseconds);
        assert_eq!(found.time, [(Some(time(1000)), time(0)), (Some(time(0)), time(10))]);
        assert_eq!((found.depth, found.is_pondering), (Some(7), true));
        assert_eq!(found.mistakes, [""; 0]);
        assert_eq!(go("go movestogo 0").moves_to_go, None);
    }

    #[test]
    fn a_search_with_mistakes_still_has_a_limit() {
        let found = go("go depth x nodes infinit searchmoves e2e5 e2e4");
        assert_eq!(found.moves.len(), 1);
        assert_eq!(found.move_time, Some(Duration::from_secs(1)));
        let expected = [
            "column 10: expected a depth, found `x`",
            "column 18: expected a number of nodes, found `infinit`",
            "column 38: expected a legal move; the nearest are `e2e3`, `e2e4`, `a2a3`, found `e2e5`",
            "no limit for White: this search takes 1 s",
        ];
        assert_eq!(found.mistakes, expected);
        let found = go("go wtime movetime 5 depht 3");
        assert_eq!(found.move_time, Some(Duration::from_millis(5)));
        assert_eq!(
            found.mistakes,
            [
                "column 10: expected a time in milliseconds, found `movetime`",
                "column 21: expected `depth`, found `depht`",
                "column 27: expected `searchmoves`, `ponder`, `wtime`, `btime`, `winc`, `binc`, \
                 `movestogo`, `depth`, `nodes`, `mate`, `movetime`, `infinite` or `perft`, found `3`",
            ]
        );
    }

    #[test]
    fn a_clock_of_the_other_side_is_no_limit() {
        let second = Some(Duration::from_secs(1));
        for line in ["btime 1000", "winc 5", "movestogo 40", "ponder btime 1000", "wtime x"] {
            assert_eq!(go(&format!("go {line}")).move_time, second, "{line}");
        }
        for line in ["", "infinite btime 1000", "wtime 0", "depth 3 btime 1000", "ponder"] {
            let found = go(&format!("go {line}"));
            assert_eq!((found.move_time, found.mistakes), (None, Vec::new()), "{line}");
        }
    }

    #[test]
    fn positions_have_their_history() {
        let line = "position\tstartpos  moves g1f3 g8f6 f3g1 f6g8";
        let Ok(Command::Position(Ok(position))) = parse(line) else { panic!("{line}") };
        assert_eq!(position.repetitions(), 1);
        let line = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1";
        let Ok(Command::Position(Ok(position))) = parse(line) else { panic!("{line}") };
        assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    }

    #[test]
    fn errors_have_places() {
        for (line, expected) in [
            ("position", "column 9: expected `startpos` or `fen`, found the end of the text"),
            ("position fen", "column 13: expected a FEN, found the end of the text"),
            ("position statpos", "column 10: expected `startpos` or `fen`, found `statpos`"),
            ("position startpos move e2e4", "column 19: expected `moves`, found `move`"),
            (
                "position startpos moves e2e4 e7e4",
                "column 30: expected a legal move; the nearest are `e7e5`, `e7e6`, `a7a5`, found `e7e4`",
            ),
            (
                "position fen 4k3/8/8/8/8/8/8/4K3 w K - 0 1",
                "column 36: expected no castling right: White needs the king on its first rank and a \
                 rook to the right of it, found `K`",
            ),
        ] {
            assert_eq!(parse(line), Ok(Command::Position(Err(expected.to_owned()))), "{line}");
        }
        for (line, expected) in [
            ("debug maybe", "column 7: expected `on` or `off`, found `maybe`"),
            ("setoption Hash", "column 11: expected `name`, found `Hash`"),
            ("ucinewgam", "column 1: expected a command: `ucinewgame`, found `ucinewgam`"),
            ("bench deep", "column 7: expected a depth, found `deep`"),
            ("perft 21", "column 7: expected a depth from 0 to 20, found `21`"),
        ] {
            assert_eq!(parse(line), Err(expected.to_owned()), "{line}");
        }
    }

    #[test]
    fn names_of_options_may_have_spaces() {
        let option = |name: &str, value: &str| {
            Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        };
        assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(parse("setoption  name  Hash value  64 "), option("Hash", "64"));
        assert_eq!(parse("setoption name value x"), option("", "x"));
    }
}
