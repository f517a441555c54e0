//! Searches by the command that a user types.

use serde::Deserialize;
use tremaux_core::{Progress, Termination};
use tremaux_registry::reading::shell_words;
use tremaux_registry::{
    DomainEntry, HeuristicCache, Instance, Number, Options, SolveReport, SolveRequest, Source,
    domain, quantity,
};

use crate::context::Context;
use crate::figure::{Figures, Obtained};
use crate::stopped::Stopped;

/// A figure of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Take {
    /// Nothing, because the source prints nothing that compares.
    Nothing,
    /// The number of closed states; of a search that stores none, of those visited. A goal counts.
    Closed,
    /// The number of entries of the open list at the end.
    Open,
    /// The sum of the two.
    States,
    /// The number of solutions found.
    Solutions,
    /// The estimate of the initial state.
    Estimate,
    /// The cost of the plan.
    Cost,
    /// The moves of the plan as one word; nothing if there are more than forty.
    Plan,
    /// The states of the plan, which are what its moves are called.
    Path,
    /// The states in the order of their expansion, then the goal.
    Visits,
}

/// A command without the name of the program: `solve DOMAIN INSTANCE --algorithm …`. A file is one
/// of the data folder; of several instances, the means are taken.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct SolveCommand(pub(crate) String);

/// The parts of a command.
struct Parsed {
    domain: &'static dyn DomainEntry,
    instance: String,
    file: Option<String>,
    options: Vec<(&'static str, String)>,
    request: SolveRequest,
}

impl Parsed {
    /// The command is part of the program.
    fn of(command: &str) -> Self {
        let mut words = shell_words(command).expect("quotes that are closed").into_iter();
        let name = words.next().expect("a domain");
        let domain = domain(&name).expect("a domain");
        let mut parsed = Self {
            domain,
            instance: String::new(),
            file: None,
            options: Vec::new(),
            request: SolveRequest::default(),
        };
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix("--") else {
                parsed.instance = word;
                continue;
            };
            if option == "all" {
                continue;
            }
            let value = words.next().expect("a value");
            match option {
                "file" => parsed.file = Some(value),
                "algorithm" => parsed.request.algorithm = Some(value),
                "heuristic" => parsed.request.heuristic = Some(value),
                "memory" => {
                    parsed.request.memory = Some(quantity::bytes(&value).expect("bytes"));
                }
                option => {
                    let option = Options::named(domain.info().options, option);
                    parsed.options.push((option.expect("an option").name, value));
                }
            }
        }
        parsed
    }

    fn instances(&self, context: &Context) -> Result<Vec<Box<dyn Instance>>, Stopped> {
        let text = self.file.as_ref().map(|name| context.data(name)).transpose()?;
        let source = match &text {
            Some(text) => Source::Many(text),
            None if self.instance.is_empty() => Source::Options,
            None => Source::One(&self.instance),
        };
        Ok(self.domain.instances(source, &self.options).expect("instances"))
    }
}

/// A search that is over.
struct Solved<'a> {
    instance: &'a dyn Instance,
    request: &'a SolveRequest,
    report: SolveReport,
    visits: Vec<String>,
}

impl SolveCommand {
    pub(super) fn run(&self, context: &Context, take: &[Take]) -> Figures {
        let mut parsed = Parsed::of(&self.0);
        parsed.request.algorithm =
            parsed.request.algorithm.as_deref().map(|it| context.changed(it));
        let cache = HeuristicCache::default();
        let mut rows = Vec::new();
        let instances = parsed.instances(context)?;
        for (at, instance) in instances.iter().enumerate() {
            context.check()?;
            context.say(|| format!("{} ({} of {})", self.0, at + 1, instances.len()));
            let solved = Solved::of(&**instance, &parsed.request, &cache, context, take)?;
            rows.push(take.iter().map(|&it| solved.figure(it, &cache)).collect::<Vec<_>>());
        }
        if let [figures] = &mut *rows {
            return Ok(std::mem::take(figures));
        }
        let mean = |at: usize| {
            let sum: f64 = rows.iter().filter_map(|row| row[at].number()).sum();
            Obtained::Real(sum / rows.len() as f64)
        };
        Ok((0..take.len()).map(mean).collect())
    }
}

impl<'a> Solved<'a> {
    fn of(
        instance: &'a dyn Instance,
        request: &'a SolveRequest,
        cache: &HeuristicCache,
        context: &Context,
        take: &[Take],
    ) -> Result<Self, Stopped> {
        let mut search = instance.start(request, cache).expect("a command of the program");
        let limits = match request.memory {
            Some(bytes) => context.limits().with_memory(bytes),
            None => context.limits(),
        };
        let mut visits = Vec::new();
        let progress = if take.contains(&Take::Visits) {
            search.advance_visiting(&limits, &mut |state, _| visits.push(state.to_owned()))
        } else {
            search.advance(&limits)
        };
        context.went(match progress {
            Progress::Paused(reason) => Termination::Stopped(reason),
            Progress::Done(termination) => termination,
        })?;
        let report = search.report().expect("a right plan");
        Ok(Self { instance, request, report, visits })
    }

    fn figure(&self, take: Take, cache: &HeuristicCache) -> Obtained {
        let (report, counts) = (&self.report, &self.report.counts);
        let nothing = || Obtained::Text("–".to_owned());
        let solutions = report.solutions.len().max(usize::from(report.cost.is_some())) as u64;
        let closed = counts.closed.unwrap_or(counts.expanded + solutions);
        let moves = || report.moves.as_deref().unwrap_or_default();
        let rules = || {
            let rules = self.instance.rules(self.request.heuristic.as_deref(), cache);
            rules.expect("a command of the program")
        };
        match take {
            Take::Nothing => nothing(),
            Take::Closed => Obtained::Count(closed),
            Take::Open => counts.open.map_or_else(nothing, Obtained::Count),
            Take::States => Obtained::Count(closed + counts.open.unwrap_or_default()),
            Take::Solutions => Obtained::Count(solutions),
            Take::Estimate => Obtained::Count(rules().estimate(0) as u64),
            Take::Visits => {
                let goal = &moves()[moves().len().saturating_sub(1)..];
                Obtained::Text([&self.visits[..], goal].concat().join(","))
            }
            _ if report.cost.is_none() => Obtained::Text("missed".to_owned()),
            Take::Plan if moves().len() > 40 => nothing(),
            Take::Plan => Obtained::Text(moves().concat()),
            Take::Path => Obtained::Text([&[rules().text(0)][..], moves()].concat().join(",")),
            Take::Cost => match report.cost {
                Some(Number::Whole(cost)) => Obtained::Count(cost),
                cost => Obtained::Real(cost.map_or(0.0, Number::as_f64)),
            },
        }
    }
}
