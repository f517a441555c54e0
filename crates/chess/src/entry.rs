//! The registry entry of chess.

use cozy_chess::{Move, Piece};
use tremaux_core::{Evaluator, Player, Score};

use tremaux_domain::{OptionInfo, Options, ReadError, RegistryError, TableSource};
use tremaux_games::named::rules::{
    Labels, Paint, PieceSet, Rules, Square, board, chequered, open, open_at,
};
use tremaux_games::named::{
    GameEntry, GameFile, GameInfo, GameRecords, NotedPosition, OpenedFile, OpenedGame, Record,
    RecordFormat, Sampling,
};
use tremaux_play::AlphaBeta;

use crate::endings::known;
use crate::engine;
use crate::epd::Epd;
use crate::evaluation::{MaterialRatio, PieceSquares, Shannon, SquareControl};
use crate::fen::piece_letter;
use crate::long_algebraic::Castling;
use crate::notation::picture;
use crate::position::Position;
use crate::records;
use crate::rules::{Chess, Ending, player_of};

/// The entry in the list of games.
pub static CHESS: GameEntry = GameEntry::new(&INFO, open_game)
    .with_notes(open_noted)
    .with_records(GameRecords {
        format: RecordFormat { name: "PGN", extension: "pgn" },
        is_game_file: records::is_pgn,
        read: read_records,
        positions: positions_of_games,
    })
    .with_programs();

static INFO: GameInfo = GameInfo {
    name: "chess",
    title: "Chess and Chess960",
    format: "A FEN: the pieces by rank from the top, the side to move, castling rights, the \
             en-passant square, the half-moves since the last capture or pawn move, the number of \
             the move. The last two may be missing. In Chess960, castling rights are as in X-FEN \
             or Shredder-FEN:\n  \
             r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4\n\
             Operations of EPD may follow: the best move is compared with bm and am. A file may \
             also hold games in PGN.",
    example: "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    moves: "standard algebraic notation (Nf3, exd5, e8=Q, O-O), or the squares (g1f3, e7e8q; \
            castling e1g1, or e1h1)",
    sides: &["white", "black"],
    scores: "A win after n plies scores 1000000 - n, a loss the negative of that, a draw 0. \
             Estimates count 100 for a pawn; text shows +1.40 for 140, and #2 for a win in two \
             moves. Draws are stalemates, a third repetition, fifty moves \
             by each side without a capture or a pawn move, and positions in which neither side \
             has enough pieces for mate. A search already counts the second occurrence of a \
             position as a draw. A position after fifty moves or a third repetition goes on, \
             because nobody has claimed the draw, up to seventy-five moves or a fifth.",
    scale: 100,
    evaluation: "material, squares and mobility",
    options: &[
        OptionInfo::integer("chess960", 0, 959)
            .title("number of the initial position of Chess960; 518 is that of chess")
            .default("518"),
        OptionInfo::choice(
            "evaluation",
            &["piece-squares", "shannon", "square-control", "material-ratio"],
        )
        .title(
            "piece-squares: material, squares and mobility; shannon: the function that Shannon \
             proposed in 1949; square-control: material, controlled squares and attacked pieces; \
             material-ratio: the difference of material divided by its sum",
        )
        .default("piece-squares"),
        OptionInfo::integer("endings", 0, MOST_MEN as u64)
            .title(
                "number of pieces up to which solved endings are used: a king alone against king \
                 and queen, rook or pawn (3), two bishops, bishop and knight or two knights (4)",
            )
            .default("4"),
    ],
    great_lead: 400,
    ..GameInfo::PLAIN
};

static WITH_SHANNON: GameInfo = GameInfo { evaluation: "Shannon's function", ..INFO };
static WITH_CONTROL: GameInfo = GameInfo { evaluation: "controlled squares", ..INFO };
static WITH_RATIO: GameInfo = GameInfo { evaluation: "ratio of material", ..INFO };

/// The most pieces of a solved ending, with the kings.
const MOST_MEN: u32 = 4;

struct Played {
    game: Chess,
    evaluator: Evaluation,
}

impl Rules for Played {
    type Game = Chess;
    type Evaluator = Evaluation;
    type Ordering = engine::Ordering;
    type LeafSearch = engine::Horizon;
    type Selectivity = engine::Selectivity;

    fn game(&self) -> &Chess {
        &self.game
    }

    fn evaluator(&self) -> &Evaluation {
        &self.evaluator
    }

    fn sampling(&self) -> Sampling {
        Sampling::judged()
    }

    fn side_to_move(&self, position: &Position) -> Player {
        player_of(position.side_to_move())
    }

    fn search_root(&self, position: &Position) -> Position {
        let mut root = position.clone();
        root.set_search_root();
        root
    }

    fn ordering(&self) -> engine::Ordering {
        engine::ordering()
    }

    fn engine(&self, options: AlphaBeta) -> (AlphaBeta, Option<engine::Selectivity>) {
        (engine::options_from(options), Some(engine::selectivity()))
    }

    fn pieces(&self) -> Option<PieceSet> {
        Some(PieceSet::Figures)
    }

    fn squares(&self, position: &Position, mv: Move) -> Vec<Square> {
        vec![place(mv.from), place(position.target(mv, Castling::KingMoves))]
    }

    fn alerts(&self, position: &Position) -> Vec<Square> {
        let board = position.board();
        let king = position.is_check().then(|| place(board.king(board.side_to_move())));
        king.into_iter().collect()
    }

    fn move_number(&self, position: &Position) -> u32 {
        position.board().fullmove_number().into()
    }

    fn reason(&self, position: &Position) -> Option<&'static str> {
        self.game.ending(position).map(Ending::text)
    }

    fn record(&self, start: &Position, moves: &[Move]) -> Option<String> {
        Some(records::write(&self.game, start, moves))
    }

    fn labels(&self, _: &Position) -> Labels {
        Labels::files_and_ranks(8, 8)
    }

    /// With colours, pieces are drawn as chess symbols; without, as the letters of FEN.
    fn board(&self, position: &Position, before: Option<&Position>, paint: Paint) -> String {
        let labels = self.labels(position);
        if paint.0 {
            let draw = |position: &Position| picture(position, |_, piece| symbol(piece));
            return chequered(&draw(position), before.map(draw).as_ref(), &labels, true);
        }
        let draw = |position: &Position| picture(position, piece_letter);
        board(&draw(position), before.map(draw).as_ref(), &labels, paint)
    }
}

/// A square by column and row of the picture.
fn place(square: cozy_chess::Square) -> Square {
    (square.file() as u8, 7 - square.rank() as u8)
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
    MaterialRatio,
}

impl Evaluator<Chess> for Evaluation {
    #[inline]
    fn evaluate(&self, game: &Chess, position: &Position) -> Score {
        match self.function {
            Function::PieceSquares => PieceSquares.evaluate(game, position),
            Function::Shannon => Shannon.evaluate(game, position),
            Function::SquareControl => SquareControl.evaluate(game, position),
            Function::MaterialRatio => MaterialRatio.evaluate(game, position),
        }
    }

    #[inline]
    fn known(&self, _: &Chess, position: &Position) -> Option<Score> {
        if position.board().occupied().len() > self.endings { None } else { known(position) }
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let (info, played) = rules(options);
    open(info, played, options, text)
}

/// Reads a FEN, or a record of EPD.
fn open_noted(
    text: &str,
    options: &Options<'_>,
    tables: &TableSource,
) -> Result<NotedPosition, ReadError> {
    if !records::is_epd(text) {
        return open_game(text, options, tables).map(NotedPosition::new);
    }
    let (info, played) = rules(options);
    let epd = Epd::parse(text)?;
    let san = |mv: Move| epd.position.to_san(mv);
    Ok(NotedPosition {
        title: epd.value("id").map(records::printable),
        best: epd.best_moves().into_iter().map(san).collect(),
        avoid: epd.moves_to_avoid().into_iter().map(san).collect(),
        ..NotedPosition::new(open_at(info, played, options.pairs(), epd.position.clone()))
    })
}

fn read_records(text: &str, _options: &Options<'_>) -> Result<Vec<Record>, ReadError> {
    Ok(records::read(text)?)
}

fn positions_of_games(file: OpenedFile<'_>) -> Result<GameFile<'_>, RegistryError> {
    let OpenedFile { options, input, plies, .. } = file;
    Ok(Box::new(records::positions(input, plies).map(move |found| {
        let (title, position) = found?;
        let (info, played) = rules(&options);
        let game = open_at(info, played, options.pairs(), position);
        Ok(NotedPosition { title: Some(title), ..NotedPosition::new(game) })
    })))
}

/// The description and the rules with these options.
fn rules(options: &Options<'_>) -> (&'static GameInfo, Played) {
    let integer = |name| options.integer(name);
    let number = u32::try_from(integer("chess960")).ok();
    let game = number.and_then(Chess::chess960).expect("the number of a position");
    let (info, function) = match options.word("evaluation") {
        "shannon" => (&WITH_SHANNON, Function::Shannon),
        "square-control" => (&WITH_CONTROL, Function::SquareControl),
        "material-ratio" => (&WITH_RATIO, Function::MaterialRatio),
        _ => (&INFO, Function::PieceSquares),
    };
    let evaluator = Evaluation { function, endings: integer("endings") as u32 };
    (info, Played { game, evaluator })
}
