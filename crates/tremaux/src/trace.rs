//! Recorded and drawn searches.
//!
//! Needs the feature `trace`.

pub use tremaux_trace::picture::{Theme, png};
pub use tremaux_trace::{
    Describe, GameRecorder, Recordable, SearchRecorder, Sink, Trace, TraceError, TraceEvent,
    TraceHeader, TraceReader, TraceSelection, TraceShape, TraceWriter, dot, drawing, write_page,
    write_posthoc,
};
// What is seldom written out, and is explained where it is used.
#[doc(hidden)]
pub use tremaux_trace::picture::PictureError;
#[doc(hidden)]
pub use tremaux_trace::{DebugDescriber, NotationDescriber, Place, Scene, Watch, WatchGame};
