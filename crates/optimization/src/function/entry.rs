//! The domain of functions.

use std::sync::Arc;
use std::time::Duration;

use tremaux_core::{ParseError, Random};
use tremaux_domain::{
    AlgorithmInfo, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    Instance, LandscapeProblem, Landscapes, NamedAlgorithm, NamedInstance, OptionInfo, Options,
    ReadError, RegistryError, StartOptimization, landscape_instance,
};
use tremaux_landscape::LocalSearch;

use super::point::Point;
use super::{DifferentialEvolution, Function, picture};

/// The domain's entry in the list of domains.
pub static FUNCTION: &dyn DomainEntry = &Entry::<FunctionDomain>::new();

/// Functions of several variables.
struct FunctionDomain;

static INFO: DomainInfo = DomainInfo {
    name: "function",
    aliases: &[],
    title: "Functions of several variables: find the point of the lowest value",
    format: "A function by name, optionally with the number of its variables:\n\
             rastrigin, rosenbrock, ackley, schwefel, terrain.\n\
             Or an expression in variables such as x, y, x1, with + - * / ^, parentheses, pi, e,\n\
             sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, ln, log10, sqrt, abs, floor,\n\
             ceil, min, max. For the highest value, negate it.\n\
             In a file: one function per line; `#` starts a comment.",
    example: "x^2 + sin(3*y)",
    moves: "the coordinates of the point, for example x=1.5",
    options: &[
        OptionInfo::choice("example", &["waves", "valley", "terrain"])
            .title("a built-in example, used instead of INSTANCE"),
        OptionInfo::word("expression", "an expression, for example \"x^2 + sin(3*y)\"")
            .title("the function, used instead of INSTANCE"),
        OptionInfo::word("range", "LOW..HIGH, for example -5..5").title(
            "bounds of every variable; usual for the function by default, -10..10 for expressions",
        ),
        OptionInfo::number("step", 1e-12, 1.0)
            .title("greatest step, as a part of the range")
            .default("0.1"),
        OptionInfo::integer("sizes", 1, 50)
            .title("sizes of steps, each a quarter of the one before")
            .default("15"),
    ],
    generator: &[OptionInfo::integer("waves", 1, 20)
        .title("number of waves that are added up")
        .default("3")],
    defaults: &[DefaultInfo::new("all functions", "differential-evolution", "").why(
        "it leaves local minima, ends precisely, and has no setting that depends on the function",
    )],
};

/// A range such as `-5..5`.
fn range(text: &str) -> Result<(f64, f64), ParseError> {
    let expected = "LOW..HIGH, for example -5..5";
    let wrong = |word: &str| ParseError::about(text, word, expected);
    let (low, high) = text.split_once("..").ok_or_else(|| wrong(text))?;
    let number = |word: &str| {
        let value: Option<f64> = word.trim().parse().ok();
        value.filter(|value| value.abs() <= 1e9).ok_or_else(|| wrong(word.trim()))
    };
    let (from, to) = (number(low)?, number(high)?);
    if from < to { Ok((from, to)) } else { Err(wrong(high.trim())) }
}

fn with_options(
    function: Function,
    options: &Options<'_>,
) -> Result<Box<dyn Instance>, RegistryError> {
    let (mut function, text) = (function.clone(), function.text().to_owned());
    if options.given("range").is_some() {
        let (low, high) = options.parsed("range", range)?;
        function = function.with_range(low, high);
    }
    let step = options.word("step").parse().unwrap_or(0.1);
    function = function.with_steps(step, options.integer("sizes") as u32);
    let default = &INFO.defaults[0];
    Ok(landscape_instance::<FunctionDomain>(&INFO, Arc::new(function), text, default))
}

static DIFFERENTIAL_EVOLUTION: AlgorithmInfo = AlgorithmInfo {
    default_time: Some(Duration::from_secs(1)),
    ..AlgorithmInfo::new(Component {
        aliases: &["evolution"],
        source: "Storn and Price 1997; settings that adapt: Brest and others 2006; precise ends: \
                 Igel, Suttorp and Hansen 2006",
        guarantees: "none",
        use_when: "the function has many local minima, or narrow valleys that are not along an \
                   axis",
        avoid_when: "there are hundreds of variables: annealing changes one at a time",
        options: &[
            OptionInfo::integer("population", 0, 100_000)
                .title("points in the first population; 0: 10 for each variable, from 20 to 200")
                .default("0"),
            OptionInfo::integer("steps", 0, u32::MAX as u64)
                .title(
                    "points evaluated before it ends; 0: until the limit, or for a second if there \
                     is none",
                )
                .default("0"),
        ],
        example: "differential-evolution(steps=100000)",
        ..Component::new(
            "differential-evolution",
            "adds differences of points to other points, refines the best, and restarts",
        )
    })
};

impl LandscapeProblem for FunctionDomain {
    type Landscape = Function;

    const SOLVERS: &'static [NamedAlgorithm<StartOptimization<Function>>] = &[NamedAlgorithm {
        info: &DIFFERENTIAL_EVOLUTION,
        start: |function, start| {
            let method = DifferentialEvolution {
                population: start.options.integer("population") as usize,
                steps: start.options.integer("steps"),
            };
            Ok(Box::new(LocalSearch::new(function, method, start.seed)))
        },
    }];

    const SOLUTION: &'static str = "point";
    const VALUE: &'static str = "value";
    const IS_DRAWN: bool = true;

    /// Only a point at which the function is defined is a solution.
    fn is_solved(_function: &Function, value: f64) -> bool {
        value.is_finite()
    }

    fn words(function: &Function, point: &Point) -> Vec<String> {
        let pairs = function.variables().iter().zip(point.coordinates());
        pairs.map(|(name, value)| format!("{name}={value}")).collect()
    }

    fn checked_value(function: &Function, words: &[String]) -> Option<f64> {
        if words.len() != function.variables().len() {
            return None;
        }
        let (low, high) = function.range();
        let coordinate = |(word, name): (&String, &String)| {
            let value: f64 = word.strip_prefix(name)?.strip_prefix('=')?.parse().ok()?;
            (low..=high).contains(&value).then_some(value)
        };
        let pairs = words.iter().zip(function.variables());
        let point = pairs.map(coordinate).collect::<Option<Vec<f64>>>()?;
        Some(function.formula().at(&point))
    }

    fn picture(function: &Function, point: &Point, trail: &[(f64, f64)]) -> Option<String> {
        Some(picture::picture(function, point, trail))
    }
}

impl Domain for FunctionDomain {
    type Problem = Landscapes<Self>;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: tremaux_domain::Split = tremaux_domain::Split::Lines;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("waves", "0.1*(x^2 + y^2) + 3*sin(1.5*x + 0.5*y) + 2*cos(2*y - x)"),
        ("valley", "rosenbrock"),
        ("terrain", "terrain"),
    ];
    const INSTANCE: &'static str = "a function";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        Ok(with_options(Function::parse(text)?, options)?)
    }

    fn named(options: &Options<'_>) -> Result<Option<NamedInstance>, RegistryError> {
        if options.given("expression").is_none() {
            return Ok(None);
        }
        let function = options.parsed("expression", Function::parse)?;
        Ok(Some(("expression", with_options(function, options)?)))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let mut random = Random::new(seed);
        let waves = options.integer("waves");
        Ok(Box::new(move || {
            let mut hundredths = |most: f64| (random.unit() * most * 100.0).round();
            let mut text = format!("{}*(x^2 + y^2)", (hundredths(0.1) + 1.0) / 100.0);
            let mut number = |most: f64| hundredths(most) / 100.0;
            for _ in 0..waves {
                let (height, x, y, shift) = (number(5.0), number(2.0), number(2.0), number(6.0));
                text += &format!(" + {height}*sin({x}*x + {y}*y + {shift})");
            }
            text
        }))
    }
}
