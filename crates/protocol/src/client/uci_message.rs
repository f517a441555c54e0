//! What a UCI engine writes.

use super::option::{EngineOption, OptionType};
use super::thought::{EngineScore, Thought};

/// A line that a UCI engine writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciMessage {
    /// `id name …`.
    Name(String),
    /// `option …`.
    Option(EngineOption),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info …` about the best line.
    Info(Thought),
    /// `bestmove …`: the move as it is written; empty if there is none.
    BestMove(String),
    /// Anything else: the protocol says that it is to be ignored.
    Other,
}

impl UciMessage {
    /// Reads a line. Words before the first command that is known are ignored, as the protocol
    /// wants it, but only where there is no doubt.
    pub fn parse(line: &str) -> Self {
        let (word, rest) = first_word(line);
        match word {
            "id" => match first_word(rest) {
                ("name", name) => Self::Name(name.trim().to_owned()),
                _ => Self::Other,
            },
            "option" => option(rest).map_or(Self::Other, Self::Option),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => info(rest).map_or(Self::Other, Self::Info),
            "bestmove" => Self::BestMove(first_word(rest).0.to_owned()),
            _ => Self::Other,
        }
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Reads what follows `info`; `None` if it is about another line than the best one, or says
/// nothing that is kept.
fn info(text: &str) -> Option<Thought> {
    let mut thought = Thought::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => thought.depth = words.next().and_then(|it| it.parse().ok()),
            "nodes" => thought.nodes = words.next().and_then(|it| it.parse().ok()),
            "multipv" if words.next() != Some("1") => return None,
            "score" => {
                let unit = words.next();
                let number = words.next().and_then(|it| it.parse().ok());
                thought.score = match (unit, number) {
                    (Some("cp"), Some(score)) => Some(EngineScore::Centipawns(score)),
                    (Some("mate"), Some(moves)) => Some(EngineScore::Mate(moves)),
                    _ => None,
                };
            }
            // A score that is only a bound says less than the last one.
            "lowerbound" | "upperbound" => thought.score = None,
            "string" => break,
            "pv" => {
                thought.line = words.collect::<Vec<_>>().join(" ");
                break;
            }
            _ => {}
        }
    }
    (thought != Thought::default()).then_some(thought)
}

/// Reads what follows `option`: `name N type T [default D] [min A] [max B] [var V]…`. Names and
/// values may have several words.
fn option(text: &str) -> Option<EngineOption> {
    const KEYS: [&str; 5] = ["type", "default", "min", "max", "var"];
    let mut fields: Vec<(&str, String)> = Vec::new();
    for word in text.split_whitespace() {
        let is_key = match fields.len() {
            0 => word == "name",
            // A name may contain the words of other keys.
            1 => word == "type",
            _ => KEYS.contains(&word),
        };
        if is_key {
            fields.push((word, String::new()));
        } else {
            let (_, value) = fields.last_mut()?;
            value.push_str(if value.is_empty() { "" } else { " " });
            value.push_str(word);
        }
    }
    let value = |key| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_str());
    let number = |key| value(key).and_then(|text| text.parse::<i64>().ok());
    let kind = match value("type")? {
        "check" => OptionType::Check,
        "spin" => OptionType::Spin {
            least: number("min").unwrap_or(i64::MIN),
            most: number("max").unwrap_or(i64::MAX),
        },
        "combo" => {
            let words = fields.iter().filter(|(key, _)| *key == "var");
            OptionType::Combo(words.map(|(_, value)| value.clone()).collect())
        }
        "button" => OptionType::Button,
        "string" => OptionType::Text,
        _ => return None,
    };
    let name = value("name").filter(|name| !name.is_empty())?.to_owned();
    Some(EngineOption { name, kind })
}
