//! Lists of moves, captures first.

use cozy_chess::{
    BitBoard, Board, Move, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_rook_moves,
};

use crate::see::{exchange, material};

/// The pieces of a side, and two more pawns that capture en passant.
const MOST_PIECES: usize = 18;
/// More captures than any position has.
const MOST_CAPTURES: usize = 128;

/// The moves of a piece other than captures and promotions to a queen.
#[derive(Clone, Copy)]
struct Quiet {
    from: Square,
    to: BitBoard,
    promoting: BitBoard,
}

/// Captures and promotions to a queen, sorted as they are found: the most valuable victim first,
/// then the least valuable piece that captures.
struct Sorted<'a> {
    moves: &'a mut Vec<Move>,
    first: usize,
    /// The ranks of the moves from `first` on, greatest first.
    ranks: [u8; MOST_CAPTURES],
}

impl<'a> Sorted<'a> {
    #[inline]
    fn new(moves: &'a mut Vec<Move>) -> Self {
        let first = moves.len();
        Self { moves, first, ranks: [0; MOST_CAPTURES] }
    }

    #[inline]
    fn push(&mut self, mv: Move, rank: u8) {
        let mut at = self.moves.len() - self.first;
        self.moves.push(mv);
        while at > 0 && self.ranks[at - 1] < rank {
            self.ranks[at] = self.ranks[at - 1];
            self.moves[self.first + at] = self.moves[self.first + at - 1];
            at -= 1;
        }
        self.ranks[at] = rank;
        self.moves[self.first + at] = mv;
    }
}

/// Appends the legal moves: captures and promotions to a queen sorted, then the others.
#[inline]
pub(crate) fn append_moves(board: &Board, moves: &mut Vec<Move>) {
    let none = Quiet { from: Square::A1, to: BitBoard::EMPTY, promoting: BitBoard::EMPTY };
    let (mut quiets, mut count) = ([none; MOST_PIECES], 0);
    append_loud::<true>(board, moves, |quiet| {
        quiets[count] = quiet;
        count += 1;
    });
    for Quiet { from, to, promoting } in &quiets[..count] {
        for to in *to {
            moves.push(Move { from: *from, to, promotion: None });
        }
        for to in *promoting {
            for promotion in [Piece::Knight, Piece::Rook, Piece::Bishop] {
                moves.push(Move { from: *from, to, promotion: Some(promotion) });
            }
        }
    }
}

/// Appends the captures that lose no material and the promotions to a queen, sorted.
#[inline]
pub(crate) fn append_winning_captures(board: &Board, moves: &mut Vec<Move>) {
    append_loud::<false>(board, moves, |_| {});
}

/// Appends the quiet moves by which a knight, bishop, rook or queen gives check and loses no
/// material.
#[inline]
pub(crate) fn append_checks(board: &Board, moves: &mut Vec<Move>) {
    let king = board.king(!board.side_to_move());
    let (free, occupied) = (!board.occupied(), board.occupied());
    let (diagonals, lines) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
    let checking = [get_knight_moves(king), diagonals, lines, diagonals | lines];
    let others = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
    let pieces = board.colors(board.side_to_move()) & !others;
    board.generate_moves_for(pieces, |found| {
        for to in found.to & free & checking[found.piece as usize - 1] {
            let mv = Move { from: found.from, to, promotion: None };
            if exchange(board, mv) >= 0 {
                moves.push(mv);
            }
        }
        false
    });
}

/// Appends the captures and promotions to a queen: `ALL` of them, or those that do not lose
/// material. Passes the other moves to `rest`.
#[inline]
fn append_loud<const ALL: bool>(board: &Board, moves: &mut Vec<Move>, mut rest: impl FnMut(Quiet)) {
    let enemies = board.colors(!board.side_to_move());
    let passed = board.en_passant().map_or(BitBoard::EMPTY, |file| {
        Square::new(file, Rank::Sixth.relative_to(board.side_to_move())).bitboard()
    });
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let mut sorted = Sorted::new(moves);
    board.generate_moves(|found| {
        let (from, piece) = (found.from, found.piece);
        let (mut captures, mut promoting) = (found.to & enemies, BitBoard::EMPTY);
        if piece == Piece::Pawn {
            promoting = found.to & last_ranks;
            captures = found.to & (enemies | passed) & !promoting;
            for to in promoting {
                let victim = board.piece_on(to).map_or(0, |victim| 8 * victim as u8);
                let mv = Move { from, to, promotion: Some(Piece::Queen) };
                sorted.push(mv, 8 * Piece::Queen as u8 + victim);
            }
        }
        for to in captures {
            let mv = Move { from, to, promotion: None };
            let victim = board.piece_on(to).unwrap_or(Piece::Pawn);
            if ALL || material(victim) >= material(piece) || exchange(board, mv) >= 0 {
                sorted.push(mv, 8 * victim as u8 + 7 - piece as u8);
            }
        }
        if ALL {
            rest(Quiet { from, to: found.to & !(captures | promoting), promoting });
        }
        false
    });
}
