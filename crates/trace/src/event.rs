//! The steps of a search, as plain data that knows no problem.

use std::borrow::Cow;

use serde::Serialize;
use tremaux_core::{PayoffCutoff, Pruning, ScoreSource};

use crate::counts::TraceCounts;
use crate::writer::Direct;

/// Where a state is, or what it looks like.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Place<'a> {
    /// A cell of a grid.
    Cell {
        /// Column, from 0.
        x: u32,
        /// Row from the top, from 0.
        y: u32,
    },
    /// A vertex of a graph.
    Vertex {
        /// Its number in the [`Scene`](crate::Scene).
        vertex: u32,
    },
    /// A state in characters: rows are lines, or parted by `/`; cells are parted by blanks.
    Text {
        /// The characters.
        text: Cow<'a, str>,
    },
    /// Nothing is known.
    Unknown {},
}

/// Why a search goes no farther from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A plan through it costs more than a bound.
    Bound,
    /// No goal can be reached.
    DeadEnd,
    /// It was searched before, as cheaply.
    Searched,
    /// It is on the path already.
    Circle,
    /// Enough plans are found.
    Enough,
    /// Another, of a later version.
    Other,
}

impl From<Pruning> for Reason {
    fn from(pruning: Pruning) -> Self {
        match pruning {
            Pruning::Bound => Self::Bound,
            Pruning::DeadEnd => Self::DeadEnd,
            Pruning::Searched => Self::Searched,
            Pruning::Circle => Self::Circle,
            Pruning::Enough => Self::Enough,
            _ => Self::Other,
        }
    }
}

impl Reason {
    pub(crate) const ALL: [Self; 6] =
        [Self::Bound, Self::DeadEnd, Self::Searched, Self::Circle, Self::Enough, Self::Other];

    /// The reason in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Bound => "beyond the bound",
            Self::DeadEnd => "a dead end",
            Self::Searched => "searched before",
            Self::Circle => "on the path already",
            Self::Enough => "no longer needed",
            Self::Other => "cut off",
        }
    }
}

/// Where the score of a position came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Its moves were searched.
    Moves,
    /// The game is over.
    Final,
    /// It was estimated.
    Estimate,
    /// The evaluator knows the true value.
    Known,
    /// The transposition table.
    Table,
    /// No win is quick enough, or no loss soon enough, to matter.
    Distance,
    /// The position stood on the line before.
    Repetition,
    /// Even passing was good enough.
    NullMove,
    /// The estimate was far outside the window.
    Futile,
    /// Another, of a later version.
    Other,
    /// Its first move alone was searched: a bound.
    Probe,
}

impl Source {
    pub(crate) const ALL: [Self; 11] = [
        Self::Moves,
        Self::Final,
        Self::Estimate,
        Self::Known,
        Self::Table,
        Self::Distance,
        Self::Repetition,
        Self::NullMove,
        Self::Futile,
        Self::Other,
        Self::Probe,
    ];

    /// Whether the search went no farther.
    pub(crate) const fn is_leaf(self) -> bool {
        !matches!(self, Self::Moves | Self::Probe)
    }
}

impl From<ScoreSource> for Source {
    fn from(source: ScoreSource) -> Self {
        match source {
            ScoreSource::Moves => Self::Moves,
            ScoreSource::Final => Self::Final,
            ScoreSource::Estimate => Self::Estimate,
            ScoreSource::Known => Self::Known,
            ScoreSource::Table => Self::Table,
            ScoreSource::Distance => Self::Distance,
            ScoreSource::Repetition => Self::Repetition,
            ScoreSource::NullMove => Self::NullMove,
            ScoreSource::Futile => Self::Futile,
            ScoreSource::Probe => Self::Probe,
            _ => Self::Other,
        }
    }
}

/// Why the other moves of a position were left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refutation {
    /// A move is too good for the player to move, or, where one side is
    /// [judged](crate::TraceHeader::judged), for that side: beta or more.
    #[default]
    AtLeast,
    /// A move is too bad for the side judged: alpha or less.
    AtMost,
    /// The player to move has so much that what is left is too little for the one before
    /// (max^n).
    Share,
    /// Whatever the other moves of chance are worth, the mean is beta or more (Star1).
    MeanAtLeast,
    /// The same: alpha or less.
    MeanAtMost,
    /// A reply to each of some moves of chance shows that the mean is beta or more (Star2).
    ProbedAtLeast,
    /// The same: alpha or less.
    ProbedAtMost,
    /// Another, of a later version.
    Other,
}

impl Refutation {
    pub(crate) const ALL: [Self; 8] = [
        Self::AtLeast,
        Self::AtMost,
        Self::Share,
        Self::MeanAtLeast,
        Self::MeanAtMost,
        Self::ProbedAtLeast,
        Self::ProbedAtMost,
        Self::Other,
    ];

    /// The reason in words: `score` and `beta` as they are written.
    #[must_use]
    pub fn in_words(self, score: &str, beta: &str) -> String {
        match self {
            Self::AtLeast => format!("{score} ≥ β {beta}"),
            Self::AtMost => format!("{score} ≤ α {beta}"),
            Self::Share => format!("{score} ≥ {beta}: too little is left"),
            Self::MeanAtLeast => format!("mean ≥ {score} ≥ β {beta}"),
            Self::MeanAtMost => format!("mean ≤ {score} ≤ α {beta}"),
            Self::ProbedAtLeast => format!("probed: mean ≥ {score} ≥ β {beta}"),
            Self::ProbedAtMost => format!("probed: mean ≤ {score} ≤ α {beta}"),
            Self::Other => format!("{score} against {beta}"),
        }
    }

    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl From<PayoffCutoff> for Refutation {
    fn from(cutoff: PayoffCutoff) -> Self {
        match cutoff {
            PayoffCutoff::AtLeast => Self::AtLeast,
            PayoffCutoff::AtMost => Self::AtMost,
            PayoffCutoff::Share => Self::Share,
            PayoffCutoff::MeanAtLeast => Self::MeanAtLeast,
            PayoffCutoff::MeanAtMost => Self::MeanAtMost,
            PayoffCutoff::ProbedAtLeast => Self::ProbedAtLeast,
            PayoffCutoff::ProbedAtMost => Self::ProbedAtMost,
            _ => Self::Other,
        }
    }
}

/// In place of a side: chance moved.
pub const CHANCE: u8 = u8::MAX;

/// One step. Nodes are numbered in the order in which they are first told of, from 0.
///
/// As JSON each is an object with a `type` in kebab-case and the fields below; what is not
/// known is left out:
///
/// ```
/// use tremaux_trace::{Place, TraceEvent};
/// let event = TraceEvent::Generated {
///     id: 3,
///     parent: Some(1),
///     action: Some("E".into()),
///     g: 2.0,
///     h: 5.0,
///     place: Some(Place::Cell { x: 4, y: 0 }),
/// };
/// let json = r#"{"type":"generated","id":3,"parent":1,"action":"E","g":2,"h":5,"x":4,"y":0}"#;
/// assert_eq!(serde_json::to_string(&event)?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "type")]
#[non_exhaustive]
pub enum TraceEvent<'a> {
    /// A state was generated, for the first time or by a better path.
    Generated {
        /// The node.
        id: u32,
        /// The node whose successor it is; none for the initial state.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<u32>,
        /// How it was reached.
        #[serde(skip_serializing_if = "Option::is_none")]
        action: Option<Cow<'a, str>>,
        /// The cost of the path to it.
        #[serde(serialize_with = "number")]
        g: f64,
        /// The estimated cost from it to a goal.
        #[serde(serialize_with = "number")]
        h: f64,
        /// Where it is, the first time it is told of.
        #[serde(flatten, skip_serializing_if = "Option::is_none")]
        place: Option<Place<'a>>,
    },
    /// The successors of a state are about to be generated.
    Expanded {
        /// The node.
        id: u32,
        /// The cost of the path to it.
        #[serde(serialize_with = "number")]
        g: f64,
        /// Where it is, if it was not told of before.
        #[serde(flatten, skip_serializing_if = "Option::is_none")]
        place: Option<Place<'a>>,
    },
    /// An expanded state has a better path: it is generated once more.
    Reopened {
        /// The node.
        id: u32,
    },
    /// A successor was known already, and is not improved.
    Duplicate {
        /// The node it is, if that is recorded.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u32>,
        /// The node whose successor it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<u32>,
    },
    /// The search goes no farther from a node.
    Pruned {
        /// The node.
        id: u32,
        /// Why.
        reason: Reason,
    },
    /// A depth-first search goes back from a node.
    Left {
        /// The node.
        id: u32,
    },
    /// A search that begins again and again does.
    Iteration {
        /// It looks at plans up to this measure.
        #[serde(serialize_with = "number")]
        limit: f64,
    },
    /// No plan is cheaper.
    Bound {
        /// Than this.
        #[serde(serialize_with = "number")]
        cost: f64,
    },
    /// A plan was found.
    Solution {
        /// Its cost.
        #[serde(serialize_with = "number")]
        cost: f64,
    },
    /// A node of the plan, at the end of the search, the initial state first.
    Path {
        /// The node.
        id: u32,
        /// Where it is, if it was not told of before.
        #[serde(flatten, skip_serializing_if = "Option::is_none")]
        place: Option<Place<'a>>,
    },
    /// A position of a game is about to be searched. Scores are for `side`, who moved into it,
    /// unless one side is [judged](crate::TraceHeader::judged) in all.
    Entered {
        /// The node.
        id: u32,
        /// The node before; none at the root.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<u32>,
        /// The move that led to it.
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        mv: Option<Cow<'a, str>>,
        /// The side that moved into it, from 0; at the root the side to move. [`CHANCE`] where
        /// that is chance.
        side: u8,
        /// The distance from the root.
        ply: u32,
        /// The plies left.
        depth: i32,
        /// Scores up to this do not matter.
        alpha: i32,
        /// Scores from this on do not matter.
        beta: i32,
        /// What it looks like.
        #[serde(flatten, skip_serializing_if = "Option::is_none")]
        place: Option<Place<'a>>,
    },
    /// A position has a score, for the side that moved into it or the one judged in all.
    Scored {
        /// The node.
        id: u32,
        /// The score; where chance is to move, the mean.
        score: i32,
        /// Where it came from.
        source: Source,
        /// What each side gets, in searches where each wants the most for itself.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        payoffs: Vec<i32>,
    },
    /// A move refuted a position.
    Cutoff {
        /// The node.
        id: u32,
        /// The move.
        #[serde(rename = "move")]
        mv: Cow<'a, str>,
        /// How many moves were tried before it.
        tried: u32,
        /// The score, for the player to move or the side judged in all: what that gets at
        /// least or at most.
        score: i32,
        /// What the score is not below, and scores from there on do not matter; or not above,
        /// if so the reason says.
        beta: i32,
        /// Why.
        #[serde(skip_serializing_if = "Refutation::is_usual")]
        reason: Refutation,
    },
    /// An iteration is complete.
    Line {
        /// Its depth in plies.
        depth: u32,
        /// The score for the player to move at the root, or player 0 if chance is.
        score: i32,
        /// Whether it is the true one.
        exact: bool,
        /// The principal variation.
        moves: Vec<Cow<'a, str>>,
    },
    /// The end: the counts of the whole search.
    End {
        /// The counts.
        #[serde(flatten)]
        counts: TraceCounts,
        /// How it ended: `solved`, `no-solution` or `limit`.
        status: Cow<'a, str>,
    },
}

/// Whoever takes events as they come: a file, a page, a list.
///
/// The kinds of which there are millions have methods of their own, for sinks that need not
/// have them as values.
pub trait Sink {
    /// Takes an event. What goes wrong is kept until the end.
    fn take(&mut self, event: &TraceEvent<'_>);

    /// The writer of our own form that this is, if it is one: a recorder writes into it without
    /// going through this trait, and in forms that other sinks do not know.
    fn direct(&mut self) -> Option<Direct<'_>> {
        None
    }

    /// Takes a [`TraceEvent::Generated`]: the node, its parent and the action, `g` and `h`.
    fn generated(
        &mut self,
        id: u32,
        (parent, action): (Option<u32>, Option<&str>),
        (g, h): (f64, f64),
        place: Option<&Place<'_>>,
    ) {
        let action = action.map(Cow::from);
        self.take(&TraceEvent::Generated { id, parent, action, g, h, place: place.cloned() });
    }

    /// Takes a [`TraceEvent::Expanded`].
    fn expanded(&mut self, id: u32, g: f64, place: Option<&Place<'_>>) {
        self.take(&TraceEvent::Expanded { id, g, place: place.cloned() });
    }

    /// Takes a [`TraceEvent::Duplicate`]: the node and its parent.
    fn duplicate(&mut self, id: Option<u32>, parent: Option<u32>) {
        self.take(&TraceEvent::Duplicate { id, parent });
    }

    /// Takes a [`TraceEvent::Pruned`].
    fn pruned(&mut self, id: u32, reason: Reason) {
        self.take(&TraceEvent::Pruned { id, reason });
    }

    /// Takes a [`TraceEvent::Left`].
    fn left(&mut self, id: u32) {
        self.take(&TraceEvent::Left { id });
    }

    /// Takes a [`TraceEvent::Entered`]: the node, its parent and the move.
    fn entered(
        &mut self,
        id: u32,
        (parent, mv): (Option<u32>, Option<&str>),
        Entry { side, ply, depth, alpha, beta }: Entry,
        place: Option<&Place<'_>>,
    ) {
        let (mv, place) = (mv.map(Cow::from), place.cloned());
        self.take(&TraceEvent::Entered { id, parent, mv, side, ply, depth, alpha, beta, place });
    }

    /// Takes a [`TraceEvent::Scored`] without payoffs.
    fn scored(&mut self, id: u32, score: i32, source: Source) {
        self.take(&TraceEvent::Scored { id, score, source, payoffs: Vec::new() });
    }
}

/// How a position of a game is entered: the fields of [`TraceEvent::Entered`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The side that moved into it.
    pub side: u8,
    /// The distance from the root.
    pub ply: u32,
    /// The plies left.
    pub depth: i32,
    /// Scores up to this do not matter.
    pub alpha: i32,
    /// Scores from this on do not matter.
    pub beta: i32,
}

impl<T: Sink + ?Sized> Sink for &mut T {
    fn take(&mut self, event: &TraceEvent<'_>) {
        (**self).take(event);
    }

    fn direct(&mut self) -> Option<Direct<'_>> {
        (**self).direct()
    }

    fn generated(
        &mut self,
        id: u32,
        from: (Option<u32>, Option<&str>),
        costs: (f64, f64),
        place: Option<&Place<'_>>,
    ) {
        (**self).generated(id, from, costs, place);
    }

    fn expanded(&mut self, id: u32, g: f64, place: Option<&Place<'_>>) {
        (**self).expanded(id, g, place);
    }

    fn duplicate(&mut self, id: Option<u32>, parent: Option<u32>) {
        (**self).duplicate(id, parent);
    }

    fn pruned(&mut self, id: u32, reason: Reason) {
        (**self).pruned(id, reason);
    }

    fn left(&mut self, id: u32) {
        (**self).left(id);
    }

    fn entered(
        &mut self,
        id: u32,
        from: (Option<u32>, Option<&str>),
        entry: Entry,
        place: Option<&Place<'_>>,
    ) {
        (**self).entered(id, from, entry, place);
    }

    fn scored(&mut self, id: u32, score: i32, source: Source) {
        (**self).scored(id, score, source);
    }
}

/// A sink as a recorder sees it: what millions of events go into is not called by a pointer.
pub(crate) enum Target<'a> {
    Direct(Direct<'a>),
    Told(&'a mut dyn Sink),
}

impl<'a> Target<'a> {
    pub(crate) fn new(sink: &'a mut dyn Sink) -> Self {
        if sink.direct().is_some() {
            Self::Direct(sink.direct().expect("it was just there"))
        } else {
            Self::Told(sink)
        }
    }
}

/// Does `$call` with whatever the target is.
macro_rules! to_target {
    ($target:ident, $sink:ident => $call:expr) => {
        match $target {
            Target::Direct($sink) => $call,
            Target::Told($sink) => $call,
        }
    };
}

impl Sink for Target<'_> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        to_target!(self, sink => sink.take(event));
    }

    #[inline]
    fn generated(
        &mut self,
        id: u32,
        from: (Option<u32>, Option<&str>),
        costs: (f64, f64),
        place: Option<&Place<'_>>,
    ) {
        to_target!(self, sink => sink.generated(id, from, costs, place));
    }

    #[inline]
    fn expanded(&mut self, id: u32, g: f64, place: Option<&Place<'_>>) {
        to_target!(self, sink => sink.expanded(id, g, place));
    }

    #[inline]
    fn duplicate(&mut self, id: Option<u32>, parent: Option<u32>) {
        to_target!(self, sink => sink.duplicate(id, parent));
    }

    #[inline]
    fn pruned(&mut self, id: u32, reason: Reason) {
        to_target!(self, sink => sink.pruned(id, reason));
    }

    #[inline]
    fn left(&mut self, id: u32) {
        to_target!(self, sink => sink.left(id));
    }

    #[inline]
    fn entered(
        &mut self,
        id: u32,
        from: (Option<u32>, Option<&str>),
        entry: Entry,
        place: Option<&Place<'_>>,
    ) {
        to_target!(self, sink => sink.entered(id, from, entry, place));
    }

    #[inline]
    fn scored(&mut self, id: u32, score: i32, source: Source) {
        to_target!(self, sink => sink.scored(id, score, source));
    }
}

/// A sink that forgets: for counts alone.
impl Sink for () {
    fn take(&mut self, _event: &TraceEvent<'_>) {}
}

fn number<S: serde::Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    // Whole numbers up to 2^53 are exact in both forms. Infinity is no number in JSON.
    if !value.is_finite() {
        serializer.serialize_none()
    } else if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}
