//! Solved endings against a king alone.

use std::collections::BTreeMap;

use cozy_chess::{BoardBuilder, get_king_moves};
use tremaux_chess::endings::{Endgame, EndingCounts, known, value};
use tremaux_chess::{Chess, Color, Move, Piece, Position, Square, engine};
use tremaux_core::{Game, Limits, Random, Score, Turn};
use tremaux_tables::{EndgameValue, TranspositionTable};

/// The position with these men of `color`, the king first, and the other king.
fn place(men: &[(Piece, Square)], king: Square, color: Color, mover: Color) -> Option<Position> {
    if get_king_moves(king).has(men[0].1) {
        return None;
    }
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = mover;
    let other = std::iter::once((Piece::King, king, !color));
    for (piece, at, owner) in men.iter().map(|&(piece, at)| (piece, at, color)).chain(other) {
        if builder.square(at).is_some() {
            return None;
        }
        *builder.square_mut(at) = Some((piece, owner));
    }
    builder.build().ok().map(Position::of)
}

/// Calls `visit` with each legal position of an ending with one piece, in which White has it.
fn each_of_three(piece: Piece, mut visit: impl FnMut([Square; 3], Color, &Position)) {
    for squares in 0..64usize.pow(3) {
        let [king, other, at] = [squares >> 12, squares >> 6 & 63, squares & 63].map(Square::index);
        for mover in Color::ALL {
            let men = [(Piece::King, king), (piece, at)];
            if let Some(position) = place(&men, other, Color::White, mover) {
                visit([king, other, at], mover, &position);
            }
        }
    }
}

/// A random legal position of an ending.
fn random_position(ending: Endgame, random: &mut Random) -> Position {
    loop {
        let mut square = || Square::index(random.below(64) as usize);
        let king = square();
        let mut men = vec![(Piece::King, square())];
        men.extend(ending.pieces().iter().map(|&piece| (piece, square())));
        let [color, mover] = [(); 2].map(|()| Color::index(random.below(2) as usize));
        if let Some(position) = place(&men, king, color, mover) {
            return position;
        }
    }
}

/// The value that follows from those of the positions after each move.
fn value_by_moves(position: &Position) -> EndgameValue {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { EndgameValue::Loss(0) } else { EndgameValue::Draw };
    }
    let (mut win, mut loss, mut is_draw) = (None, 0, false);
    for mv in moves {
        let mut after = position.clone();
        after.play(mv);
        let value = match after.is_insufficient_material() {
            true => EndgameValue::Draw,
            false => value(&after).expect("an ending"),
        };
        match value {
            EndgameValue::Loss(plies) => {
                win = Some(win.map_or(plies + 1, |best: u16| best.min(plies + 1)));
            }
            EndgameValue::Win(plies) => loss = loss.max(plies + 1),
            _ => is_draw = true,
        }
    }
    match win {
        Some(plies) => EndgameValue::Win(plies),
        None if is_draw => EndgameValue::Draw,
        None => EndgameValue::Loss(loss),
    }
}

/// Values that agree with those after each move are right: a win then ends with mate.
#[test]
fn values_follow_from_moves() {
    for piece in [Piece::Queen, Piece::Rook, Piece::Pawn] {
        each_of_three(piece, |_, _, position| {
            assert_eq!(value(position), Some(value_by_moves(position)), "{}", position.to_fen());
        });
    }
    let mut random = Random::new(1);
    for ending in Endgame::ALL {
        for _ in 0..20_000 {
            let position = random_position(ending, &mut random);
            let expected = value_by_moves(&position);
            assert_eq!(value(&position), Some(expected), "{}", position.to_fen());
        }
    }
}

/// The longest wins are known since Ströhlein (1970) and Thompson (1986), the numbers of wins are
/// those of the tables of S. Nalimov and R. de Man.
#[test]
fn counts_and_longest_wins() {
    let facts = [
        (Endgame::Queen, [144_508, 0, 200_896, 23_048], [10, 10]),
        (Endgame::Rook, [175_168, 0, 201_700, 22_244], [16, 16]),
        (Endgame::Pawn, [124_960, 38_368, 97_604, 70_420], [28, 28]),
        (Endgame::Bishops, [2_503_608, 2_578_420, 2_814_040, 4_016_252], [19, 19]),
        (Endgame::BishopKnight, [10_822_184, 53_320, 11_188_168, 2_472_416], [33, 33]),
        (Endgame::Knights, [616, 5_749_036, 120, 6_830_172], [1, 0]),
    ];
    for (ending, positions, moves) in facts {
        let counts = ending.counts();
        let EndingCounts { won_to_attack, drawn_to_attack, .. } = counts;
        let EndingCounts { lost_to_defend, drawn_to_defend, .. } = counts;
        let found = [won_to_attack, drawn_to_attack, lost_to_defend, drawn_to_defend];
        assert_eq!(found, positions, "{ending:?}");
        let longest = [counts.longest_win.div_ceil(2), counts.longest_defence / 2];
        assert_eq!(longest, moves, "{ending:?}");
    }
}

/// The positions of an ending with one piece that no symmetry exchanges, by plies to mate.
fn distinct(piece: Piece, mover: Color) -> BTreeMap<Option<u16>, u32> {
    let mut counts = BTreeMap::new();
    each_of_three(piece, |squares, whose, position| {
        let turn = |squares: [Square; 3], way: u8| {
            squares.map(|square| {
                let square = square as u8;
                let square = if way & 1 > 0 { square ^ 7 } else { square };
                let square = if way & 2 > 0 { square ^ 56 } else { square };
                if way & 4 > 0 { square >> 3 | (square & 7) << 3 } else { square }
            })
        };
        let ways = if piece == Piece::Pawn { 0..2 } else { 0..8 };
        let is_first = ways.map(|way| turn(squares, way)).min() == Some(turn(squares, 0));
        if whose == mover && is_first {
            let plies = match value(position) {
                Some(EndgameValue::Win(plies) | EndgameValue::Loss(plies)) => Some(plies),
                _ => None,
            };
            *counts.entry(plies).or_default() += 1;
        }
    });
    counts
}

/// M. Bain's data set "King+Rook versus King" (UCI machine learning repository, 1994), and the
/// numbers of longest wins that G. Bruzzi published (kirill-kryukov.com, 2006).
#[test]
fn published_counts() {
    let rook = distinct(Piece::Rook, Color::Black);
    let published =
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    assert_eq!(rook.values().sum::<u32>(), 28_056);
    assert_eq!(rook[&None], 2796);
    for (moves, count) in (0..).zip(published) {
        assert_eq!(rook[&Some(2 * moves)], count, "lost in {moves} moves");
    }
    let last = |piece, mover| {
        let (plies, count) = distinct(piece, mover).pop_last().expect("a win");
        (plies.map(|plies| plies.div_ceil(2)), count)
    };
    assert_eq!(last(Piece::Queen, Color::White), (Some(10), 1));
    assert_eq!(last(Piece::Rook, Color::White), (Some(16), 121));
    assert_eq!(last(Piece::Pawn, Color::White), (Some(28), 3));
    assert_eq!(last(Piece::Queen, Color::Black), (Some(10), 8));
    assert_eq!(last(Piece::Pawn, Color::Black), (Some(28), 2));
}

/// The move that the engine plays, and the score.
fn best(position: &Position, table: &TranspositionTable) -> (Move, Score) {
    let mut root = position.clone();
    root.set_search_root();
    let parts = engine::parts(table, engine::Ordering::default());
    let limits = Limits::default().with_nodes(1000);
    let report = engine::options().solve(&Chess::new(), &root, parts, &limits);
    (report.principal_variation[0], report.score)
}

#[test]
fn the_engine_mates_from_every_won_position() {
    let mut random = Random::new(7);
    let table = TranspositionTable::with_bytes(1 << 16);
    let endings =
        [Endgame::Queen, Endgame::Rook, Endgame::Pawn, Endgame::Bishops, Endgame::BishopKnight];
    for ending in endings {
        let mut played = 0;
        while played < 100 {
            let mut position = random_position(ending, &mut random);
            let Some(EndgameValue::Win(plies) | EndgameValue::Loss(plies)) = value(&position)
            else {
                continue;
            };
            played += 1;
            let fen = position.to_fen();
            for left in (1..=plies).rev() {
                let (mv, score) = best(&position, &table);
                assert_eq!(score.plies_to_end(), Some(u32::from(left)), "{fen}");
                position.play(mv);
            }
            assert!(position.is_checkmate(), "{fen}");
            assert_eq!(Chess::new().turn(&position), Turn::Over);
        }
    }
}

#[test]
fn draws_and_the_fifty_moves() {
    let score = |fen: &str| known(&Position::parse_fen(fen).expect(fen));
    // Drawn with king and pawn: the opposition, a rook's pawn.
    assert_eq!(score("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), Some(Score::win_in(21)));
    assert_eq!(score("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1"), Some(Score::DRAW));
    assert_eq!(score("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"), Some(Score::DRAW));
    assert_eq!(score("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"), Some(Score::loss_in(40)));
    assert_eq!(score("k7/8/K7/P7/8/8/8/8 w - - 0 1"), Some(Score::DRAW));
    // Mate has to come before the hundredth ply without a capture or a pawn move.
    assert_eq!(score("8/8/8/5k2/8/8/1Q6/K7 w - - 81 99"), Some(Score::win_in(19)));
    assert_eq!(score("8/8/8/5k2/8/8/1Q6/K7 w - - 82 99"), Some(Score::DRAW));
    assert_eq!(score("8/8/8/1k6/8/8/K5P1/8 w - - 0 1"), Some(Score::win_in(55)));
    assert_eq!(score("8/8/8/1k6/8/8/K5P1/8 w - - 60 99"), None);
    // Castling, more than one piece on each side, other pieces.
    assert!(score("8/8/8/8/8/2k5/8/4K2R w - - 0 1").is_some_and(Score::is_decisive));
    assert_eq!(score("8/8/8/8/8/2k5/8/4K2R w K - 0 1"), None);
    assert_eq!(score("8/8/8/5k2/7p/8/1Q6/K7 w - - 0 1"), None);
    assert_eq!(score("8/8/8/5k2/8/2B5/1Q6/K7 w - - 0 1"), None);
    assert_eq!(score("8/8/8/5k2/8/8/8/K7 w - - 0 1"), None);
    // Two knights: mate only if it is near.
    assert_eq!(score("8/8/8/5k2/8/2N5/1N6/K7 w - - 0 1"), Some(Score::DRAW));
}
