//! Recorded and drawn searches.
//!
//! Needs the feature `trace`.

pub use tremaux_trace::picture::{PictureError, Theme, png};
pub use tremaux_trace::{
    DebugDescriber, Describe, GameRecorder, NotationDescriber, Place, Recordable, Scene,
    SearchRecorder, Sink, Trace, TraceError, TraceEvent, TraceHeader, TraceReader, TraceSelection,
    TraceShape, TraceWriter, Watch, WatchGame, dot, drawing, write_page, write_posthoc,
};
