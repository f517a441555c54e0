//! Drawings of traces by our own renderer: grids, graphs, boards, tidy trees.

mod board;
mod grid;
mod legend;
mod network;
mod part;
mod tidy_tree;
mod tree;

use crate::header::{Scene, Shape};
use crate::picture::Theme;
use crate::replay::Trace;

pub use board::Board;
pub(crate) use board::Piece;
pub use part::{Part, Role};
pub(crate) use part::{board as board_of, cost as cost_of, name as name_of, values as values_of};
pub use tidy_tree::TidyTree;

/// How a trace is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// No more nodes of a tree than this; those found first, and the plan.
    pub most_nodes: usize,
}

impl Default for Style {
    /// On white, at most 300 nodes.
    fn default() -> Self {
        Self { theme: Theme::LIGHT, most_nodes: 300 }
    }
}

/// A trace as a picture in SVG: on its map, if it has one, else as a tree.
///
/// A part of a trace is drawn by way of [`Trace::until`].
#[must_use]
pub fn svg(trace: &Trace, style: Style) -> String {
    match &trace.header.scene {
        Scene::Grid { rows, start, goals } => {
            grid::draw(trace, style, (&rows.to_text(), *start, goals.as_slice()))
        }
        Scene::Graph(graph) if trace.header.shape == Shape::Graph => {
            network::draw(trace, style, graph)
        }
        _ => tree::draw(trace, style),
    }
}

/// What a picture says of a trace in one line.
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

/// What scores are, where they are payoffs.
pub(crate) fn values_in_words(trace: &Trace) -> Option<String> {
    let header = &trace.header;
    let judged = header.judged?;
    let unit = header.unit.as_deref().unwrap_or("payoffs");
    if trace.nodes.iter().any(|node| !node.payoffs.is_empty()) {
        return Some(format!("values: {unit} for each side"));
    }
    let name = header.sides.get(usize::from(judged)).cloned();
    Some(format!("values: {unit} for side {}", name.unwrap_or_else(|| judged.to_string())))
}

/// What was counted, in one line.
fn tally(trace: &Trace) -> String {
    let Some(counts) = trace.counts else {
        return format!("{} events", trace.steps.len());
    };
    let told = |count: u64, what: &str| (count > 0).then(|| format!("{} {what}", grouped(count)));
    let parts = [
        told(counts.expanded, "expanded"),
        told(counts.generated, "generated"),
        told(counts.reopened, "reopened"),
        told(counts.duplicates, "duplicates"),
        told(counts.pruned + counts.dead_ends, "pruned"),
        told(counts.nodes, "positions"),
        told(counts.cutoffs, "cutoffs"),
        told(counts.table_hits, "from the table"),
        told(counts.iterations, "iterations"),
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
