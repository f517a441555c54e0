//! A problem behind a trait object, for instances and searches.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::StateGraph;
use tremaux_core::{AnySearch, Cost, ParseError, Plan};
use tremaux_trace::{Describe, Scene};

use super::heuristic_cache::HeuristicCache;
use crate::algorithms::SelectedAlgorithm;
use crate::describe::{AlgorithmInfo, Component};
use crate::erased::{Erased, ErasedAction, Estimator, StateKey};
use crate::options::Expression;
use crate::refuse::RegistryError;
use crate::run::{RouteReport, SolveRequest, Statement, Total};

/// A search of an erased space.
pub type ErasedSearchOf<K, C> = Box<dyn AnySearch<Erased<K, C>>>;

/// A problem and one instance of it, with its type erased.
pub trait ErasedProblem<K: StateKey, C: Cost>: Describe<Erased<K, C>> + Send + Sync {
    /// The space.
    fn space(&self) -> &Erased<K, C>;

    /// [`Problem::graph`](crate::Problem::graph), or the space; `None` if the keys of its states
    /// differ in width.
    fn graph(&self) -> Option<Arc<dyn StateGraph>>;

    /// The algorithms offered.
    fn algorithms(&self) -> Vec<&'static AlgorithmInfo>;

    /// The heuristics offered.
    fn heuristics(&self) -> Vec<&'static Component>;

    /// Whether states have keys for tie-breaking.
    fn has_tie_key(&self) -> bool;

    /// The heuristic that is named. Its tables come from `cache`.
    ///
    /// # Errors
    ///
    /// Fails if the heuristic is not offered, or a limit stops the building of a table.
    fn estimator(
        &self,
        heuristic: &Expression,
        cache: &HeuristicCache,
    ) -> Result<Estimator<Erased<K, C>>, RegistryError>;

    /// Starts the selected search with the heuristic that is named.
    /// Its tables come from `cache`.
    ///
    /// # Errors
    ///
    /// Fails if a part of the request does not apply, or a limit stops the building of a table.
    fn start(
        &self,
        chosen: &SelectedAlgorithm<'_>,
        heuristic: &Expression,
        request: &SolveRequest,
        saved: Option<Vec<u8>>,
        cache: &HeuristicCache,
    ) -> Result<ErasedSearchOf<K, C>, RegistryError>;

    /// [`Problem::heuristic_key`](crate::Problem::heuristic_key).
    fn heuristic_key(&self) -> String;
    /// [`Problem::assumes`](crate::Problem::assumes).
    fn assumes(&self, cost: Option<f64>) -> Option<String>;

    /// [`Problem::statement`](crate::Problem::statement).
    fn statement(&self, text: &str) -> Option<Statement>;
    /// [`Problem::is_stated`](crate::Problem::is_stated).
    fn is_stated(&self, text: &str) -> bool;
    /// [`Problem::proof_of_no_solution`](crate::Problem::proof_of_no_solution).
    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>>;
    /// [`Problem::HAS_ONE_PATH_EACH`](crate::Problem::HAS_ONE_PATH_EACH).
    fn has_one_path_each(&self) -> bool;
    /// [`Problem::STEP`](crate::Problem::STEP).
    fn step(&self) -> [&'static str; 2];
    /// [`Problem::seeks_best_goal`](crate::Problem::seeks_best_goal).
    fn seeks_best_goal(&self) -> bool;
    /// [`Problem::drawn_goal`](crate::Problem::drawn_goal).
    fn drawn_goal(&self, state: &K) -> Option<String>;
    /// [`Problem::goal_in_words`](crate::Problem::goal_in_words).
    fn goal_in_words(&self) -> Option<String>;
    /// [`Problem::route`](crate::Problem::route).
    fn route(&self) -> Option<RouteReport>;
    /// [`Problem::parts_of_goal`](crate::Problem::parts_of_goal).
    fn parts_of_goal(&self, state: &K) -> Option<usize>;
    /// [`Problem::total_of`](crate::Problem::total_of).
    fn total_of(&self, cost: C) -> Option<Total>;
    /// [`Problem::HOW_TO_PROVE`](crate::Problem::HOW_TO_PROVE).
    fn how_to_prove(&self) -> Option<&'static str>;

    /// [`Problem::SMALLER`](crate::Problem::SMALLER).
    fn smaller(&self) -> &'static [&'static str];
    /// [`Problem::drawn_start`](crate::Problem::drawn_start).
    fn drawn_start(&self, with_color: bool) -> Option<String>;
    /// [`Problem::notes`](crate::Problem::notes).
    fn notes(&self) -> Vec<String>;
    /// The plan of [`Problem::QUICK_SOLVER`](crate::Problem::QUICK_SOLVER), and its name.
    fn quick_plan(&self) -> Option<(&'static str, Plan<ErasedAction, C>)>;
    /// [`Problem::plan_words`](crate::Problem::plan_words), by default the notation of the actions.
    fn plan_words(&self, plan: &[ErasedAction]) -> Vec<String>;
    /// [`plan_cost`](tremaux_search::plan_cost), and the goal to which the plan leads; `None` if it
    /// is no plan.
    fn replay(&self, plan: &[ErasedAction]) -> Option<(C, K)>;
    /// [`Problem::plan_notes`](crate::Problem::plan_notes).
    fn plan_notes(&self, words: &[String]) -> Vec<String>;
    /// [`Problem::scene`](crate::Problem::scene).
    fn scene(&self) -> Scene;
    /// [`Notation::state_text`](tremaux_core::Notation::state_text).
    fn state_text(&self, state: &K) -> String;
    /// [`Notation::parse_state`](tremaux_core::Notation::parse_state).
    ///
    /// # Errors
    ///
    /// See [`Notation::parse_state`](tremaux_core::Notation::parse_state).
    fn parse_state(&self, text: &str) -> Result<K, ParseError>;
    /// [`Notation::parse_action`](tremaux_core::Notation::parse_action).
    ///
    /// # Errors
    ///
    /// See [`Notation::parse_action`](tremaux_core::Notation::parse_action).
    fn parse_action(&self, state: &K, text: &str) -> Result<ErasedAction, ParseError>;
}
