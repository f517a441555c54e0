//! The tree of a game search, step by step.

use axum::extract::State;
use axum::response::Response;
use serde_json::json;
use tremaux_core::Limits;
use tremaux_registry::GameTable;
use tremaux_trace::TraceSelection;

use crate::blocking::blocking;
use crate::play::{Analysis, TABLE};
use crate::refusal::Refusal;
use crate::request_body::JsonBody;
use crate::state::ServerState;
use crate::step_sender::StepSender;
use crate::stream::stream;

/// Answers `POST /api/tree`: an event `header`, then `steps` and one `report`, which says
/// whether steps are missing.
pub(crate) async fn tree(
    State(shared): State<ServerState>,
    JsonBody(analysis): JsonBody<Analysis>,
) -> Result<Response, Refusal> {
    let request = analysis.request()?;
    let slot = shared.slots().take()?;
    let ceilings = *shared.ceilings();
    let open = move |limits: &Limits| {
        let played = analysis.open(limits)?;
        played.accepts_recording()?;
        Ok((played, analysis.steps(), analysis.limits()))
    };
    let (slot, (played, steps, limits)) = blocking(slot, &ceilings, open).await?;
    Ok(stream(slot, move |viewer| {
        let mut table = match GameTable::new(TABLE.min(ceilings.bytes)) {
            Ok(table) => table,
            Err(error) => return viewer.send("refusal", &json!({ "message": error.to_string() })),
        };
        let limits = limits.within(&ceilings, viewer.cancel());
        let selection = TraceSelection::default().with_events(steps.min(ceilings.steps));
        viewer.send("header", &played.trace_header(&request, selection));
        let mut sender = StepSender::new(viewer, selection);
        let report = played.analyze_recorded(
            &request,
            &mut table,
            &limits,
            selection,
            &mut sender,
            &mut |_| {},
        );
        sender.flush();
        viewer.send("report", &json!({ "report": report, "cut": sender.is_cut() }));
    }))
}
