//! What searches ask for beyond the rules: hashes, classes of moves, captures, passes, checks.

use cozy_chess::{Move, Piece, Square};
use tremaux_core::{ExtendingGame, HashedGame, MoveKey, MoveOrdering, NullMoveGame, TacticalGame};
use tremaux_play::NoisyFirst;

use crate::evaluation::attacks;
use crate::moves::append_checks;
use crate::position::{Position, Undo};
use crate::rules::Chess;
use crate::see::{exchange, material};

impl HashedGame for Chess {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.hash()
    }

    /// The two squares and the promotion, in 15 bits.
    #[inline]
    fn code(&self, _: &Position, mv: Move) -> u16 {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        promotion << 12 | (mv.from as u16) << 6 | mv.to as u16
    }
}

impl MoveKey for Chess {
    /// The side, the piece and the square it goes to.
    #[inline]
    fn key_count(&self) -> usize {
        2 * Piece::NUM * Square::NUM
    }

    #[inline]
    fn move_key(&self, position: &Position, mv: Move) -> usize {
        let piece = position.board().piece_on(mv.from).map_or(0, |piece| piece as usize);
        (position.side_to_move() as usize * Piece::NUM + piece) * Square::NUM + mv.to as usize
    }
}

impl NullMoveGame for Chess {
    /// Not in check, and not with king and pawns alone, where zugzwang is common.
    #[inline]
    fn may_pass(&self, position: &Position) -> bool {
        let board = position.board();
        let pieces = board.pieces(Piece::King) | board.pieces(Piece::Pawn);
        !position.is_check() && !board.colors(board.side_to_move()).is_subset(pieces)
    }

    #[inline]
    fn pass(&self, position: &mut Position) -> Undo {
        position.pass()
    }

    #[inline]
    fn undo_pass(&self, position: &mut Position, undo: Undo) {
        position.undo(undo);
    }
}

impl TacticalGame for Chess {
    /// Captures that lose no material by [static exchange](crate::see), and promotions to a queen;
    /// in check, all legal moves.
    ///
    /// With losing captures, the search beyond the horizon would explode in open positions.
    #[inline]
    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.is_check() {
            position.append_moves(moves);
            return;
        }
        position.append_winning_captures(moves);
    }

    /// Not in check.
    #[inline]
    fn may_rest(&self, position: &Position) -> bool {
        !position.is_check()
    }

    /// In check.
    #[inline]
    fn is_threatened(&self, position: &Position) -> bool {
        position.is_check()
    }

    /// Captures and promotions to a queen, in order of what they win, then of the cheapest piece
    /// that captures. A capture that loses material by [static exchange](crate::see) is quiet, and
    /// so are promotions to other pieces.
    #[inline]
    fn loudness(&self, position: &Position, mv: Move) -> u16 {
        let board = position.board();
        let Some((mover, victim)) = capture(position, mv) else { return 0 };
        if mv.promotion.is_some_and(|piece| piece != Piece::Queen) {
            return 0;
        }
        let promotion = if mv.promotion.is_some() { material(Piece::Queen) } else { 0 };
        let gain = victim.map_or(0, material) + promotion;
        // A cheap piece that takes a dearer one loses nothing.
        if promotion == 0 && gain < material(mover) && exchange(board, mv) < 0 {
            return 0;
        }
        (2000 + 8 * gain - material(mover) / 100) as u16
    }

    /// Checks, other than discovered ones and castling.
    #[inline]
    fn is_forcing(&self, position: &Position, mv: Move) -> bool {
        let board = position.board();
        let color = board.side_to_move();
        let Some(piece) = mv.promotion.or(board.piece_on(mv.from)) else { return false };
        let occupied = board.occupied() ^ mv.from.bitboard();
        attacks(piece, color, mv.to, occupied).has(board.king(!color))
    }

    /// Checks of knights, bishops, rooks and queens that lose no material.
    #[inline]
    fn forcing_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        append_checks(position.board(), moves);
    }

    #[inline]
    fn exchange(&self, position: &Position, mv: Move) -> i32 {
        exchange(position.board(), mv)
    }

    /// What it captures, and what a pawn becomes.
    #[inline]
    fn gain(&self, position: &Position, mv: Move) -> i32 {
        let victim = capture(position, mv).and_then(|(_, victim)| victim).map_or(0, material);
        victim + mv.promotion.map_or(0, |piece| material(piece) - material(Piece::Pawn))
    }
}

/// Rates captures: those that lose no material first, in order of what they win; those that lose
/// material last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Captures;

impl MoveOrdering<Chess> for Captures {
    #[inline]
    fn rate(&self, game: &Chess, position: &Position, _: u32, moves: &[Move], out: &mut Vec<i32>) {
        let board = position.board();
        let enemies = board.colors(!board.side_to_move());
        for &mv in moves {
            let is_loud = enemies.has(mv.to)
                || mv.promotion.is_some()
                || mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from);
            out.push(match is_loud {
                false => 0,
                true => match game.loudness(position, mv) {
                    0 => -NoisyFirst::RATING,
                    loudness => NoisyFirst::RATING + i32::from(loudness),
                },
            });
        }
    }
}

/// The piece that moves and what it captures, if `mv` is a capture or a promotion.
#[inline]
fn capture(position: &Position, mv: Move) -> Option<(Piece, Option<Piece>)> {
    let board = position.board();
    let mover = board.piece_on(mv.from)?;
    let is_enemy = board.colors(!board.side_to_move()).has(mv.to);
    let is_passing = mover == Piece::Pawn && mv.from.file() != mv.to.file();
    if is_enemy {
        Some((mover, board.piece_on(mv.to)))
    } else if is_passing {
        Some((mover, Some(Piece::Pawn)))
    } else {
        mv.promotion.map(|_| (mover, None))
    }
}

impl ExtendingGame for Chess {
    /// One ply after a check.
    #[inline]
    fn extension(&self, position: &Position, _: Move) -> u32 {
        u32::from(position.is_check())
    }
}
