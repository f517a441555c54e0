//! What rules answer, checked: a search that believed anything would call false values exact.

use tremaux_core::Game;

/// The probabilities of all `moves` of chance in `state`, which `line` led to if that is known.
///
/// # Panics
///
/// Panics, with the moves, unless they are numbers from 0 to 1 whose sum is 1.
pub(crate) fn odds_of<G: Game>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    line: impl Fn() -> Option<Vec<G::Move>>,
) -> impl Iterator<Item = f64> {
    let mut sum = 0.0;
    moves.iter().enumerate().map(move |(nth, &mv)| {
        let odds = game.probability(state, mv);
        sum += odds;
        let is_whole = nth + 1 < moves.len() || (sum - 1.0).abs() <= 1e-6;
        if !(odds >= 0.0 && sum <= 1.0 + 1e-6 && is_whole) {
            let all: Vec<_> = moves.iter().map(|&mv| (mv, game.probability(state, mv))).collect();
            let place = line().map_or(String::new(), |line| format!(" after {line:?}"));
            panic!("the chances{place} are {all:?}; expected 0 to 1 each, 1 together");
        }
        odds
    })
}
