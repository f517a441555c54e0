//! The tree of a game search, step by step.

use serde_json::json;
use tremaux_registry::GameTable;
use tremaux_trace::TraceSelection;

use crate::asked::Asked;
use crate::play::{Analysis, TABLE};
use crate::refusal::Refusal;
use crate::step_sender::StepSender;

/// Sends an event `header`, then `steps` and one `report`, which says whether steps are missing.
pub(crate) fn tree(asked: &Asked<'_>) -> Result<(), Refusal> {
    let &Asked { ceilings, viewer, .. } = asked;
    let analysis: Analysis = asked.json()?;
    let request = analysis.request()?;
    let played = analysis.open(&asked.limits())?;
    played.accepts_recording()?;
    let mut table = GameTable::new(TABLE.min(ceilings.bytes))?;
    let limits = analysis.limits().within(ceilings, viewer.cancel());
    let selection = TraceSelection::default().with_events(analysis.steps().min(ceilings.steps));
    viewer.send("header", &played.trace_header(&request, selection));
    let mut sender = StepSender::new(viewer, selection);
    let report =
        played.analyze_recorded(&request, &mut table, &limits, selection, &mut sender, &mut |_| {});
    sender.flush();
    viewer.send("report", &json!({ "report": report, "cut": sender.is_cut() }));
    Ok(())
}
