//! Traces as a self-contained HTML page with a player.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::counts::TraceCounts;
use crate::error::TraceError;
use crate::event::TraceEvent;
use crate::header::TraceHeader;
use crate::picture::escape;
use crate::replay::Trace;

/// The style and the player, built from `apps/web/page`.
const STYLE: &str = include_str!("../page/page.css");
const PLAYER: &str = include_str!("../page/player.js");

/// What stands before and after the data in the page.
const DATA: [&str; 2] = [r#"<script type="application/json" id="trace">"#, "</script>"];

/// The data embedded in the page; it is written from references.
#[derive(Serialize, Deserialize)]
struct EmbeddedTrace<Header, Event> {
    header: Header,
    counts: Option<TraceCounts>,
    status: String,
    events: Vec<Event>,
}

/// Writes a trace as one HTML page with a player, which works from a file and offline.
///
/// # Errors
///
/// Fails if `out` does.
pub fn write_page(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let header = &trace.header;
    let title = escape(&format!("{} · {}", header.problem, header.algorithm));
    let events = trace.steps.iter().map(|step| &step.event).collect();
    write!(
        out,
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src
    'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{STYLE}
</style>
</head>
<body>
<main id="player"></main>
<noscript>This page plays a recorded search; it needs JavaScript,
and nothing from any other host.</noscript>
{}"#,
        DATA[0]
    )?;
    let status = trace.status.clone();
    let given: EmbeddedTrace<&TraceHeader, &TraceEvent<'_>> =
        EmbeddedTrace { header, counts: trace.counts, status, events };
    // `<` occurs only within strings; escaped, no text can end the script element.
    let given = serde_json::to_string(&given)?.replace('<', "\\u003c");
    write!(out, "{given}{}\n<script>\n{PLAYER}\n</script>\n</body>\n</html>\n", DATA[1])
}

/// Reads the trace of a page that [`write_page`] wrote.
///
/// # Errors
///
/// Fails if there is none, or it is damaged.
pub fn read_page(page: &str) -> Result<Trace, TraceError> {
    let (before, data) = page.split_once(DATA[0]).ok_or(TraceError::NotATrace)?;
    let data = data.split_once(DATA[1]).map_or(data, |(data, _)| data);
    // The data are one line.
    let damaged = |error: serde_json::Error| {
        let offset = before.len() + DATA[0].len() + error.column().saturating_sub(1);
        TraceError::damaged(offset as u64, error.to_string())
    };
    let given: EmbeddedTrace<TraceHeader, TraceEvent<'static>> =
        serde_json::from_str(data).map_err(damaged)?;
    let mut trace = Trace::new(given.header);
    given.events.into_iter().for_each(|event| trace.add(event));
    (trace.counts, trace.status) = (given.counts, given.status);
    Ok(trace)
}
