//! Whole games in the notation of the field, such as PGN.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tremaux_core::Limits;
use tremaux_registry::{Record, game};

use crate::blocking::blocking;
use crate::generate::option_values;
use crate::play::Played;
use crate::refusal::Refusal;
use crate::request_body::{JsonBody, text};
use crate::state::ServerState;

/// A game as text.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    text: String,
}

/// Answers `POST /api/record`.
pub(crate) async fn write(
    State(shared): State<ServerState>,
    JsonBody(request): JsonBody<Played>,
) -> Result<Json<Written>, Refusal> {
    let slot = shared.slots().take()?;
    let work = move |limits: &Limits| {
        let text = request.open(limits)?.record();
        text.map(|text| Written { text }).ok_or(Refusal::NoRecords)
    };
    let (_slot, written) = blocking(slot, shared.ceilings(), work).await?;
    Ok(Json(written))
}

/// A file of games to read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(deserialize_with = "text")]
    text: String,
}

/// Answers `POST /api/record/read`.
pub(crate) async fn read(
    State(shared): State<ServerState>,
    JsonBody(request): JsonBody<File>,
) -> Result<Json<Vec<Record>>, Refusal> {
    let slot = shared.slots().take()?;
    let work = move |_: &Limits| {
        let entry = game(&request.game)?;
        let options = option_values(entry.info().options, &request.options)?;
        entry.record_format().ok_or(Refusal::NoRecords)?;
        Ok(entry.read_records(&options, &request.text)?)
    };
    let (_slot, read) = blocking(slot, shared.ceilings(), work).await?;
    Ok(Json(read))
}
