//! Traces as a page that plays them, in one file.

use std::io::{self, Write};

use serde::Serialize;

use crate::counts::TraceCounts;
use crate::drawing::{Part, TidyTree, board_of};
use crate::event::TraceEvent;
use crate::header::{Scene, Shape, TraceHeader};
use crate::replay::Trace;

/// The page before and after the trace; it asks no other host for anything.
const PAGE: &str = include_str!("../page/player.html");
const STYLE: &str = include_str!("../page/player.css");
const SCRIPT: &str = include_str!("../page/player.js");

/// What the page is given.
#[derive(Serialize)]
struct Given<'a> {
    header: &'a TraceHeader,
    counts: Option<TraceCounts>,
    status: &'a str,
    events: Vec<&'a TraceEvent<'static>>,
    layout: Option<Layout>,
}

/// Where the nodes of a tree are, in units of the page.
#[derive(Serialize)]
struct Layout {
    x: Vec<f64>,
    depth: Vec<i64>,
    width: f64,
    /// From a level to the next.
    step: f64,
    /// The width and height of a node.
    node: (f64, f64),
    /// The side of a cell of a board.
    cell: f64,
}

impl Layout {
    fn of(trace: &Trace) -> Option<Self> {
        let is_tree = match trace.header.scene {
            Scene::Grid { .. } => false,
            Scene::Graph(_) => trace.header.shape != Shape::Graph,
            Scene::Nowhere => true,
        };
        if !is_tree {
            return None;
        }
        const CELL: f64 = 15.0;
        let boards = trace.nodes.iter().take(64).filter_map(board_of);
        let (columns, rows) = boards.fold((0, 0), |(columns, rows), board| {
            (board.columns().max(columns), board.rows.len().max(rows))
        });
        let node = ((columns as f64 * CELL + 12.0).max(78.0), rows as f64 * CELL + 42.0);
        let part = Part::of(trace, usize::MAX);
        let above = trace.nodes.len() as u32;
        let mut children = part.children;
        children.push(part.roots);
        let tree =
            TidyTree::new(&children, above, |id| if id == above { 0.0 } else { node.0 }, 8.0);
        let depth = |&depth: &u32| if depth == u32::MAX { -1 } else { i64::from(depth) - 1 };
        let count = trace.nodes.len();
        Some(Self {
            x: tree.x[..count].iter().map(|x| (x * 10.0).round() / 10.0).collect(),
            depth: tree.depth[..count].iter().map(depth).collect(),
            width: tree.width,
            step: node.1 + 46.0,
            node,
            cell: CELL,
        })
    }
}

/// A writer that lets no text end the script that it stands in.
struct Harmless<'a>(&'a mut dyn Write);

impl Write for Harmless<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'<') {
            match part.strip_suffix(b"<") {
                Some(before) => {
                    self.0.write_all(before)?;
                    // Within strings alone: nothing else of JSON has the sign.
                    self.0.write_all(b"\\u003c")?;
                }
                None => self.0.write_all(part)?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a trace as one page of HTML with a player in it, which opens from a file.
///
/// # Errors
///
/// Fails if `out` does.
pub fn write_page(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let header = &trace.header;
    let title = crate::picture::escape(&format!("{} · {}", header.problem, header.algorithm));
    let events = trace.steps.iter().map(|step| &step.event).collect();
    let layout = Layout::of(trace);
    let given = Given { header, counts: trace.counts, status: &trace.status, events, layout };
    for part in PAGE.split_inclusive("-->") {
        let (text, name) = match part.rsplit_once("<!--") {
            Some((text, name)) => (text, name.trim_end_matches("-->").trim()),
            None => (part, ""),
        };
        out.write_all(text.as_bytes())?;
        match name {
            "title" => out.write_all(title.as_bytes())?,
            "style" => out.write_all(STYLE.as_bytes())?,
            "script" => out.write_all(SCRIPT.as_bytes())?,
            "trace" => serde_json::to_writer(Harmless(out), &given)?,
            _ => {}
        }
    }
    Ok(())
}
