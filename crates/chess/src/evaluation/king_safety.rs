//! Attacks on the king, and the pawns that shelter it.

use cozy_chess::{BitBoard, Board, Color, File, Piece, get_king_moves};

use super::pawns::files;
use super::weights::{self, Features};

/// The attacks of one side's pieces on the other's king, counted while its mobility is.
#[derive(Clone, Copy, Default)]
pub(super) struct Assault {
    attackers: i32,
    checks: i32,
    weight: i32,
}

impl Assault {
    /// Counts a piece that attacks `squares` next to the king.
    #[inline]
    pub(super) fn add(&mut self, piece: Piece, squares: u32) {
        if squares == 0 {
            return;
        }
        let each = match piece {
            Piece::Queen => 5,
            Piece::Rook => 3,
            _ => 2,
        };
        self.attackers += 1;
        self.weight += each * (squares as i32 + 1);
    }

    /// Counts a piece that can give check on a square where no pawn and, next to the king, nothing
    /// may take it.
    #[inline]
    pub(super) fn add_check(&mut self, piece: Piece) {
        self.checks += 1;
        self.weight += match piece {
            Piece::Queen | Piece::Rook => 6,
            _ => 4,
        };
    }

    /// Several pieces together are worth more than each alone.
    #[inline]
    pub(super) fn finish(self, features: &mut impl Features) {
        if self.attackers + self.checks > 1 {
            features.add(weights::ASSAULT + (self.weight as usize / 2).min(20), 1);
        }
    }
}

/// The squares around the king of a side, with its own.
#[inline]
pub(super) fn zone(board: &Board, color: Color) -> BitBoard {
    let king = board.king(color);
    get_king_moves(king) | king.bitboard()
}

/// Missing pawns in front of a side's king, and open files there.
#[inline]
pub(super) fn shelter(board: &Board, color: Color, features: &mut impl Features) {
    let king = board.king(color);
    let file = (king.file() as usize).clamp(1, 6);
    let own = board.colored_pieces(color, Piece::Pawn).0;
    let enemy = board.colored_pieces(!color, Piece::Pawn).0;
    let rank = king.rank() as u32;
    // The two ranks in front of the king.
    let ahead = match color {
        Color::White => (0xffff_u64.checked_shl(8 * (rank + 1))).unwrap_or(0),
        Color::Black => (1_u64 << (8 * rank)) - (1_u64 << (8 * rank.saturating_sub(2))),
    };
    for at in file - 1..=file + 1 {
        let squares = File::index(at).bitboard().0;
        if own & squares & ahead == 0 {
            features.add(weights::NO_SHELTER, 1);
        }
        if own & squares == 0 {
            let is_open = enemy & squares == 0;
            let kind = if is_open { weights::KING_OPEN_FILE } else { weights::KING_HALF_OPEN_FILE };
            features.add(kind, 1);
        }
    }
}

/// For rooks: the files without pawns, and those without pawns of the own side.
#[inline]
pub(super) fn open_files(board: &Board, color: Color) -> (u64, u64) {
    let own = files(board.colored_pieces(color, Piece::Pawn).0);
    let enemy = files(board.colored_pieces(!color, Piece::Pawn).0);
    (!(own | enemy), !own)
}
