//! A problem with its type, behind the trait object that instances use.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use tremaux_core::StateGraph;
use tremaux_core::codes::ToKey;
use tremaux_core::{NoHeuristic, Notation, ParseError, Plan, StateSpace};
use tremaux_search::plan_cost;
use tremaux_trace::{Describe, Place, Scene};

use super::erased_form::ErasedForm;
use super::erased_problem::{ErasedProblem, ErasedSearchOf};
use super::heuristic_cache::HeuristicCache;
use super::heuristics::{built, heuristics};
use super::instance::{Instance, Origin};
use super::instance_parts::InstanceParts;
use super::problem::{CostOf, ErasedSpaceOf, Pair, Problem, StartPair};
use crate::algorithms::{ALGORITHMS, NamedTie, OwnStart, SelectedAlgorithm, Start, depth_first};
use crate::describe::{AlgorithmInfo, Component, DefaultInfo, DomainInfo};
use crate::erased::{
    ActionClasses, Built, Erased, ErasedAction, ErasedSearch, Estimator, Relay, Selected,
    TypedSearch, select,
};
use crate::options::{Expression, Options};
use crate::refuse::RegistryError;
use crate::run::{RouteReport, SolveRequest, Statement, Total};

type PackedOf<P> = <<P as Problem>::Space as StateSpace>::Packed;

/// An instance of the problem `P` as an [`ErasedProblem`].
pub(crate) struct TypedProblem<P: Problem> {
    space: Arc<P::Space>,
    erased: ErasedSpaceOf<P>,
}

impl<P: Problem> TypedProblem<P> {
    pub(crate) fn new(space: Arc<P::Space>) -> Self {
        let typed = P::erase(Arc::clone(&space));
        let typed = typed.with_tie_key(P::tie_key()).with_action_classes(P::action_classes());
        Self { space, erased: Erased::new(typed) }
    }

    fn state(&self, key: &P::Key) -> <P::Space as StateSpace>::State {
        self.space.unpack(&ToKey::from_key(key))
    }

    fn key(&self, state: &<P::Space as StateSpace>::State) -> P::Key {
        self.space.pack(state).to_key()
    }

    /// A search of the space as one of its erased form.
    fn erased(&self, search: TypedSearch<P::Space>) -> ErasedSearchOf<P::Key, CostOf<P>> {
        Box::new(ErasedSearch::new(Arc::clone(&self.space), search))
    }

    /// Starts a search that is compiled for the space itself.
    fn start_compiled(
        &self,
        pair: &Pair<P::Space>,
        chosen: &SelectedAlgorithm<'_>,
        selected: &Selected<P::Space>,
        request: &SolveRequest,
        saved: Option<Vec<u8>>,
    ) -> Result<TypedSearch<P::Space>, RegistryError> {
        let space = &self.space;
        let parse = |text: &str| space.parse_state(text).map(|state| space.pack(&state));
        let start = Start {
            classes: P::action_classes(),
            saved,
            ..Start::new(Arc::clone(space), selected.typed().session(), request, &parse)
        };
        match pair.start {
            StartPair::Any(begin) => Ok(TypedSearch::Any(begin(start, &chosen.options)?)),
            StartPair::Unwatched(begin) => begin(start, &chosen.options),
        }
    }

    /// Starts a search that is compiled for the space itself, if there is one.
    fn start_typed(
        &self,
        chosen: &SelectedAlgorithm<'_>,
        selected: &Selected<P::Space>,
        request: &SolveRequest,
        saved: Option<Vec<u8>>,
    ) -> Result<Option<TypedSearch<P::Space>>, RegistryError> {
        if chosen.info.has_compiled_forms {
            let (options, saved) = (&chosen.options, saved.as_deref());
            let begin = depth_first::ida_star_compiled;
            if let Some(search) = begin(&self.space, selected, options, request.threads, saved)? {
                return Ok(Some(search));
            }
        }
        let name = chosen.info.component.name;
        let is_meant = |pair: &&Pair<_>| pair.algorithm.component.name == name;
        let pair = P::COMPILED.iter().find(is_meant).filter(|_| chosen.tie.is_none());
        pair.map(|pair| self.start_compiled(pair, chosen, selected, request, saved)).transpose()
    }

    /// The heuristic that is named, for either form of the space.
    fn selected(
        &self,
        heuristic: &Expression,
        cache: &HeuristicCache,
    ) -> Result<Selected<P::Space>, RegistryError> {
        let build = |expression: &Expression, component: &Component, options: &Options<'_>| {
            built::<P>(&self.space, cache, expression, component, options)
        };
        select(heuristic, &heuristics::<P>(), &build, &P::greatest)
    }

    /// Starts a search of the erased space.
    fn start_erased(
        &self,
        chosen: &SelectedAlgorithm<'_>,
        estimator: &Estimator<ErasedSpaceOf<P>>,
        request: &SolveRequest,
        saved: Option<Vec<u8>>,
    ) -> Result<ErasedSearchOf<P::Key, CostOf<P>>, RegistryError> {
        let algorithms = P::Key::algorithms();
        let name = chosen.info.component.name;
        let entry = algorithms.iter().find(|entry| entry.info.component.name == name);
        let entry = entry.expect("an algorithm of the table");
        let parse = |text: &str| self.parse_state(text);
        let key = P::tie_key().is_some().then_some(Erased::tie_key as fn(&_, &_) -> u64);
        let space = Arc::new(self.erased.clone());
        let start = Start {
            tie: chosen.tie.map(|name| NamedTie { name, key }),
            key,
            classes: P::action_classes().map(|_| ActionClasses::of_space()),
            saved,
            ..Start::new(space, estimator.session(), request, &parse)
        };
        (entry.start)(start, &chosen.options)
    }
}

/// States and actions as the problem writes them.
impl<P: Problem> Describe<ErasedSpaceOf<P>> for TypedProblem<P> {
    fn place<'a>(&self, _: &ErasedSpaceOf<P>, key: &P::Key, scratch: &'a mut String) -> Place<'a> {
        P::place(&self.space, &self.state(key), scratch)
    }

    fn write_action(
        &self,
        _: &ErasedSpaceOf<P>,
        key: &P::Key,
        action: ErasedAction,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        self.space.write_action(&self.state(key), action.get(), out)
    }

    fn action_count(&self, _: &ErasedSpaceOf<P>) -> u8 {
        self.space.action_count()
    }

    fn action_number(&self, _: &ErasedSpaceOf<P>, action: ErasedAction) -> u8 {
        self.space.action_number(action.get())
    }
}

impl<P: Problem> ErasedProblem<P::Key, CostOf<P>> for TypedProblem<P> {
    fn space(&self) -> &ErasedSpaceOf<P> {
        &self.erased
    }

    fn graph(&self) -> Option<Arc<dyn StateGraph>> {
        let graph = P::graph(&self.space);
        let is_fixed = <PackedOf<P> as ToKey<P::Key>>::HAS_FIXED_WIDTH;
        graph.or_else(|| is_fixed.then(|| Arc::new(self.erased.clone()) as _))
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        algorithms::<P>()
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        heuristics::<P>()
    }

    fn has_tie_key(&self) -> bool {
        P::tie_key().is_some()
    }

    fn estimator(
        &self,
        heuristic: &Expression,
        cache: &HeuristicCache,
    ) -> Result<Estimator<ErasedSpaceOf<P>>, RegistryError> {
        if const { P::IS_COMPILED } {
            return Ok(self.selected(heuristic, cache)?.erased(&self.space));
        }
        let build = |expression: &Expression, component: &Component, options: &Options<'_>| {
            let built = built::<P>(&self.space, cache, expression, component, options)?;
            Ok(built.erased(&self.space))
        };
        select(heuristic, &heuristics::<P>(), &build, &|_| None)
    }

    fn start(
        &self,
        chosen: &SelectedAlgorithm<'_>,
        heuristic: &Expression,
        request: &SolveRequest,
        saved: Option<Vec<u8>>,
        cache: &HeuristicCache,
    ) -> Result<ErasedSearchOf<P::Key, CostOf<P>>, RegistryError> {
        let name = chosen.info.component.name;
        if const { !P::SOLVERS.is_empty() }
            && let Some(own) = P::SOLVERS.iter().find(|own| own.info.component.name == name)
        {
            let SolveRequest { seed, is_limited, .. } = *request;
            let start = OwnStart { seed, is_limited, tables: cache.tables() };
            let search = (own.start)(Arc::clone(&self.space), &chosen.options, &start)?;
            return Ok(self.erased(TypedSearch::Any(search)));
        }
        if const { !P::IS_COMPILED } {
            let estimator = match chosen.info.is_informed {
                true => self.estimator(heuristic, cache)?,
                false => Estimator::One(Arc::new(NoHeuristic)),
            };
            return self.start_erased(chosen, &estimator, request, saved);
        }
        let selected: Selected<P::Space> = match chosen.info.is_informed {
            true => self.selected(heuristic, cache)?,
            false => Selected::One(Built::new(NoHeuristic)),
        };
        let estimator = selected.erased(&self.space);
        let erased = |saved| self.start_erased(chosen, &estimator, request, saved);
        match self.start_typed(chosen, &selected, request, saved.clone()) {
            Ok(Some(search @ TypedSearch::Any(_))) => Ok(self.erased(search)),
            // Watched runs are those of the erased space.
            Ok(Some(search)) => Ok(Box::new(Relay::new(self.erased(search), erased(None)?))),
            Ok(None) => erased(saved),
            // It may be a checkpoint of a watched search.
            Err(error) if saved.is_some() => erased(saved).map_err(|_| error),
            Err(error) => Err(error),
        }
    }

    fn heuristic_key(&self) -> String {
        P::heuristic_key(&self.space)
    }

    fn assumes(&self, cost: Option<f64>) -> Option<String> {
        P::assumes(&self.space, cost)
    }

    fn statement(&self, text: &str) -> Option<Statement> {
        P::statement(&self.space, text)
    }

    fn is_stated(&self, text: &str) -> bool {
        P::is_stated(&self.space, text)
    }

    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>> {
        P::proof_of_no_solution(&self.space)
    }

    fn has_one_path_each(&self) -> bool {
        P::HAS_ONE_PATH_EACH
    }

    fn step(&self) -> [&'static str; 2] {
        P::STEP
    }

    fn seeks_best_goal(&self) -> bool {
        P::seeks_best_goal(&self.space)
    }

    fn drawn_goal(&self, key: &P::Key) -> Option<String> {
        P::drawn_goal(&self.space, &self.state(key))
    }

    fn goal_in_words(&self) -> Option<String> {
        P::goal_in_words(&self.space)
    }

    fn route(&self) -> Option<RouteReport> {
        P::route(&self.space)
    }

    fn parts_of_goal(&self, key: &P::Key) -> Option<usize> {
        P::parts_of_goal(&self.space, &self.state(key))
    }

    fn total_of(&self, cost: CostOf<P>) -> Option<Total> {
        P::total_of(&self.space, cost)
    }

    fn smaller(&self) -> &'static [&'static str] {
        P::SMALLER
    }

    fn how_to_prove(&self) -> Option<&'static str> {
        P::HOW_TO_PROVE
    }

    fn drawn_start(&self, with_color: bool) -> Option<String> {
        P::drawn_start(&self.space, with_color)
    }

    fn notes(&self) -> Vec<String> {
        P::notes(&self.space)
    }

    fn quick_plan(&self) -> Option<(&'static str, Plan<ErasedAction, CostOf<P>>)> {
        let (name, solve) = P::QUICK_SOLVER?;
        let Plan { actions, cost } = solve(&self.space)?;
        Some((name, Plan { actions: actions.into_iter().map(ErasedAction::new).collect(), cost }))
    }

    fn plan_words(&self, plan: &[ErasedAction]) -> Vec<String> {
        let space = &*self.space;
        let actions: Vec<_> = plan.iter().map(|action| action.get()).collect();
        if let Some(words) = P::plan_words(space, &actions) {
            return words;
        }
        let mut state = space.initial_state();
        let words = actions.into_iter().map(|action| {
            let word = space.action_text(&state, action);
            space.apply(&mut state, action);
            word
        });
        words.collect()
    }

    fn replay(&self, plan: &[ErasedAction]) -> Option<(CostOf<P>, P::Key)> {
        // With typed states: large ones take long to unpack for every action.
        let space = &*self.space;
        let actions: Vec<_> = plan.iter().map(|action| action.get()).collect();
        let cost = plan_cost(space, &actions)?;
        let mut state = space.initial_state();
        actions.iter().for_each(|&action| space.apply(&mut state, action));
        Some((cost, self.key(&state)))
    }

    fn plan_notes(&self, words: &[String]) -> Vec<String> {
        P::plan_notes(words)
    }

    fn scene(&self) -> Scene {
        P::scene(&self.space)
    }

    fn state_text(&self, key: &P::Key) -> String {
        self.space.state_text(&self.state(key))
    }

    fn parse_state(&self, text: &str) -> Result<P::Key, ParseError> {
        Ok(self.key(&self.space.parse_state(text)?))
    }

    fn parse_action(&self, key: &P::Key, text: &str) -> Result<ErasedAction, ParseError> {
        Ok(ErasedAction::new(self.space.parse_action(&self.state(key), text)?))
    }
}

/// The algorithms offered for the problem `P`.
pub fn algorithms<P: Problem>() -> Vec<&'static AlgorithmInfo> {
    let own = P::SOLVERS.iter().map(|solver| solver.info);
    ALGORITHMS.iter().copied().chain(own).collect()
}

/// An instance of the problem `P` with the space `space`, written as `text`.
pub fn instance<P: Problem>(
    domain: &'static DomainInfo,
    space: Arc<P::Space>,
    text: String,
    default_choice: &'static DefaultInfo,
) -> Box<dyn Instance> {
    <P::Key as ErasedForm<CostOf<P>>>::instance(instance_parts::<P>(
        domain,
        space,
        text,
        default_choice,
    ))
}

/// Like [`instance`], but returns the concrete type.
pub fn instance_parts<P: Problem>(
    domain: &'static DomainInfo,
    space: Arc<P::Space>,
    text: String,
    default_choice: &'static DefaultInfo,
) -> InstanceParts<P::Key, CostOf<P>> {
    let problem = Arc::new(TypedProblem::<P>::new(space));
    let (origin, title) = (Origin::default(), None);
    InstanceParts { domain, problem, text, default_choice, origin, title }
}
