//! What an xboard engine writes.

use super::thought::{EngineScore, Thought};

/// A line that an xboard engine writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XboardMessage {
    /// `feature …`: names and values.
    Features(Vec<(String, String)>),
    /// `pong N`.
    Pong(u64),
    /// `move …`, in one of the forms of all versions of the protocol.
    Move(String),
    /// `resign`.
    Resign,
    /// A result, such as `1-0 {White mates}`: whether White wins, or nobody.
    Result(Option<bool>),
    /// `Illegal move …`: it does not accept what the other side played.
    Refused,
    /// What it thinks: `9 156 1084 48000 Nf3 Nc6`.
    Thinking(Thought),
    /// Anything else.
    Other,
}

impl XboardMessage {
    /// Reads a line.
    pub fn parse(line: &str) -> Self {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { return Self::Other };
        match word {
            "feature" => Self::Features(features(line)),
            "pong" => words.next().and_then(|it| it.parse().ok()).map_or(Self::Other, Self::Pong),
            "move" => words.next().map_or(Self::Other, |mv| Self::Move(mv.into())),
            "resign" => Self::Resign,
            "1-0" => Self::Result(Some(true)),
            "0-1" => Self::Result(Some(false)),
            "1/2-1/2" => Self::Result(None),
            "Illegal" | "Invalid" if words.next().is_some_and(|it| it.starts_with("move")) => {
                Self::Refused
            }
            // `1. ... e7e5`
            _ if word.ends_with('.') && words.clone().next() == Some("...") => {
                words.nth(1).map_or(Self::Other, |mv| Self::Move(mv.into()))
            }
            "My" if line.starts_with("My move is") => {
                let mv = line["My move is".len()..].trim_start_matches([' ', ':']);
                let mv = mv.split_whitespace().next();
                mv.map_or(Self::Other, |mv| Self::Move(mv.into()))
            }
            _ => thinking(line).map_or(Self::Other, Self::Thinking),
        }
    }
}

/// Reads `feature name=value name="a value" …`.
fn features(line: &str) -> Vec<(String, String)> {
    let mut rest = line.trim_start().strip_prefix("feature").unwrap_or_default();
    let mut features = Vec::new();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
        };
        features.push((name.trim().to_owned(), value.to_owned()));
        rest = next;
    }
    features
}

/// Reads depth, score in hundredths of a pawn, time, nodes and the line; the depth may be
/// followed by a sign.
fn thinking(line: &str) -> Option<Thought> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.trim_end_matches(['.', '+', '-', '&']).parse().ok()?;
    let score = words.next()?.parse::<i32>().ok()?;
    words.next()?.parse::<u64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    const MATE: i32 = 100_000;
    let score = match score {
        MATE.. => EngineScore::Mate((score - MATE).max(1)),
        _ if score <= -MATE => EngineScore::Mate((score + MATE).min(-1)),
        _ => EngineScore::Centipawns(score),
    };
    let line = words.collect::<Vec<_>>().join(" ");
    Some(Thought { score: Some(score), depth: Some(depth), nodes: Some(nodes), line })
}
