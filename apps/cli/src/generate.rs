//! `tremaux generate`.

use std::io::Write;

use clap::{ArgMatches, FromArgMatches};
use serde_json::json;
use tremaux_registry::domain;

use crate::arguments::{Format, Written};
use crate::failure::Failure;
use crate::generate_map;
use crate::output::write_rows;

const COLUMNS: &[&str] = &["schema", "domain", "instance", "seed"];

/// Writes the random instances that `matches`, those of the verb, ask for.
pub(crate) fn generate(matches: &ArgMatches, out: &mut dyn Write) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a domain is required");
    if name == "map" {
        return generate_map::generate(matches, out);
    }
    let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
    let written = Written::from_arg_matches(matches).expect("the format");
    let seed: u64 = matches.get_one("seed").copied().unwrap_or(0);
    let count: u64 = matches.get_one("count").copied().unwrap_or(1);
    let info = domain.info();
    let given: Vec<(&'static str, String)> = info
        .generator
        .iter()
        .filter_map(|option| {
            let value: &String = matches.get_one(option.name)?;
            Some((option.name, value.clone()))
        })
        .collect();
    let instances =
        domain.generate(seed, count, &given).map_err(|error| Failure::of(error, "the options"))?;
    let row = |instance: String| json!({"schema": 1, "domain": info.name, "instance": instance, "seed": seed});
    if written.format == Format::Text {
        for instance in instances {
            writeln!(out, "{instance}")?;
        }
    } else {
        write_rows(out, written.format, COLUMNS, instances.map(row))?;
    }
    out.flush()?;
    Ok(0)
}
