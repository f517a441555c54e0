//! The engine: the general alpha-beta search with the settings that suit chess.

use tremaux_play::{
    AlphaBeta, CounterMoves, Extensions, Futility, Growth, History, Killers, LateMoves,
    LatePruning, Noise, NoisyFirst, NullMove, Parts, Passes, Quiescence, Selective,
    SelectiveSettings, Singular, Window,
};
use tremaux_tables::TranspositionTable;

use crate::endings::WithEndings;
use crate::evaluation::PieceSquares;

/// The move ordering of the engine: captures, killers, countermoves, history.
pub type Ordering =
    (NoisyFirst, (Killers<cozy_chess::Move>, (CounterMoves<cozy_chess::Move>, History)));

/// The components of the engine.
pub type EngineParts<'a> = Parts<
    WithEndings<PieceSquares>,
    Ordering,
    &'a TranspositionTable,
    Quiescence,
    Selective<(Passes, (Noise, Extensions))>,
>;

/// The options of the search.
#[must_use]
pub fn options() -> AlphaBeta {
    AlphaBeta {
        window: Window::Aspiration(25),
        max_depth: 100,
        rated_depth: 1,
        table_depth: 1,
        ..AlphaBeta::default()
    }
}

/// The selective methods of the search.
#[must_use]
pub fn selectivity() -> SelectiveSettings {
    SelectiveSettings {
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
    }
}

/// The components of the search, with what was learnt in earlier ones as `ordering`.
pub fn parts(table: &TranspositionTable, ordering: Ordering) -> EngineParts<'_> {
    Parts::new()
        .evaluator(WithEndings(PieceSquares))
        .ordering(ordering)
        .table(table)
        .horizon(Quiescence::default())
        .selectivity(Selective {
            settings: selectivity(),
            knowledge: (Passes, (Noise, Extensions)),
        })
}
