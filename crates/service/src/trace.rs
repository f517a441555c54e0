//! Trace files: written in several formats, and read.

use std::num::NonZeroU64;

use serde::Deserialize;
use serde_json::json;
use tremaux_core::CancelToken;
use tremaux_core::clock::Instant;
use tremaux_registry::{GameTable, PlaceRestorer, drive_recorded};
use tremaux_trace::picture::Theme;
use tremaux_trace::{
    Sink, Trace, TraceError, TraceEvent, TraceReader, TraceSelection, TraceWriter, dot, drawing,
    write_page, write_posthoc,
};

use crate::asked::Asked;
use crate::ceilings::Ceilings;
use crate::play::{Analysis, TABLE};
use crate::refusal::Refusal;
use crate::search::{SLICE, Search, start_search};
use crate::step_sender::StepSender;
use crate::viewer::Reply;

/// Format of a trace.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Form {
    /// The compact trace file.
    Trace,
    /// A self-contained web page with a player.
    Html,
    /// An SVG picture.
    Svg,
    /// A Posthoc trace.
    Posthoc,
    /// A Graphviz graph.
    Dot,
}

impl Form {
    const fn kind(self) -> &'static str {
        match self {
            Self::Trace => "application/octet-stream",
            Self::Html => "text/html; charset=utf-8",
            Self::Svg => "image/svg+xml",
            Self::Posthoc => "application/json",
            Self::Dot => "text/vnd.graphviz; charset=utf-8",
        }
    }
}

/// A request for the trace of a search or an analysis.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TraceRequest {
    form: Form,
    search: Option<Search>,
    analysis: Option<Analysis>,
}

/// Maximum number of recorded events.
const MOST_EVENTS: u64 = 100_000;

/// Approximate size of a recorded event without its state.
const BYTES_OF_STEP: usize = 256;

/// Maximum number of drawn tree nodes.
const MOST_DRAWN: usize = 400;

/// Replies with a file.
pub(crate) fn write(asked: &Asked<'_>) -> Result<(), Refusal> {
    let request: TraceRequest = asked.json()?;
    let trace = match (&request.search, &request.analysis) {
        (Some(search), None) => of_search(search, asked.ceilings, asked.viewer.cancel())?,
        (None, Some(analysis)) => of_analysis(analysis, asked)?,
        _ => {
            let message = "expected either `search` or `analysis`";
            return Err(Refusal::Malformed(message.into()));
        }
    };
    let mut bytes = Vec::new();
    let written = match request.form {
        Form::Trace => in_own_form(&trace, &mut bytes),
        Form::Html => write_page(&trace, &mut bytes).map_err(TraceError::Io),
        Form::Posthoc => write_posthoc(&trace, &mut bytes).map_err(TraceError::Io),
        Form::Svg => {
            let style = drawing::Style { theme: Theme::LIGHT, most_nodes: MOST_DRAWN };
            bytes = drawing::svg(&trace, style).into_bytes();
            Ok(())
        }
        Form::Dot => {
            bytes = dot(&trace, Theme::LIGHT, MOST_DRAWN).into_bytes();
            Ok(())
        }
    };
    written?;
    asked.viewer.reply(Reply::File { kind: request.form.kind(), bytes });
    Ok(())
}

fn in_own_form(trace: &Trace, out: &mut Vec<u8>) -> Result<(), TraceError> {
    let mut writer = TraceWriter::new(out, &trace.header)?;
    for step in &trace.steps {
        writer.take(&step.event);
    }
    if let Some(counts) = trace.counts {
        writer.take(&TraceEvent::End { counts, status: trace.status.as_str().into() });
    }
    writer.finish()?;
    Ok(())
}

fn selection() -> TraceSelection {
    TraceSelection::default().with_events(MOST_EVENTS)
}

fn of_search(search: &Search, ceilings: &Ceilings, cancel: &CancelToken) -> Result<Trace, Refusal> {
    let started = Instant::now();
    let limits = search.limits(ceilings, cancel);
    let instance = search.instance(ceilings)?;
    let mut running = start_search(&*instance, &search.request()?, &limits)?;
    // A step holds the state as text, which may be long.
    let step = 2 * instance.text().len() + BYTES_OF_STEP;
    let selection =
        TraceSelection::default().with_events(MOST_EVENTS.min((ceilings.bytes / step) as u64));
    let mut trace = Trace::new(running.trace_header(selection));
    let recording = (selection, &mut trace as &mut dyn Sink);
    drive_recorded(&mut *running, &limits, (started, SLICE), recording, &mut |_| {});
    Ok(trace)
}

fn of_analysis(analysis: &Analysis, asked: &Asked<'_>) -> Result<Trace, Refusal> {
    let &Asked { ceilings, viewer, .. } = asked;
    let (played, request) = (analysis.open(&asked.limits())?, analysis.request()?);
    played.accepts_recording()?;
    let mut table = GameTable::new(TABLE.min(ceilings.bytes))?;
    let limits = analysis.limits().within(ceilings, viewer.cancel());
    let mut trace = Trace::new(played.trace_header(&request, selection()));
    played.analyze_recorded(&request, &mut table, &limits, selection(), &mut trace, &mut |_| {});
    Ok(trace)
}

/// Maximum size of an uploaded trace in bytes.
pub(crate) const LONGEST: usize = 32 << 20;

impl From<TraceError> for Refusal {
    fn from(error: TraceError) -> Self {
        Self::Malformed(error.to_string())
    }
}

/// Reads a trace file: sends an event `header`, then `steps`, and at the end whether another
/// search follows. `trace/read/2` reads the second search.
pub(crate) fn read(asked: &Asked<'_>) -> Result<(), Refusal> {
    let &Asked { ceilings, viewer, rest, body, .. } = asked;
    let search: NonZeroU64 = match rest {
        "" => NonZeroU64::MIN,
        rest => rest.parse().map_err(|_| {
            Refusal::Malformed(format!("expected the number of a search from 1, found `{rest}`"))
        })?,
    };
    if body.len() > LONGEST {
        return Err(Refusal::TooLarge(format!("expected a trace of at most {LONGEST} bytes")));
    }
    viewer.accept();
    let mut reader = TraceReader::new(body)?;
    for at in 1..search.get() {
        if !viewer.is_there() || !reader.next_trace()? {
            let message = format!("no such search: expected a number from 1 to {at}");
            return Err(Refusal::Malformed(message));
        }
    }
    viewer.send("header", reader.header());
    let mut sender = StepSender::new(viewer, selection());
    let mut count = 0;
    let left_out = !reader.header().selection.places;
    let mut places = if left_out { PlaceRestorer::of(reader.header()) } else { None };
    while count < ceilings.steps
        && viewer.is_there()
        && let Some(mut event) = reader.next_event()?
    {
        if let Some(places) = &mut places {
            places.add(&mut event);
        }
        sender.take(&event);
        count += 1;
    }
    sender.flush();
    let is_whole = reader.is_whole();
    let next = if viewer.is_there() { reader.next_trace() } else { Ok(false) };
    // Errors in the next search are reported when it is requested.
    let has_next = next.unwrap_or_else(|_| reader.is_whole());
    viewer.send("end", &json!({ "steps": count, "whole": is_whole, "next": has_next }));
    Ok(())
}
