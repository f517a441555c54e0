//! The moves at the root: before a search, and best first.

use tremaux_core::{Bound, GameReport, RootMove, Score, Termination, Turn, ZeroSumGame};

/// Sorts `items` by falling `value`; equal ones keep their order.
///
/// By insertion: a move or two changes places between iterations, and the code is a hundredth of
/// the library's sort, of which every game needs a copy.
pub(crate) fn sort_best_first<T, V: PartialOrd>(items: &mut [T], value: impl Fn(&T) -> V) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && value(&items[at - 1]) < value(&items[at]) {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// What is known of a position without a search.
pub(crate) fn unsearched<G: ZeroSumGame>(game: &G, state: &G::State) -> GameReport<G::Move> {
    assert_eq!(game.player_count(), 2, "searches by scores are for two players");
    let mut result = GameReport::new(Score::DRAW, false, Termination::Finished);
    if game.turn(state) == Turn::Over {
        result.score = game.final_score(state, 0);
        result.is_exact = !result.score.is_clamped();
        return result;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    result.principal_variation.extend(moves.first());
    let unknown = |mv| RootMove::new(mv, Score::WIN, Bound::AtMost, false);
    result.root_moves = moves.into_iter().map(unknown).collect();
    result
}
