//! Games with hidden information, for two players.

use std::fmt::Debug;
use std::sync::Arc;

use tremaux_core::{
    Game, GameDepict, GameNotation, HiddenGame, HiddenNotation, Limits, Player, Progress, Turn,
};
use tremaux_domain::{Need, Options, RegistryError};
use tremaux_play::{Equilibrium, EquilibriumMethod, EquilibriumSearch, InformationSet};
use tremaux_trace::GameRecorder;

use super::algorithm::{GameAlgorithm, Way};
use super::board::Paint;
use super::entry::{AnalysisRequest, GameTable};
use super::kind::{Kind, Recording, Searched, StateOf};
use super::report::{
    AnalysisCounts, AnalysisReport, CurvePoint, Expectation, GameSnapshot, MoveProbability,
    Outcome, StrategyRow,
};

/// The memory for the tree of a game, unless the limits say otherwise.
const MEMORY: usize = 1 << 30;

/// A game with hidden information, with its options.
pub(crate) trait HiddenRules: Sized + Send + Sync + 'static {
    /// The game.
    type Game: HiddenNotation<
            State: Send + Sync + PartialEq + Debug,
            Move: PartialEq + Send,
            Information: Send,
        > + GameDepict
        + PartialEq
        + Send
        + Sync;

    /// The unit of payoffs.
    const UNIT: &'static str;

    /// The game.
    fn game(&self) -> &Arc<Self::Game>;

    /// The player to move; if the game is over, the player whose move it would be.
    fn side_to_move(&self, state: &<Self::Game as Game>::State) -> Player;
}

/// A game whose rules implement [`HiddenRules`].
pub(crate) struct Hidden<R>(pub(crate) R);

type SearchOf<R> = EquilibriumSearch<Arc<<R as HiddenRules>::Game>, <R as HiddenRules>::Game>;

/// A search that is continued at the next position of a game.
struct Kept<R: HiddenRules> {
    game: Arc<R::Game>,
    options: Equilibrium,
    search: SearchOf<R>,
}

/// The search that the options of an algorithm describe.
pub(crate) fn equilibrium(way: Way, options: &Options<'_>) -> Equilibrium {
    let Way::Equilibrium(method) = way else { return PRECISE };
    let method = match method {
        EquilibriumMethod::Discounted { .. } => EquilibriumMethod::Discounted {
            alpha: options.number("alpha"),
            beta: options.number("beta"),
            gamma: options.number("gamma"),
        },
        EquilibriumMethod::OutcomeSampling { .. } => {
            EquilibriumMethod::OutcomeSampling { exploration: options.number("exploration") }
        }
        method => method,
    };
    PRECISE
        .method(method)
        .iterations(options.optional_integer("iterations").unwrap_or(u64::MAX))
        .target(options.number("target"))
        .seed(options.integer("seed"))
}

/// What runs without options.
const PRECISE: Equilibrium = Equilibrium::CFR_PLUS.target(1e-6);

impl<R: HiddenRules> Hidden<R> {
    /// The algorithm that runs if `named` is requested.
    fn chosen(named: GameAlgorithm) -> GameAlgorithm {
        if named.way() == Way::Engine { GameAlgorithm::CFR_PLUS } else { named }
    }

    /// The words of what `viewer` sees: everything once the game is over.
    fn seen(&self, state: &<R::Game as Game>::State, viewer: Player) -> String {
        let game = self.0.game();
        match game.turn(state) {
            Turn::Over => game.position_text(state),
            _ => game.information_text(state, viewer),
        }
    }

    /// The player to move; the first one if chance is to move.
    fn side(&self, state: &<R::Game as Game>::State) -> Player {
        match self.0.game().turn(state) {
            Turn::Player(player) => player,
            Turn::Over => self.0.side_to_move(state),
            Turn::Chance => 0,
        }
    }

    /// The moves of an information set with their probabilities.
    fn mix(
        &self,
        set: &InformationSet<<R::Game as Game>::State, <R::Game as Game>::Move>,
    ) -> Vec<MoveProbability> {
        let of_move = |&(mv, probability): &(<R::Game as Game>::Move, f64)| MoveProbability {
            mv: self.0.game().move_text(&set.state, mv),
            probability,
        };
        set.moves.iter().map(of_move).collect()
    }
}

impl<R: HiddenRules> Kind for Hidden<R> {
    type Game = R::Game;

    fn game(&self) -> &R::Game {
        self.0.game()
    }

    fn picture(&self, state: &<R::Game as Game>::State) -> String {
        self.seen(state, self.side(state)) + "\n"
    }

    fn board(
        &self,
        state: &<R::Game as Game>::State,
        _before: Option<&<R::Game as Game>::State>,
        _paint: Paint,
    ) -> String {
        self.picture(state)
    }

    fn view(&self, state: &<R::Game as Game>::State, viewer: Player) -> Option<String> {
        Some(self.seen(state, viewer) + "\n")
    }

    fn chance_move(&self, state: &<R::Game as Game>::State, at: f64) -> Option<String> {
        super::payoffs::chance_move(self.game(), state, at)
    }

    fn result(&self, state: &<R::Game as Game>::State) -> (Outcome, i64) {
        let payoff = self.game().payoff(state, 0);
        (Outcome::of(payoff.total_cmp(&0.0) as i64), thousandths(payoff))
    }

    fn payoffs(&self, state: &<R::Game as Game>::State) -> Option<Vec<f64>> {
        Some([0, 1].map(|player| self.game().payoff(state, player)).to_vec())
    }

    fn payoff_unit(&self) -> &'static str {
        R::UNIT
    }

    fn is_wide(&self) -> bool {
        true
    }

    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError> {
        let chosen = Self::chosen(algorithm);
        chosen.accepts_depth(depth)?;
        match chosen.way() {
            Way::Equilibrium(_) => Ok(()),
            _ => Err(chosen.info().refused(Need::PerfectInformation.reason())),
        }
    }

    fn judged(&self, _state: &StateOf<Self>, _algorithm: GameAlgorithm) -> Option<Player> {
        None
    }

    fn algorithm(&self, named: GameAlgorithm) -> &'static str {
        Self::chosen(named).name()
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
        let &Searched { info, state, ref text, .. } = searched;
        let game = self.0.game();
        let chosen = Self::chosen(request.algorithm);
        let options = chosen.equilibrium().unwrap_or(PRECISE);
        let kept: Option<Box<Kept<R>>> = table.1.take().and_then(|it| it.downcast().ok());
        let kept = kept.filter(|it| it.game == *game && it.options == options);
        let mut kept = kept.unwrap_or_else(|| {
            let search = options.start(Arc::clone(game));
            Box::new(Kept { game: Arc::clone(game), options, search })
        });
        let mut limits = limits.clone();
        limits.memory = Some(limits.memory.unwrap_or(MEMORY));
        let turn = game.turn(state);
        let is_over = turn == Turn::Over;
        let stopped = match is_over {
            true => None,
            false => match kept.search.advance(&limits) {
                Progress::Done(_) => None,
                Progress::Paused(reason) => Some(reason),
            },
        };
        let found = kept.search.report();
        table.1 = Some(kept);
        let side = self.side(state);
        let is_start = *state == game.initial_state();
        let mine = game.information(state, side);
        let here = found.strategy.iter().find(|set| {
            turn == Turn::Player(side)
                && set.player == side
                && game.information(&set.state, side) == mine
        });
        let mix = here.map_or(Vec::new(), |set| self.mix(set));
        let best = mix.iter().max_by(|a, b| a.probability.total_cmp(&b.probability));
        let mut best = best.map(|it| it.mv.clone());
        if let (None, Turn::Player(_)) = (&best, turn) {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            best = moves.first().map(|&mv| game.move_text(state, mv));
        }
        let rows = found.strategy.iter().filter(|_| is_start || request.all_moves);
        let strategy = rows.map(|set| StrategyRow {
            side: info.sides[usize::from(set.player)],
            information: game.information_text(&set.state, set.player),
            moves: self.mix(set),
        });
        let is_known = is_over || !found.exploitability.is_infinite();
        let value = if is_over { game.payoff(state, 0) } else { found.value };
        let payoffs = [(0, value), (1, -value)].into_iter().filter(|_| is_known);
        let expectations = payoffs.map(|(player, payoff): (usize, f64)| Expectation {
            side: info.sides[player],
            payoff,
            unit: R::UNIT,
        });
        let for_side = if side == 0 { value } else { -value };
        if let Some((selection, sink)) = recording {
            let recorder = GameRecorder::<R::Game>::new(state.clone(), selection);
            recorder.finish(&**game, &[], "limit", sink);
        }
        AnalysisReport {
            schema: 1,
            game: info.name,
            position: text.clone(),
            side: info.sides[usize::from(side)],
            is_chance: turn == Turn::Chance,
            is_over,
            best,
            score: is_known.then(|| thousandths(for_side)),
            exact: is_over,
            outcome: is_over.then(|| Outcome::of(for_side.total_cmp(&0.0) as i64)),
            expectations: expectations.collect(),
            bounds: (is_known && !is_over).then_some([found.bounds.0, found.bounds.1]),
            exploitability: (is_known && !is_over).then_some(found.exploitability),
            mix,
            strategy: strategy.collect(),
            curve: found
                .curve
                .iter()
                .map(|&(iterations, exploitability)| CurvePoint { iterations, exploitability })
                .collect(),
            counts: AnalysisCounts {
                nodes: found.nodes,
                iterations: found.iterations,
                ..AnalysisCounts::default()
            },
            algorithm: chosen.name().to_owned(),
            seconds: found.elapsed.as_secs_f64(),
            threads: 1,
            stopped,
            ..AnalysisReport::default()
        }
    }
}

/// A payoff as a displayed score.
fn thousandths(payoff: f64) -> i64 {
    (payoff * 1000.0).round() as i64
}
