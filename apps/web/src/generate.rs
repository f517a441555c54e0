//! Random instances.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tremaux_core::ParseError;
use tremaux_registry::{OptionInfo, RegistryError, domain};

use crate::answer::Asked;
use crate::refusal::Refusal;
use crate::server::Shared;

/// Asks for a random instance.
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
pub(crate) struct Made {
    instance: String,
}

/// The options given, by the names that `known` has.
pub(crate) fn given(
    known: &'static [OptionInfo],
    options: &BTreeMap<String, String>,
) -> Result<Vec<(&'static str, String)>, Refusal> {
    let find = |(name, value): (&String, &String)| {
        let found = known.iter().find(|option| option.name == name);
        let names: Vec<&str> = known.iter().map(|option| option.name).collect();
        let expected = format!("one of the options {}", names.join(", "));
        found
            .map(|option| (option.name, value.clone()))
            .ok_or_else(|| Refusal::Malformed(ParseError::about(name, name, expected).to_string()))
    };
    options.iter().map(find).collect()
}

/// An option of two sides must not make more cells than a map may have.
fn check_size(options: &[(&'static str, String)], most: usize) -> Result<(), RegistryError> {
    for (name, value) in options {
        let sides = value.split_once(['x', 'X']);
        let sides = sides.and_then(|(one, other)| {
            Some((one.trim().parse::<usize>().ok()?, other.trim().parse::<usize>().ok()?))
        });
        if *name == "size" && sides.is_some_and(|(one, other)| one.saturating_mul(other) > most) {
            let expected = format!("at most {most} cells in all");
            let error = Box::new(ParseError::about(value, value, expected));
            return Err(RegistryError::Instance { option: Some(name), text: value.clone(), error });
        }
    }
    Ok(())
}

/// Answers `POST /api/generate`.
pub(crate) async fn generate(
    State(shared): State<Shared>,
    Asked(request): Asked<Request>,
) -> Result<Json<Made>, Refusal> {
    let domain = domain(&request.domain)?;
    let options = given(domain.info().generator, &request.options)?;
    check_size(&options, shared.ceilings().cells)?;
    let slot = shared.slots().take()?;
    let made = tokio::task::spawn_blocking(move || {
        // The slot is taken until it is done, even if nobody waits any more.
        let _slot = slot;
        domain.generate(request.seed, 1, &options).map(|mut instances| instances.next())
    });
    let instance = made.await.map_err(|_| Refusal::Busy)??.unwrap_or_default();
    let most = shared.ceilings().letters();
    if instance.len() > most {
        let length = instance.len();
        let message = format!("it would take {length} letters: expected {most} at most");
        return Err(Refusal::TooLarge(message));
    }
    Ok(Json(Made { instance }))
}
