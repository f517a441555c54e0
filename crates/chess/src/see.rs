//! Static exchange evaluation: what a series of captures on one square wins.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// The value of a piece in exchanges, in hundredths of a pawn. A king is worth more than all
/// other pieces together.
#[inline]
pub const fn material(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 950,
        Piece::King => 20_000,
    }
}

/// What the side to move wins by `mv` if both sides then capture on the same square as long as
/// they gain by it, each time with the least valuable piece; negative if it loses material.
///
/// Pieces behind others join in when the way is free. Pins are not considered, but a king does
/// not capture what is still defended. A quiet move can lose the piece moved.
///
/// ```
/// use tremaux_chess::{Position, see::exchange};
/// // The pawn is defended twice: the rook is lost for it.
/// let position = Position::parse_fen("3rk3/4p3/3p4/8/8/8/3R4/4K3 w - - 0 1")?;
/// let takes = position.parse_uci("d2d6")?;
/// assert_eq!(exchange(position.board(), takes), 100 - 500);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
pub fn exchange(board: &Board, mv: Move) -> i32 {
    let color = board.side_to_move();
    if board.colors(color).has(mv.to) {
        return 0;
    }
    let Some(mover) = board.piece_on(mv.from) else { return 0 };
    let to = mv.to;
    let mut occupied = board.occupied() ^ mv.from.bitboard() | to.bitboard();
    let mut first = board.piece_on(to).map_or(0, material);
    if first == 0 && mover == Piece::Pawn && mv.from.file() != to.file() {
        occupied ^= Square::new(to.file(), mv.from.rank()).bitboard();
        first = material(Piece::Pawn);
    }
    let mut standing = mover;
    if let Some(promotion) = mv.promotion {
        first += material(promotion) - material(Piece::Pawn);
        standing = promotion;
    }
    // The gain of each capture for the side that makes it, if the exchange ended there.
    let mut gains = [0; 34];
    gains[0] = first;
    let mut last = 0;
    let mut side = !color;
    let mut attackers = attackers(board, to, occupied);
    while let Some((piece, from)) = least(board, attackers & occupied, side) {
        occupied ^= from.bitboard();
        attackers |= behind(board, to, occupied);
        let is_defended = !(attackers & occupied & board.colors(!side)).is_empty();
        if piece == Piece::King && is_defended {
            break;
        }
        last += 1;
        gains[last] = material(standing) - gains[last - 1];
        standing = piece;
        side = !side;
    }
    while last > 0 {
        gains[last - 1] = -gains[last].max(-gains[last - 1]);
        last -= 1;
    }
    gains[0]
}

/// The pieces of both sides that attack a square.
#[inline]
fn attackers(board: &Board, to: Square, occupied: BitBoard) -> BitBoard {
    let pawns = get_pawn_attacks(to, Color::Black)
        & board.colored_pieces(Color::White, Piece::Pawn)
        | get_pawn_attacks(to, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn);
    pawns
        | get_knight_moves(to) & board.pieces(Piece::Knight)
        | get_king_moves(to) & board.pieces(Piece::King)
        | behind(board, to, occupied)
}

/// The bishops, rooks and queens with a free way to a square.
#[inline]
fn behind(board: &Board, to: Square, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let diagonal = (board.pieces(Piece::Bishop) | queens) & occupied;
    let straight = (board.pieces(Piece::Rook) | queens) & occupied;
    let mut found = BitBoard::EMPTY;
    if !(get_bishop_rays(to) & diagonal).is_empty() {
        found |= get_bishop_moves(to, occupied) & diagonal;
    }
    if !(get_rook_rays(to) & straight).is_empty() {
        found |= get_rook_moves(to, occupied) & straight;
    }
    found
}

/// The least valuable piece of a side among the attackers.
#[inline]
fn least(board: &Board, attackers: BitBoard, side: Color) -> Option<(Piece, Square)> {
    let own = attackers & board.colors(side);
    if own.is_empty() {
        return None;
    }
    for piece in Piece::ALL {
        if let Some(from) = (own & board.pieces(piece)).next_square() {
            return Some((piece, from));
        }
    }
    None
}
