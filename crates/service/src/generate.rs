//! Random instances.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tremaux_core::clock::Instant;
use tremaux_core::{Deadline, ParseError};
use tremaux_registry::{OptionInfo, Options, RegistryError, domain};

use crate::asked::Asked;
use crate::refusal::Refusal;

/// A request for a random instance.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    domain: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// An instance as text.
#[derive(Debug, Serialize)]
struct GeneratedInstance {
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

/// Replies with a [`GeneratedInstance`].
pub(crate) fn generate(asked: &Asked<'_>) -> Result<(), Refusal> {
    let wanted: Wanted = asked.json()?;
    let domain = domain(&wanted.domain)?;
    let options = option_values(domain.info().generator, &wanted.options)?;
    check_size(&options, asked.ceilings.cells)?;
    let deadline = Deadline::of(&asked.limits(), Instant::now());
    let mut instances = domain.generate_until(wanted.seed, 1, &options, &deadline)?;
    let instance = instances.next().unwrap_or_else(|| Ok(String::new()));
    let instance = instance.map_err(|reason| {
        let component = domain.info().name.to_owned();
        RegistryError::Unprepared { component, reason }
    })?;
    let (length, most) = (instance.len(), asked.ceilings.letters());
    if length > most {
        let message = format!("expected at most {most} characters, found {length}");
        return Err(Refusal::TooLarge(message));
    }
    asked.viewer.send_reply(&GeneratedInstance { instance });
    Ok(())
}
