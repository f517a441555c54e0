//! Recorded and drawn searches.
//!
//! Needs the feature `trace`.

pub use tremaux_raster::{PictureError, png};
pub use tremaux_trace::picture::Theme;
pub use tremaux_trace::{
    DebugDescriber, Describe, GameRecorder, NotationDescriber, Place, Recordable, Scene,
    SearchRecorder, Sink, Trace, TraceError, TraceEvent, TraceHeader, TraceReader, TraceSelection,
    TraceShape, TraceWriter, Watch, WatchGame, dot, drawing, write_page, write_posthoc,
};
