//! Games in GGF, the Generic Game Format of the server GGS and of NBoard.

use tremaux_core::{Game, GameNotation, ParseError, Turn, ZeroSumGame};
use tremaux_games::Replayed;
use tremaux_games::go::SgfGame;

use crate::board_text::{parse_board, read_move};
use crate::rules::{Move, Othello, Position};

/// A game of a file in GGF: brackets and properties are those of SGF.
///
/// ```
/// use tremaux::games::othello::GgfGame;
/// let text = "(;GM[Othello]PB[a]PW[b]RE[?]TY[8]B[f5//2.4]W[d6];)";
/// let games = GgfGame::read_each(text);
/// let line = games[0].as_ref().unwrap().replay(text).unwrap();
/// assert_eq!(line.moves.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfGame<'a>(SgfGame<'a>);

impl<'a> GgfGame<'a> {
    /// Whether a file that begins like this holds games in GGF, maybe after other text.
    pub fn is_ggf(head: &[u8]) -> bool {
        let head = String::from_utf8_lossy(head).to_ascii_lowercase();
        head.split("(;").skip(1).any(|game| game.trim_start().starts_with("gm[othello"))
    }

    /// The games of a file, or what is wrong with them. Moves are not checked: see
    /// [`GgfGame::replay`].
    pub fn read_each(text: &'a str) -> Vec<Result<Self, ParseError>> {
        SgfGame::read_each(text).into_iter().map(|game| game.map(Self)).collect()
    }

    /// The game of these moves in GGF.
    pub fn write(start: &Position, moves: &[Move]) -> String {
        let board = |sign| if sign == 'X' { '*' } else { sign };
        let board: String = Othello.position_text(start).chars().map(board).collect();
        let (mut end, mut body) = (*start, String::new());
        for &mv in moves {
            let player = ["B", "W"][usize::from(end.player_to_move())];
            let name = match mv.square() {
                Some(_) => Othello.move_text(&end, mv).to_ascii_uppercase(),
                None => "PA".to_owned(),
            };
            body += &format!("{player}[{name}]");
            Othello.play(&mut end, mv);
        }
        let result = match Othello.turn(&end) {
            Turn::Over => format!("{:+}", Othello.final_score(&end, 0).get()),
            _ => "?".to_owned(),
        };
        format!("(;GM[Othello]PC[Tremaux]RE[{result}]TY[8]BO[8 {board}]{body};)\n")
    }

    /// The players and the result.
    pub fn title(&self) -> String {
        self.0.title()
    }

    /// Plays the moves from the board of the property `BO`, or from the start. `text` is the file
    /// that was read, for reporting places of errors.
    ///
    /// # Errors
    ///
    /// Returns the place of another game, of a board that is not 8×8, or of the first move that is
    /// not legal.
    pub fn replay(&self, text: &str) -> Result<Replayed<Position, Move>, ParseError> {
        let is_othello = |it: &&str| it.trim().eq_ignore_ascii_case("othello");
        if let Some(game) = self.0.value("GM").filter(|it| !is_othello(it)) {
            return Err(ParseError::about(text, game, "Othello"));
        }
        let start = match self.0.value("BO") {
            Some(board) => parse_board(text, board)?,
            None => Othello.initial_state(),
        };
        if let Some(kind) = self.0.value("TY").filter(|_| self.0.value("BO").is_none()) {
            let size: String = kind.trim_start_matches(|it: char| !it.is_ascii_digit()).into();
            let size = size.split(|it: char| !it.is_ascii_digit()).next().unwrap_or_default();
            let is_plain = !kind.contains('r');
            if size != "8" || !is_plain {
                return Err(ParseError::about(text, kind, "8, or the first board in BO"));
            }
        }
        let mut line = Replayed::new(start);
        for (name, value) in self.0.properties() {
            let player = match name {
                "B" => 0,
                "W" => 1,
                _ => continue,
            };
            let word = value.split('/').next().unwrap_or_default().trim();
            play(&mut line, text, player, if word.is_empty() { name } else { word })?;
        }
        Ok(line)
    }
}

/// Plays the move `word` of a player; the other one passes before it if there is no move.
fn play(
    line: &mut Replayed<Position, Move>,
    text: &str,
    player: u8,
    word: &str,
) -> Result<(), ParseError> {
    let push = |line: &mut Replayed<Position, Move>, mv| {
        line.end.play(mv);
        line.moves.push(mv);
    };
    let is_over = Othello.turn(&line.end) == Turn::Over;
    if !is_over && line.end.player_to_move() != player {
        let mut moves = Vec::new();
        Othello.moves(&line.end, &mut moves);
        if moves != [Move::PASS] {
            let side = ["Black", "White"][usize::from(line.end.player_to_move())];
            return Err(ParseError::about(text, word, format!("a move of {side}")));
        }
        push(line, Move::PASS);
    }
    let mv = read_move(&line.end, text, word)?;
    push(line, mv);
    Ok(())
}
