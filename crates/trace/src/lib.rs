//! Recording searches into files, replaying and drawing them.
//!
//! * [`SearchRecorder`] and [`GameRecorder`] are observers. They number states, and pass every
//!   step to a [`Sink`] as a [`TraceEvent`], which is independent of the problem;
//! * [`TraceWriter`] writes a compact file; [`TraceReader`] reads it, even truncated;
//! * [`Trace`] holds a trace in memory, for replaying and drawing.
//!
//! Counts are always those of the whole search, even if only a part is recorded.
//!
//! ```
//! use tremaux::trace::{TraceShape, TraceEvent, TraceHeader, TraceReader, TraceWriter, Sink};
//!
//! let header = TraceHeader::new("grid", TraceShape::Graph);
//! let mut file = Vec::new();
//! let mut writer = TraceWriter::new(&mut file, &header)?;
//! writer.take(&TraceEvent::Bound { cost: 7.0 });
//! writer.finish()?;
//!
//! let mut reader = TraceReader::new(file.as_slice())?;
//! assert_eq!(reader.header().problem, "grid");
//! assert_eq!(reader.next_event()?, Some(TraceEvent::Bound { cost: 7.0 }));
//! assert_eq!(reader.next_event()?, None);
//! # Ok::<(), tremaux::trace::TraceError>(())
//! ```

mod counts;
mod describe;
mod dot;
pub mod drawing;
mod error;
mod event;
mod file;
mod file_event;
mod frame;
mod game_recorder;
mod graph_scene;
mod header;
mod numbering;
mod page;
mod path_recorder;
mod posthoc;
mod reader;
mod relative;
mod repeated;
mod replay;
mod search_recorder;
mod selection;
mod writer;

/// SVG, PNG, and the colours of drawings.
pub use tremaux_picture as picture;

pub use counts::TraceCounts;
pub use describe::{DebugDescriber, Describe, NotationDescriber, Recordable};
pub use dot::dot;
pub use error::TraceError;
pub use event::{CHANCE, Place, Reason, Refutation, Sink, Source, TraceEvent};
pub use game_recorder::{GameRecorder, WatchGame, place_of_position};
pub use graph_scene::GraphScene;
pub use header::{MapRows, Scene, TraceHeader, TraceShape};
pub use page::{read_page, write_page};
pub use posthoc::write_posthoc;
pub use reader::TraceReader;
pub use replay::{Node, Refuted, Step, Trace};
pub use search_recorder::{SearchRecorder, Watch};
pub use selection::TraceSelection;
pub use writer::TraceWriter;
