//! The engine: the general alpha-beta search with the settings that suit chess.

use cozy_chess::Move;
#[cfg(feature = "catalog")]
use tremaux_core::{GameReport, Limits};
#[cfg(feature = "catalog")]
use tremaux_games::named::rules::{is_proof, limits_of_proof};
use tremaux_play::{
    AlphaBeta, Continuations, CounterMoves, GameKnowledge, Growth, History, Killers, LateMoves,
    LatePruning, LeafSearch, Margin, MoveFutility, NullMove, Quiescence, QuietMoves, SearchParts,
    Selective, SelectiveSettings, Singular, Window,
};
use tremaux_tables::TranspositionTable;

use crate::endings::WithEndings;
use crate::evaluation::PieceSquares;
use crate::position::Position;
use crate::rules::Chess;
use crate::tactics::Captures;

/// What the ordering learns from quiet moves.
type Learnt = (Killers<Move>, (CounterMoves<Move>, (History, Continuations)));

/// The move ordering of the engine: captures, killers, countermoves, histories.
pub type Ordering = (Captures, QuietMoves<Learnt, Move>);

/// A move ordering that has learnt nothing yet.
pub fn ordering() -> Ordering {
    let histories = (History::with_gain(16), Continuations::with_gain(16));
    let learnt = (Killers::default(), (CounterMoves::default(), histories));
    (Captures, QuietMoves::new(learnt))
}

/// The selective methods with what they know of chess.
pub type Selectivity = Selective<GameKnowledge>;

/// The components of the engine.
pub type EngineParts<'a> =
    SearchParts<WithEndings<PieceSquares>, Ordering, &'a TranspositionTable, Horizon, Selectivity>;

/// The options of the search.
pub fn options() -> AlphaBeta {
    options_from(AlphaBeta::default().max_depth(100))
}

/// `options` with those of the engine that make it faster: windows, and where moves are rated and
/// positions stored.
pub(crate) fn options_from(options: AlphaBeta) -> AlphaBeta {
    options
        .window(Window::Aspiration(25))
        .rated_depth(1)
        .table_depth(1)
        .stores_quiescence(true)
        .completes_first(true)
        .keeps_unfinished(true)
}

/// The selective methods of the search.
pub fn selectivity() -> Selectivity {
    let settings = SelectiveSettings::default()
        .null_move(Some(
            NullMove::default()
                .reduction(3)
                .min_depth(2)
                .verify_depth(Some(10))
                .plies_per_ply(4)
                .margin_per_ply(200),
        ))
        .reductions(Some(
            LateMoves::default()
                .full_moves(2)
                .min_depth(3)
                .growth(Growth::Logarithms)
                .rating_per_ply(12_000)
                .adapts(true),
        ))
        .reverse_futility(Some(Margin::new(8, 80)))
        .move_futility(Some(MoveFutility::new(6, 100, 80)))
        .razoring(Some(Margin::new(3, 200)))
        .exchanges(Some(Margin::new(7, 60)))
        .late_pruning(Some(LatePruning::default().max_depth(7).first(3).adapts(true)))
        .singular(Some(Singular::new(7, 2).double_margin(Some(20)).cuts(true)))
        .unknown_depth(Some(4))
        .delta(Some(150))
        .futility(None);
    Selective { settings, knowledge: GameKnowledge }
}

/// What is searched beyond the horizon: captures, and checks in the first ply.
#[derive(Clone, Copy, Debug)]
pub struct Horizon(Quiescence);

impl Default for Horizon {
    fn default() -> Self {
        Self(Quiescence::default().forcing_plies(1))
    }
}

impl LeafSearch<Chess> for Horizon {
    #[inline]
    fn moves(&self, game: &Chess, root: &Position, beyond: u32, moves: &mut Vec<Move>) -> bool {
        self.0.moves(game, root, beyond, moves)
    }
}

/// The report of a short search of all moves, if it proves its lines: then no other is needed.
#[cfg(feature = "catalog")]
pub fn proved(
    game: &Chess,
    root: &Position,
    depth: Option<u32>,
    lines: usize,
    table: &TranspositionTable,
    limits: &Limits,
) -> Option<GameReport<Move>> {
    let depth = depth.unwrap_or(AlphaBeta::MAX_DEPTH).clamp(1, AlphaBeta::MAX_DEPTH);
    let lines = lines.clamp(1, root.legal_moves().len().max(1));
    let options = AlphaBeta::default().window(Window::Scout).max_depth(depth).lines(lines);
    let parts = SearchParts::new()
        .evaluator(WithEndings(PieceSquares))
        .ordering(ordering())
        .table(table)
        .horizon(Horizon::default());
    let report = options.solve(game, root, parts, &limits_of_proof(limits));
    Some(report).filter(is_proof)
}

/// The components of the search, with what was learnt in earlier ones as `ordering`.
pub fn parts(table: &TranspositionTable, ordering: Ordering) -> EngineParts<'_> {
    SearchParts::new()
        .evaluator(WithEndings(PieceSquares))
        .ordering(ordering)
        .table(table)
        .horizon(Horizon::default())
        .selectivity(selectivity())
}
