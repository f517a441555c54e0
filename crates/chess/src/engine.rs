//! The engine: the general alpha-beta search with the settings that suit chess.

use cozy_chess::Move;
use tremaux_play::{
    AlphaBeta, Continuations, CounterMoves, ExchangePruning, Extensions, Growth, History, Killers,
    LateMoves, LatePruning, MoveFutility, Noise, NullMove, Passes, Quiescence, QuietMoves,
    Razoring, ReverseFutility, SearchParts, Selective, SelectiveSettings, Singular, Window,
};
use tremaux_tables::TranspositionTable;

use crate::endings::WithEndings;
use crate::evaluation::PieceSquares;
use crate::tactics::Captures;

/// What the ordering learns from quiet moves.
type Learnt = (Killers<Move>, (CounterMoves<Move>, (History, Continuations)));

/// The move ordering of the engine: captures, killers, countermoves, histories.
#[doc(hidden)]
pub type Ordering = (Captures, QuietMoves<Learnt, Move>);

/// A move ordering that has learnt nothing yet.
#[doc(hidden)]
pub fn ordering() -> Ordering {
    let histories = (History::with_gain(16), Continuations::with_gain(16));
    let learnt = (Killers::default(), (CounterMoves::default(), histories));
    (Captures, QuietMoves::new(learnt))
}

/// The selective methods with what they know of chess.
#[doc(hidden)]
pub type Selectivity = Selective<(Passes, (Noise, Extensions))>;

/// The components of the engine.
pub type EngineParts<'a> = SearchParts<
    WithEndings<PieceSquares>,
    Ordering,
    &'a TranspositionTable,
    Quiescence,
    Selectivity,
>;

/// The options of the search.
#[doc(hidden)]
pub fn options() -> AlphaBeta {
    options_from(AlphaBeta { max_depth: 100, ..AlphaBeta::default() })
}

/// `options` with those of the engine that make it faster: windows, and where moves are rated and
/// positions stored.
#[doc(hidden)]
pub fn options_from(options: AlphaBeta) -> AlphaBeta {
    AlphaBeta {
        window: Window::Aspiration(25),
        rated_depth: 1,
        table_depth: 1,
        stores_quiescence: true,
        completes_first: true,
        keeps_unfinished: true,
        ..options
    }
}

/// The selective methods of the search.
#[doc(hidden)]
pub fn selectivity() -> Selectivity {
    let settings = SelectiveSettings {
        null_move: Some(NullMove {
            reduction: 3,
            min_depth: 2,
            verify_depth: Some(10),
            plies_per_ply: 4,
            margin_per_ply: 200,
        }),
        reductions: Some(LateMoves {
            full_moves: 2,
            min_depth: 3,
            growth: Growth::Logarithms,
            rating_per_ply: 12_000,
            adapts: true,
        }),
        reverse_futility: Some(ReverseFutility { max_depth: 8, margin: 80 }),
        move_futility: Some(MoveFutility { max_depth: 6, base: 100, margin: 80 }),
        razoring: Some(Razoring { max_depth: 3, margin: 200 }),
        exchanges: Some(ExchangePruning { max_depth: 7, margin: 60 }),
        late_pruning: Some(LatePruning { max_depth: 7, first: 3, adapts: true }),
        singular: Some(Singular { min_depth: 7, margin: 2, double_margin: Some(20), cuts: true }),
        unknown_depth: Some(4),
        delta: Some(150),
        futility: None,
    };
    Selective { settings, knowledge: (Passes, (Noise, Extensions)) }
}

/// The components of the search, with what was learnt in earlier ones as `ordering`.
pub fn parts(table: &TranspositionTable, ordering: Ordering) -> EngineParts<'_> {
    SearchParts::new()
        .evaluator(WithEndings(PieceSquares))
        .ordering(ordering)
        .table(table)
        .horizon(Quiescence { forcing_plies: 1, ..Quiescence::default() })
        .selectivity(selectivity())
}
