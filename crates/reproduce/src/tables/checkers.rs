//! Checkers as searched by *SaC*.

use tremaux_core::{Game, GameNotation};
use tremaux_games::checkers::{Bozykowski, Brazilian, Checkers, Position};
use tremaux_play::reference::HalfMoves;
use tremaux_play::{AlphaBeta, NoisyFirst, Quiescence, RootScores, SearchParts};

use super::SAC;
use crate::context::{Context, Stopped};
use crate::entry::{Code, Entry, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{Count, Nothing, Text};

const EXACT: RowKind = RowKind(Kind::Exact, Code::Textbook);
const BESIDE: RowKind = RowKind(Kind::Orientation, Code::Textbook);

const GAME: Checkers<Brazilian> = Checkers::without_draws();

/// A board on which the printed line of the study is the only one that wins in time. It has the
/// two men that move, the two that are captured, and one on h4, without which Black captures
/// g5.
const STUDY: &str = "W:Wg5,f4,h4:Bg7,e7";

const FOUR_KINGS: &str = "W:WKb2,Kb8,Kc1,Ka1:BKd8";

const PLAIN: HalfMoves = HalfMoves { depth: 1.0, prunes: false, quiescence: true, table: false };
const PRUNED: HalfMoves = HalfMoves { prunes: true, ..PLAIN };

/// The states searched from the opening.
fn opening(context: &Context, search: HalfMoves) -> Figures {
    context.check()?;
    let found = search.solve(&GAME, &Bozykowski, &GAME.initial_state());
    Ok(vec![Obtained::Count(found.states), Obtained::Text("–".to_owned())])
}

/// The states of a search of a position, and the best moves, which are those with the best
/// score of the engine at the same depth.
fn study(context: &Context, text: &str, search: HalfMoves) -> Figures {
    context.check()?;
    let position = GAME.parse_position(text).expect("a position");
    let found = search.solve(&GAME, &Bozykowski, &position);
    let best = best_moves(context, &position, search.depth)?;
    Ok(vec![Obtained::Count(found.states), Obtained::Text(best)])
}

/// All best moves at a depth in half moves, with quiescence search.
fn best_moves(context: &Context, position: &Position, depth: f64) -> Result<String, Stopped> {
    let plies = (depth * 2.0).round() as u32;
    let parts = SearchParts::new()
        .evaluator(Bozykowski)
        .ordering(NoisyFirst)
        .horizon(Quiescence::default());
    let engine = AlphaBeta::default().max_depth(plies).root_scores(RootScores::Ties);
    let report = engine.solve(&GAME, position, parts, &context.limits());
    context.went(report.termination)?;
    let is_best = |score| score == report.score;
    let best = report.root_moves.iter().filter(|mv| is_best(mv.score));
    let best: Vec<String> = best.map(|mv| GAME.move_text(position, mv.mv)).collect();
    Ok(best.join(", "))
}

/// Checkers.
pub(super) static CHECKERS: Table = Table {
    name: "checkers",
    title: "Checkers by Minimax and alpha-beta",
    source: SAC,
    conventions: "8×8, White begins, captures are compulsory and the longest must be chosen, men \
        also capture backwards, kings fly. The root counts as a state; at or beyond the depth \
        limit, a state is expanded only if the side to move has a capture. The evaluation is \
        Bożykowski's (2009). States found in the transposition table are counted and not \
        expanded. Best moves of the studies: all that are best to this depth, by the engine.",
    rows: "search",
    columns: &["states", "best moves"],
    entries: &[
        EXACT.row(
            "checkers/opening-1.0",
            "opening, Minimax with quiescence, depth 1.0",
            &[Count(86), Nothing],
            |context| opening(context, PLAIN),
        ),
        EXACT.row(
            "checkers/opening-1.5",
            "the same, depth 1.5",
            &[Count(779), Nothing],
            |context| opening(context, HalfMoves { depth: 1.5, ..PLAIN }),
        ),
        EXACT.row(
            "checkers/opening-2.0",
            "the same, depth 2.0",
            &[Count(4_238), Nothing],
            |context| opening(context, HalfMoves { depth: 2.0, ..PLAIN }),
        ),
        EXACT.row(
            "checkers/opening-1.5-table",
            "the same, depth 1.5, with a transposition table",
            &[Count(693), Nothing],
            |context| opening(context, HalfMoves { depth: 1.5, table: true, ..PLAIN }),
        ),
        BESIDE.row(
            "checkers/opening-alpha-beta-1.0",
            "opening, alpha-beta with quiescence, depth 1.0",
            &[Count(78), Nothing],
            |context| opening(context, PRUNED),
        )
        .with_comment(
            "The count depends on the order of moves and on how the evaluation counts pieces that \
             cannot be captured; neither is printed. The released library gives 51.",
        ),
        BESIDE.row(
            "checkers/opening-alpha-beta-1.5",
            "the same, depth 1.5",
            &[Count(323), Nothing],
            |context| opening(context, HalfMoves { depth: 1.5, ..PRUNED }),
        )
        .with_comment("As above; the released library gives 224."),
        BESIDE.row(
            "checkers/study-2.5",
            "a study, White wins in four, depth 2.5, alpha-beta",
            &[Count(100), Text("g5-h6")],
            |context| study(context, STUDY, HalfMoves { depth: 2.5, ..PRUNED }),
        )
        .with_comment(
            "The board is published only as an image. Ours is the only board on which the printed \
             line wins and that has a single man besides the four of the line: W:Wg5,f4,h4:Bg7,e7.",
        ),
        Entry::missing(
            "checkers/study-5.5",
            "a study, depth 5.5",
            &[Count(2_845), Nothing],
            "the board, which is published only as an image, and the line, which is unknown",
        ),
        BESIDE.row(
            "checkers/four-kings",
            "four kings against one, depth 3.5, alpha-beta",
            &[Count(54_898), Text("b2-d4")],
            |context| study(context, FOUR_KINGS, HalfMoves { depth: 3.5, ..PRUNED }),
        )
        .with_comment(
            "The count depends on the order of moves. White wins in nine plies with several first \
             moves, including that of the source.",
        ),
    ],
};
