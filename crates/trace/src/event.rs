//! The steps of a search as plain data, independent of the problem.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tremaux_core::{CutoffReason, Pruning, ScoreSource};

use crate::counts::TraceCounts;

/// The place of a state, or its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// A state as text: rows are lines or separated by `/`; cells are separated by spaces.
    Text {
        /// The text.
        text: Cow<'a, str>,
    },
    /// An unknown place.
    Unknown {},
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell { x, y } => write!(f, "{x},{y}"),
            Self::Vertex { vertex } => write!(f, "{vertex}"),
            Self::Text { text } => f.write_str(text),
            Self::Unknown {} => f.write_str("?"),
        }
    }
}

/// Why a state was pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Every plan through it costs more than a bound.
    Bound,
    /// A dead end: no goal can be reached.
    DeadEnd,
    /// It was searched before at no greater cost.
    Searched,
    /// A cycle: it is already on the path.
    Circle,
    /// Enough plans were found.
    Enough,
    /// A reason of a later version.
    Other,
}

impl Reason {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Its moves were searched.
    Moves,
    /// The game is over.
    Final,
    /// The evaluator's estimate.
    Estimate,
    /// The true value, known to the evaluator.
    Known,
    /// The transposition table.
    Table,
    /// Mate-distance pruning.
    Distance,
    /// A repetition of a position on the line.
    Repetition,
    /// Null-move pruning.
    NullMove,
    /// Futility pruning: the estimate was far outside the window.
    Futile,
    /// A source of a later version.
    Other,
    /// A bound: only its first move was searched.
    Probe,
}

impl Source {
    /// Whether the position is a leaf.
    pub(crate) const fn is_leaf(self) -> bool {
        !matches!(self, Self::Moves | Self::Probe)
    }
}

/// Why the remaining moves of a position were cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refutation {
    /// A move is worth beta or more to the player to move, or to the
    /// [judged](crate::TraceHeader::judged) side.
    #[default]
    AtLeast,
    /// A move is worth alpha or less to the judged side.
    AtMost,
    /// The player to move gets too much for the previous player to prefer this position (max^n).
    Share,
    /// The mean is beta or more, whatever the other moves of chance are worth (Star1).
    MeanAtLeast,
    /// The mean is alpha or less, whatever the other moves of chance are worth (Star1).
    MeanAtMost,
    /// Replies to some moves of chance show that the mean is beta or more (Star2).
    ProbedAtLeast,
    /// Replies to some moves of chance show that the mean is alpha or less (Star2).
    ProbedAtMost,
    /// A reason of a later version.
    Other,
}

impl Refutation {
    /// The reason in words, with `score` and `beta` as text.
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

/// Converts from types of the core with equal variant names.
macro_rules! from_core {
    ($from:ty => $to:ty: $($name:ident)*) => {
        impl From<$from> for $to {
            fn from(kind: $from) -> Self {
                match kind {
                    $(<$from>::$name => Self::$name,)*
                    _ => Self::Other,
                }
            }
        }
    };
}

from_core!(Pruning => Reason: Bound DeadEnd Searched Circle Enough);
from_core!(ScoreSource => Source: Moves Final Estimate Known Table Distance Repetition NullMove
    Futile Probe);
from_core!(CutoffReason => Refutation: AtLeast AtMost Share MeanAtLeast MeanAtMost ProbedAtLeast
    ProbedAtMost);

/// The side if chance moved.
pub const CHANCE: u8 = u8::MAX;

/// One step. Nodes are numbered from 0 in the order of their first events.
///
/// In JSON, an object with a `type` in kebab-case and these fields; unknown ones are omitted:
///
/// ```
/// use tremaux::trace::{Place, TraceEvent};
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type")]
#[non_exhaustive]
pub enum TraceEvent<'a> {
    /// A state was generated for the first time or by a better path.
    Generated {
        /// The node.
        id: u32,
        /// Its parent; none for the initial state.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<u32>,
        /// The action that reached it.
        #[serde(skip_serializing_if = "Option::is_none")]
        action: Option<Cow<'a, str>>,
        /// The cost of the path to it.
        #[serde(with = "number")]
        g: f64,
        /// The estimated cost from it to a goal.
        #[serde(with = "number")]
        h: f64,
        /// Its place, in its first event.
        #[serde(flatten, skip_serializing_if = "Option::is_none", deserialize_with = "place")]
        place: Option<Place<'a>>,
    },
    /// The successors of a state are about to be generated.
    Expanded {
        /// The node.
        id: u32,
        /// The cost of the path to it.
        #[serde(with = "number")]
        g: f64,
        /// Its place, in its first event.
        #[serde(flatten, skip_serializing_if = "Option::is_none", deserialize_with = "place")]
        place: Option<Place<'a>>,
    },
    /// An expanded state was reached by a better path; it is generated again.
    Reopened {
        /// The node.
        id: u32,
    },
    /// A successor was reached before at no greater cost.
    Duplicate {
        /// The node, if it is recorded.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u32>,
        /// The parent.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<u32>,
    },
    /// A node was pruned.
    Pruned {
        /// The node.
        id: u32,
        /// Why.
        reason: Reason,
    },
    /// A depth-first search backtracks from a node.
    Left {
        /// The node.
        id: u32,
    },
    /// An iterative search begins an iteration.
    Iteration {
        /// Its bound.
        #[serde(with = "number")]
        limit: f64,
    },
    /// A lower bound was proved.
    Bound {
        /// No plan is cheaper than this.
        #[serde(with = "number")]
        cost: f64,
    },
    /// A plan was found.
    Solution {
        /// Its cost.
        #[serde(with = "number")]
        cost: f64,
    },
    /// A node of the plan, at the end of the trace; the initial state comes first.
    Path {
        /// The node.
        id: u32,
        /// Its place, in its first event.
        #[serde(flatten, skip_serializing_if = "Option::is_none", deserialize_with = "place")]
        place: Option<Place<'a>>,
    },
    /// A position of a game is about to be searched. Scores are for `side`, which moved into it,
    /// or for the [judged](crate::TraceHeader::judged) side, if there is one.
    Entered {
        /// The node.
        id: u32,
        /// The parent; none at the root.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<u32>,
        /// The move that led to it.
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        mv: Option<Cow<'a, str>>,
        /// The side that moved into it, from 0, or [`CHANCE`]; at the root, the side to move.
        side: u8,
        /// The distance from the root.
        ply: u32,
        /// The remaining plies.
        depth: i32,
        /// The lower end of the window.
        alpha: i32,
        /// The upper end of the window.
        beta: i32,
        /// Its place, in its first event.
        #[serde(flatten, skip_serializing_if = "Option::is_none", deserialize_with = "place")]
        place: Option<Place<'a>>,
    },
    /// A position has a score, for the side that moved into it or the judged side.
    Scored {
        /// The node.
        id: u32,
        /// The score; where chance moves, the mean.
        score: i32,
        /// The source of the score.
        source: Source,
        /// The payoff of each side, in max^n.
        #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
        payoffs: Cow<'a, [i32]>,
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
        /// How many legal moves were cut off: not tried because of it.
        #[serde(default)]
        untried: u32,
        /// The score, a bound for the player to move or the judged side.
        score: i32,
        /// The end of the window that the score reaches.
        beta: i32,
        /// Why.
        #[serde(default, skip_serializing_if = "Refutation::is_usual")]
        reason: Refutation,
    },
    /// An iteration is complete.
    Line {
        /// Its depth in plies.
        depth: u32,
        /// The score for the player to move at the root, or player 0 if chance moves.
        score: i32,
        /// Whether it is the true value.
        exact: bool,
        /// The principal variation.
        moves: Vec<Cow<'a, str>>,
    },
    /// The end: the counts of the whole search.
    End {
        /// The counts.
        #[serde(flatten)]
        counts: TraceCounts,
        /// The status: `solved`, `no-solution` or `limit`.
        status: Cow<'a, str>,
    },
}

impl TraceEvent<'_> {
    /// Whether dropping it frees memory; true if in doubt.
    #[inline(always)]
    pub(crate) const fn owns(&self) -> bool {
        match self {
            Self::Generated { action: None | Some(Cow::Borrowed(_)), place, .. }
            | Self::Entered { mv: None | Some(Cow::Borrowed(_)), place, .. }
            | Self::Expanded { place, .. } => matches!(place, Some(Place::Text { .. })),
            Self::Pruned { .. } | Self::Left { .. } => false,
            Self::Scored { payoffs, .. } => matches!(payoffs, Cow::Owned(_)),
            _ => true,
        }
    }
}

/// Takes events as they occur: into a file, a page, a list.
pub trait Sink {
    /// Takes an event. An error is reported at the end.
    fn take(&mut self, event: &TraceEvent<'_>);

    /// Takes an owned event, which saves some sinks a copy.
    fn give(&mut self, event: TraceEvent<'_>) {
        self.take(&event);
    }

    /// Takes a [`TraceEvent::Generated`]: the node, its parent and the action, `g` and `h`.
    ///
    /// There are methods for the kinds with millions of events: they avoid a match on the kind.
    fn generated(
        &mut self,
        id: u32,
        parent: Option<u32>,
        action: Option<&str>,
        g: f64,
        h: f64,
        place: Option<&Place<'_>>,
    ) {
        let (action, place) = (action.map(Cow::from), place.cloned());
        self.give(TraceEvent::Generated { id, parent, action, g, h, place });
    }

    /// Takes a [`TraceEvent::Expanded`].
    fn expanded(&mut self, id: u32, g: f64, place: Option<&Place<'_>>) {
        self.give(TraceEvent::Expanded { id, g, place: place.cloned() });
    }

    /// Takes a [`TraceEvent::Pruned`].
    fn pruned(&mut self, id: u32, reason: Reason) {
        self.give(TraceEvent::Pruned { id, reason });
    }

    /// Takes a [`TraceEvent::Left`].
    fn left(&mut self, id: u32) {
        self.give(TraceEvent::Left { id });
    }

    /// Takes a [`TraceEvent::Scored`].
    fn scored(&mut self, id: u32, score: i32, source: Source, payoffs: &[i32]) {
        self.give(TraceEvent::Scored { id, score, source, payoffs: payoffs.into() });
    }

    /// Announces that `unit` cost units of the search make one of the problem. Returns true if
    /// the sink converts the costs of later events; otherwise the recorder does.
    fn accept_cost_unit(&mut self, _unit: f64) -> bool {
        false
    }
}

/// Ignores all events, if only the counts matter.
impl Sink for () {
    fn take(&mut self, _event: &TraceEvent<'_>) {}
}

/// Numbers in JSON. Whole numbers up to 2^53 have no fraction; infinity and NaN are null.
pub(crate) mod number {
    use super::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if !value.is_finite() {
            serializer.serialize_none()
        } else if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
            serializer.serialize_i64(*value as i64)
        } else {
            serializer.serialize_f64(*value)
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<f64, D::Error> {
        Ok(Option::deserialize(input)?.unwrap_or(f64::INFINITY))
    }
}

/// Reads a place from JSON; an event without its fields has none.
fn place<'de, 'a, D: Deserializer<'de>>(input: D) -> Result<Option<Place<'a>>, D::Error> {
    let place: Option<Place<'a>> = Option::deserialize(input)?;
    Ok(place.filter(|place| *place != Place::Unknown {}))
}
