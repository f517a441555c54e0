//! The players of a match: ours by name, and outside programs.

use std::time::Duration;

use tremaux_core::ParseError;
use tremaux_protocol::client::{MoveLimits, Program, Protocol, TimeControl};
use tremaux_registry::Player;

use tremaux_cli::failure::{Failure, in_text};
use tremaux_cli::games::level;
use tremaux_registry::quantity;

/// What players may be, for help texts.
pub(super) const PLAYERS: &str = "\
Players of chess may be programs: uci:COMMAND or xboard:COMMAND, with arguments, and settings in
brackets at the end: \"uci:stockfish(nodes=10000, Hash=16)\", \"uci:gnuchess --uci(OwnBook=false)\",
\"xboard:phalanx -b-\". `tremaux` is this program over UCI. The settings depth, nodes, time (of a
move) and tc (a time control) limit the player, name is what reports call it; all others are
options of the program. Quotation marks protect spaces, commas and brackets. A player
without a limit of its own needs --tc or --movetime. A program that ignores nodes is stopped when
it reports twice as many.";

/// A player.
#[derive(Clone, Debug)]
pub(super) struct MatchPlayer {
    pub(super) kind: PlayerKind,
    /// Its limits under this match; those of ours by name are within [`Player`].
    pub(super) limits: MoveLimits,
    /// What the reports call it.
    pub(super) text: String,
    /// The name that it was given.
    pub(super) name: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) enum PlayerKind {
    Named(Player),
    Program(Program),
}

impl MatchPlayer {
    /// Reads the player that the argument `origin` describes; `limits` are for players who have
    /// none.
    pub(super) fn parse(text: &str, origin: &str, limits: MoveLimits) -> Result<Self, Failure> {
        let of_text = |error| in_text(origin, text, error);
        let mut player = match program(text).map_err(of_text)? {
            Some(player) => player,
            None => {
                let player = match limits.is_limited() {
                    true => level::player(text, origin),
                    false => level::level(text, origin),
                };
                let player = player.map_err(with_help)?;
                let has_limits = player.has_strength() || player.algorithm.is_none();
                let text = player.text.clone();
                let limits = if has_limits { MoveLimits::default() } else { limits };
                return Ok(Self { kind: PlayerKind::Named(player), limits, text, name: None });
            }
        };
        if !player.limits.is_limited() {
            player.limits = limits;
        }
        if !player.limits.is_limited() {
            let message = format!(
                "`{}` needs a limit: --tc 10+0.1 or --movetime 1s for both players, or depth, \
                 nodes, time or tc in brackets after the command, such as (nodes=10000)",
                player.text
            );
            return Err(Failure::Usage(message));
        }
        if let PlayerKind::Program(Program { protocol: Protocol::Xboard, .. }) = player.kind {
            check_xboard(&player)?;
        }
        Ok(player)
    }

    pub(super) fn is_program(&self) -> bool {
        matches!(self.kind, PlayerKind::Program(_))
    }
}

/// Mentions programs where a name is not known.
fn with_help(failure: Failure) -> Failure {
    match failure {
        Failure::Text { origin, text, error, help: None } => {
            let help = "programs are uci:COMMAND or xboard:COMMAND".to_owned();
            Failure::Text { origin, text, error, help: Some(help) }
        }
        failure => failure,
    }
}

/// The protocol of xboard has no limits of positions, and times of moves in whole seconds.
fn check_xboard(player: &MatchPlayer) -> Result<(), Failure> {
    let text = &player.text;
    if player.limits.nodes.is_some() {
        let message = format!("`{text}`: xboard has no limit of nodes; use depth, time or tc");
        return Err(Failure::Usage(message));
    }
    if player.limits.move_time.is_some_and(|time| time.subsec_nanos() != 0) {
        let message = format!("`{text}`: xboard has whole seconds for a move, such as 1s or 2s");
        return Err(Failure::Usage(message));
    }
    Ok(())
}

/// Reads a program; `None` if `text` is none.
fn program(text: &str) -> Result<Option<MatchPlayer>, ParseError> {
    let trimmed = text.trim();
    let (command, settings) = split_settings(text, trimmed)?;
    let mut words = Vec::new();
    let protocol = if command.trim() == "tremaux" {
        let this = std::env::current_exe().map(|path| path.to_string_lossy().into_owned());
        words.extend([this.unwrap_or_else(|_| "tremaux".into()), "uci".into()]);
        Protocol::Uci
    } else if let Some(rest) = command.strip_prefix("uci:") {
        words.extend(command_words(text, rest)?);
        Protocol::Uci
    } else if let Some(rest) = command.strip_prefix("xboard:") {
        words.extend(command_words(text, rest)?);
        Protocol::Xboard
    } else if let Some((protocol, _)) = command.split_once(':') {
        return Err(ParseError::about(text, protocol, "the protocol: `uci` or `xboard`"));
    } else {
        return Ok(None);
    };
    if words.is_empty() {
        let expected = "a command after the protocol, such as `uci:stockfish`";
        return Err(ParseError::at_end(text, expected));
    }
    let program = Program { protocol, command: words, options: Vec::new() };
    let mut player = MatchPlayer {
        kind: PlayerKind::Program(program),
        limits: MoveLimits::default(),
        text: trimmed.to_owned(),
        name: None,
    };
    for setting in parts(settings.unwrap_or_default(), ',') {
        player.set(text, setting)?;
    }
    Ok(Some(player))
}

impl MatchPlayer {
    /// Takes `setting`, a part of `text`, such as `depth=3` or `Hash=16`.
    fn set(&mut self, text: &str, setting: &str) -> Result<(), ParseError> {
        let (key, value) = match parts(setting, '=').split_first() {
            Some((key, [_, ..])) if !key.trim().is_empty() => {
                let key = key.trim();
                let start = setting.find('=').unwrap_or(setting.len());
                (key, setting[(start + 1).min(setting.len())..].trim())
            }
            // An action such as `Clear Hash`.
            Some((key, [])) if !key.trim().is_empty() => (key.trim(), ""),
            _ => {
                let expected = "a setting such as `nodes=10000` or `Hash=16`";
                return Err(ParseError::about(text, setting.trim(), expected));
            }
        };
        let plain = unquoted(value);
        let wrong = |expected: &str| ParseError::about(text, value, expected);
        match key {
            "depth" => {
                let depth = plain.parse().ok().filter(|depth| (1..=4000).contains(depth));
                self.limits.depth = Some(depth.ok_or_else(|| wrong("plies from 1 to 4000"))?);
            }
            "nodes" => {
                let nodes = quantity::count(&plain).ok().filter(|nodes| *nodes > 0);
                let expected = "a number of positions, such as `10000` or `1M`";
                self.limits.nodes = Some(nodes.ok_or_else(|| wrong(expected))?);
            }
            "time" => {
                let time = quantity::time(&plain).ok().filter(is_possible_move_time);
                let expected = "a time from 1ms to 1d, such as `500ms` or `2s`";
                self.limits.move_time = Some(time.ok_or_else(|| wrong(expected))?);
            }
            "tc" => {
                let control: Result<TimeControl, ParseError> = plain.parse();
                self.limits.control = Some(control.map_err(|error| wrong(&error.expected))?);
            }
            "name" if plain.trim().is_empty() => return Err(wrong("a name")),
            "name" => self.name = Some(plain),
            _ => {
                let PlayerKind::Program(program) = &mut self.kind else { return Ok(()) };
                program.options.push((unquoted(key), plain));
            }
        }
        Ok(())
    }
}

/// Whether a move may take this long.
pub(super) fn is_possible_move_time(time: &Duration) -> bool {
    (0.001..=86_400.0).contains(&time.as_secs_f64())
}

/// Splits the settings in brackets from the end of `trimmed`, a part of `text`.
fn split_settings<'a>(
    text: &str,
    trimmed: &'a str,
) -> Result<(&'a str, Option<&'a str>), ParseError> {
    let (mut depth, mut quote, mut start) = (0, None, 0);
    let mut last = None;
    for (at, sign) in trimmed.char_indices() {
        match sign {
            _ if !is_outside(&mut quote, sign) => {}
            '(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            ')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    last = Some((start, at));
                }
            }
            _ => {}
        }
    }
    let is_program = ["uci:", "xboard:", "tremaux("].iter().any(|it| trimmed.starts_with(it));
    if is_program && let Some(open) = quote {
        return Err(ParseError::at_end(text, format!("`{open}`")));
    }
    if is_program && depth > 0 {
        return Err(ParseError::at_end(text, "`)`"));
    }
    Ok(match last {
        Some((open, close)) if close + 1 == trimmed.len() => {
            (&trimmed[..open], Some(&trimmed[open + 1..close]))
        }
        _ => (trimmed, None),
    })
}

/// The parts of a text between separators that are not within quotation marks or brackets; none
/// if the text is blank.
fn parts(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut quote, mut start) = (0_usize, None, 0);
    let mut parts = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            _ if !is_outside(&mut quote, sign) => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if sign == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + sign.len_utf8();
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

/// A text without the quotation marks around its parts.
fn unquoted(text: &str) -> String {
    let mut quote = None;
    let is_kept = |sign: &char| {
        let before = quote;
        is_outside(&mut quote, *sign) || before.is_some() && before == quote
    };
    text.chars().filter(is_kept).collect()
}

/// Whether a sign is outside quotation marks, of which `quote` is open; the marks are not.
fn is_outside(quote: &mut Option<char>, sign: char) -> bool {
    match *quote {
        Some(open) if sign == open => *quote = None,
        Some(_) => {}
        None if matches!(sign, '"' | '\'') => *quote = Some(sign),
        None => return true,
    }
    false
}

/// The words of a command, a part of `text`.
fn command_words(text: &str, command: &str) -> Result<Vec<String>, ParseError> {
    let mut words = Vec::new();
    let mut rest = command.trim_start();
    while !rest.is_empty() {
        let mut quote = None;
        let is_end =
            |&(_, sign): &(usize, char)| is_outside(&mut quote, sign) && sign.is_whitespace();
        let end = rest.char_indices().find(is_end).map_or(rest.len(), |(at, _)| at);
        let word = unquoted(&rest[..end]);
        if word.contains('\0') {
            return Err(ParseError::about(text, &rest[..end], "a word without the sign U+0000"));
        }
        words.push(word);
        rest = rest[end..].trim_start();
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<MatchPlayer, Failure> {
        MatchPlayer::parse(text, "A", MoveLimits::default())
    }

    fn program_of(player: &MatchPlayer) -> (&[String], &[(String, String)]) {
        match &player.kind {
            PlayerKind::Program(program) => (&program.command, &program.options),
            PlayerKind::Named(_) => panic!("not a program"),
        }
    }

    #[test]
    fn programs_have_arguments_limits_and_options() {
        let player = read("uci:stockfish(nodes=10k, Hash=16, Clear Hash)").expect("a player");
        let (command, options) = program_of(&player);
        assert_eq!(command, ["stockfish"]);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(options, [pair("Hash", "16"), pair("Clear Hash", "")]);
        assert_eq!((player.limits.nodes, player.limits.depth), (Some(10_000), None));

        let text = "uci:'my engine' --book \"a (b)\" (depth=3, name=\"X, the 1st\", \
                    Mobility (Middle Game)=50, File='a=b,c')";
        let player = read(text).expect("a player");
        let (command, options) = program_of(&player);
        assert_eq!(command, ["my engine", "--book", "a (b)"]);
        assert_eq!(options, [pair("Mobility (Middle Game)", "50"), pair("File", "a=b,c")]);
        assert_eq!(player.name.as_deref(), Some("X, the 1st"));

        let player = read("xboard:phalanx -b- (tc=40/60+1)").expect("a player");
        assert_eq!(player.limits.control.map(|it| it.to_string()).as_deref(), Some("40/60+1"));
        let player = read("tremaux(time=500ms)").expect("a player");
        assert_eq!(program_of(&player).0[1], "uci");
        assert!(!read("scout(depth=3)").expect("a player").is_program());
    }

    #[test]
    fn limits_of_the_match_are_for_players_without() {
        let limits = MoveLimits { control: "10+0.1".parse().ok(), ..MoveLimits::default() };
        let read = |text| MatchPlayer::parse(text, "A", limits).expect("a player").limits;
        assert_eq!(read("uci:x"), limits);
        assert_eq!(read("uci:x(Hash=1)"), limits);
        assert_eq!(read("scout"), limits);
        assert_eq!(read("random"), MoveLimits::default());
        assert_eq!(read("uci:x(nodes=1)").control, None);
        assert_eq!(read("scout(depth=1)"), MoveLimits::default());
    }

    /// Every text is a player or an error with a place within it.
    #[test]
    fn any_text_can_be_read() {
        let words = [
            "uci:", "xboard:", "tremaux", "(", ")", "'", "\"", "=", ",", " ", "depth", "tc", "1",
            "40/60", "name", "é", "x",
        ];
        let mut random = tremaux_core::Random::new(1);
        for _ in 0..20_000 {
            let length = random.below(12);
            let text: String =
                (0..length).map(|_| words[random.below(words.len() as u64) as usize]).collect();
            if let Err(Failure::Text { error, .. }) = read(&text) {
                assert!(error.offset + error.length <= text.len(), "{text}: {error}");
            }
        }
    }

    #[test]
    fn wrong_players_are_refused() {
        for (text, part) in [
            ("uci:x", "needs a limit"),
            ("scout", "needs a limit"),
            ("uci:", "a command"),
            ("uci: (depth=1)", "a command"),
            ("uci:x(depth=0)", "plies from 1"),
            ("uci:x(depth=1", "`)`"),
            ("uci:'x(depth=1)", "`'`"),
            ("uci:x(nodes=-1)", "a number of positions"),
            ("uci:x(time=0)", "1ms to 1d"),
            ("uci:x(tc=0)", "a time control"),
            ("uci:x(=3)", "a setting"),
            ("uci:x(depth=1,,)", "a setting"),
            ("uci:x(depth=1, name=)", "a name"),
            ("xboard:x(nodes=5)", "no limit of nodes"),
            ("xboard:x(time=0.5)", "whole seconds"),
            ("uci:x\0(depth=1)", "U+0000"),
            ("uic:x(depth=1)", "`uci` or `xboard`"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
