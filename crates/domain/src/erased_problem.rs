//! A problem behind a trait object, for instances and searches.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use tremaux_core::erased::{Erased, ErasedAction, ErasedSearch, StateGraph, StateKey, ToKey};
use tremaux_core::{AnySearch, Cost, Notation, ParseError, Plan, StateSpace};
use tremaux_search::plan_cost;
use tremaux_trace::{Place, Scene};

use crate::algorithms::{
    ALGORITHMS, AlgorithmInfo, ErasedForm, NamedTie, OwnStart, SelectedAlgorithm, Start,
    depth_first,
};
use crate::component::Component;
use crate::error::RegistryError;
use crate::estimator::{Estimator, Selected};
use crate::expression::Expression;
use crate::problem::{
    CostOf, ErasedSpaceOf, HeuristicCache, Problem, StartPair, heuristics, select,
};
use crate::report::RouteReport;
use crate::request::SolveRequest;

/// A search of an erased space.
pub type ErasedSearchOf<K, C> = Box<dyn AnySearch<Erased<K, C>>>;

type PackedOf<P> = <<P as Problem>::Space as StateSpace>::Packed;

/// A problem and one instance of it, with its type erased.
pub trait ErasedProblem<K: StateKey, C: Cost>: Send + Sync {
    /// The space.
    fn space(&self) -> &Erased<K, C>;

    /// [`Problem::graph`], or the space; `None` if the keys of its states differ in width.
    fn graph(&self) -> Option<Arc<dyn StateGraph>>;

    /// The algorithms offered.
    fn algorithms(&self) -> Vec<&'static AlgorithmInfo>;

    /// The heuristics offered.
    fn heuristics(&self) -> Vec<&'static Component>;

    /// Whether states have keys for tie-breaking.
    fn has_tie_key(&self) -> bool;

    /// The heuristic named by `expression`, a part of `text`. Its tables come from `cache`.
    ///
    /// # Errors
    ///
    /// Fails if the heuristic is not offered, or a limit stops the building of a table.
    fn estimator(
        &self,
        heuristic: (&Expression, &str),
        cache: &HeuristicCache,
    ) -> Result<Estimator<Erased<K, C>>, RegistryError>;

    /// Starts the selected search with the heuristic named by `expression`, a part of `text`.
    /// Its tables come from `cache`.
    ///
    /// # Errors
    ///
    /// Fails if a part of the request does not apply, or a limit stops the building of a table.
    fn start(
        &self,
        chosen: &SelectedAlgorithm<'_>,
        heuristic: (&Expression, &str),
        request: &SolveRequest,
        saved: Option<Vec<u8>>,
        cache: &HeuristicCache,
    ) -> Result<ErasedSearchOf<K, C>, RegistryError>;

    /// [`Problem::heuristic_key`].
    fn heuristic_key(&self) -> String;
    /// [`Problem::assumes`].
    fn assumes(&self) -> Option<String>;

    /// [`Problem::proof_of_no_solution`].
    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>>;
    /// [`Problem::HAS_ONE_PATH_EACH`].
    fn has_one_path_each(&self) -> bool;
    /// [`Problem::STEP`].
    fn step(&self) -> [&'static str; 2];
    /// [`Problem::seeks_best_goal`].
    fn seeks_best_goal(&self) -> bool;
    /// [`Problem::drawn_goal`].
    fn drawn_goal(&self, state: &K) -> Option<String>;
    /// [`Problem::goal_in_words`].
    fn goal_in_words(&self) -> Option<String>;
    /// [`Problem::route`].
    fn route(&self) -> Option<RouteReport>;
    /// [`Problem::parts_of_goal`].
    fn parts_of_goal(&self, state: &K) -> Option<usize>;
    /// [`Problem::total_of`].
    fn total_of(&self, cost: C) -> Option<u64>;
    /// [`Problem::HOW_TO_PROVE`].
    fn how_to_prove(&self) -> Option<&'static str>;

    /// [`Problem::SMALLER`].
    fn smaller(&self) -> &'static [&'static str];
    /// [`Problem::drawn_start`].
    fn drawn_start(&self, with_color: bool) -> Option<String>;
    /// [`Problem::notes`].
    fn notes(&self) -> Vec<String>;
    /// The plan of [`Problem::QUICK_SOLVER`], and its name.
    fn quick_plan(&self) -> Option<(&'static str, Plan<ErasedAction, C>)>;
    /// [`Problem::plan_words`], by default the notation of the actions.
    fn plan_words(&self, plan: &[ErasedAction]) -> Vec<String>;
    /// [`plan_cost`], and the goal to which the plan leads; `None` if it is no plan.
    fn replay(&self, plan: &[ErasedAction]) -> Option<(C, K)>;
    /// [`Problem::plan_notes`].
    fn plan_notes(&self, words: &[String]) -> Vec<String>;
    /// [`Problem::place`].
    fn place<'a>(&self, state: &K, scratch: &'a mut String) -> Place<'a>;
    /// [`Problem::scene`].
    fn scene(&self) -> Scene;
    /// [`Notation::state_text`].
    fn state_text(&self, state: &K) -> String;
    /// [`Notation::parse_state`].
    ///
    /// # Errors
    ///
    /// See [`Notation::parse_state`].
    fn parse_state(&self, text: &str) -> Result<K, ParseError>;
    /// [`Notation::parse_action`].
    ///
    /// # Errors
    ///
    /// See [`Notation::parse_action`].
    fn parse_action(&self, state: &K, text: &str) -> Result<ErasedAction, ParseError>;
    /// [`Notation::write_action`].
    ///
    /// # Errors
    ///
    /// See [`Notation::write_action`].
    fn write_action(
        &self,
        state: &K,
        action: ErasedAction,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result;
    /// [`Notation::action_count`].
    fn action_count(&self) -> u8;
    /// [`Notation::action_number`].
    fn action_number(&self, action: ErasedAction) -> u8;
}

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

    /// Starts a search compiled for the space itself.
    fn typed_start<'a>(
        &self,
        estimator: &Estimator<P::Space>,
        (chosen, request): (&SelectedAlgorithm<'_>, &SolveRequest),
        saved: Option<Vec<u8>>,
        parse_state: &'a dyn Fn(&str) -> Result<PackedOf<P>, ParseError>,
    ) -> Start<'a, P::Space> {
        let &SolveRequest { depth, threads, memory, seed, is_limited, .. } = request;
        Start {
            space: Arc::clone(&self.space),
            estimator: estimator.session(),
            tie: chosen.tie.map(|name| NamedTie { name, key: P::tie_key() }),
            classes: P::action_classes(),
            depth,
            threads,
            seed,
            is_limited,
            memory,
            saved,
            parse_state,
        }
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
        (expression, text): (&Expression, &str),
        cache: &HeuristicCache,
    ) -> Result<Estimator<ErasedSpaceOf<P>>, RegistryError> {
        Ok(select::<P>(&self.space, expression, text, cache)?.erased(&self.space))
    }

    fn start(
        &self,
        chosen: &SelectedAlgorithm<'_>,
        (expression, text): (&Expression, &str),
        request: &SolveRequest,
        saved: Option<Vec<u8>>,
        cache: &HeuristicCache,
    ) -> Result<ErasedSearchOf<P::Key, CostOf<P>>, RegistryError> {
        let space = &self.space;
        let erased = |search| -> Result<ErasedSearchOf<P::Key, CostOf<P>>, RegistryError> {
            Ok(Box::new(ErasedSearch::new(Arc::clone(space), search)))
        };
        let name = chosen.info.component.name;
        if let Some(own) = P::SOLVERS.iter().find(|own| own.info.component.name == name) {
            let SolveRequest { seed, is_limited, .. } = *request;
            let start = OwnStart { seed, is_limited, tables: cache.tables() };
            return erased((own.start)(Arc::clone(space), &chosen.options, &start)?);
        }
        let selected: Selected<P> = if chosen.info.is_informed {
            select(space, expression, text, cache)?
        } else {
            Selected::One(crate::compiled::Built::new(tremaux_core::NoHeuristic))
        };
        if std::ptr::eq(chosen.info, &raw const depth_first::IDA_STAR) {
            let how = (&chosen.options, saved.as_deref());
            if let Some(search) = depth_first::ida_star_compiled(space, &selected, request, how)? {
                return Ok(Box::new(ErasedSearch::unwatched(Arc::clone(space), search)));
            }
        }
        if let Some(pair) =
            P::COMPILED.iter().find(|pair| std::ptr::eq(pair.algorithm, chosen.info))
        {
            let parse =
                |text: &str| self.space.parse_state(text).map(|state| self.space.pack(&state));
            let start = self.typed_start(&selected.typed(), (chosen, request), saved, &parse);
            return match pair.start {
                StartPair::Once(begin) => erased(begin(start, &chosen.options)?),
                StartPair::Twice(begin) => {
                    let search = begin(start, &chosen.options)?;
                    Ok(Box::new(ErasedSearch::unwatched(Arc::clone(space), search)))
                }
            };
        }
        let algorithms = P::Key::algorithms();
        let entry = algorithms.iter().find(|entry| std::ptr::eq(entry.info, chosen.info));
        let entry = entry.expect("an algorithm of the table");
        let parse = |text: &str| self.parse_state(text);
        let &SolveRequest { depth, threads, memory, seed, is_limited, .. } = request;
        let key = self.has_tie_key().then_some(Erased::tie_key as fn(&_, &_) -> u64);
        let start = Start {
            space: Arc::new(self.erased.clone()),
            estimator: selected.erased(space).session(),
            tie: chosen.tie.map(|name| NamedTie { name, key }),
            classes: P::action_classes().map(|_| tremaux_core::erased::ActionClasses::of_space()),
            depth,
            threads,
            seed,
            is_limited,
            memory,
            saved,
            parse_state: &parse,
        };
        (entry.start)(start, &chosen.options)
    }

    fn heuristic_key(&self) -> String {
        P::heuristic_key(&self.space)
    }

    fn assumes(&self) -> Option<String> {
        P::assumes(&self.space)
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

    fn total_of(&self, cost: CostOf<P>) -> Option<u64> {
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

    fn place<'a>(&self, key: &P::Key, scratch: &'a mut String) -> Place<'a> {
        P::place(&self.space, &self.state(key), scratch)
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

    fn write_action(
        &self,
        key: &P::Key,
        action: ErasedAction,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        self.space.write_action(&self.state(key), action.get(), out)
    }

    fn action_count(&self) -> u8 {
        self.space.action_count()
    }

    fn action_number(&self, action: ErasedAction) -> u8 {
        self.space.action_number(action.get())
    }
}

/// The algorithms offered for the problem `P`.
pub fn algorithms<P: Problem>() -> Vec<&'static AlgorithmInfo> {
    let own = P::SOLVERS.iter().map(|solver| solver.info);
    ALGORITHMS.iter().copied().chain(own).collect()
}
