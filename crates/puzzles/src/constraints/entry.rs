//! The domain of problems of variables and values.

use std::sync::Arc;

use tremaux_core::codes::Key;
use tremaux_core::{Notation, Random};
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator, HeuristicEntry, Instance,
    NamedAlgorithm, OptionInfo, Options, Problem as ProblemOf, ReadError, RegistryError,
    StartOwnSolver, Total, instance,
};

use super::Problem;
use super::problem::Assignment;
use crate::by_constraints::{self, CONSTRAINT_PROPAGATION};

/// The domain's entry in the list of domains.
pub(crate) static CONSTRAINTS: &dyn DomainEntry = &Entry::<ConstraintDomain>::new();

/// The built-in problems.
pub const EXAMPLES: &[(&str, &str)] = &[
    (
        "australia",
        "variables WA NT SA Q NSW V T: red green blue; different WA NT SA; different SA NT Q; \
         different SA Q NSW; different SA NSW V",
    ),
    (
        "menu",
        "variables breakfast lunch dinner: soup salad pasta; different breakfast lunch dinner; \
         forbid breakfast: soup / pasta; score lunch dinner: soup 1 pasta 3",
    ),
    ("unsolvable", "variables A B C: 1 2; different A B C"),
];

/// Problems of variables and values.
struct ConstraintDomain;

static INFO: DomainInfo = DomainInfo {
    name: "constraints",
    aliases: &["csp"],
    title: "Constraints: variables with values that must fit together",
    format: "Statements on lines of their own, or separated by `;`; `#` starts a comment:\n\
             variables A B C1..C9: red green 1..5    these variables have these values\n\
             different A B C1        no two have the same value; A+1 adds a number to the value\n\
             allow A B: red red / red green    together they have one of these rows of values\n\
             forbid A B: red red     they do not have these; one or two variables\n\
             fix A red               it has this value\n\
             sum 3*A B -2*C: <= 9    of values that are numbers; also >= 9, = 9, 2..9\n\
             count A B C: red <= 2   so many of them have the value\n\
             element C1..C9: I X     X is the one at place I, counted from 1\n\
             score A B: red 3 green 1    points for values; the total is maximized\n\
             minimize 3*A B          or maximize: the sum of their values\n\
             In a file: one problem.",
    example: "variables A B C: red green; different A B; different B C",
    moves: "a variable and its value, for example A=red",
    options: &[OptionInfo::choice("example", &["australia", "menu", "unsolvable"])
        .title("a built-in problem, used instead of INSTANCE")],
    generator: &[
        OptionInfo::integer("variables", 1, 1000)
            .title("number of regions of a random map")
            .default("20"),
        OptionInfo::integer("values", 1, 100).title("number of colours").default("4"),
        OptionInfo::integer("borders", 0, 100_000)
            .title("number of random borders, each between two regions")
            .default("50"),
    ],
    defaults: &[DefaultInfo::new("all problems", "constraint-propagation", "blind").why(
        "it removes values that no solution has before it decides, and learns which variables are \
         hard",
    )],
};

impl ProblemOf for ConstraintDomain {
    type Space = Problem;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[];

    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<Problem>>] =
        &[NamedAlgorithm { info: &CONSTRAINT_PROPAGATION, start: by_constraints::start }];

    const HAS_ONE_PATH_EACH: bool = true;
    const STEP: [&'static str; 2] = ["value", "values"];

    fn erase(space: Arc<Problem>) -> Typed<Problem> {
        Typed::new(space)
    }

    fn seeks_best_goal(space: &Problem) -> bool {
        space.model().has_scores()
    }

    fn drawn_goal(space: &Problem, state: &Assignment) -> Option<String> {
        Some(space.state_text(state).replace(' ', "\n") + "\n")
    }

    fn total_of(space: &Problem, cost: u32) -> Option<Total> {
        space.model().has_scores().then(|| space.total_of(cost))
    }
}

impl Domain for ConstraintDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;
    const INSTANCE: &'static str = "statements";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let problem = Problem::parse(text)?;
        let text = problem.to_string();
        Ok(instance::<Self>(&INFO, Arc::new(problem), text, &INFO.defaults[0]))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let number = |name| options.integer(name);
        let (count, values, borders) = (number("variables"), number("values"), number("borders"));
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let mut text = format!("variables V1..V{count}: 1..{values}");
            for _ in 0..borders {
                let (a, b) = (random.below(count) + 1, random.below(count) + 1);
                if a != b {
                    text.push_str(&format!("; different V{a} V{b}"));
                }
            }
            text
        }))
    }
}
