//! Games with hidden information, for two players.

use std::fmt::Debug;
use std::sync::Arc;

use tremaux_core::{Game, GameDepict, HiddenNotation, Limits, Player, Progress, StopReason, Turn};
use tremaux_domain::{Need, RegistryError};
use tremaux_play::{Equilibrium, EquilibriumReport, EquilibriumSearch, InformationSet};
use tremaux_trace::GameRecorder;

use super::algorithm::{GameAlgorithm, SearchKind};
use super::game_table::GameTable;
use super::kind::{Analysis, Kind, Searched, StateOf};
use super::report::{
    AnalysisCounts, AnalysisReport, CurvePoint, Expectation, MoveProbability, Outcome, StrategyRow,
};
use super::request::AnalysisRequest;
use super::rows::{CFR_PLUS, PRECISE};

/// The memory for the tree of a game, unless the limits say otherwise.
const MEMORY: usize = 1 << 30;

/// A game with hidden information.
pub trait HiddenRules:
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
struct ContinuedSearch<G: HiddenRules> {
    game: Arc<G>,
    options: Equilibrium,
    search: EquilibriumSearch<Arc<G>, G>,
}

type ReportOf<G> = EquilibriumReport<<G as Game>::State, <G as Game>::Move>;

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

    /// The moves at a position, by what the player to move knows.
    fn mix_at(&self, state: &G::State, found: &ReportOf<G>) -> Vec<MoveProbability> {
        let Turn::Player(player) = self.0.turn(state) else { return Vec::new() };
        let known = self.0.information(state, player);
        let here = found
            .strategy
            .iter()
            .find(|set| set.player == player && self.0.information(&set.state, player) == known);
        here.map_or(Vec::new(), |set| self.mix(set))
    }

    /// The most probable move, or any that is legal.
    fn best(&self, state: &G::State, mix: &[MoveProbability]) -> Option<String> {
        let best = mix.iter().max_by(|a, b| a.probability.total_cmp(&b.probability));
        best.map(|it| it.mv.clone()).or_else(|| {
            let Turn::Player(_) = self.0.turn(state) else { return None };
            let mut moves = Vec::new();
            self.0.moves(state, &mut moves);
            moves.first().map(|&mv| self.0.move_text(state, mv))
        })
    }

    /// Continues the search of `table`, or starts one.
    fn search(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
    ) -> (ReportOf<G>, Option<StopReason>) {
        let options = match self.chosen(request.algorithm).search {
            SearchKind::Equilibrium(options) => options,
            _ => PRECISE,
        };
        let continued = table.search.take().and_then(|it| it.downcast::<ContinuedSearch<G>>().ok());
        let continued = continued.filter(|it| it.game == self.0 && it.options == options);
        let mut continued = continued.unwrap_or_else(|| {
            let game = Arc::clone(&self.0);
            let search = options.start(Arc::clone(&game));
            Box::new(ContinuedSearch { game, options, search })
        });
        let limits = limits.clone().with_memory(limits.memory.unwrap_or(MEMORY));
        let stopped = match continued.search.advance(&limits) {
            Progress::Paused(reason) => Some(reason),
            Progress::Done(_) => None,
        };
        let found = continued.search.report();
        table.search = Some(continued);
        (found, stopped)
    }

    fn report_of_end(
        &self,
        searched: &Searched<'_, Self>,
        blank: AnalysisReport,
    ) -> AnalysisReport {
        let value = self.0.payoff(searched.state, 0);
        let for_side = if self.side_to_move(searched.state) == 0 { value } else { -value };
        AnalysisReport {
            score: Some(thousandths(for_side)),
            exact: true,
            outcome: Some(Outcome::of(for_side.total_cmp(&0.0) as i64)),
            expectations: Expectation::all(searched.info, G::UNIT, &[value, -value]),
            ..blank
        }
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

    fn analyze(&self, searched: &Searched<'_, Self>, analysis: Analysis<'_>) -> AnalysisReport {
        let Analysis { ref request, table, limits, recording, .. } = analysis;
        let &Searched { info, state, .. } = searched;
        let (game, blank) = (&self.0, self.blank(searched, request));
        if let Some((selection, sink)) = recording {
            let recorder = GameRecorder::<G>::new(state.clone(), selection);
            recorder.finish(&**game, &[], "limit", sink);
        }
        if blank.is_over {
            return self.report_of_end(searched, blank);
        }
        let (found, stopped) = self.search(request, table, limits);
        let mix = self.mix_at(state, &found);
        let is_start = *state == game.initial_state();
        let rows = found.strategy.iter().filter(|_| is_start || request.all_moves);
        let strategy = rows.map(|set| StrategyRow {
            side: info.sides[usize::from(set.player)],
            information: game.information_text(&set.state, set.player),
            moves: self.mix(set),
        });
        let is_known = !found.exploitability.is_infinite();
        let payoffs = if is_known { &[found.value, -found.value][..] } else { &[] };
        let for_side = if self.side_to_move(state) == 0 { found.value } else { -found.value };
        let curve = found.curve.iter();
        AnalysisReport {
            best: self.best(state, &mix),
            score: is_known.then(|| thousandths(for_side)),
            expectations: Expectation::all(info, G::UNIT, payoffs),
            bounds: is_known.then_some([found.bounds.0, found.bounds.1]),
            exploitability: is_known.then_some(found.exploitability),
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
