//! The registry entry of chess.

use cozy_chess::Piece;
use tremaux_core::{Evaluator, Picture, Score};
use tremaux_domain::{OptionInfo, OptionKind, OptionPairs, RegistryError};
use tremaux_games::named::rules::{Labels, Paint, Rules, board, open, option, wrong};
use tremaux_games::named::{GameEntry, GameInfo, PlayedGame};
use tremaux_play::{NoisyFirst, Quiescence};

use crate::endings::known;
use crate::evaluation::{PieceSquares, Shannon, SquareControl};
use crate::fen::piece_letter;
use crate::notation::picture;
use crate::position::Position;
use crate::rules::Chess;

/// The entry in the list of games.
pub static CHESS: &dyn GameEntry = &Entry;

/// Chess.
struct Entry;

static INFO: GameInfo = GameInfo {
    name: "chess",
    aliases: &[],
    title: "Chess and Chess960",
    format: "A FEN: the pieces by rank from the top, the side to move, castling rights, the \
             en-passant square, the half-moves since the last capture or pawn move, the number of \
             the move. The last two may be missing. In Chess960, castling rights are as in X-FEN or \
             Shredder-FEN:\n  \
             r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4",
    example: "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    moves: "standard algebraic notation (Nf3, exd5, e8=Q, O-O), or the squares (g1f3, e7e8q; \
            castling e1g1, or e1h1)",
    sides: &["white", "black"],
    scores: "A win after n plies scores 1000000 - n, a loss the negative of that, a draw 0. \
             Estimates count 100 for a pawn. Drawn are stalemates, a third repetition, fifty moves \
             by each side without a capture or a pawn move, and positions in which neither side \
             has enough pieces for mate. A search already counts the second occurrence of a \
             position as a draw.",
    unit: None,
    evaluation: "material, squares and mobility",
    options: &[
        OptionInfo {
            name: "chess960",
            title: "number of the initial position of Chess960; 518 is that of chess",
            kind: OptionKind::Integer { least: 0, most: 959 },
            default: Some("518"),
        },
        OptionInfo {
            name: "evaluation",
            title: "piece-squares: material, squares and mobility; shannon: the function that \
                    Shannon proposed in 1949; square-control: material, controlled squares and \
                    attacked pieces",
            kind: OptionKind::Choice { words: &["piece-squares", "shannon", "square-control"] },
            default: Some("piece-squares"),
        },
        OptionInfo {
            name: "endings",
            title: "number of pieces up to which solved endings are used: a king alone against \
                    king and queen, rook or pawn (3), two bishops, bishop and knight or two \
                    knights (4)",
            kind: OptionKind::Integer { least: 0, most: MOST_MEN as u64 },
            default: Some("4"),
        },
    ],
};

static WITH_SHANNON: GameInfo = GameInfo { evaluation: "Shannon's function", ..INFO };
static WITH_CONTROL: GameInfo = GameInfo { evaluation: "controlled squares", ..INFO };

/// The most pieces of a solved ending, with the kings.
const MOST_MEN: u32 = 4;

struct Played {
    game: Chess,
    evaluator: Evaluation,
}

impl Rules for Played {
    type Game = Chess;
    type Evaluator = Evaluation;
    type Ordering = NoisyFirst;
    type Horizon = Quiescence;

    fn game(&self) -> &Chess {
        &self.game
    }

    fn evaluator(&self) -> &Evaluation {
        &self.evaluator
    }

    fn search_root(&self, position: &Position) -> Position {
        let mut root = position.clone();
        root.set_search_root();
        root
    }

    fn labels(&self, _: &Position) -> Labels {
        Labels::files_and_ranks(8, 8)
    }

    /// With colours, pieces are drawn as chess symbols; without, as the letters of FEN.
    fn board(&self, position: &Position, before: Option<&Position>, paint: Paint) -> String {
        let draw = |position: &Position| -> Picture {
            picture(position, |color, piece| match paint.0 {
                true => symbol(piece),
                false => piece_letter(color, piece),
            })
        };
        let before = before.map(draw);
        board(&draw(position), before.as_ref(), &self.labels(position), paint)
    }
}

/// A filled symbol: the colour of the text says whose piece it is.
fn symbol(piece: Piece) -> char {
    ['♟', '♞', '♝', '♜', '♛', '♚'][piece as usize]
}

/// One of the evaluations, with the endings of at most so many pieces.
struct Evaluation {
    function: Function,
    endings: u32,
}

/// One of the evaluations, so that the search is compiled once.
enum Function {
    PieceSquares,
    Shannon,
    SquareControl,
}

impl Evaluator<Chess> for Evaluation {
    #[inline]
    fn evaluate(&self, game: &Chess, position: &Position) -> Score {
        match self.function {
            Function::PieceSquares => PieceSquares.evaluate(game, position),
            Function::Shannon => Shannon.evaluate(game, position),
            Function::SquareControl => SquareControl.evaluate(game, position),
        }
    }

    #[inline]
    fn known(&self, _: &Chess, position: &Position) -> Option<Score> {
        if position.board().occupied().len() > self.endings { None } else { known(position) }
    }
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(
        &self,
        given: OptionPairs<'_>,
        text: &str,
    ) -> Result<Box<dyn PlayedGame>, RegistryError> {
        let number = option(given, "chess960").unwrap_or("518");
        let game = number.trim().parse().ok().and_then(Chess::chess960);
        let game = game.ok_or_else(|| wrong("chess960", number, "a number from 0 to 959"))?;
        let endings = option(given, "endings").unwrap_or("4");
        let most = endings.trim().parse().ok().filter(|&most| most <= MOST_MEN);
        let most = most.ok_or_else(|| wrong("endings", endings, "a number from 0 to 4"))?;
        let (info, function) = match option(given, "evaluation").unwrap_or("piece-squares") {
            "piece-squares" => (&INFO, Function::PieceSquares),
            "shannon" => (&WITH_SHANNON, Function::Shannon),
            "square-control" => (&WITH_CONTROL, Function::SquareControl),
            other => {
                let expected = "`piece-squares`, `shannon` or `square-control`";
                return Err(wrong("evaluation", other, expected));
            }
        };
        let evaluator = Evaluation { function, endings: most };
        open(info, Played { game, evaluator }, given, text)
    }
}
