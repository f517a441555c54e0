//! Traces as a self-contained HTML page with a player.

use std::io::{self, Write};

use serde::Serialize;

use crate::counts::TraceCounts;
use crate::event::TraceEvent;
use crate::header::TraceHeader;
use crate::picture::escape;
use crate::replay::Trace;

/// The style and the player, built from `apps/web/page`.
const STYLE: &str = include_str!("../page/page.css");
const PLAYER: &str = include_str!("../page/player.js");

/// The data embedded in the page.
#[derive(Serialize)]
struct EmbeddedTrace<'a> {
    header: &'a TraceHeader,
    counts: Option<TraceCounts>,
    status: &'a str,
    events: Vec<&'a TraceEvent<'static>>,
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
<script type="application/json" id="trace">"#
    )?;
    let given = EmbeddedTrace { header, counts: trace.counts, status: &trace.status, events };
    // `<` occurs only within strings; escaped, no text can end the script element.
    let given = serde_json::to_string(&given)?.replace('<', "\\u003c");
    write!(out, "{given}</script>\n<script>\n{PLAYER}\n</script>\n</body>\n</html>\n")
}
