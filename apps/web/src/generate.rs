//! Random instances.

use std::collections::BTreeMap;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tremaux_core::{Deadline, Limits, ParseError};
use tremaux_registry::{OptionInfo, Options, RegistryError, domain};

use crate::blocking::blocking;
use crate::refusal::Refusal;
use crate::request_body::JsonBody;
use crate::state::ServerState;

/// A request for a random instance.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    domain: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// An instance as text.
#[derive(Debug, Serialize)]
pub(crate) struct GeneratedInstance {
    instance: String,
}

/// The given options with the names in `known`.
pub(crate) fn option_values(
    known: &'static [OptionInfo],
    options: &BTreeMap<String, String>,
) -> Result<Vec<(&'static str, String)>, Refusal> {
    let find = |(name, value): (&String, &String)| match Options::named(known, name) {
        Ok(option) => Ok((option.name, value.clone())),
        Err(error) => Err(Refusal::Malformed(error.to_string())),
    };
    options.iter().map(find).collect()
}

/// Fails if a size option gives more cells than a map may have.
fn check_size(options: &[(&'static str, String)], most: usize) -> Result<(), RegistryError> {
    for (name, value) in options {
        let sides = value.split_once(['x', 'X']);
        let sides = sides.and_then(|(one, other)| {
            Some((one.trim().parse::<usize>().ok()?, other.trim().parse::<usize>().ok()?))
        });
        if *name == "size" && sides.is_some_and(|(one, other)| one.saturating_mul(other) > most) {
            let expected = format!("at most {most} cells");
            let error = Box::new(ParseError::about(value, value, expected));
            return Err(RegistryError::Instance { option: Some(name), text: value.clone(), error });
        }
    }
    Ok(())
}

/// Answers `POST /api/generate`.
pub(crate) async fn generate(
    State(shared): State<ServerState>,
    JsonBody(request): JsonBody<Request>,
) -> Result<Json<GeneratedInstance>, Refusal> {
    let domain = domain(&request.domain)?;
    let options = option_values(domain.info().generator, &request.options)?;
    check_size(&options, shared.ceilings().cells)?;
    let slot = shared.slots().take()?;
    let work = move |limits: &Limits| {
        let deadline = Deadline::of(limits, Instant::now());
        let mut instances = domain.generate_until(request.seed, 1, &options, &deadline)?;
        let instance = instances.next().unwrap_or_else(|| Ok(String::new()));
        instance.map_err(|reason| {
            let component = domain.info().name.to_owned();
            Refusal::Registry(RegistryError::Unprepared { component, reason })
        })
    };
    let (_slot, instance) = blocking(slot, shared.ceilings(), work).await?;
    let most = shared.ceilings().letters();
    if instance.len() > most {
        let length = instance.len();
        let message = format!("expected at most {most} characters, found {length}");
        return Err(Refusal::TooLarge(message));
    }
    Ok(Json(GeneratedInstance { instance }))
}
