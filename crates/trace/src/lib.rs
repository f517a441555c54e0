//! What a search did: recorded into a file, replayed, drawn.
//!
//! * [`SearchRecorder`] and [`GameRecorder`] are observers. They number states, and tell a
//!   [`Sink`] of every step as a [`TraceEvent`], which knows no problem any more;
//! * [`TraceWriter`] is a sink that writes a compact file as it goes; [`TraceReader`] reads
//!   it again, up to where it was cut off;
//! * [`Trace`] holds what was recorded, to be walked through and drawn.
//!
//! Counts are those of the whole search, however little of it is recorded.
//!
//! ```
//! use tremaux_trace::{Shape, TraceEvent, TraceHeader, TraceReader, TraceWriter, Sink};
//!
//! let header = TraceHeader::new("maze", Shape::Graph);
//! let mut file = Vec::new();
//! let mut writer = TraceWriter::new(&mut file, &header)?;
//! writer.take(&TraceEvent::Bound { cost: 7.0 });
//! writer.finish()?;
//!
//! let mut reader = TraceReader::new(file.as_slice())?;
//! assert_eq!(reader.header().problem, "maze");
//! assert_eq!(reader.next_event()?, Some(TraceEvent::Bound { cost: 7.0 }));
//! assert_eq!(reader.next_event()?, None);
//! # Ok::<(), tremaux_trace::TraceError>(())
//! ```

mod action_words;
mod block;
mod bytes;
mod columns;
mod context;
mod counts;
mod describe;
mod dot;
pub mod drawing;
mod error;
mod event;
mod event_kind;
mod event_reader;
mod game_recorder;
mod graph_coder;
mod graph_scene;
mod graph_writer;
mod header;
mod layout;
mod line_coder;
mod line_reader;
mod line_writer;
mod map_rows;
mod move_codes;
mod numbering;
mod packed_scene;
mod page;
mod path_coder;
mod path_reader;
pub mod picture;
mod place_kind;
mod posthoc;
mod reader;
mod replay;
mod search_recorder;
mod selection;
mod short_change;
mod word;
mod words;
mod writer;

pub use counts::TraceCounts;
pub use describe::{Describe, Written};
pub use dot::dot;
pub use error::TraceError;
pub use event::{CHANCE, Entry, Place, Reason, Refutation, Sink, Source, TraceEvent};
pub use game_recorder::{DescribeGame, Drawn, GameRecorder, WatchGame};
pub use graph_scene::GraphScene;
pub use header::{Scene, Shape, TraceHeader};
pub use map_rows::MapRows;
pub use page::write_page;
pub use posthoc::write_posthoc;
pub use reader::TraceReader;
pub use replay::{Node, Refuted, Step, Trace};
pub use search_recorder::{SearchRecorder, Watch};
pub use selection::Selection;
pub use writer::{Direct, TraceWriter};
