//! Reads and writes files of games in SGF, the Smart Game Format (FF[1] to FF[4]).

use std::fmt::Write;

use tremaux_core::{Game, ParseError, Turn, is_obeyed};

use super::board::{Board, EMPTY, NOWHERE};
use super::rules::{Go, Move, Position};
use super::ruleset::Ruleset;
use crate::replayed::Replayed;

/// A game of a file in SGF: the properties of its main line, which is the first variation
/// everywhere.
///
/// All values are parts of the text, so errors report the line and column in the file. Other
/// variations are checked for their brackets and skipped, and unknown properties are ignored.
///
/// ```
/// use tremaux::games::go::SgfGame;
/// let text = "(;GM[1]SZ[9]KM[6.5]RU[Chinese];B[ee];W[gc](;B[])(;B[cc]))";
/// let games = SgfGame::read_all(text).unwrap();
/// let game = games[0].game(text).unwrap();
/// let line = games[0].replay(&game, text).unwrap();
/// assert_eq!((game.size(), line.moves.len()), (9, 3));
/// // What is written can be read.
/// let text = SgfGame::write(&game, &line.start, &line.moves);
/// let again = SgfGame::read_all(&text).unwrap()[0].replay(&game, &text).unwrap();
/// assert_eq!(again.end, line.end);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfGame<'a> {
    /// The place of the game in its file.
    place: &'a str,
    /// For each value of the main line its node, its property and the value as it is written.
    values: Vec<(usize, &'a str, &'a str)>,
    /// Text before the first game of the file, or after this one.
    ignored: Vec<&'a str>,
}

/// The most moves of a game.
const MOST_MOVES: usize = 10_000;

/// Whether a property as it is written is `name`: older files add lower-case letters.
fn is_property(written: &str, name: &str) -> bool {
    written.bytes().filter(|byte| !byte.is_ascii_lowercase()).eq(name.bytes())
}

impl<'a> SgfGame<'a> {
    /// All games of a file, as [`SgfGame::read_each`] reads them.
    ///
    /// # Errors
    ///
    /// Returns the first error.
    pub fn read_all(text: &'a str) -> Result<Vec<Self>, ParseError> {
        Self::read_each(text).into_iter().collect()
    }

    /// The games of a file, or what is wrong with them: brackets that are not closed, or text where
    /// there is none. Moves are not checked: see [`SgfGame::replay`].
    ///
    /// Text around games is skipped: see [`SgfGame::notes`]. Takes time and memory linear in the
    /// length of the text, however deep its variations are.
    pub fn read_each(text: &'a str) -> Vec<Result<Self, ParseError>> {
        let (mut games, mut at) = (Vec::<Result<Self, ParseError>>::new(), 0);
        while let Some(begin) = next_game(text, at) {
            let between = text[at..begin].trim();
            if is_cut_off(between) && !games.is_empty() {
                break;
            }
            let (is_first, before) = (games.is_empty(), &text[at..begin]);
            at = begin;
            let mut game = Self::read(text, &mut at);
            let owner = if is_first { Some(&mut game) } else { games.last_mut() };
            if let Some(Ok(owner)) = owner {
                owner.ignore(before);
            }
            if game.is_err() {
                // The rest of the game belongs to the error.
                let next = next_root(text, begin + 1);
                let next = next.or_else(|| Some(at + text[at..].find("\n(")?));
                at = next.unwrap_or(text.len());
            }
            games.push(game);
        }
        if games.is_empty() {
            let error = ParseError::at_end(text, "a game in SGF, which begins with `(;`");
            games.push(Err(error));
            return games;
        }
        let rest = &text[at..];
        if is_cut_off(rest.trim()) {
            let word = rest.split_whitespace().next().unwrap_or(rest);
            games.push(Err(ParseError::about(text, word, "the end of the file, or another game")));
        } else if let Some(Ok(last)) = games.last_mut() {
            last.ignore(rest);
        }
        games
    }

    /// Takes note of text that is skipped. Old systems mark the end of a file.
    fn ignore(&mut self, text: &'a str) {
        let text = text.trim_matches(|it: char| it.is_whitespace() || it.is_control());
        self.ignored.extend((!text.is_empty()).then_some(text));
    }

    /// What is not as the file has it: rules that are not known, and text that is skipped.
    pub fn notes(&self) -> Vec<String> {
        let shown = |text: &str| -> String {
            let line = text.lines().next().unwrap_or_default().trim();
            line.chars().filter(|&it| !is_obeyed(it)).take(40).collect()
        };
        let rules = self.value("RU").filter(|it| !it.trim().is_empty());
        let unknown = rules.filter(|it| Ruleset::of_sgf(it).is_none()).map(|rules| {
            let (rules, used) = (shown(rules), Ruleset::default().option());
            format!(
                "the rules `{rules}` are not known: {used} is used, and the result in the file \
                 may differ"
            )
        });
        let ignored = self.ignored.iter();
        let ignored =
            ignored.map(|text| format!("ignored text that belongs to no game: `{}`", shown(text)));
        unknown.into_iter().chain(ignored).collect()
    }

    /// Reads the game at `at`, and sets `at` to its end.
    fn read(text: &'a str, at: &mut usize) -> Result<Self, ParseError> {
        let start = *at;
        let (mut depth, mut nodes, mut is_main, mut values) = (0_usize, 0, true, Vec::new());
        while let Some(sign) = text[*at..].chars().next() {
            let rest = &text[*at..];
            match sign {
                '(' => depth += 1,
                ')' => {
                    depth -= 1;
                    is_main = is_main && nodes == 0;
                }
                ';' => nodes += usize::from(is_main),
                _ if sign.is_whitespace() => {}
                'A'..='Z' | 'a'..='z' if nodes > 0 => {
                    let is_end = |it: char| !it.is_ascii_alphanumeric();
                    let name = &rest[..rest.find(is_end).unwrap_or(rest.len())];
                    *at += name.len();
                    read_values(text, at, |value| {
                        if is_main {
                            values.push((nodes - 1, name, value));
                        }
                    })?;
                    continue;
                }
                _ => {
                    let word = &rest[..sign.len_utf8()];
                    let expected = if nodes == 0 { "`;`" } else { "a property, `;`, `(` or `)`" };
                    return Err(ParseError::about(text, word, expected));
                }
            }
            *at += sign.len_utf8();
            if depth == 0 {
                let place = &text[start..start + 1];
                return Ok(Self { place, values, ignored: Vec::new() });
            }
        }
        Err(ParseError::at_end(text, "`)` at the end of the game"))
    }

    /// The properties of the main line with their values, as they are written.
    pub fn properties(&self) -> impl Iterator<Item = (&'a str, &'a str)> + '_ {
        self.values.iter().map(|&(_, name, value)| (name, value))
    }

    /// The first value of a property, as it is written.
    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.values.iter().find(|(_, it, _)| is_property(it, name)).map(|&(_, _, value)| value)
    }

    /// The players and the result, as they are written.
    pub fn title(&self) -> String {
        let known = |name| self.value(name).filter(|value| !value.trim().is_empty());
        let name = |name| known(name).unwrap_or("unknown").trim();
        let result = known("RE").unwrap_or("?").trim();
        format!("{} \u{2013} {} {result}", name("PB"), name("PW"))
    }

    /// What is wrong with a value; of one without text the game is the place.
    fn wrong(&self, text: &str, value: &str, expected: &str) -> ParseError {
        ParseError::about(text, if value.is_empty() { self.place } else { value }, expected)
    }

    /// The game: size, komi, rules and handicap stones. What the file does not say is 19×19, a komi
    /// of 7.5, and Tromp and Taylor's rules, which also stand for unknown ones.
    ///
    /// # Errors
    ///
    /// Returns the place of a value that is not supported.
    pub fn game(&self, text: &str) -> Result<Go, ParseError> {
        let wrong = |value: &str, expected: &str| Err(self.wrong(text, value, expected));
        if let Some(game) = self.value("GM").filter(|it| !matches!(it.trim(), "1" | "")) {
            return wrong(game, "1, the number of Go");
        }
        let size = self.value("SZ").unwrap_or("19");
        let (columns, rows) = size.split_once(':').unwrap_or((size, size));
        let side = columns.trim().parse().ok().filter(|_| columns.trim() == rows.trim());
        let Some(game) = side.and_then(Go::new) else {
            return wrong(size, "a square board with at most 19 rows");
        };
        let komi = match self.value("KM").map(|komi| (komi, komi.trim().replace(',', "."))) {
            None => 750,
            Some((_, written)) if written.is_empty() => 750,
            Some((komi, written)) => match written.parse::<f64>().ok().and_then(hundredths) {
                Some(komi) => komi,
                None => return wrong(komi, "a komi with at most two decimals"),
            },
        };
        let stones = self.value("HA").unwrap_or_default();
        let handicap = match stones.trim() {
            "" => 0,
            written => match written.parse().ok().filter(|&it: &u32| it <= 361) {
                Some(handicap) => handicap,
                None => return wrong(stones, "a number of handicap stones"),
            },
        };
        let rules = self.value("RU").and_then(Ruleset::of_sgf).unwrap_or_default();
        let handicap = if handicap > 1 { handicap } else { 0 };
        Ok(game.komi_in_hundredths(komi).rules(rules).handicap(handicap))
    }

    /// Plays the main line, from after the last node that sets stones up.
    ///
    /// If one player moves twice in a row, the other one passed in between. Passes after the end
    /// are ignored; if a stone follows them, play was resumed where the game was before them.
    /// `text` is the file that was read, for reporting places of errors.
    ///
    /// # Errors
    ///
    /// Returns the place of the first move that is not legal, or of a position that cannot be.
    pub fn replay(&self, game: &Go, text: &str) -> Result<Replayed<Position, Move>, ParseError> {
        let mut line = Replayed::new(Position::of(Board::new(game.size())));
        for node in self.values.chunk_by(|one, other| one.0 == other.0) {
            let is_setup = |name: &str| SETUP.iter().any(|it| is_property(name, it));
            if node.iter().any(|(_, name, _)| is_setup(name)) {
                let board = set_up(game, &line.end, node, text)?;
                line = Replayed::new(Position::of(board));
            }
            for &(_, name, value) in node {
                let color = u8::from(is_property(name, "W"));
                if color == 0 && !is_property(name, "B") {
                    continue;
                }
                let mv = read_point(game, value);
                let played = mv.ok_or(POINT).and_then(|mv| line.play(game, color, mv));
                played.map_err(|expected| self.wrong(text, value, expected))?;
            }
        }
        Ok(line)
    }

    /// The game of these moves in SGF.
    pub fn write(game: &Go, start: &Position, moves: &[Move]) -> String {
        let mut text = format!(
            "(;FF[4]GM[1]CA[UTF-8]AP[Tremaux]SZ[{}]KM[{}]RU[{}]",
            game.size(),
            game.komi_in_points(),
            game.ruleset().sgf(),
        );
        if game.handicap > 0 {
            let _ = write!(text, "HA[{}]", game.handicap);
        }
        let mut stones = [String::new(), String::new()];
        for mv in game.all_points() {
            let color = usize::from(start.board().color(mv.0));
            if let Some(stones) = stones.get_mut(color) {
                let _ = write!(stones, "[{}]", point_text(game, mv));
            }
        }
        for (name, stones) in ["AB", "AW"].into_iter().zip(&stones) {
            if !stones.is_empty() {
                let _ = write!(text, "{name}{stones}");
            }
        }
        if start.board().to_move == 1 || stones.iter().any(|it| !it.is_empty()) {
            let _ = write!(text, "PL[{}]", COLORS[usize::from(start.board().to_move)]);
        }
        let (mut position, mut body) = (start.clone(), String::new());
        for (ply, &mv) in moves.iter().enumerate() {
            let color = COLORS[usize::from(position.board().to_move)];
            let end = if ply % 10 == 0 { "\n" } else { "" };
            let _ = write!(body, "{end};{color}[{}]", point_text(game, mv));
            game.play(&mut position, mv);
        }
        if game.turn(&position) == Turn::Over {
            let _ = write!(text, "RE[{}]", game.result_text(&position));
        }
        text + &body + ")\n"
    }
}

const COLORS: [&str; 2] = ["B", "W"];
const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];
const POINT: &str = "two letters for a point of the board, or nothing for a pass";

impl Replayed<Position, Move> {
    /// Takes back the passes at the end, or only the last one if the other player goes on.
    fn resume(&mut self, game: &Go, color: u8) {
        let is_of_last = self.end.board.to_move != color;
        self.moves.truncate(self.moves.len().saturating_sub(if is_of_last { 1 } else { 2 }));
        self.end.clone_from(&self.start);
        for &mv in &self.moves {
            game.play(&mut self.end, mv);
        }
    }

    /// Plays a move of `color`; returns what was expected instead.
    fn play(&mut self, game: &Go, color: u8, mv: Move) -> Result<(), &'static str> {
        if game.turn(&self.end) == Turn::Over {
            if mv == Move::PASS {
                return Ok(());
            }
            self.resume(game, color);
        }
        if self.moves.len() + 2 > MOST_MOVES {
            return Err("at most 10000 moves");
        }
        if self.end.board.to_move != color {
            if self.moves.is_empty() {
                (self.start.board.to_move, self.end.board.to_move) = (color, color);
            } else if game.turn(&self.end) != Turn::Over {
                game.play(&mut self.end, Move::PASS);
                self.moves.push(Move::PASS);
            }
        }
        match game.refusal(&self.end, mv) {
            Some(expected) => Err(expected),
            None => {
                game.play(&mut self.end, mv);
                self.moves.push(mv);
                Ok(())
            }
        }
    }
}

/// The start of the next game from `at` on.
fn next_game(text: &str, at: usize) -> Option<usize> {
    let mut begin = at;
    loop {
        begin += text.get(begin..)?.find('(')?;
        if text[begin + 1..].trim_start().starts_with([';', '(']) {
            return Some(begin);
        }
        begin += 1;
    }
}

/// The start of the next game from `at` on, if it begins a line and as games begin, unlike
/// variations.
fn next_root(text: &str, at: usize) -> Option<usize> {
    let mut starts = text[at..].match_indices("\n(").map(|(start, _)| at + start + 1);
    starts.find(|start| {
        let node = text[start + 1..].trim_start().strip_prefix(';').unwrap_or_default();
        ["GM[", "FF[", "CA[", "SZ["].iter().any(|it| node.trim_start().starts_with(it))
    })
}

/// Whether text between games is the rest of one, whose brackets are wrong.
fn is_cut_off(text: &str) -> bool {
    text.starts_with([';', ')', '(', '['])
}

/// Reads the values of a property at `at`, at least one, and sets `at` to their end.
fn read_values<'a>(
    text: &'a str,
    at: &mut usize,
    mut take: impl FnMut(&'a str),
) -> Result<(), ParseError> {
    let mut count = 0;
    loop {
        let rest = text[*at..].trim_start();
        let Some(value) = rest.strip_prefix('[') else {
            if count > 0 {
                return Ok(());
            }
            let expected = "`[` and a value of the property";
            return Err(match rest.chars().next() {
                None => ParseError::at_end(text, expected),
                Some(sign) => ParseError::about(text, &rest[..sign.len_utf8()], expected),
            });
        };
        let mut is_escaped = false;
        let end = value.bytes().position(|byte| {
            let is_end = byte == b']' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        });
        // A value that goes on into the next game has no end of its own.
        let end = end.filter(|&end| next_root(&value[..end], 0).is_none());
        let Some(end) = end else {
            // The rest of the file belongs to the error.
            *at = text.len();
            let open = &rest[..1];
            return Err(ParseError::about(text, open, "a value that ends with `]`"));
        };
        take(&value[..end]);
        count += 1;
        *at = text.len() - value.len() + end + 1;
    }
}

/// The komi in hundredths. Some servers write hundredths, or count stones of area, not points.
fn hundredths(komi: f64) -> Option<i32> {
    let komi = if komi.abs() >= 100.0 { komi / 100.0 } else { komi };
    let is_of_stones = (2.0 * komi).fract() != 0.0 && (4.0 * komi).fract() == 0.0;
    Go::hundredths(if is_of_stones { 2.0 * komi } else { komi })
}

/// A point of two letters, or a pass.
fn read_point(game: &Go, value: &str) -> Option<Move> {
    match *value.trim().as_bytes() {
        [] | [b't', b't'] => Some(Move::PASS),
        [x @ b'a'..=b's', y @ b'a'..=b's'] => {
            game.point(usize::from(x - b'a'), usize::from(y - b'a'))
        }
        _ => None,
    }
}

fn point_text(game: &Go, mv: Move) -> String {
    let letter = |at: usize| char::from(b'a' + at as u8);
    game.place(mv).map_or(String::new(), |(x, y)| [letter(x), letter(y)].into_iter().collect())
}

/// The board after the properties of a node that set stones up.
fn set_up(
    game: &Go,
    before: &Position,
    node: &[(usize, &str, &str)],
    text: &str,
) -> Result<Board, ParseError> {
    let mut colors: Vec<(u16, u8)> =
        game.all_points().map(|mv| (mv.0, before.board().color(mv.0))).collect();
    let mut last = "";
    for &(_, name, value) in node {
        let kind = ["AB", "AW", "AE"].iter().position(|it| is_property(name, it));
        let Some(color) = kind else { continue };
        if value.trim().is_empty() {
            // Some programs write a list without points.
            continue;
        }
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let corner = |text| read_point(game, text).and_then(|mv| game.place(mv));
        let Some((one, other)) = corner(from).zip(corner(to)) else {
            return Err(ParseError::about(text, value, "points of the board"));
        };
        last = value;
        for y in one.1.min(other.1)..=one.1.max(other.1) {
            for x in one.0.min(other.0)..=one.0.max(other.0) {
                colors[y * game.size() + x].1 = color as u8;
            }
        }
    }
    colors.retain(|&(_, color)| color < EMPTY);
    let Some(mut board) = Board::set_up(game.size(), &colors) else {
        return Err(ParseError::about(text, last, "a liberty for every stone"));
    };
    game.count_stones(&mut board);
    let is_black = colors.iter().all(|&(_, color)| color == 0) && !colors.is_empty();
    board.to_move = if is_black { 1 } else { before.board().to_move };
    if let Some((_, _, value)) = node.iter().find(|(_, name, _)| is_property(name, "PL")) {
        board.to_move = match value.trim().as_bytes().first() {
            Some(b'B' | b'b' | b'1') => 0,
            Some(b'W' | b'w' | b'2') => 1,
            _ => {
                let value = if value.is_empty() { node[0].1 } else { value };
                return Err(ParseError::about(text, value, "B or W"));
            }
        };
    }
    board.last = NOWHERE;
    Ok(board)
}
