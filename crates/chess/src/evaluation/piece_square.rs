//! Material and piece-square values for the middlegame and the endgame.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

use super::weights::{self, Tapered};

/// The phase of the game with all pieces on the board.
pub(crate) const FULL_PHASE: i32 = 24;

impl Tapered {
    /// The value in a game of this phase, from 0 for kings and pawns to 24 for all pieces.
    #[inline]
    #[must_use]
    pub const fn at(self, phase: i32) -> i32 {
        (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }

    /// The balance after `mv`, which is legal on `board`.
    #[inline]
    pub(crate) fn after(self, board: &Board, mv: Move) -> Self {
        let color = board.side_to_move();
        let piece = board.piece_on(mv.from).expect("a legal move moves a piece");
        let mut balance = self - value(color, piece, mv.from);
        if board.colors(color).has(mv.to) {
            let is_short = mv.from.file() < mv.to.file();
            let (king, rook) = if is_short { (File::G, File::F) } else { (File::C, File::D) };
            let rank = mv.from.rank();
            return balance - value(color, Piece::Rook, mv.to)
                + value(color, Piece::King, Square::new(king, rank))
                + value(color, Piece::Rook, Square::new(rook, rank));
        }
        if let Some(captured) = board.piece_on(mv.to) {
            balance = balance - value(!color, captured, mv.to);
        } else if piece == Piece::Pawn && mv.from.file() != mv.to.file() {
            let square = Square::new(mv.to.file(), mv.from.rank());
            balance = balance - value(!color, Piece::Pawn, square);
        }
        balance + value(color, mv.promotion.unwrap_or(piece), mv.to)
    }
}

/// White's values minus Black's, computed from the board.
pub(crate) fn balance(board: &Board) -> Tapered {
    let mut balance = Tapered::default();
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                balance = balance + value(color, piece, square);
            }
        }
    }
    balance
}

/// The phase of the game: the knights and bishops, twice the rooks, four times the queens; at
/// most 24.
#[inline]
pub(crate) fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len() as i32;
    let pieces = count(Piece::Knight) + count(Piece::Bishop);
    (pieces + 2 * count(Piece::Rook) + 4 * count(Piece::Queen)).min(FULL_PHASE)
}

/// The value of a piece on a square: positive for White, negative for Black.
#[inline]
fn value(color: Color, piece: Piece, square: Square) -> Tapered {
    VALUES[color as usize][piece as usize][square as usize]
}

/// By colour, piece and square.
static VALUES: [[[Tapered; 64]; 6]; 2] = {
    let mut values = [[[Tapered { middle: 0, end: 0 }; 64]; 6]; 2];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            let white = white_value(piece, square % 8, square / 8);
            values[0][piece as usize][square as usize] = white;
            let black = Tapered { middle: -white.middle, end: -white.end };
            values[1][piece as usize][(square ^ 56) as usize] = black;
            square += 1;
        }
        piece += 1;
    }
    values
};

/// What a white piece is worth on a file and rank, from 0.
const fn white_value(piece: i32, file: i32, rank: i32) -> Tapered {
    let features = square_features(piece, file, rank);
    let (mut value, mut at) = (Tapered { middle: 0, end: 0 }, 0);
    while at < features.len() {
        let (weight, count) = features[at];
        value.middle += weights::WEIGHTS[weight].middle * count;
        value.end += weights::WEIGHTS[weight].end * count;
        at += 1;
    }
    value
}

/// The features of a white piece on a file and rank, from 0, with their counts: material, and a
/// simple formula for the square.
pub(crate) const fn square_features(piece: i32, file: i32, rank: i32) -> [(usize, i32); 5] {
    /// The distance from the nearer of the two middle lines, 0 to 3.
    const fn off_middle(line: i32) -> i32 {
        if line < 4 { 3 - line } else { line - 4 }
    }
    let (across, along) = (off_middle(file), off_middle(rank));
    // From 3 in the centre to -3 in the corners.
    let central = 3 - across - along;
    let is_home = (rank == 0) as i32;
    let none = (weights::MATERIAL, 0);
    let material = (weights::MATERIAL + piece as usize, 1);
    match piece {
        // Pawns: the middle files forwards, and every step in the endgame.
        0 => {
            let advance = rank - 1;
            [
                material,
                (weights::PAWN_ADVANCE_CENTRAL, advance * (4 - across)),
                (weights::PAWN_FILE, across),
                (weights::PAWN_ADVANCE, advance),
                (weights::PAWN_ADVANCE_SQUARED, advance * advance),
            ]
        }
        1 => {
            let (centre, home) = (weights::KNIGHT_CENTRE, weights::KNIGHT_HOME);
            [material, (centre, central), (home, is_home), none, none]
        }
        2 => {
            let (centre, home) = (weights::BISHOP_CENTRE, weights::BISHOP_HOME);
            [material, (centre, central), (home, is_home), none, none]
        }
        3 => {
            let seventh = (weights::ROOK_SEVENTH, (rank == 6) as i32);
            [material, (weights::ROOK_FILE, 3 - across), seventh, none, none]
        }
        4 => [material, (weights::QUEEN_CENTRE, central), none, none, none],
        // Kings: in a corner behind the pawns, in the centre at the end.
        _ => [
            (weights::KING_RANK, rank),
            (weights::KING_FILE, across),
            (weights::KING_WING_HOME, (rank == 0 && across == 1) as i32),
            (weights::KING_CENTRE, central),
            none,
        ],
    }
}

const _: () = assert!(Color::White as usize == 0 && Piece::King as usize == 5);
const _: () = assert!(Square::A1 as usize == 0 && Square::H1 as usize == 7);
const _: () = assert!(Rank::Second as usize == 1);
