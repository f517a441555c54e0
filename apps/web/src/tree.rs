//! The tree that a search of a game goes through, step by step.

use axum::extract::State;
use axum::response::Response;
use serde_json::json;
use tremaux_registry::GameTable;
use tremaux_trace::Selection;

use crate::answer::Asked;
use crate::play::{Analysis, TABLE};
use crate::refusal::Refusal;
use crate::search::Told;
use crate::server::Shared;
use crate::stream::stream;

/// Answers `POST /api/tree`: an event `header`, then `steps` and one `report`.
pub(crate) async fn tree(
    State(shared): State<Shared>,
    Asked(analysis): Asked<Analysis>,
) -> Result<Response, Refusal> {
    let request = analysis.request()?;
    let slot = shared.slots().take()?;
    let opened = tokio::task::spawn_blocking(move || {
        analysis.open().map(|played| (slot, played, analysis.steps(), analysis.limits()))
    });
    let (slot, played, steps, limits) = opened.await.map_err(|_| Refusal::Busy)??;
    let ceilings = *shared.ceilings();
    Ok(stream(slot, move |viewer| {
        let mut table = match GameTable::new(TABLE.min(ceilings.bytes)) {
            Ok(table) => table,
            Err(error) => return viewer.send("refusal", &json!({ "message": error.to_string() })),
        };
        let limits = limits.within(&ceilings, viewer.cancel());
        let selection = Selection::default().with_events(steps.min(ceilings.steps));
        viewer.send("header", &played.trace_header(&request, selection));
        let mut told = Told::new(viewer);
        let recording = (selection, &mut told as &mut dyn tremaux_trace::Sink);
        let report = played.analyze_recorded(&request, &mut table, &limits, recording, &mut |_| {});
        told.flush();
        viewer.send("report", &report);
    }))
}
