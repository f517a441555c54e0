//! Traces as files: written in every form, and read again.

use std::num::NonZeroU64;
use std::time::Instant;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use tremaux_core::CancelToken;
use tremaux_registry::{GameTable, Places, drive_recorded};
use tremaux_trace::picture::Theme;
use tremaux_trace::{
    Selection, Sink, Trace, TraceError, TraceEvent, TraceReader, TraceWriter, dot, drawing,
    write_page, write_posthoc,
};

use crate::answer::{Asked, whole};
use crate::limits::Ceilings;
use crate::path::PathQuestion;
use crate::play::{Analysis, TABLE};
use crate::refusal::Refusal;
use crate::search::{SLICE, Search, Told, begun};
use crate::server::Shared;
use crate::stream::stream;

/// The form of a trace.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Form {
    /// Our own, to be replayed.
    Trace,
    /// One page that plays it.
    Html,
    /// A picture.
    Svg,
    /// For Posthoc.
    Posthoc,
    /// For Graphviz.
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

/// Asks for the trace of a search, or of an analysis.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    form: Form,
    search: Option<Search>,
    analysis: Option<Analysis>,
    path: Option<PathQuestion>,
}

/// The most events of a trace that is made.
const MOST_EVENTS: u64 = 100_000;

/// The most nodes of a tree that is drawn.
const MOST_DRAWN: usize = 400;

/// Cancels a search when nobody waits for it any more.
struct Waiting(CancelToken);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Answers `POST /api/trace` with a file.
pub(crate) async fn write(
    State(shared): State<Shared>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Response, Refusal> {
    let slot = shared.slots().take()?;
    let ceilings = *shared.ceilings();
    let waiting = Waiting(CancelToken::default());
    let (cancel, form) = (waiting.0.clone(), wanted.form);
    let made = tokio::task::spawn_blocking(move || {
        let _slot = slot;
        made(wanted, &ceilings, &cancel)
    });
    let bytes = made.await.map_err(|_| Refusal::Busy)??;
    drop(waiting);
    Ok(([(header::CONTENT_TYPE, form.kind())], bytes).into_response())
}

fn made(wanted: Wanted, ceilings: &Ceilings, cancel: &CancelToken) -> Result<Vec<u8>, Refusal> {
    let trace = match (&wanted.search, &wanted.analysis, &wanted.path) {
        (Some(search), None, None) => of_search(search, ceilings, cancel)?,
        (None, Some(analysis), None) => of_analysis(analysis, ceilings, cancel)?,
        (None, None, Some(path)) => path.trace(ceilings, selection(), cancel)?,
        _ => {
            let message = "expected one of `search`, `analysis` and `path`";
            return Err(Refusal::Malformed(message.into()));
        }
    };
    let mut bytes = Vec::new();
    let written = match wanted.form {
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
    written.map_err(|error| Refusal::Malformed(error.to_string()))?;
    Ok(bytes)
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

fn selection() -> Selection {
    Selection::default().with_events(MOST_EVENTS)
}

fn of_search(search: &Search, ceilings: &Ceilings, cancel: &CancelToken) -> Result<Trace, Refusal> {
    let started = Instant::now();
    let limits = search.limits(ceilings, cancel);
    let instance = search.instance(ceilings)?;
    let mut running = begun(&*instance, &search.choice()?, &limits)?;
    let mut trace = Trace::new(running.trace_header(selection()));
    let recording = (selection(), &mut trace as &mut dyn Sink);
    drive_recorded(&mut *running, &limits, (started, SLICE), recording, &mut |_| {});
    Ok(trace)
}

fn of_analysis(
    analysis: &Analysis,
    ceilings: &Ceilings,
    cancel: &CancelToken,
) -> Result<Trace, Refusal> {
    let (played, request) = (analysis.open()?, analysis.request()?);
    let mut table = GameTable::new(TABLE.min(ceilings.bytes))?;
    let limits = analysis.limits().within(ceilings, cancel);
    let mut trace = Trace::new(played.trace_header(&request, selection()));
    let recording = (selection(), &mut trace as &mut dyn Sink);
    played.analyze_recorded(&request, &mut table, &limits, recording, &mut |_| {});
    Ok(trace)
}

/// The most bytes of a trace that is read.
const LONGEST: usize = 32 << 20;

/// Answers `POST /api/trace/read`, whose body is a trace in our own form: an event `header`,
/// then `steps`, and at the end whether another search follows. `POST /api/trace/read/2` reads the
/// second search.
pub(crate) async fn read(
    State(shared): State<Shared>,
    search: Result<Option<Path<NonZeroU64>>, PathRejection>,
    request: Request,
) -> Result<Response, Refusal> {
    let search = search.map_err(|error| Refusal::Malformed(error.body_text()))?;
    let search = search.map_or(1, |Path(search)| search.get());
    let kind = request.headers().get(header::CONTENT_TYPE);
    if kind.is_none_or(|kind| kind.as_bytes() != b"application/octet-stream") {
        return Err(Refusal::NotBytes);
    }
    let slot = shared.slots().take()?;
    let too_large = || Refusal::TooLarge(format!("expected a trace of at most {LONGEST} bytes"));
    let bytes = whole(request, LONGEST, &shared).await?.ok_or_else(too_large)?;
    let most = shared.ceilings().steps;
    Ok(stream(slot, move |viewer| {
        let told = || -> Result<(), TraceError> {
            let mut reader = TraceReader::new(&bytes[..])?;
            for at in 1..search {
                if !viewer.is_there() || !reader.next_trace()? {
                    let message = format!("expected a search from 1 to {at}");
                    viewer.send("refusal", &json!({ "message": message }));
                    return Ok(());
                }
            }
            viewer.send("header", reader.header());
            let mut told = Told::new(viewer);
            let mut count = 0;
            let left_out = !reader.header().selection.places;
            let mut places = if left_out { Places::of(reader.header()) } else { None };
            while count < most
                && viewer.is_there()
                && let Some(mut event) = reader.next_event()?
            {
                if let Some(places) = &mut places {
                    places.add(&mut event);
                }
                told.take(&event);
                count += 1;
            }
            told.flush();
            let is_whole = reader.is_whole();
            let next = if viewer.is_there() { reader.next_trace() } else { Ok(false) };
            // What is wrong there is told to whoever asks for it.
            let has_next = next.unwrap_or_else(|_| reader.is_whole());
            let end = json!({ "steps": count, "whole": is_whole, "next": has_next });
            viewer.send("end", &end);
            Ok(())
        };
        if let Err(error) = told() {
            viewer.send("refusal", &json!({ "message": error.to_string() }));
        }
    }))
}
