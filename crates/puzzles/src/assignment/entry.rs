//! The domain of assignments.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::codes::Key;
use tremaux_core::{Plan, Random};
use tremaux_domain::{
    AlgorithmInfo, Built, Component, ConstructedPlan, Construction, DefaultInfo, Domain,
    DomainEntry, DomainInfo, Entry, Generator, HeuristicEntry, Instance, NamedAlgorithm,
    OptionInfo, Options, PlanBuilder, Problem, Proves, ReadError, RegistryError, Split,
    StartOwnSolver, instance,
};

use super::{Assignment, Hungarian, LeastCosts, TooFewTasks};

/// The domain's entry in the list of domains.
pub(crate) static ASSIGNMENT: &dyn DomainEntry = &Entry::<AssignmentDomain>::new();

/// Assignments.
struct AssignmentDomain;

static INFO: DomainInfo = DomainInfo {
    name: "assignment",
    aliases: &["linear-assignment"],
    title: "Assignment: a different task for each worker at the least total cost",
    format: "A row for each worker with the cost of each task; `-` if they may not do it.\n\
             Rows are lines, or separated by `/`.\n\
             Cells are separated by spaces, commas, semicolons or tabs.\n\
             A first row and a first column may have names.\n\
             In a file: instances separated by blank lines.",
    example: "8 4 7 / 5 2 3 / 9 4 8",
    moves: "a worker and the task, for example 1=3",
    options: &[],
    generator: &[OptionInfo::integer("size", 1, 1000)
        .title("number of workers and of tasks")
        .default("10")],
    defaults: &[DefaultInfo::new("all tables", "hungarian", "least-costs")
        .why("it finds and proves the least cost without a search")],
};

static LEAST_COSTS: Component = Component {
    guarantees: "consistent",
    use_when: "a search should solve the problem",
    avoid_when: "many workers want the same task: it is low then",
    ..Component::new("least-costs", "the cheapest task of each worker who has none")
};

static HUNGARIAN: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "Kuhn 1955",
    guarantees: "optimal: prices of workers and tasks are a lower bound of the same size",
    use_when: "always: it takes time cubic in the number of tasks",
    avoid_when: "you want to see a search",
    ..Component::new("hungarian", "exchanges tasks along shortest paths")
})
.proving(Proves::Optimal);

impl PlanBuilder<Assignment> for Hungarian {
    fn step(&mut self, space: &Assignment) -> Option<Option<ConstructedPlan<Assignment>>> {
        if !self.is_complete() {
            return self.assign_next(space).err().map(|_| None);
        }
        let actions = self.tasks()?;
        let cost_of = |(worker, &task): (usize, &u16)| space.cost_of(worker, task.into());
        let cost = actions.iter().enumerate().filter_map(cost_of).sum();
        Some(Some((Plan { actions, cost }, self.bound(space))))
    }
}

impl Problem for AssignmentDomain {
    type Space = Assignment;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] =
        &[HeuristicEntry { info: &LEAST_COSTS, build: |_, _, _| Ok(Built::new(LeastCosts)) }];

    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<Assignment>>] = &[NamedAlgorithm {
        info: &HUNGARIAN,
        start: |space, _, _| {
            let method = Box::new(Hungarian::new(&space));
            Ok(Box::new(Construction::in_steps(space, method)))
        },
    }];

    const STEP: [&'static str; 2] = ["assignment", "assignments"];

    fn seeks_best_goal(_space: &Assignment) -> bool {
        true
    }

    fn proof_of_no_solution(space: &Assignment) -> Option<Cow<'static, str>> {
        // Without a pair that is not allowed, there are tasks enough.
        let may_lack = (0..space.workers().len())
            .any(|worker| (0..space.tasks().len()).any(|at| space.cost_of(worker, at).is_none()));
        let TooFewTasks { workers, tasks } =
            may_lack.then(|| Hungarian::solve(space).err()).flatten()?;
        let named = |names: &[String], numbers: &[usize]| {
            numbers.iter().map(|&at| names[at].as_str()).collect::<Vec<_>>().join(", ")
        };
        let (who, what) = (named(space.workers(), &workers), named(space.tasks(), &tasks));
        Some(match tasks.len() {
            0 => format!("worker {who} may do no task").into(),
            count => format!(
                "{} workers ({who}) may do only {count} of the tasks ({what})",
                workers.len()
            )
            .into(),
        })
    }
}

impl Domain for AssignmentDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const INSTANCE: &'static str = "rows of costs";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let assignment = Assignment::parse(text)?;
        let text = assignment.to_string();
        Ok(instance::<Self>(&INFO, Arc::new(assignment), text, &INFO.defaults[0]))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let size = options.integer("size");
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let rows = (0..size).map(|_| {
                let costs: Vec<String> =
                    (0..size).map(|_| random.below(1000).to_string()).collect();
                costs.join(" ")
            });
            rows.collect::<Vec<_>>().join(" / ")
        }))
    }
}
