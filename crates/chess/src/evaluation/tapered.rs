//! The default evaluation.

use cozy_chess::{
    BitBoard, Board, Color, Piece, get_bishop_moves, get_knight_moves, get_rook_moves,
};
use tremaux_core::{Evaluator, Score};

use super::king_safety::{Assault, open_files, shelter, zone};
use super::pawns::attack_span;
use super::piece_square::phase;
use super::squares::attacks;
use super::weights::{self, Features, Tapered, WEIGHTS};
use crate::position::Position;
use crate::rules::Chess;

/// Material and piece-square values between middlegame and endgame, mobility, pawn structure,
/// king safety, rooks on open files, outposts and threats.
///
/// The values of pieces on their squares are [kept up to date](Position::balance) as moves are
/// played. A knight, bishop, rook or queen gains a little for each square that it attacks, unless
/// its own side stands there or an enemy pawn guards it; the pair of bishops and the move count,
/// too. Isolated and doubled pawns cost, protected and passed ones gain (half as much if they are
/// blocked). Attacks on the squares around a king count more the more pieces take part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSquares;

/// The pieces with the number of squares that they attack on average.
const AVERAGE: [(Piece, i32); 4] =
    [(Piece::Knight, 4), (Piece::Bishop, 6), (Piece::Rook, 6), (Piece::Queen, 12)];

/// The features of a side beyond pieces on their squares.
#[inline(always)]
pub(crate) fn side(board: &Board, color: Color, features: &mut impl Features) {
    let guarded = guarded_by_pawns(board, !color);
    let free = !(board.colors(color) | guarded);
    let occupied = board.occupied();
    let king = zone(board, !color);
    let at = board.king(!color);
    let (lines, diagonals) = (get_rook_moves(at, occupied), get_bishop_moves(at, occupied));
    let safe = free & !king;
    let checking = [get_knight_moves(at), diagonals, lines, lines | diagonals].map(|it| it & safe);
    let enemies = board.colors(!color);
    let queens = board.pieces(Piece::Queen) & enemies;
    let heavy = queens | board.pieces(Piece::Rook) & enemies;
    let pawns = board.pieces(Piece::Pawn);
    let shield = guarded_by_pawns(board, color);
    let outposts = shield.0
        & !attack_span((pawns & enemies).0, !color)
        & match color {
            Color::White => 0x0000_ffff_ff00_0000,
            Color::Black => 0x0000_00ff_ffff_0000,
        };
    let mut assault = Assault::default();
    for (at, (piece, average)) in AVERAGE.into_iter().enumerate() {
        for square in board.colored_pieces(color, piece) {
            let attacked = attacks(piece, color, square, occupied);
            assault.add(piece, (attacked & king).len());
            if !(attacked & checking[at]).is_empty() {
                assault.add_check(piece);
            }
            features.add(weights::MOBILITY + at, (attacked & free).len() as i32 - average);
            if piece == Piece::Knight || piece == Piece::Bishop {
                features.add(weights::THREAT_BY_MINOR, (attacked & heavy).len() as i32);
                if BitBoard(outposts).has(square) {
                    let is_knight = piece == Piece::Knight;
                    let (knight, bishop) = (weights::KNIGHT_OUTPOST, weights::BISHOP_OUTPOST);
                    features.add(if is_knight { knight } else { bishop }, 1);
                }
            } else if piece == Piece::Rook {
                features.add(weights::THREAT_BY_ROOK, (attacked & queens).len() as i32);
            }
        }
    }
    let attacked = shield & enemies & !pawns & !board.pieces(Piece::King);
    features.add(weights::THREAT_BY_PAWN, attacked.len() as i32);
    if board.colored_pieces(color, Piece::Bishop).len() > 1 {
        features.add(weights::BISHOP_PAIR, 1);
    }
    let (open, half_open) = open_files(board, color);
    let rooks = board.colored_pieces(color, Piece::Rook).0;
    features.add(weights::OPEN_FILE, (rooks & open).count_ones() as i32);
    features.add(weights::HALF_OPEN_FILE, (rooks & half_open & !open).count_ones() as i32);
    super::pawns::pawns(board, color, features);
    shelter(board, color, features);
    assault.finish(features);
}

/// How much of a lead in the endgame counts, in 64ths: less without pawns, where a piece more may
/// not win, and less with bishops on squares of different colours.
#[inline]
pub(crate) fn scale(board: &Board, lead: i32) -> i32 {
    let strong = if lead > 0 { Color::White } else { Color::Black };
    let own = board.colors(strong);
    let pawns = board.pieces(Piece::Pawn);
    let count = |squares: BitBoard, piece| (squares & board.pieces(piece)).len() as i32;
    let heavy = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if (own & pawns).is_empty() {
        let value = |squares| {
            3 * (count(squares, Piece::Knight) + count(squares, Piece::Bishop))
                + 5 * count(squares, Piece::Rook)
                + 9 * count(squares, Piece::Queen)
        };
        let (ours, theirs) = (value(own), value(board.colors(!strong)));
        return if ours < 5 {
            2
        } else if ours - theirs < 4 {
            12
        } else {
            64
        };
    }
    let bishops = board.pieces(Piece::Bishop);
    let is_opposite = heavy.is_empty()
        && board.pieces(Piece::Knight).is_empty()
        && (bishops & own).len() == 1
        && (bishops & !own).len() == 1
        && (bishops & BitBoard::DARK_SQUARES).len() == 1;
    if is_opposite { 32 } else { 64 }
}

/// The squares that a side's pawns attack.
#[inline]
fn guarded_by_pawns(board: &Board, color: Color) -> BitBoard {
    let pawns = board.colored_pieces(color, Piece::Pawn).0;
    let (not_a, not_h) = (!0x0101_0101_0101_0101_u64, !0x8080_8080_8080_8080_u64);
    BitBoard(match color {
        Color::White => (pawns & not_a) << 7 | (pawns & not_h) << 9,
        Color::Black => (pawns & not_a) >> 9 | (pawns & not_h) >> 7,
    })
}

impl Evaluator<Chess> for PieceSquares {
    #[inline]
    fn evaluate(&self, _: &Chess, position: &Position) -> Score {
        let board = position.board();
        let (mut white, mut black) = (Tapered::default(), Tapered::default());
        side(board, Color::White, &mut white);
        side(board, Color::Black, &mut black);
        let mut value = position.balance() + white - black;
        let is_white = position.side_to_move() == Color::White;
        let to_move = WEIGHTS[weights::TO_MOVE];
        value = if is_white { value + to_move } else { value - to_move };
        value.end = value.end * scale(board, value.end) / 64;
        let white = value.at(phase(board));
        Score::estimate(if is_white { white } else { -white })
    }
}
