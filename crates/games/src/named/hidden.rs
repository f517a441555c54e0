//! Games with hidden information, for two players.

use std::fmt::Debug;
use std::sync::Arc;

use tremaux_core::{GameDepict, HiddenNotation, Limits, Player, Progress, Turn};
use tremaux_domain::{Need, RegistryError};
use tremaux_play::{Equilibrium, EquilibriumSearch, InformationSet};
use tremaux_trace::GameRecorder;

use super::algorithm::{GameAlgorithm, SearchKind};
use super::board::Paint;
use super::game_table::GameTable;
use super::kind::{Kind, Recording, Searched, StateOf};
use super::report::{
    AnalysisCounts, AnalysisReport, CurvePoint, Expectation, GameSnapshot, MoveProbability,
    Outcome, StrategyRow,
};
use super::request::AnalysisRequest;
use super::rows::{CFR_PLUS, PRECISE};

/// The memory for the tree of a game, unless the limits say otherwise.
const MEMORY: usize = 1 << 30;

/// A game with hidden information.
pub(crate) trait HiddenRules:
    HiddenNotation<
        State: Send + Sync + PartialEq + Debug,
        Move: PartialEq + Send,
        Information: Send,
    > + GameDepict
    + PartialEq
    + Send
    + Sync
    + 'static
{
    /// The unit of payoffs.
    const UNIT: &'static str;

    /// The player whose move it would be if the game were not over.
    fn next_side(state: &Self::State) -> Player;
}

/// A game whose rules implement [`HiddenRules`].
pub(crate) struct Hidden<G>(pub(crate) Arc<G>);

/// A search that is continued at the next position of a game.
struct Kept<G: HiddenRules> {
    game: Arc<G>,
    options: Equilibrium,
    search: EquilibriumSearch<Arc<G>, G>,
}

impl<G: HiddenRules> Hidden<G> {
    /// The words of what `viewer` sees: everything once the game is over.
    fn seen(&self, state: &G::State, viewer: Player) -> String {
        match self.0.turn(state) {
            Turn::Over => self.0.position_text(state) + "\n",
            _ => self.0.information_text(state, viewer) + "\n",
        }
    }

    /// The moves of an information set with their probabilities.
    fn mix(&self, set: &InformationSet<G::State, G::Move>) -> Vec<MoveProbability> {
        let of_move = |&(mv, probability): &(G::Move, f64)| MoveProbability {
            mv: self.0.move_text(&set.state, mv),
            probability,
        };
        set.moves.iter().map(of_move).collect()
    }
}

impl<G: HiddenRules> Kind for Hidden<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.0
    }

    fn side_to_move(&self, state: &G::State) -> Player {
        match self.0.turn(state) {
            Turn::Player(player) => player,
            Turn::Over => G::next_side(state),
            Turn::Chance => 0,
        }
    }

    fn picture(&self, state: &G::State) -> String {
        self.seen(state, self.side_to_move(state))
    }

    fn board(&self, state: &G::State, _before: Option<&G::State>, _paint: Paint) -> String {
        self.picture(state)
    }

    fn view(&self, state: &G::State, viewer: Player) -> Option<String> {
        Some(self.seen(state, viewer))
    }

    fn result(&self, state: &G::State) -> (Outcome, i64) {
        let payoff = self.0.payoff(state, 0);
        (Outcome::of(payoff.total_cmp(&0.0) as i64), thousandths(payoff))
    }

    fn payoffs(&self, state: &G::State) -> Option<Vec<f64>> {
        Some([0, 1].map(|player| self.0.payoff(state, player)).to_vec())
    }

    fn payoff_unit(&self) -> &'static str {
        G::UNIT
    }

    fn is_wide(&self) -> bool {
        true
    }

    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError> {
        let chosen = self.chosen(algorithm);
        chosen.accepts_depth(depth)?;
        match chosen.search {
            SearchKind::Equilibrium(_) => Ok(()),
            _ => Err(chosen.refused(Need::PerfectInformation.reason())),
        }
    }

    fn judged(&self, _state: &StateOf<Self>, _algorithm: GameAlgorithm) -> Option<Player> {
        None
    }

    fn chosen(&self, named: GameAlgorithm) -> GameAlgorithm {
        if named.search == SearchKind::Engine { CFR_PLUS } else { named }
    }

    fn analyze(
        &self,
        searched: &Searched<'_, Self>,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        _watch: &mut dyn FnMut(&GameSnapshot),
        recording: Recording<'_>,
    ) -> AnalysisReport {
        let &Searched { info, state, .. } = searched;
        let (game, blank) = (&self.0, self.blank(searched, request));
        let options = match self.chosen(request.algorithm).search {
            SearchKind::Equilibrium(options) => options,
            _ => PRECISE,
        };
        let kept: Option<Box<Kept<G>>> = table.1.take().and_then(|it| it.downcast().ok());
        let kept = kept.filter(|it| it.game == *game && it.options == options);
        let mut kept = kept.unwrap_or_else(|| {
            let search = options.start(Arc::clone(game));
            Box::new(Kept { game: Arc::clone(game), options, search })
        });
        let mut limits = limits.clone();
        limits.memory = Some(limits.memory.unwrap_or(MEMORY));
        let turn = game.turn(state);
        let is_over = blank.is_over;
        let progress = (!is_over).then(|| kept.search.advance(&limits));
        let stopped = match progress {
            Some(Progress::Paused(reason)) => Some(reason),
            _ => None,
        };
        let found = kept.search.report();
        table.1 = Some(kept);
        let side = self.side_to_move(state);
        let is_start = *state == game.initial_state();
        let mine = game.information(state, side);
        let here = found.strategy.iter().find(|set| {
            turn == Turn::Player(side)
                && set.player == side
                && game.information(&set.state, side) == mine
        });
        let mix = here.map_or(Vec::new(), |set| self.mix(set));
        let best = mix.iter().max_by(|a, b| a.probability.total_cmp(&b.probability));
        let best = best.map(|it| it.mv.clone()).or_else(|| {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            let first = moves.first().filter(|_| matches!(turn, Turn::Player(_)))?;
            Some(game.move_text(state, *first))
        });
        let rows = found.strategy.iter().filter(|_| is_start || request.all_moves);
        let strategy = rows.map(|set| StrategyRow {
            side: info.sides[usize::from(set.player)],
            information: game.information_text(&set.state, set.player),
            moves: self.mix(set),
        });
        let is_known = is_over || !found.exploitability.is_infinite();
        let value = if is_over { game.payoff(state, 0) } else { found.value };
        let payoffs = if is_known { &[value, -value][..] } else { &[] };
        let for_side = if side == 0 { value } else { -value };
        if let Some((selection, sink)) = recording {
            let recorder = GameRecorder::<G>::new(state.clone(), selection);
            recorder.finish(&**game, &[], "limit", sink);
        }
        let is_solved = is_known && !is_over;
        let curve = found.curve.iter();
        AnalysisReport {
            best,
            score: is_known.then(|| thousandths(for_side)),
            exact: is_over,
            outcome: is_over.then(|| Outcome::of(for_side.total_cmp(&0.0) as i64)),
            expectations: Expectation::all(info, G::UNIT, payoffs),
            bounds: is_solved.then_some([found.bounds.0, found.bounds.1]),
            exploitability: is_solved.then_some(found.exploitability),
            mix,
            strategy: strategy.collect(),
            curve: curve
                .map(|&(iterations, exploitability)| CurvePoint { iterations, exploitability })
                .collect(),
            counts: AnalysisCounts {
                nodes: found.nodes,
                iterations: found.iterations,
                ..AnalysisCounts::default()
            },
            seconds: found.elapsed.as_secs_f64(),
            stopped,
            ..blank
        }
    }
}

/// A payoff as a displayed score.
fn thousandths(payoff: f64) -> i64 {
    (payoff * 1000.0).round() as i64
}
