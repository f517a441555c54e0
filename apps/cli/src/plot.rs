//! `tremaux solve --plot`: how the best plan's cost and the bound come together over time.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Arg, ArgMatches, ValueHint, value_parser};
use tremaux_compare::report::{Axis, Chart, Scale, Series, Shape};
use tremaux_registry::SolveReport;
use tremaux_trace::{Selection, Sink, TraceEvent};

use crate::failure::Failure;
use crate::replacing::write_whole;

/// The option.
pub(crate) fn argument() -> Arg {
    Arg::new("plot")
        .long("plot")
        .value_name("FILE")
        .value_hint(ValueHint::FilePath)
        .value_parser(value_parser!(PathBuf))
        .global(true)
        .conflicts_with("visits")
        .help_heading("Output")
        .help("Plot the best plan's cost and the bound over time, as .svg")
}

/// Where the plot is to go.
pub(crate) fn wanted(matches: &ArgMatches) -> Result<Option<&PathBuf>, Failure> {
    let path: Option<&PathBuf> = matches.get_one("plot");
    match path {
        Some(path) if path.extension().is_none_or(|extension| extension != "svg") => {
            let message = format!("--plot {}: expected a file ending in .svg", path.display());
            Err(Failure::Usage(message))
        }
        path => Ok(path),
    }
}

/// What a search has found and proved, and when.
pub(crate) struct Course {
    started: Instant,
    /// Seconds and the cost of the best plan by then.
    costs: Vec<(f64, f64)>,
    /// Seconds and what was proved by then.
    bounds: Vec<(f64, f64)>,
}

impl Course {
    /// No node is of interest: what proves something comes on top of the events chosen, as
    /// many as they are.
    pub(crate) const SELECTION: Selection =
        Selection { events: 100_000, every: u64::MAX, places: true };

    /// The course of a search that begins now.
    pub(crate) fn new() -> Self {
        Self { started: Instant::now(), costs: Vec::new(), bounds: Vec::new() }
    }

    fn found(&mut self, seconds: f64, cost: f64) {
        if self.costs.last().is_none_or(|(_, best)| cost < *best) {
            self.costs.push((seconds, cost));
        }
    }

    fn proved(&mut self, seconds: f64, bound: f64) {
        if bound.is_finite() && self.bounds.last().is_none_or(|(_, before)| bound > *before) {
            self.bounds.push((seconds, bound));
        }
    }

    /// Plots it; the search has ended now, with this report.
    pub(crate) fn write(mut self, path: &Path, report: &SolveReport) -> Result<(), Failure> {
        let end = self.started.elapsed().as_secs_f64();
        // Of searches that tell of nothing on their way there is the end at least.
        if let Some(cost) = report.cost {
            self.found(end, cost.0);
        }
        if let Some(bound) = report.bound {
            self.proved(end, bound.0);
        }
        write_whole(path, self.chart(end, report).svg(true).as_bytes())
    }

    fn chart(&self, end: f64, report: &SolveReport) -> Chart {
        let (unit, scale) = if end < 1.0 { ("ms", 1e3) } else { ("s", 1.0) };
        let series = |name: &str, points: &[(f64, f64)]| {
            let last = points.last().map(|(_, value)| (end, *value));
            let points = points.iter().copied().chain(last);
            let points = points.map(|(seconds, value)| (seconds * scale, value)).collect();
            Series { name: name.into(), points, shape: Shape::Steps }
        };
        let is_count = report.cost.map(|cost| cost.0) == report.length.map(|length| length as f64);
        let cost = if is_count && report.cost.is_some() { "cost (moves)" } else { "cost" };
        let by = report.heuristic.as_ref().map_or(String::new(), |it| format!(" with {it}"));
        Chart {
            title: format!("{}: {}{by}", report.domain, report.algorithm),
            x: Axis { label: format!("time ({unit})"), scale: Scale::Linear },
            y: Axis { label: cost.into(), scale: Scale::Linear },
            series: vec![
                series("best plan found", &self.costs),
                series("proved: no plan costs less", &self.bounds),
            ],
            has_diagonal: false,
        }
    }
}

impl Sink for Course {
    fn take(&mut self, event: &TraceEvent<'_>) {
        let seconds = self.started.elapsed().as_secs_f64();
        match event {
            TraceEvent::Solution { cost } => self.found(seconds, *cost),
            TraceEvent::Bound { cost } => self.proved(seconds, *cost),
            _ => {}
        }
    }
}
