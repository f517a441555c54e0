//! Positions, moves and scores as the Hub protocol writes them.

use tremaux_core::{Game, GameNotation, Score, Turn};
use tremaux_games::checkers::{Checkers, International, Move, Position};

use crate::lines::shown;

type Draughts = Checkers<International>;

/// Reads `W` or `B` and a letter for each square.
pub(super) fn read_position(game: &Draughts, text: &str) -> Result<Position, String> {
    let mut sides = [String::from(":W"), String::from(":B")];
    let mut count = 0;
    for (at, letter) in text.chars().enumerate() {
        let (side, king) = match (at, letter) {
            (0, 'W' | 'B') | (1.., 'e') => {
                count = at;
                continue;
            }
            (1.., 'w') => (0, ""),
            (1.., 'W') => (0, "K"),
            (1.., 'b') => (1, ""),
            (1.., 'B') => (1, "K"),
            (0, _) => return Err(format!("pos: expected `W` or `B` to move, found `{letter}`")),
            _ => {
                let column = at + 1;
                return Err(format!(
                    "pos: letter {column}: expected w, W, b, B or e, found `{letter}`"
                ));
            }
        };
        count = at;
        let comma = if sides[side].len() > 2 { "," } else { "" };
        sides[side].push_str(&format!("{comma}{king}{at}"));
    }
    if count != 50 {
        return Err(format!(
            "pos: expected the side to move and 50 squares, found {count} squares"
        ));
    }
    let text = format!("{}{}{}", &text[..1], sides[0], sides[1]);
    game.parse_position(&text)
        .map_err(|error| format!("pos: expected {}, found {}", error.expected, error.found))
}

/// Plays moves.
pub(super) fn read_moves(
    game: &Draughts,
    position: &mut Position,
    text: &str,
) -> Result<(), String> {
    for word in text.split_whitespace() {
        let mut wanted = word.split(['-', 'x']).collect::<Vec<_>>();
        if let Some(captured) = wanted.get_mut(2..) {
            captured.sort_by_key(|it| it.parse::<u32>().unwrap_or(0));
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let is_capture = word.contains('x');
        moves.retain(|&mv| {
            let text = move_text(game, position, mv);
            let squares: Vec<&str> = text.split(['-', 'x']).collect();
            let is_same = squares == wanted || is_capture && squares.get(..2) == Some(&wanted);
            text.contains('x') == is_capture && is_same
        });
        let problem = match moves[..] {
            [mv] => {
                let _ = game.play(position, mv);
                continue;
            }
            [] => "a legal move",
            _ => "all captured squares: several captures match",
        };
        return Err(format!("moves: expected {problem}, found `{}`", shown(word)));
    }
    Ok(())
}

/// A move: `31-27`, or for a capture its first, its last and the captured squares, `32x21x27`.
fn move_text(game: &Draughts, position: &Position, mv: Move) -> String {
    let text = game.move_text(position, mv);
    if !text.contains('x') {
        return text;
    }
    let first = text.split('x').next().unwrap_or_default();
    let mut squares = vec![first.to_owned()];
    squares.extend(text.rsplit('x').next().map(str::to_owned));
    let mut after = *position;
    let _ = game.play(&mut after, mv);
    let other = 1 - position.player_to_move();
    let is_of = |position, square| game.piece(position, square).is_some_and(|it| it.0 == other);
    let captured = (1..=50).filter(|&square| is_of(position, square) && !is_of(&after, square));
    squares.extend(captured.map(|square| square.to_string()));
    squares.join("x")
}

/// The moves of a line, as far as they are legal.
pub(super) fn line_text(game: &Draughts, position: &Position, line: &[String]) -> Vec<String> {
    let (mut position, mut moves) = (*position, Vec::new());
    for text in line {
        let Ok(mv) = game.parse_move(&position, text) else { break };
        moves.push(move_text(game, &position, mv));
        let _ = game.play(&mut position, mv);
        if game.turn(&position) == Turn::Over {
            break;
        }
    }
    moves
}

/// A score in men. Won in n plies is 100 - n/100.
pub(super) fn score_text(score: Score) -> String {
    let hundredths = match score.plies_to_end() {
        None => score.get(),
        Some(plies) => score.get().signum() * (10_000 - plies as i32),
    };
    format!("{:.2}", f64::from(hundredths) / 100.0)
}
