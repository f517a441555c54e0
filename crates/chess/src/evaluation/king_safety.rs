//! Attacks on the king, and the pawns that shelter it.

use cozy_chess::{BitBoard, Board, Color, File, Piece, get_king_moves};

use super::pawns::files;
use super::piece_square::Tapered;

/// The attacks of one side's pieces on the other's king, counted while its mobility is.
#[derive(Clone, Copy, Default)]
pub(super) struct Assault {
    attackers: i32,
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

    /// What the attacks are worth: several pieces together are worth more than each alone.
    #[inline]
    pub(super) const fn value(self) -> Tapered {
        if self.attackers < 2 {
            return Tapered { middle: 0, end: 0 };
        }
        let weight = if self.weight > 40 { 40 } else { self.weight };
        let value = weight * weight / 5 + 4 * self.attackers;
        Tapered { middle: value, end: value / 8 }
    }
}

/// The squares around the king of a side, with its own.
#[inline]
pub(super) fn zone(board: &Board, color: Color) -> BitBoard {
    let king = board.king(color);
    get_king_moves(king) | king.bitboard()
}

/// The cost of missing pawns in front of a side's king, and of open files there.
#[inline]
pub(super) fn shelter(board: &Board, color: Color) -> Tapered {
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
    let mut middle = 0;
    for at in file - 1..=file + 1 {
        let squares = File::index(at).bitboard().0;
        if own & squares & ahead == 0 {
            middle -= 14;
        }
        if own & squares == 0 {
            middle -= if enemy & squares == 0 { 16 } else { 6 };
        }
    }
    Tapered { middle, end: 0 }
}

/// For rooks: the files without pawns, and those without pawns of the own side.
#[inline]
pub(super) fn open_files(board: &Board, color: Color) -> (u64, u64) {
    let own = files(board.colored_pieces(color, Piece::Pawn).0);
    let enemy = files(board.colored_pieces(!color, Piece::Pawn).0);
    (!(own | enemy), !own)
}
