//! Events in the compact form of files: fields in order, without names.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, Serializer};

use crate::counts::TraceCounts;
use crate::event::{Place, Reason, Refutation, Source, TraceEvent};
use crate::repeated::{ShortEvent, ShortEventEncoder};

/// An event read from a file.
#[derive(Deserialize)]
pub(crate) struct FileEvent(#[serde(with = "Fields")] pub(crate) TraceEvent<'static>);

/// An event to be written to a file.
pub(crate) struct FileEventRef<'a>(pub(crate) &'a TraceEvent<'a>);

impl Serialize for FileEventRef<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        Fields::serialize(self.0, out)
    }
}

/// The fields of [`TraceEvent`] again, because JSON omits unknown fields, which a compact form
/// cannot. The compiler checks that both agree.
#[derive(Serialize, Deserialize)]
#[serde(remote = "TraceEvent")]
enum Fields<'a> {
    Generated {
        id: u32,
        #[serde(with = "node")]
        parent: Option<u32>,
        #[serde(with = "word")]
        action: Option<Cow<'a, str>>,
        #[serde(with = "cost")]
        g: f64,
        #[serde(with = "cost")]
        h: f64,
        #[serde(with = "place")]
        place: Option<Place<'a>>,
    },
    Expanded {
        id: u32,
        #[serde(with = "cost")]
        g: f64,
        #[serde(with = "place")]
        place: Option<Place<'a>>,
    },
    Reopened {
        id: u32,
    },
    Duplicate {
        #[serde(with = "node")]
        id: Option<u32>,
        #[serde(with = "node")]
        parent: Option<u32>,
    },
    Pruned {
        id: u32,
        reason: Reason,
    },
    Left {
        id: u32,
    },
    Iteration {
        #[serde(with = "cost")]
        limit: f64,
    },
    Bound {
        #[serde(with = "cost")]
        cost: f64,
    },
    Solution {
        #[serde(with = "cost")]
        cost: f64,
    },
    Path {
        id: u32,
        #[serde(with = "place")]
        place: Option<Place<'a>>,
    },
    Entered {
        id: u32,
        #[serde(with = "node")]
        parent: Option<u32>,
        #[serde(with = "word")]
        mv: Option<Cow<'a, str>>,
        side: u8,
        ply: u32,
        depth: i32,
        alpha: i32,
        beta: i32,
        #[serde(with = "place")]
        place: Option<Place<'a>>,
    },
    Scored {
        id: u32,
        score: i32,
        source: Source,
        payoffs: Cow<'a, [i32]>,
    },
    Cutoff {
        id: u32,
        mv: Cow<'a, str>,
        tried: u32,
        untried: u32,
        score: i32,
        beta: i32,
        reason: Refutation,
    },
    Line {
        depth: u32,
        score: i32,
        exact: bool,
        moves: Vec<Cow<'a, str>>,
    },
    End {
        counts: TraceCounts,
        status: Cow<'a, str>,
    },
}

/// The `postcard` form of a short event of a frequent kind. Much faster than `postcard`, because
/// the kind is known at compile time.
#[inline(always)]
pub(crate) fn short(event: &TraceEvent<'_>) -> Option<ShortEvent> {
    match event {
        TraceEvent::Generated { id, parent, action, g, h, place } => ShortEventEncoder::new(0)
            .number(*id)
            .node(*parent)
            .text(action.as_deref().unwrap_or_default())
            .cost(*g)
            .cost(*h)
            .place(place.as_ref()),
        TraceEvent::Expanded { id, g, place } => {
            ShortEventEncoder::new(1).number(*id).cost(*g).place(place.as_ref())
        }
        TraceEvent::Duplicate { id, parent } => ShortEventEncoder::new(3).node(*id).node(*parent),
        TraceEvent::Pruned { id, reason } => {
            ShortEventEncoder::new(4).number(*id).byte(*reason as u8)
        }
        TraceEvent::Left { id } => ShortEventEncoder::new(5).number(*id),
        TraceEvent::Entered { id, parent, mv, side, ply, depth, alpha, beta, place } => {
            ShortEventEncoder::new(10)
                .number(*id)
                .node(*parent)
                .text(mv.as_deref().unwrap_or_default())
                .byte(*side)
                .number(*ply)
                .signed(*depth)
                .signed(*alpha)
                .signed(*beta)
                .place(place.as_ref())
        }
        TraceEvent::Scored { id, score, source, payoffs } => {
            let room = ShortEventEncoder::new(11).number(*id).signed(*score).byte(*source as u8);
            let room = room.number(payoffs.len() as u32);
            payoffs.iter().take(16).fold(room, |room, &payoff| room.signed(payoff))
        }
        TraceEvent::Cutoff { id, mv, tried, untried, score, beta, reason } => {
            ShortEventEncoder::new(12)
                .number(*id)
                .text(mv)
                .number(*tried)
                .number(*untried)
                .signed(*score)
                .signed(*beta)
                .byte(*reason as u8)
        }
        _ => return None,
    }
    .short()
}

/// An optional node: 0, or its number plus one.
mod node {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(node: &Option<u32>, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_u64(node.map_or(0, |node| u64::from(node) + 1))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Option<u32>, D::Error> {
        let wrong = |_| serde::de::Error::custom("a node of more than 32 bits");
        u64::deserialize(input)?.checked_sub(1).map(u32::try_from).transpose().map_err(wrong)
    }
}

/// An optional action or move, which is never empty.
mod word {
    use std::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        word: &Option<Cow<'_, str>>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        out.serialize_str(word.as_deref().unwrap_or_default())
    }

    pub(super) fn deserialize<'de, 'a, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Option<Cow<'a, str>>, D::Error> {
        let word = String::deserialize(input)?;
        Ok(Some(word).filter(|word| !word.is_empty()).map(Cow::from))
    }
}

/// A cost as the complement of its bits: see [`relative`](crate::relative).
mod cost {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(cost: &f64, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_u64(!cost.to_bits())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<f64, D::Error> {
        Ok(f64::from_bits(!u64::deserialize(input)?))
    }
}

/// An optional place.
mod place {
    use std::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::event::Place;

    #[derive(Serialize, Deserialize)]
    #[serde(remote = "Place")]
    enum RemotePlace<'a> {
        Cell { x: u32, y: u32 },
        Vertex { vertex: u32 },
        Text { text: Cow<'a, str> },
        Unknown {},
    }

    #[derive(Serialize, Deserialize)]
    struct Known<'a>(#[serde(with = "RemotePlace")] Place<'a>);

    pub(super) fn serialize<S: Serializer>(
        place: &Option<Place<'_>>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        place.clone().map(Known).serialize(out)
    }

    pub(super) fn deserialize<'de, 'a, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Option<Place<'a>>, D::Error> {
        Ok(Option::deserialize(input)?.map(|Known(place)| place))
    }
}
