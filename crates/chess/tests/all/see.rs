//! Static exchange evaluation against published cases and a naive exchange.

use tremaux_chess::see::{exchange, material};
use tremaux_chess::{Board, Chess, Color, Move, Piece, Position, Square};
use tremaux_testkit as testkit;

#[test]
fn known_exchanges() {
    let (pawn, knight, rook) = (100, 320, 500);
    let cases = [
        // From the chess programming wiki: an undefended pawn; a knight for a pawn.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight),
        // The rook behind the rook joins in.
        ("3r3k/3r4/8/3p4/8/8/3R4/3R3K w - - 0 1", "d2d5", pawn - rook),
        ("3r3k/8/8/3p4/8/8/3R4/3R3K w - - 0 1", "d2d5", pawn),
        // A king does not capture what is defended.
        ("8/8/8/4k3/3p4/2P5/8/B3K3 w - - 0 1", "c3d4", pawn),
        ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", pawn),
        // En passant, promotion, quiet moves, castling.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", pawn),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", rook + 850 - 950),
        ("4k3/8/5p2/8/8/8/8/Q3K3 w - - 0 1", "a1e5", -950),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ];
    for (fen, mv, gain) in cases {
        let position = Position::parse_fen(fen).expect(fen);
        let mv = position.parse_uci(mv).expect(mv);
        assert_eq!(exchange(position.board(), mv), gain, "{mv} in {fen}");
    }
}

/// A board of squares, to follow an exchange move by move.
type Squares = [Option<(Color, Piece)>; 64];

/// Whether the piece on `from` attacks `to`, found by walking.
fn attacks(squares: &Squares, from: usize, to: usize) -> bool {
    let Some((color, piece)) = squares[from] else { return false };
    let (dx, dy) = (to as i32 % 8 - from as i32 % 8, to as i32 / 8 - from as i32 / 8);
    let is_free = || {
        let (x, y) = (dx.signum(), dy.signum());
        (1..dx.abs().max(dy.abs()))
            .all(|step| squares[(from as i32 + step * (x + 8 * y)) as usize].is_none())
    };
    let (is_straight, is_diagonal) = ((dx == 0) != (dy == 0), dx.abs() == dy.abs() && dx != 0);
    match piece {
        Piece::Pawn => dx.abs() == 1 && dy == if color == Color::White { 1 } else { -1 },
        Piece::Knight => dx.abs() * dy.abs() == 2,
        Piece::Bishop => is_diagonal && is_free(),
        Piece::Rook => is_straight && is_free(),
        Piece::Queen => (is_straight || is_diagonal) && is_free(),
        Piece::King => dx.abs().max(dy.abs()) == 1,
    }
}

/// What `color` wins by capturing on a square, or by leaving it.
fn best(squares: &mut Squares, to: usize, color: Color) -> i32 {
    let from = (0..64)
        .filter(|&at| squares[at].is_some_and(|(owner, _)| owner == color))
        .filter(|&at| attacks(squares, at, to))
        .min_by_key(|&at| squares[at].expect("a piece").1);
    let Some(from) = from else { return 0 };
    let (_, victim) = squares[to].expect("a piece to capture");
    let before = *squares;
    squares[to] = squares[from].take();
    let is_king = squares[to].expect("the piece moved").1 == Piece::King;
    let is_defended = (0..64)
        .any(|at| squares[at].is_some_and(|(owner, _)| owner != color) && attacks(squares, at, to));
    let gain = if is_king && is_defended {
        0
    } else {
        (material(victim) - best(squares, to, !color)).max(0)
    };
    *squares = before;
    gain
}

fn naive(board: &Board, mv: Move) -> i32 {
    let color = board.side_to_move();
    let mut squares: Squares = [None; 64];
    for square in Square::ALL {
        let piece = board.piece_on(square);
        squares[square as usize] = piece.map(|piece| (board.color_on(square).expect("one"), piece));
    }
    let (from, to) = (mv.from as usize, mv.to as usize);
    if squares[to].is_some_and(|(owner, _)| owner == color) {
        return 0;
    }
    let (_, mover) = squares[from].take().expect("a piece");
    let mut gain = squares[to].map_or(0, |(_, victim)| material(victim));
    if mover == Piece::Pawn && from % 8 != to % 8 && squares[to].is_none() {
        squares[from / 8 * 8 + to % 8] = None;
        gain = material(Piece::Pawn);
    }
    let standing = mv.promotion.unwrap_or(mover);
    gain += material(standing) - material(mover);
    squares[to] = Some((color, standing));
    gain - best(&mut squares, to, !color)
}

#[test]
fn exchanges_agree_with_a_naive_one() {
    let mut captures = 0;
    for (seed, number) in [(1, 518), (2, 300), (3, 20)] {
        let game = Chess::chess960(number).expect("a position");
        testkit::play_at_random(&game, seed, 40, |position, moves| {
            for &mv in moves {
                captures += usize::from(position.board().occupied().has(mv.to));
                let fen = position.to_fen();
                assert_eq!(
                    exchange(position.board(), mv),
                    naive(position.board(), mv),
                    "{mv} {fen}"
                );
            }
        });
    }
    assert!(captures > 1000, "{captures}");
}
