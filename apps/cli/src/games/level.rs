//! Playing strength: a word, plies, a time, or an algorithm with options.

use tremaux_core::ParseError;
use tremaux_registry::{Player, RegistryError, nearest_names};

use crate::failure::{Failure, in_text};
use crate::quantity;

/// The words, and what they mean. None takes longer than this for a move, however large the board.
const WORDS: [(&str, &str); 3] = [
    ("easy", "engine(depth=1, time=1)"),
    ("medium", "engine(depth=5, time=1)"),
    ("hard", "engine(time=2)"),
];

/// What levels mean, for help texts.
pub const LEVELS: &str = "\
Levels: easy looks 1 ply ahead and medium 5, for at most 1 second a move; hard thinks for 2 seconds;
6 looks 6 plies ahead, however long that takes; 500ms or 3s thinks that long; `scout(nodes=10000)`
names the algorithm.";

/// Reads a level that comes from `origin`.
pub fn level(text: &str, origin: &str) -> Result<Player, Failure> {
    let player = player(text, origin)?;
    let is_limited = player.has_strength() || player.algorithm.is_none();
    if is_limited { Ok(player) } else { Err(without_strength(&player)) }
}

/// Reads a level, or an algorithm without a limit, that comes from `origin`.
pub fn player(text: &str, origin: &str) -> Result<Player, Failure> {
    let word = text.trim();
    let player = |text: &str| Player::parse(text).map_err(|error| Failure::of(error, origin));
    if let Some((_, meaning)) = WORDS.iter().find(|(name, _)| *name == word) {
        return player(meaning);
    }
    let is_plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain && let Ok(1..=4000) = word.parse::<u32>() {
        return player(&format!("engine(depth={word})"));
    }
    let starts_with_digit = word.starts_with(|first: char| first.is_ascii_digit());
    if let Ok(time) = quantity::time(word)
        && starts_with_digit
        && !is_plain
        && (0.001..=86_400.0).contains(&time.as_secs_f64())
    {
        return player(&format!("engine(time={})", time.as_secs_f64()));
    }
    let unknown = || {
        let near = nearest_names(word, WORDS.iter().map(|(name, _)| *name));
        let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
        let expected = if near.is_empty() {
            "a level: easy, medium, hard, plies from 1 to 4000, a time from 1ms to 1d, or an \
             algorithm such as `scout(nodes=10000)`"
                .to_owned()
        } else {
            format!("a level (did you mean {}?)", near.join(" or "))
        };
        in_text(origin, text, ParseError::about(text, word, expected))
    };
    if starts_with_digit || word.is_empty() {
        return Err(unknown());
    }
    match Player::parse(word) {
        Ok(player) => Ok(player),
        // Not similar to any algorithm: report it as an unknown level.
        Err(RegistryError::UnknownName { nearest, .. }) if nearest.is_empty() => Err(unknown()),
        Err(error) => Err(Failure::of(error, origin)),
    }
}

/// The error for a player without a limit.
fn without_strength(player: &Player) -> Failure {
    let text = &player.text;
    Failure::Usage(format!(
        "`{text}` needs a limit (depth, time or nodes), such as `scout(depth=6)` or \
         `scout(time=0.5)`"
    ))
}
