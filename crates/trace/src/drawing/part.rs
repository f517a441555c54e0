//! Which nodes of a trace are drawn as a tree, with their roles and labels.

use super::grouped;
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
            Self::Cut if is_game => "cut off: not searched",
            Self::Cut => "cut off",
            Self::Table if is_game => "from the table",
            Self::Table => "known already",
            Self::Win => "won by the side that moved here",
            Self::Draw => "drawn",
            Self::Loss => "lost by the side that moved here",
        }
    }

    /// The role of a node of a trace.
    pub fn of(trace: &Trace, id: u32) -> Self {
        let node = &trace.nodes[id as usize];
        if trace.header.shape == TraceShape::Game {
            if is_cut(trace, id) {
                return Self::Cut;
            }
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
        match node.score {
            Some((_, Source::Table)) => Self::Table,
            Some((990_000.., _)) => Self::Win,
            Some((..=-990_000, _)) => Self::Loss,
            Some(_) if is_payoff => Self::Expanded,
            Some((0, Source::Final | Source::Known | Source::Repetition)) => Self::Draw,
            Some(_) => Self::Expanded,
            None if node.cutoff.is_some() => Self::Expanded,
            None => Self::Open,
        }
    }
}

/// Whether a node of a game tree was cut off when its parent was last searched: an earlier
/// iteration searched it.
fn is_cut(trace: &Trace, id: u32) -> bool {
    let node = &trace.nodes[id as usize];
    let parent = node.parent.and_then(|parent| trace.nodes.get(parent as usize));
    let is_earlier = |parent: &Node| parent.cutoff.is_some() && node.last < parent.last;
    !node.is_on_path && parent.is_some_and(is_earlier)
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
    /// Drawn nodes of a game tree, and how many of their moves were cut off and lead to no node.
    pub cut: Vec<(u32, u32)>,
}

impl Part {
    /// How many nodes are drawn, if they are fewer than those recorded, or than the positions that
    /// a game search visited, which count once for each visit.
    pub(crate) fn drawn(&self, trace: &Trace) -> Option<String> {
        let (drawn, all) = (self.nodes.len() as u64, trace.nodes.len() as u64);
        let visits = trace.counts.filter(|_| trace.header.shape == TraceShape::Game);
        if drawn < all {
            Some(format!("{} of {} nodes drawn", grouped(drawn), grouped(all)))
        } else if visits.is_some_and(|counts| counts.nodes != drawn) {
            Some(format!("{} nodes drawn", grouped(drawn)))
        } else {
            None
        }
    }

    /// The first `most` nodes, and those on the plan. What earlier iterations of a game search
    /// found below a node that was cut off later is left out.
    pub fn of(trace: &Trace, most: usize) -> Self {
        let count = trace.nodes.len();
        let is_game = trace.header.shape == TraceShape::Game;
        let mut is_cut_off = vec![false; count];
        let mut is_below = vec![false; count];
        for id in (0..count).filter(|_| is_game) {
            let node = &trace.nodes[id];
            let above = node.parent.map_or(id, |parent| parent as usize);
            is_cut_off[id] = is_cut(trace, id as u32);
            is_below[id] = above < id && (is_below[above] || is_cut_off[above]);
        }
        let is_wanted = |id: u32| (id as usize) < most || trace.nodes[id as usize].is_on_path;
        let is_drawn = |id: u32| is_wanted(id) && !is_below[id as usize];
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
        let cut = nodes.iter().filter_map(|&id| {
            let refuted = trace.nodes[id as usize].cutoff.as_ref()?;
            let known = children[id as usize].iter().filter(|&&child| is_cut_off[child as usize]);
            let more = refuted.untried.saturating_sub(known.count() as u32);
            (more > 0 && !is_cut_off[id as usize]).then_some((id, more))
        });
        let cut = cut.collect();
        Self { nodes, children, roots, cut }
    }

    /// The roles of its nodes.
    pub(crate) fn roles(&self, trace: &Trace) -> impl Iterator<Item = Role> {
        let nodes =
            || self.nodes.iter().map(|&id| (Role::of(trace, id), &trace.nodes[id as usize]));
        let has_cut = !self.cut.is_empty();
        let has = move |role, node: &Node| {
            role == Role::Path && node.is_on_path || role == Role::Cut && has_cut
        };
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

/// So many moves that were cut off, in words.
pub(crate) fn cut_in_words(count: u32) -> String {
    format!("{count} cut off")
}

/// The label below a node: its values, and why it was pruned.
pub(crate) fn values(trace: &Trace, id: u32) -> Vec<String> {
    let node = &trace.nodes[id as usize];
    if trace.header.shape == TraceShape::Game {
        if is_cut(trace, id) {
            return vec!["cut off".to_owned()];
        }
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
        if let Some(Refuted { mv, score: value, beta, reason, .. }) = &node.cutoff {
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
