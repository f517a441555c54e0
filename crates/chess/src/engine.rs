//! The engine: the general alpha-beta search with the settings that suit chess.

use tremaux_play::{
    AlphaBeta, CounterMoves, Extensions, Futility, Growth, History, Killers, LateMoves,
    LatePruning, Noise, NoisyFirst, NullMove, Parts, Passes, Quiescence, Selective,
    SelectiveSettings, Singular, Window,
};
use tremaux_tables::TranspositionTable;

use crate::evaluation::PieceSquares;

/// The move ordering of the engine: captures, killers, countermoves, history.
pub type Ordering =
    (NoisyFirst, (Killers<cozy_chess::Move>, (CounterMoves<cozy_chess::Move>, History)));

/// The selective methods with what they know of chess.
pub type Selectivity = Selective<(Passes, (Noise, Extensions))>;

/// The components of the engine.
pub type EngineParts<'a> =
    Parts<PieceSquares, Ordering, &'a TranspositionTable, Quiescence, Selectivity>;

/// The options of the search.
#[must_use]
pub fn options() -> AlphaBeta {
    options_from(AlphaBeta { max_depth: 100, ..AlphaBeta::default() })
}

/// `options` with those of the engine that make it faster: windows, and where moves are rated and
/// positions stored.
#[must_use]
pub fn options_from(options: AlphaBeta) -> AlphaBeta {
    AlphaBeta { window: Window::Aspiration(25), rated_depth: 1, table_depth: 1, ..options }
}

/// The selective methods of the search.
#[must_use]
pub fn selectivity() -> Selectivity {
    let settings = SelectiveSettings {
        null_move: Some(NullMove {
            reduction: 3,
            min_depth: 2,
            verify_depth: None,
            plies_per_ply: 4,
            margin_per_ply: 200,
        }),
        reductions: Some(LateMoves { full_moves: 2, min_depth: 3, growth: Growth::Logarithms }),
        futility: Some(Futility { max_depth: 2, margin: 200 }),
        singular: Some(Singular { min_depth: 8, margin: 40 }),
        late_pruning: Some(LatePruning::default()),
        unknown_depth: Some(7),
    };
    Selective { settings, knowledge: (Passes, (Noise, Extensions)) }
}

/// The components of the search, with what was learnt in earlier ones as `ordering`.
pub fn parts(table: &TranspositionTable, ordering: Ordering) -> EngineParts<'_> {
    Parts::new()
        .evaluator(PieceSquares)
        .ordering(ordering)
        .table(table)
        .horizon(Quiescence::default())
        .selectivity(selectivity())
}
