//! Counts of move sequences.

use cozy_chess::{Board, Move};

use crate::position::Position;

/// Counts the legal sequences of `depth` moves from a position, to compare with published counts.
///
/// Draws by rule do not end a sequence. The last ply is counted without playing its moves, so
/// this is faster than the general [`perft`](tremaux_play::perft), and memory is linear in
/// `depth`.
///
/// ```
/// use tremaux::games::chess::{Position, perft};
/// assert_eq!(perft(&Position::initial(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    let root = position.board();
    match depth {
        0 => return 1,
        1 => return last_ply(root),
        _ => {}
    }
    let mut total = 0;
    let mut path: Vec<(Board, Vec<Move>)> = vec![(root.clone(), moves(root))];
    while let Some((board, rest)) = path.last_mut() {
        let Some(mv) = rest.pop() else {
            path.pop();
            continue;
        };
        let mut child = board.clone();
        child.play_unchecked(mv);
        if path.len() as u32 + 1 == depth {
            total += last_ply(&child);
        } else {
            let rest = moves(&child);
            path.push((child, rest));
        }
    }
    total
}

/// The legal moves of a position, each with the number of sequences of `depth` moves that it
/// begins.
pub fn perft_by_move(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut position = position.clone();
    let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
    let mut counts = Vec::with_capacity(moves.len());
    for mv in moves {
        let undo = position.play(mv);
        counts.push((mv, perft(&position, depth - 1)));
        position.undo(undo);
    }
    counts
}

fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::with_capacity(48);
    board.generate_moves(|piece| {
        for mv in piece {
            moves.push(mv);
        }
        false
    });
    moves
}

fn last_ply(board: &Board) -> u64 {
    let mut count = 0;
    board.generate_moves(|piece| {
        count += piece.len() as u64;
        false
    });
    count
}
