//! A problem of one's own by name: every algorithm, and plans that are replayed before they are
//! shown.

use std::fmt;
use std::sync::Arc;

use tremaux_core::{BackwardSpace, Limits, Notation, ParseError, Plan, Predecessor, StateSpace};
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    ALGORITHMS, AlgorithmInfo, Component, Construction, DefaultInfo, DepthLimit, DomainInfo,
    HeuristicCache, HeuristicEntry, NamedAlgorithm, Problem, Proves, RegistryError, SolveReport,
    SolveRequest, StartOwnSolver, Status, instance,
};

/// Count from 0 to 9 by steps of 1 or 3.
struct Steps;

impl StateSpace for Steps {
    type State = u32;
    type Packed = u32;
    type Action = u8;
    type Cost = u32;

    fn initial_state(&self) -> u32 {
        0
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == 9
    }

    fn actions(&self, &state: &u32, actions: &mut Vec<u8>) {
        actions.extend([1, 3].into_iter().filter(|&step| state + u32::from(step) <= 9));
    }

    fn cost(&self, _state: &u32, _step: u8) -> u32 {
        1
    }

    fn apply(&self, state: &mut u32, step: u8) {
        *state += u32::from(step);
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, &packed: &u32) -> u32 {
        packed
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl BackwardSpace for Steps {
    fn goal_states(&self, goals: &mut Vec<u32>) {
        goals.push(9);
    }

    fn predecessors(&self, &state: &u32, to: &mut Vec<Predecessor<Self>>) {
        let before = |step: u8| Some((step, 1, state.checked_sub(step.into())?));
        to.extend([1, 3].into_iter().filter_map(before));
    }
}

impl Notation for Steps {
    fn write_state(&self, state: &u32, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{state}")
    }

    fn parse_state(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().map_err(|_| ParseError::about(text, text, "a number"))
    }

    fn write_action(&self, _state: &u32, step: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "+{step}")
    }

    fn parse_action(&self, _state: &u32, text: &str) -> Result<u8, ParseError> {
        text.parse().map_err(|_| ParseError::about(text, text, "a step"))
    }
}

const fn solver(name: &'static str) -> AlgorithmInfo {
    AlgorithmInfo::new(Component::new(name, "a test"))
}

static RIGHT: AlgorithmInfo = solver("right");
static HASHED: AlgorithmInfo = solver("hashed").proving(Proves::UnlessHashesCollide);
static TOO_CHEAP: AlgorithmInfo = solver("too-cheap");
static NO_GOAL: AlgorithmInfo = solver("no-goal");
static NO_ACTION: AlgorithmInfo = solver("no-action");

/// A solver that claims this plan.
macro_rules! claim {
    ($info:ident, $steps:expr, $cost:expr) => {
        NamedAlgorithm {
            info: &$info,
            start: |space, _, _| {
                let plan = |_: &Steps| Some((Plan { actions: $steps.to_vec(), cost: $cost }, 3));
                Ok(Box::new(Construction::new(space, plan)))
            },
        }
    };
}

impl Problem for Steps {
    type Space = Self;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[];
    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<Self>>] = &[
        claim!(RIGHT, [3, 3, 3], 3),
        claim!(HASHED, [3, 3, 3], 3),
        claim!(TOO_CHEAP, [3, 3, 3], 2),
        claim!(NO_GOAL, [3, 3], 2),
        claim!(NO_ACTION, [3, 6], 2),
    ];

    fn erase(space: Arc<Self>) -> Typed<Self> {
        Typed::new(space).with_predecessors()
    }
}

static DEFAULT: DefaultInfo =
    DefaultInfo { case: "always", algorithm: "a-star", heuristic: "blind", why: "a test" };

static INFO: DomainInfo = DomainInfo {
    name: "steps",
    aliases: &[],
    title: "",
    format: "",
    example: "",
    moves: "",
    options: &[],
    generator: &[],
    defaults: &[],
};

fn solved(algorithm: &str, depth: Option<u32>) -> Result<SolveReport, RegistryError> {
    let instance = instance::<Steps>(&INFO, Arc::new(Steps), "0".to_owned(), &DEFAULT);
    let request =
        SolveRequest { algorithm: Some(algorithm.to_owned()), depth, ..SolveRequest::default() };
    let mut search = instance.start(&request, &HeuristicCache::default())?;
    let _ = search.advance(&Limits::default().with_nodes(10_000));
    search.report()
}

#[test]
fn every_algorithm_solves_it_and_claims_no_more_than_is_true() {
    for info in ALGORITHMS {
        let name = info.component.name;
        let depth = (info.depth == DepthLimit::Required).then_some(9);
        // Without estimates it starts on a plateau.
        let text = if name == "hill-climbing" { "hill-climbing(sideways=9)" } else { name };
        let report = solved(text, depth).expect(name);
        assert_eq!(report.status, Status::Solved, "{name}");
        assert!(report.cost.is_some_and(|cost| (3.0..=9.0).contains(&cost.as_f64())), "{name}");
        assert!(report.bound.is_none_or(|bound| bound.as_f64() <= 3.0), "{name}");
        let proves = matches!(info.proves, Proves::Optimal | Proves::UnlessHashesCollide);
        assert!(!proves || report.optimal == Some(true), "{name} proves that no plan costs less");
        assert_eq!(report.assumes.as_deref(), info.proves.assumption(), "{name}");
    }
}

/// Another search that identifies states by their hashes says so, whatever its name.
#[test]
fn what_a_proof_assumes_is_said_of_every_search_that_assumes_it() {
    let report = solved("hashed", None).expect("a plan");
    assert_eq!(report.assumes.as_deref(), Proves::UnlessHashesCollide.assumption());
    assert_eq!(solved("right", None).expect("a plan").assumes, None);
}

#[test]
fn a_plan_is_shown_only_if_it_stands_up_to_being_replayed() {
    assert_eq!(
        solved("right", None).expect("a right plan").cost.map(|cost| cost.as_f64()),
        Some(3.0)
    );
    for algorithm in ["too-cheap", "no-goal", "no-action"] {
        assert_eq!(solved(algorithm, None), Err(RegistryError::WrongPlan { algorithm }));
    }
}
