//! Drawings of traces in SVG: grids, graphs, boards, tidy trees.

mod grid;
mod network;
mod part;
mod tree;

use crate::header::{Scene, TraceShape};
use crate::picture::Theme;
use crate::replay::Trace;

pub use crate::picture::Board;
pub use part::{Part, Role};
pub(crate) use part::{
    board as board_of, cost as cost_of, cut_in_words, name as name_of, values as values_of,
};

/// How a trace is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// The most nodes of a tree: the first ones, and the plan.
    pub most_nodes: usize,
}

impl Default for Style {
    /// On white, at most 300 nodes.
    fn default() -> Self {
        Self { theme: Theme::LIGHT, most_nodes: 300 }
    }
}

/// A trace as SVG: on its map, if it has one, else as a tree.
///
/// To draw a part of a trace, use [`Trace::until`].
pub fn svg(trace: &Trace, style: Style) -> String {
    match &trace.header.scene {
        Scene::Grid { rows, start, goals } => grid::draw(trace, style, rows, *start, goals),
        Scene::Graph(graph) if trace.header.shape == TraceShape::Graph => {
            network::draw(trace, style, graph)
        }
        _ => tree::draw(trace, style),
    }
}

/// The caption of a trace, in one line.
fn caption(trace: &Trace) -> String {
    let header = &trace.header;
    let mut words = vec![header.problem.clone()];
    if !header.algorithm.is_empty() {
        words.push(header.algorithm.clone());
    }
    words.extend(header.heuristic.clone());
    words.extend(values_in_words(trace));
    words.join(" · ")
}

/// Whose the values at the nodes of a game tree are.
pub(crate) fn values_in_words(trace: &Trace) -> Option<String> {
    let header = &trace.header;
    if header.shape != TraceShape::Game {
        return None;
    }
    let name =
        |side: u8| header.sides.get(usize::from(side)).cloned().unwrap_or_else(|| side.to_string());
    let Some(judged) = header.judged else {
        let unit = header.unit.as_ref().map_or(String::new(), |unit| format!("{unit} "));
        let root = trace.nodes.first().map_or(0, |root| root.side);
        return Some(format!(
            "values: {unit}for the side that moved there, at the root for {}",
            name(root)
        ));
    };
    let unit = header.unit.as_deref().unwrap_or("payoffs");
    if trace.nodes.iter().any(|node| !node.payoffs.is_empty()) {
        return Some(format!("values: {unit} for each side"));
    }
    Some(format!("values: {unit} for side {}", name(judged)))
}

/// The counts, in one line.
fn tally(trace: &Trace) -> String {
    let Some(counts) = trace.counts else {
        return format!("{} events", trace.steps.len());
    };
    let counted = |count: u64, what: &str| {
        let what = if count == 1 { what.strip_suffix('s').unwrap_or(what) } else { what };
        (count > 0).then(|| format!("{} {what}", grouped(count)))
    };
    let parts = [
        counted(counts.expanded, "expanded"),
        counted(counts.generated, "generated"),
        counted(counts.reopened, "reopened"),
        counted(counts.duplicates, "duplicates"),
        counted(counts.pruned + counts.dead_ends, "pruned"),
        counted(counts.nodes, "positions"),
        counted(counts.cutoffs, "cutoffs"),
        counted(counts.table_hits, "from the table"),
        counted(counts.iterations, "iterations"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// A number with its digits in groups of three.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}
