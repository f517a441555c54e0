//! `tremaux solve --plot`: cost of the best plan and lower bound over time.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Arg, ArgMatches, ValueHint, value_parser};
use tremaux_registry::SolveReport;
use tremaux_trace::picture::chart::{Axis, Chart, Scale, Series, Shape};
use tremaux_trace::{Sink, TraceEvent, TraceSelection};

use crate::drawing::picture_file::check_extension;
use crate::failure::Failure;

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
        .help("Plot the best plan's cost and the lower bound over time to a .svg file")
}

/// The file for the plot.
pub(crate) fn path(matches: &ArgMatches) -> Result<Option<PathBuf>, Failure> {
    let path: Option<&PathBuf> = matches.get_one("plot");
    if let Some(path) = path {
        check_extension("--plot", path, &["svg"])?;
    }
    Ok(path.cloned())
}

/// Costs found and bounds proved by a search over time.
pub(crate) struct CostHistory {
    started: Instant,
    /// Seconds, and the cost of the best plan so far.
    costs: Vec<(f64, f64)>,
    /// Seconds, and the bound proved so far.
    bounds: Vec<(f64, f64)>,
}

impl CostHistory {
    /// No events of nodes: costs and bounds are always reported in addition.
    pub(crate) const SELECTION: TraceSelection = TraceSelection::new(100_000).with_every(u64::MAX);

    /// The empty history of a search that starts now.
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

    /// The history as SVG; the search has just ended with this report.
    pub(crate) fn plot(&mut self, report: &SolveReport) -> String {
        let end = self.started.elapsed().as_secs_f64();
        // Searches without intermediate results have at least the end.
        if let Some(cost) = report.cost {
            self.found(end, cost.as_f64());
        }
        if let Some(bound) = report.bound {
            self.proved(end, bound.as_f64());
        }
        self.chart(end, report).svg(true)
    }

    fn chart(&self, end: f64, report: &SolveReport) -> Chart {
        let (unit, scale) = if end < 1.0 { ("ms", 1e3) } else { ("s", 1.0) };
        let series = |name: &str, points: &[(f64, f64)]| {
            let last = points.last().map(|(_, value)| (end, *value));
            let points = points.iter().copied().chain(last);
            let points = points.map(|(seconds, value)| (seconds * scale, value)).collect();
            Series { name: name.into(), points, shape: Shape::Steps }
        };
        let is_count =
            report.cost.map(|cost| cost.as_f64()) == report.length.map(|length| length as f64);
        let cost = if is_count && report.cost.is_some() { "cost (moves)" } else { "cost" };
        let by = report.heuristic.as_ref().map_or(String::new(), |it| format!(" with {it}"));
        Chart {
            title: format!("{}: {}{by}", report.domain, report.algorithm),
            x: Axis { label: format!("time ({unit})"), scale: Scale::Linear },
            y: Axis { label: cost.into(), scale: Scale::Linear },
            series: vec![
                series("best plan found", &self.costs),
                series("proved lower bound", &self.bounds),
            ],
            has_diagonal: false,
        }
    }
}

impl Sink for CostHistory {
    fn take(&mut self, event: &TraceEvent<'_>) {
        let seconds = self.started.elapsed().as_secs_f64();
        match event {
            TraceEvent::Solution { cost } => self.found(seconds, *cost),
            TraceEvent::Bound { cost } => self.proved(seconds, *cost),
            _ => {}
        }
    }
}
