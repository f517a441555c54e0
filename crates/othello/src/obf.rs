//! Test positions in OBF: a board with the scores of its moves.

use tremaux_core::ParseError;

use crate::board_text::{read_board, read_move};
use crate::rules::{Move, Position};

/// A record of a file in OBF.
///
/// It consists of 64 squares and the side to move, then of moves with the difference of discs for
/// that side, separated by semicolons; from `%` to the end of a line, a comment:
///
/// ```
/// use tremaux::games::othello::{Othello, Record};
/// use tremaux::play::GameNotation;
/// let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; \
///     G8:+18; H1:+12;";
/// let record = Record::parse(text)?;
/// assert_eq!((record.moves.len(), record.score()), (2, Some(18)));
/// let best = record.best_moves().next().unwrap();
/// assert_eq!(Othello.move_text(&record.position, best), "g8");
/// assert!(Record::parse(&text[1..]).is_err(), "63 squares");
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// The position.
    pub position: Position,
    /// Moves and their scores, if the record has them, in its order.
    pub moves: Vec<(Move, Option<i32>)>,
    /// The comment, without `%`.
    pub comment: Option<&'a str>,
}

impl<'a> Record<'a> {
    /// Reads a record.
    ///
    /// # Errors
    ///
    /// Returns the place of a board, a move or a score that is wrong.
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        let (body, comment) = without_comments(text);
        let text = body.as_str();
        let (position, rest) = read_board(text, text)?;
        let mut moves = Vec::new();
        let rest = rest.trim();
        let list = match rest.strip_prefix(';') {
            None if rest.is_empty() => rest,
            None => return Err(ParseError::about(text, rest, "`;` after the side to move")),
            Some(list) => list,
        };
        for item in list.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            let (word, score) = match item.split_once(':') {
                Some((word, score)) => (word.trim(), Some(score.trim())),
                None => (item, None),
            };
            let mv = read_move(&position, text, word)?;
            let score = score.map(|score| {
                let number = score.parse().ok().filter(|number| (-64..=64).contains(number));
                number.ok_or_else(|| ParseError::about(text, score, "a score from -64 to +64"))
            });
            moves.push((mv, score.transpose()?));
        }
        Ok(Self { position, moves, comment })
    }

    /// The best score of the moves, if they have scores.
    pub fn score(&self) -> Option<i32> {
        self.moves.iter().filter_map(|&(_, score)| score).max()
    }

    /// The moves with the best score; the first move if none has a score.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> {
        let best = self.score();
        let count = if best.is_none() { 1 } else { self.moves.len() };
        let of_list = self.moves.iter().take(count);
        of_list.filter(move |(_, score)| *score == best).map(|&(mv, _)| mv)
    }
}

/// The text with blanks instead of comments, so that places stay the same, and the last comment
/// that follows something, otherwise the first one.
fn without_comments(text: &str) -> (String, Option<&str>) {
    let (mut body, mut comment, mut is_beside) = (String::with_capacity(text.len()), None, false);
    for line in text.split_inclusive('\n') {
        let Some((before, after)) = line.split_once('%') else {
            body.push_str(line);
            continue;
        };
        let (after, end) = after.strip_suffix('\n').map_or((after, ""), |after| (after, "\n"));
        body.push_str(before);
        body.extend(std::iter::repeat_n(' ', after.len() + 1));
        body.push_str(end);
        let found = after.trim();
        let follows = !before.trim().is_empty();
        if !found.is_empty() && (follows || comment.is_none() && !is_beside) {
            (comment, is_beside) = (Some(found), follows);
        }
    }
    (body, comment)
}
