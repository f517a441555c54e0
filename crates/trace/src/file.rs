//! The file format.
//!
//! A trace begins with [`MAGIC`] and [`VERSION`], a byte. [Frames](crate::frame) follow: the
//! header as JSON; its map or graph, a [`MapFrame`] as JSON; then frames of events, of at most
//! [`FRAME`] bytes unless a single event is longer. Such a frame holds the unit of costs and a
//! sequence of events in the format of `postcard`, with numbers [relative](crate::relative) to
//! earlier ones. The end of a trace ends a frame. Another trace may follow, so that concatenated
//! files are a valid file.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::graph_scene::GraphScene;
use crate::header::{MapRows, Scene, TraceHeader};

/// The first bytes of a trace.
pub(crate) const MAGIC: &[u8; 8] = b"TREMAUX\n";
/// The version of the format.
pub(crate) const VERSION: u8 = 8;
/// The size of a frame of events, in bytes.
pub(crate) const FRAME: usize = 64 << 10;
/// The greatest length of an event, in bytes.
pub(crate) const LONGEST_EVENTS: u32 = 1 << 24;
/// The greatest length of a header, map or graph, in bytes.
pub(crate) const LONGEST_HEADER: u32 = 1 << 28;

/// The map or graph of a header, which has a frame of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MapFrame {
    /// None.
    None,
    /// The one of the previous trace in the file.
    Same,
    Rows(MapRows),
    Graph(Arc<GraphScene>),
}

impl MapFrame {
    /// Takes the map or graph out of a scene.
    pub(crate) fn take(scene: &mut Scene) -> Self {
        match scene {
            Scene::Grid { rows, .. } if !rows.is_empty() => Self::Rows(std::mem::take(rows)),
            Scene::Graph(graph) if **graph != GraphScene::default() => {
                Self::Graph(std::mem::take(graph))
            }
            _ => Self::None,
        }
    }

    /// Whether it is an equal map, or the same graph by pointer: comparing is slow.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Rows(one), Self::Rows(other)) => one == other,
            (Self::Graph(one), Self::Graph(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// Puts it back into a scene; returns whether it fits.
    pub(crate) fn put_into(&self, header: &mut TraceHeader) -> bool {
        match (self, &mut header.scene) {
            (Self::None, _) => {}
            (Self::Rows(map), Scene::Grid { rows, .. }) if rows.is_empty() => rows.clone_from(map),
            (Self::Graph(map), Scene::Graph(graph)) => graph.clone_from(map),
            _ => return false,
        }
        true
    }
}
