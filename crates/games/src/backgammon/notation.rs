//! Position IDs, rolls as two digits, and plays as points.

use std::fmt;

use tremaux_core::{
    Game, GameDepict, GameNotation, ParseError, Picture, Player, Role, Shape, Turn,
};

use super::rules::{BAR, Backgammon, Board, Move, OFF, Phase, Position, Step};

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl Board {
    /// The Position ID that GNU Backgammon gives this board when `player` is on roll: 14
    /// letters.
    ///
    /// For each point from the ace point to the bar, one bit per checker and a zero; first for
    /// the player not on roll, then for the player on roll; 80 bits from the lowest of each
    /// byte, in base 64. (The manual describes the two players the other way round; the program,
    /// and every ID in circulation, does it like this.)
    ///
    /// ```
    /// use tremaux::games::backgammon::Board;
    /// assert_eq!(Board::start().position_id(0), "4HPwATDgc/ABMA");
    /// ```
    pub fn position_id(&self, player: Player) -> String {
        let mut bytes = [0_u8; 12];
        let mut bit = 0;
        for player in [1 - player, player] {
            for &count in self.points(player) {
                for _ in 0..count {
                    bytes[bit / 8] |= 1 << (bit % 8);
                    bit += 1;
                }
                bit += 1;
            }
        }
        let letters = bytes.chunks(3).flat_map(|three| {
            let word = three.iter().fold(0_usize, |word, &byte| word << 8 | usize::from(byte));
            [18, 12, 6, 0].map(|shift| char::from(BASE64[word >> shift & 63]))
        });
        letters.take(14).collect()
    }

    /// The board with this Position ID, where `player` is on roll. `word` is a part of
    /// `text`.
    fn from_position_id(text: &str, word: &str, player: Player) -> Result<Self, ParseError> {
        let wrong = |expected: &str| ParseError::about(text, word, expected);
        let mut bits = Vec::with_capacity(84);
        for letter in word.bytes() {
            let value = BASE64.iter().position(|&other| other == letter);
            let value = value.ok_or_else(|| wrong("a Position ID: 14 letters of base 64"))?;
            bits.extend([5, 4, 3, 2, 1, 0].map(|shift| value >> shift & 1 == 1));
        }
        if word.len() != 14 {
            return Err(wrong("a Position ID: 14 letters of base 64"));
        }
        // Convert from highest bit first to lowest bit first, as the ID counts.
        let (used, padding) = bits.split_at_mut(80);
        used.chunks_mut(8).for_each(<[bool]>::reverse);
        let mut points = [[0_u8; 25]; 2];
        let mut at = 0;
        for &bit in used.iter() {
            match points.as_flattened_mut().get_mut(at) {
                Some(count) if bit => *count += 1,
                None if bit => return Err(wrong("a Position ID of at most 25 points a player")),
                _ => at += 1,
            }
        }
        if at < 50 || padding.contains(&true) {
            return Err(wrong("a Position ID of 25 points a player"));
        }
        if player == 0 {
            points.swap(0, 1);
        }
        let expected = "a board: at most 15 checkers a player, no point held by both";
        Self::new(points).ok_or_else(|| wrong(expected))
    }
}

/// The dice in `word`, as `31`, `3-1` or `3,1`.
fn dice(text: &str, word: &str) -> Result<[u8; 2], ParseError> {
    let digits: Vec<u8> = word.bytes().filter(|byte| !b"-,".contains(byte)).collect();
    match digits[..] {
        [first @ b'1'..=b'6', second @ b'1'..=b'6'] => Ok([first - b'0', second - b'0']),
        _ => Err(ParseError::about(text, word, "two dice, for example 31")),
    }
}

/// Whose turn it is and the dice, from the Match ID that GNU Backgammon adds to a Position ID: 12
/// letters, `word`, which is a part of `text`.
///
/// A game with the doubling cube in use, or that is a part of a match, is refused: its scores would
/// be others.
fn match_id(text: &str, word: &str) -> Result<(Player, Option<[u8; 2]>), ParseError> {
    let wrong = |expected: &str| ParseError::about(text, word, expected);
    let expected = "a Match ID of GNU Backgammon: 12 letters of base 64";
    let mut bytes = [0_u8; 9];
    if word.len() != 12 {
        return Err(wrong(expected));
    }
    for (letters, bytes) in word.as_bytes().chunks(4).zip(bytes.chunks_mut(3)) {
        let mut number = 0_u32;
        for letter in letters {
            let value = BASE64.iter().position(|other| other == letter);
            number = number << 6 | value.ok_or_else(|| wrong(expected))? as u32;
        }
        bytes.copy_from_slice(&number.to_be_bytes()[1..]);
    }
    // Numbers of so many bits, the lowest first.
    let mut at = 0;
    let mut next = |count: usize| {
        let bits = (at..at + count).map(|bit| u32::from(bytes[bit / 8] >> (bit % 8) & 1));
        at += count;
        bits.rev().fold(0, |number, bit| number << 1 | bit)
    };
    let (cube, owner, on_roll) = (next(4), next(2), next(1));
    let (_crawford, state, turn, is_doubled, resigned) =
        (next(1), next(3), next(1), next(1), next(2));
    let dice = [next(3), next(3)].map(|die| die as u8);
    let length = next(15);
    if state != 1 {
        return Err(wrong("the Match ID of a game that is being played"));
    }
    if cube != 0 || owner != 3 || is_doubled != 0 || resigned != 0 || turn != on_roll {
        return Err(wrong("a Match ID of a game in which nobody has doubled or resigned"));
    }
    if length != 0 {
        return Err(wrong("a Match ID of a game for money: matches are not known here"));
    }
    match dice {
        [0, 0] => Ok((on_roll as Player, None)),
        [1..=6, 1..=6] => Ok((on_roll as Player, Some(dice))),
        _ => Err(wrong("a Match ID with dice from 1 to 6")),
    }
}

/// Positions are written as a Position ID of the player on roll, this player (1 or 2), and the
/// dice to play if they are rolled: `4HPwATDgc/ABMA 2 31`. The ID alone means that the first
/// player rolls; `opening` instead of a player means that both roll to decide who begins. The ID of
/// GNU Backgammon with a Match ID, `4HPwATDgc/ABMA:cAkAAAAAAAAA`, is read, too.
///
/// Rolls are two digits, in the opening the first player's first. Plays are steps between points
/// in the mover's numbering: `24/18 13/11`. A step may continue (`24/18/13`) and be repeated
/// (`8/5(2)`), `bar` and `off` are written as such, and hits may be marked (`6/4*`). A player
/// who cannot move passes: `pass`.
impl GameNotation for Backgammon {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        let player = position.player_on_roll();
        out.write_str(&position.board.position_id(player))?;
        match position.phase {
            Phase::Opening => out.write_str(" opening"),
            Phase::Roll(_) => write!(out, " {}", player + 1),
            Phase::Play(_, [high, low]) => write!(out, " {} {high}{low}", player + 1),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(&id) = words.first() else {
            return Err(ParseError::at_end(text, "a Position ID: 14 letters of base 64"));
        };
        if let Some((id, game)) = id.split_once(':') {
            let (player, dice) = match_id(text, game)?;
            let board = Board::from_position_id(text, id, player)?;
            if let Some(word) = words.get(1) {
                return Err(ParseError::about(text, word, "the end: the Match ID has the rest"));
            }
            let phase = match dice {
                None => Phase::Roll(player),
                Some(_) if board.left(0) == 0 || board.left(1) == 0 => {
                    return Err(ParseError::about(text, game, "no dice: the game is over"));
                }
                Some([first, second]) => {
                    Phase::Play(player, [first.max(second), first.min(second)])
                }
            };
            return Ok(Position { board, phase });
        }
        let (player, is_opening) = match words.get(1).copied() {
            None | Some("1") => (0, false),
            Some("2") => (1, false),
            Some("opening") => (0, true),
            Some(word) => {
                return Err(ParseError::about(text, word, "the player on roll: 1, 2 or opening"));
            }
        };
        let board = Board::from_position_id(text, id, player)?;
        let is_over = board.left(0) == 0 || board.left(1) == 0;
        let phase = match words.get(2) {
            Some(word) if is_opening || is_over => {
                return Err(ParseError::about(text, word, "no dice"));
            }
            None if is_opening => Phase::Opening,
            None => Phase::Roll(player),
            Some(word) => {
                let [first, second] = dice(text, word)?;
                Phase::Play(player, [first.max(second), first.min(second)])
            }
        };
        if let Some(word) = words.get(3) {
            return Err(ParseError::about(text, word, "the end"));
        }
        Ok(Position { board, phase })
    }

    fn write_move(&self, position: &Position, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let play = match mv {
            Move::Roll(first, second) => {
                return out.write_str(itoa::Buffer::new().format(10 * first + second));
            }
            Move::Play(play) if play.steps().is_empty() => return out.write_str("pass"),
            Move::Play(play) => play,
        };
        let player = position.player_on_roll();
        let mut board = position.board;
        let mut rest = play.steps();
        let mut digits = itoa::Buffer::new();
        while let Some(&step) = rest.first() {
            let count = rest.iter().take_while(|&&next| next == step).count();
            let others = board.points(1 - player)[BAR];
            for &step in &rest[..count] {
                board.step(player, step);
            }
            if rest.len() < play.steps().len() {
                out.write_char(' ')?;
            }
            match usize::from(step.from) {
                BAR => out.write_str("bar")?,
                from => out.write_str(digits.format(from + 1))?,
            }
            out.write_char('/')?;
            match step.to {
                OFF => out.write_str("off")?,
                to => out.write_str(digits.format(to + 1))?,
            }
            if board.points(1 - player)[BAR] > others {
                out.write_char('*')?;
            }
            if count > 1 {
                write!(out, "({count})")?;
            }
            rest = &rest[count..];
        }
        Ok(())
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let word = text.trim();
        let mut moves = Vec::new();
        match self.turn(position) {
            Turn::Over => {
                return Err(ParseError::about(text, word, "no move: the game is over"));
            }
            Turn::Chance => {
                let [first, second] = dice(text, word)?;
                self.moves(position, &mut moves);
                let is_opening = position.phase == Phase::Opening;
                let swaps = !is_opening && first < second;
                let (first, second) = if swaps { (second, first) } else { (first, second) };
                let roll = Move::Roll(first, second);
                let expected = "two different dice in the opening";
                let is_legal = moves.contains(&roll);
                return is_legal
                    .then_some(roll)
                    .ok_or_else(|| ParseError::about(text, word, expected));
            }
            Turn::Player(_) => self.moves(position, &mut moves),
        }
        let player = position.player_on_roll();
        let mut board = position.board;
        if word != "pass" {
            if word.is_empty() {
                return Err(ParseError::at_end(text, "steps such as 8/5 6/5, or pass"));
            }
            for part in word.split_whitespace() {
                take_steps(&mut board, player, text, part)?;
            }
        }
        let leads_there = |mv: &Move| {
            let mut child = *position;
            let _ = self.play(&mut child, *mv);
            child.board == board
        };
        let expected = match moves[..] {
            [Move::Play(play)] if play.steps().is_empty() => "pass: no checker can move",
            _ => "a play that uses as many dice as possible",
        };
        let legal = moves.iter().copied().find(leads_there);
        legal.ok_or_else(|| ParseError::about(text, word, expected))
    }
}

/// Moves checkers of `player` as `part` of `text` describes, ignoring the dice.
fn take_steps(board: &mut Board, player: Player, text: &str, part: &str) -> Result<(), ParseError> {
    let wrong = |expected: &str| ParseError::about(text, part, expected);
    let (path, count) = match part.split_once('(') {
        None => (part, 1),
        Some((path, count)) => match count {
            "1)" => (path, 1),
            "2)" => (path, 2),
            "3)" => (path, 3),
            "4)" => (path, 4),
            _ => return Err(wrong("a repetition from (1) to (4)")),
        },
    };
    let mut places = Vec::new();
    for place in path.split('/') {
        let place = place.strip_suffix('*').unwrap_or(place);
        let is_plain = place.bytes().all(|byte| byte.is_ascii_digit());
        places.push(match place.parse::<u8>() {
            Ok(point @ 1..=24) if is_plain => point - 1,
            _ if place.eq_ignore_ascii_case("bar") => BAR as u8,
            _ if place.eq_ignore_ascii_case("off") => OFF,
            _ => return Err(wrong("points from 1 to 24, bar or off, separated by slashes")),
        });
    }
    if places.len() < 2 {
        return Err(wrong("a step from one point to another, for example 8/5"));
    }
    for _ in 0..count {
        for pair in places.windows(2) {
            let step = Step { from: pair[0], to: pair[1] };
            if step.from == OFF || step.to == BAR as u8 || step.from <= step.to && step.to != OFF {
                return Err(wrong("a step towards the ace point"));
            }
            if board.points(player)[usize::from(step.from)] == 0 {
                return Err(wrong("a checker on the step's first point"));
            }
            if step.to != OFF && board.points(1 - player)[23 - usize::from(step.to)] > 1 {
                return Err(wrong("a step to a point not held by the opponent"));
            }
            board.step(player, step);
        }
    }
    Ok(())
}

impl GameDepict for Backgammon {
    /// Draws two rows of twelve points with the bar in the middle, from the first player's view:
    /// the number of checkers, the first player's as `x`, the other's as `o`.
    fn depict(&self, position: &Position) -> Picture {
        let mut shapes = Vec::new();
        let mut put = |x: usize, y: i32, count: u8, player: Player| {
            if count > 0 {
                let letter = ['x', 'o'][usize::from(player)];
                let role = [Role::Piece, Role::OtherPiece][usize::from(player)];
                let text = format!("{letter}{count}");
                shapes.push(Shape::Glyph { x: x as i32, y, text, role });
            }
        };
        for player in [0, 1] {
            for (point, &count) in position.board.points(player).iter().enumerate() {
                let point = if player == 0 || point == BAR { point } else { 23 - point };
                match point {
                    BAR => put(6, i32::from(player), count, player),
                    0..12 => put(if point < 6 { 12 - point } else { 11 - point }, 1, count, player),
                    _ => put(if point < 18 { point - 12 } else { point - 11 }, 0, count, player),
                }
            }
        }
        Picture { width: 13, height: 2, shapes }
    }
}
