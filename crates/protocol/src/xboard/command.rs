//! The commands that a GUI sends.

use std::time::Duration;

use tremaux_chess::Position;
use tremaux_core::ParseError;
use tremaux_domain::{in_words, nearest_names};

use crate::lines::shown;

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A command that means nothing to this engine. `quit` ends the session before it is read
    /// here.
    Nothing,
    /// `protover`: describe the features
    Features,
    /// `new`
    New,
    /// `variant normal` or `variant fischerandom`
    Variant {
        /// Whether it is the second.
        is_960: bool,
    },
    /// `force`
    Force,
    /// `go`
    Go,
    /// `playother`
    PlayOther,
    /// `level`
    Level(Level),
    /// `st`: the time for each move
    MoveTime(Duration),
    /// `sd`: the maximum depth
    Depth(u32),
    /// `time`: the time left on the engine's clock
    Time(Duration),
    /// `usermove`, or a move alone
    Move(String),
    /// `?`: move now
    MoveNow,
    /// `ping`
    Ping(String),
    /// `result`: the game is over
    Result,
    /// `setboard`, or the answer if the position is refused: then there is no position
    SetBoard(Result<Box<Position>, String>),
    /// `hint`
    Hint,
    /// `undo`
    Undo,
    /// `remove`: undo two moves
    Remove,
    /// `hard`, or `easy` for false: whether to think on the opponent's time
    Ponder(bool),
    /// `post`, or `nopost` for false: whether to show the thinking
    Post(bool),
    /// `analyze`
    Analyze,
    /// `exit`: end the analysis
    Exit,
    /// `.`: how far the analysis is
    Status,
    /// `memory`, in MiB
    Memory(usize),
    /// `cores`
    Cores(usize),
    /// `option`, a name and a value
    Option(String, String),
}

/// The commands without arguments, or with any arguments, which mean nothing to this engine.
const PLAIN: &[(&str, Command)] = &[
    ("xboard", Command::Nothing),
    ("accepted", Command::Nothing),
    ("rejected", Command::Nothing),
    ("random", Command::Nothing),
    ("otim", Command::Nothing),
    ("draw", Command::Nothing),
    ("bk", Command::Nothing),
    ("name", Command::Nothing),
    ("rating", Command::Nothing),
    ("ics", Command::Nothing),
    ("computer", Command::Nothing),
    ("quit", Command::Nothing),
    ("protover", Command::Features),
    ("new", Command::New),
    ("force", Command::Force),
    ("go", Command::Go),
    ("playother", Command::PlayOther),
    ("?", Command::MoveNow),
    ("result", Command::Result),
    ("hint", Command::Hint),
    ("undo", Command::Undo),
    ("remove", Command::Remove),
    ("hard", Command::Ponder(true)),
    ("easy", Command::Ponder(false)),
    ("post", Command::Post(true)),
    ("nopost", Command::Post(false)),
    ("analyze", Command::Analyze),
    ("exit", Command::Exit),
    (".", Command::Status),
];

/// The words that begin the other commands.
const WITH_ARGUMENTS: [&str; 11] = [
    "variant", "level", "st", "sd", "time", "usermove", "ping", "setboard", "memory", "cores",
    "option",
];

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The number of moves for which `base` lasts; zero for the whole game.
    pub moves: u32,
    /// The time for them.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl Command {
    /// Reads a command.
    ///
    /// # Errors
    ///
    /// Returns the line to answer.
    pub fn parse(line: &str) -> Result<Self, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let wrong = |expected: &str| format!("Error (expected {expected}): {}", shown(line));
        let number = |expected: &str| rest.parse::<u32>().map_err(|_| wrong(expected));
        let seconds = |text: &str, expected: &str| {
            let time = text.parse().ok().and_then(|it| Duration::try_from_secs_f64(it).ok());
            time.ok_or_else(|| wrong(expected))
        };
        if let Some((_, command)) = PLAIN.iter().find(|(name, _)| *name == word) {
            let takes_any =
                matches!(command, Self::Nothing | Self::Features | Self::Result | Self::New);
            return if takes_any || rest.is_empty() {
                Ok(command.clone())
            } else {
                Err(wrong("no argument"))
            };
        }
        Ok(match word {
            "" => Self::Nothing,
            "variant" => match rest {
                "normal" => Self::Variant { is_960: false },
                "fischerandom" => Self::Variant { is_960: true },
                _ => return Err(wrong("the variant normal or fischerandom")),
            },
            "level" => {
                let level = parse_level(rest);
                Self::Level(level.ok_or_else(|| wrong("moves, minutes[:seconds], seconds"))?)
            }
            "st" => Self::MoveTime(seconds(rest, "a number of seconds")?),
            "sd" => Self::Depth(number("a number of plies")?.max(1)),
            "time" => {
                let expected = "a number of hundredths of a second";
                let time: i64 = rest.parse().map_err(|_| wrong(expected))?;
                Self::Time(Duration::from_millis(
                    u64::try_from(time).unwrap_or(0).saturating_mul(10),
                ))
            }
            "usermove" if rest.is_empty() => return Err(wrong("a move")),
            "usermove" => Self::Move(rest.to_owned()),
            "ping" => Self::Ping(rest.to_owned()),
            "setboard" => Self::SetBoard(parse_position(rest)),
            "memory" => Self::Memory(number("a number of MiB")? as usize),
            "cores" => Self::Cores(number("a number of threads")? as usize),
            "option" => {
                let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
                Self::Option(name.to_owned(), value.to_owned())
            }
            _ if looks_like_a_move(line) => Self::Move(line.to_owned()),
            _ => return Err(unknown(word, line)),
        })
    }
}

/// The answer to a command that is not known.
fn unknown(word: &str, line: &str) -> String {
    let names = PLAIN.iter().map(|(name, _)| *name).chain(WITH_ARGUMENTS);
    let near = nearest_names(word, names);
    let near = match near.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", in_words(&near)),
    };
    format!("Error (unknown command{near}): {}", shown(line))
}

/// Reads a FEN; the error is the line to answer.
fn parse_position(text: &str) -> Result<Box<Position>, String> {
    Position::parse_fen(text).map(Box::new).map_err(|error| {
        let ParseError { column, expected, found, .. } = error;
        format!(
            "tellusererror Illegal position: column {column}: expected {expected}, found {found}"
        )
    })
}

/// Whether a line is a move of some position, as squares or in algebraic notation.
fn looks_like_a_move(line: &str) -> bool {
    let is_part = |c: char| "abcdefgh12345678KQRBNOo0x=+#-qrn".contains(c);
    let is_castling = || ["O-O", "0-0", "o-o"].iter().any(|castling| line.starts_with(castling));
    (2..=8).contains(&line.len())
        && line.chars().all(is_part)
        && (line.contains(|c: char| c.is_ascii_digit()) || is_castling())
}

/// Reads the arguments of `level`: moves, minutes with or without seconds, seconds.
fn parse_level(text: &str) -> Option<Level> {
    let mut words = text.split_whitespace();
    let moves = words.next()?.parse().ok()?;
    let base = words.next()?;
    let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
    let time = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
    let base = time(minutes)?.checked_mul(60)?.checked_add(time(seconds)?)?;
    let increment = time(words.next()?)?;
    words.next().is_none().then_some(Level { moves, base, increment })
}
