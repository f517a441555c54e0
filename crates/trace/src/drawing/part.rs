//! Which nodes of a trace are drawn as a tree, with their roles and labels.

use crate::event::{Place, Reason, Source};
use crate::header::TraceShape;
use crate::picture::{Board, Theme};
use crate::replay::{Node, Refuted, Trace};

/// The role of a node in the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The root.
    Initial,
    /// On the plan or the principal variation.
    Path,
    /// Expanded; in a game, searched.
    Expanded,
    /// Generated, but not expanded.
    Open,
    /// Cut off.
    Cut,
    /// Answered by the table, or searched before.
    Table,
    /// Won for the side that moved into it.
    Win,
    /// Drawn.
    Draw,
    /// Lost for the side that moved into it.
    Loss,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 9] = [
        Self::Initial,
        Self::Path,
        Self::Expanded,
        Self::Open,
        Self::Cut,
        Self::Table,
        Self::Win,
        Self::Draw,
        Self::Loss,
    ];

    /// The colour of a role.
    #[must_use]
    pub const fn color(self, theme: &Theme) -> &'static str {
        match self {
            Self::Initial => theme.start,
            Self::Path => theme.path,
            Self::Expanded => theme.expanded,
            Self::Open => theme.open,
            Self::Cut => theme.cut,
            Self::Table => theme.table,
            Self::Win => theme.win,
            Self::Draw => theme.draw,
            Self::Loss => theme.loss,
        }
    }

    /// The role in words, for a game or a problem.
    #[must_use]
    pub const fn in_words(self, is_game: bool) -> &'static str {
        match self {
            Self::Initial => "initial",
            Self::Path if is_game => "principal variation",
            Self::Path => "plan",
            Self::Expanded if is_game => "searched",
            Self::Expanded => "expanded",
            Self::Open if is_game => "entered",
            Self::Open => "open",
            Self::Cut if is_game => "cut off: a move refutes it",
            Self::Cut => "cut off",
            Self::Table if is_game => "from the table",
            Self::Table => "known already",
            Self::Win => "won by the side that moved here",
            Self::Draw => "drawn",
            Self::Loss => "lost by the side that moved here",
        }
    }

    /// The role of a node of a trace.
    #[must_use]
    pub fn of(trace: &Trace, id: u32) -> Self {
        let node = &trace.nodes[id as usize];
        if trace.header.shape == TraceShape::Game {
            return Self::of_position(node, trace.header.judged.is_some());
        }
        match (node.pruned, node.expansions) {
            _ if id == 0 => Self::Initial,
            _ if node.is_on_path => Self::Path,
            (_, 1..) => Self::Expanded,
            (Some(Reason::Searched | Reason::Circle), _) => Self::Table,
            (Some(_), _) => Self::Cut,
            (None, 0) => Self::Open,
        }
    }

    /// Payoffs are not simply won, drawn or lost.
    fn of_position(node: &Node, is_payoff: bool) -> Self {
        match (node.score, &node.cutoff) {
            (Some((_, Source::Table)), _) => Self::Table,
            (_, Some(_)) => Self::Cut,
            (Some((990_000.., _)), _) => Self::Win,
            (Some((..=-990_000, _)), _) => Self::Loss,
            (Some(_), _) if is_payoff => Self::Expanded,
            (Some((0, Source::Final | Source::Known | Source::Repetition)), _) => Self::Draw,
            (Some(_), _) => Self::Expanded,
            (None, _) => Self::Open,
        }
    }
}

/// The part of a trace that is drawn as a tree.
#[derive(Clone, Debug)]
pub struct Part {
    /// The nodes, in the order in which they were found.
    pub nodes: Vec<u32>,
    /// The drawn children of each node of the trace.
    pub children: Vec<Vec<u32>>,
    /// The nodes without a drawn parent.
    pub roots: Vec<u32>,
}

impl Part {
    /// The first `most` nodes, and those on the plan.
    #[must_use]
    pub fn of(trace: &Trace, most: usize) -> Self {
        let count = trace.nodes.len();
        let is_drawn = |id: u32| (id as usize) < most || trace.nodes[id as usize].is_on_path;
        let nodes: Vec<u32> = (0..count as u32).filter(|&id| is_drawn(id)).collect();
        let mut children = vec![Vec::new(); count];
        let mut roots = Vec::new();
        for &id in &nodes {
            match trace.nodes[id as usize].parent {
                Some(parent) if (parent as usize) < count && is_drawn(parent) => {
                    children[parent as usize].push(id);
                }
                _ => roots.push(id),
            }
        }
        Self { nodes, children, roots }
    }

    /// The roles of its nodes.
    pub(crate) fn roles(&self, trace: &Trace) -> impl Iterator<Item = Role> {
        let nodes =
            || self.nodes.iter().map(|&id| (Role::of(trace, id), &trace.nodes[id as usize]));
        let has = |role, node: &Node| role == Role::Path && node.is_on_path;
        let is_used = move |&role: &Role| nodes().any(|(own, node)| own == role || has(role, node));
        Role::ALL.into_iter().filter(is_used)
    }
}

/// The board of a node, if its place is one.
pub(crate) fn board(node: &Node) -> Option<Board> {
    match &node.place {
        Place::Text { text } => Board::parse(text),
        _ => None,
    }
}

/// The name of a node that has no board.
pub(crate) fn name(trace: &Trace, id: u32) -> String {
    match &trace.nodes[id as usize].place {
        Place::Cell { x, y } => format!("{x},{y}"),
        Place::Vertex { vertex } => match &trace.header.scene {
            crate::header::Scene::Graph(graph) => {
                graph.names.get(*vertex as usize).cloned().unwrap_or_else(|| vertex.to_string())
            }
            _ => vertex.to_string(),
        },
        Place::Text { text } => {
            let text = text.replace('\n', " ");
            match text.char_indices().nth(24) {
                Some((at, _)) => format!("{}…", &text[..at]),
                None => text,
            }
        }
        Place::Unknown {} => format!("#{id}"),
    }
}

/// A cost with at most two decimals.
pub(crate) fn cost(value: f64) -> String {
    if value == f64::INFINITY {
        return "∞".to_owned();
    }
    ((value * 100.0).round() / 100.0).to_string()
}

/// A score as text: wins and losses by their plies.
pub(crate) fn score(value: i32) -> String {
    match value {
        990_000.. => format!("win {}", 1_000_000 - value),
        ..=-990_000 => format!("loss {}", 1_000_000 + value),
        0 => "0".to_owned(),
        _ => format!("{value:+}"),
    }
}

/// The label below a node: its values, and why it was pruned.
pub(crate) fn values(trace: &Trace, id: u32) -> Vec<String> {
    let node = &trace.nodes[id as usize];
    if trace.header.shape == TraceShape::Game {
        let mut lines = Vec::new();
        if let Some((value, source)) = node.score {
            let from = match source {
                Source::Moves | Source::Final | Source::Known => "",
                Source::Estimate => " est.",
                Source::Table => " table",
                Source::Distance => " too late",
                Source::Repetition => " repeated",
                Source::NullMove => " pass",
                Source::Futile | Source::Other => " cut",
                Source::Probe => " probed",
            };
            let told = match node.payoffs.as_slice() {
                [] => score(value),
                payoffs => payoffs.iter().map(i32::to_string).collect::<Vec<_>>().join(" · "),
            };
            lines.push(format!("{told}{from}"));
        }
        if let Some(Refuted { mv, score: value, beta, reason }) = &node.cutoff {
            lines.push(format!("{mv}: {}", reason.in_words(&score(*value), &score(*beta))));
        }
        return lines;
    }
    let mut lines = Vec::new();
    if !node.h.is_nan() {
        let f = node.g + node.h;
        lines.push(format!("{} + {} = {}", cost(node.g), cost(node.h), cost(f)));
    }
    match node.pruned {
        Some(reason) if node.expansions == 0 => lines.push(reason.in_words().to_owned()),
        _ => {}
    }
    lines
}
