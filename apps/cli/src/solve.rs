//! `tremaux solve`.

use std::io::{IsTerminal, Write, stderr};
use std::time::Instant;

use clap::{ArgMatches, FromArgMatches};
use tremaux_core::CancelToken;
use tremaux_registry::{
    DomainEntry, Instance, RegistryError, Shelf, SolveReport, Source, Status, domain, drive,
};

use crate::arguments::{Everywhere, Instances, Search, Written};
use crate::failure::Failure;
use crate::input::{Input, from_file, from_standard_input, in_utf8};
use crate::interrupt;
use crate::output::{Reports, Style};
use crate::progress::ProgressLine;

/// Solves what `matches`, those of the verb, ask for; returns the exit status.
pub(crate) fn solve(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a domain is required");
    let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
    let search = Search::from_arg_matches(matches).expect("the options of a search");
    let written = Written::from_arg_matches(matches).expect("the format");
    if search.cache.is_some() {
        let reason = "this search builds what it needs in memory and keeps no files".into();
        let error = RegistryError::NotApplicable { option: "--cache", reason };
        return Err(Failure::Registry(error));
    }
    let chosen = instances(domain, matches)?;
    let (choice, shelf) = (search.choice(), Shelf::default());
    // What can be refused is refused before anything is written.
    for instance in &chosen.instances {
        instance.check(&choice).map_err(|error| named(error, &search))?;
    }
    let cancel = interrupt::token()?;
    let limits = search.limits(&cancel);
    let mut reports = Reports::new(out, written.format, style, everywhere.verbose, chosen.is_many);
    let mut status = 0;
    for (at, instance) in chosen.instances.iter().enumerate() {
        if at > 0 && cancel.is_cancelled() {
            break;
        }
        let label = match chosen.instances.len() {
            1 => String::new(),
            count => format!("{} of {count} · ", at + 1),
        };
        let mut line = ProgressLine::new(everywhere.quiet, label);
        line.say("building the heuristic");
        let started = Instant::now();
        let mut running = instance.start(&choice, &shelf).map_err(|error| named(error, &search))?;
        let watch = &mut |snapshot: &_| line.show(snapshot);
        drive(&mut *running, &limits, started, ProgressLine::PERIOD, watch);
        line.clear();
        let report = running.report().map_err(Failure::Registry)?;
        status = worse(status, &report, &cancel);
        let is_default = choice.algorithm.is_none() && choice.heuristic.is_none();
        reports.write(&report, is_default.then(|| instance.default_choice().case))?;
    }
    reports.finish()?;
    Ok(status)
}

/// An error about a name, with the option in which it stands.
pub(crate) fn named(error: RegistryError, search: &Search) -> Failure {
    let is_heuristic = match error.place() {
        Some((text, _)) => search.heuristic.as_deref() == Some(text),
        None => false,
    };
    Failure::of(error, if is_heuristic { "--heuristic" } else { "--algorithm" })
}

/// The exit status after one more report: a limit outweighs a proof of no solution.
pub(crate) fn worse(before: u8, report: &SolveReport, cancel: &CancelToken) -> u8 {
    let status = match report.status {
        Status::Solved => 0,
        Status::NoSolution => 1,
        Status::Limit => 3,
    };
    let is_cut_short = cancel.is_cancelled() && report.status == Status::Limit;
    if is_cut_short { 3 } else { status.max(before) }
}

pub(crate) struct Chosen {
    pub(crate) instances: Vec<Box<dyn Instance>>,
    /// Whether many were asked for: then the result is a list, if only of one.
    pub(crate) is_many: bool,
}

pub(crate) fn instances(domain: &dyn DomainEntry, matches: &ArgMatches) -> Result<Chosen, Failure> {
    let info = domain.info();
    let from = Instances::from_arg_matches(matches).expect("where instances come from");
    let given: Vec<(&'static str, String)> = info
        .options
        .iter()
        .filter_map(|option| {
            let value: &String = matches.get_one(option.name)?;
            Some((option.name, value.clone()))
        })
        .collect();
    let is_standard_input = from.instance.len() == 1 && from.instance[0] == "-";
    let input = if let Some(path) = &from.file {
        Some(from_file(path)?)
    } else if is_standard_input {
        if std::io::stdin().is_terminal() {
            let _ = writeln!(stderr(), "reading an instance from the terminal; end with Ctrl-D");
        }
        Some(from_standard_input()?)
    } else if from.instance.is_empty() {
        None
    } else {
        let words: Vec<&[u8]> = from.instance.iter().map(|word| word.as_encoded_bytes()).collect();
        let origin = "INSTANCE".to_owned();
        let text = in_utf8(&origin, words.join(&b' '))?;
        Some(Input { origin, text })
    };
    let (origin, source) = match &input {
        Some(Input { origin, text }) if from.file.is_some() || is_standard_input => {
            (origin.as_str(), Source::Many(text))
        }
        Some(Input { origin, text }) => (origin.as_str(), Source::One(text)),
        None => ("INSTANCE", Source::Options),
    };
    let mut instances =
        domain.instances(source, &given).map_err(|error| Failure::of(error, origin))?;
    let count = instances.len();
    if let Some(index) = from.index {
        let index = usize::try_from(index - 1).unwrap_or(usize::MAX);
        if index >= count {
            let instances = if count == 1 { "instance" } else { "instances" };
            let message = format!("--index {}: {origin} holds {count} {instances}", index + 1);
            return Err(Failure::Usage(message));
        }
        instances = vec![instances.swap_remove(index)];
    } else if count > 1 && !from.all {
        let message = format!(
            "{origin} holds {count} instances: choose one by --index N, from 1, or all by --all"
        );
        return Err(Failure::Usage(message));
    }
    Ok(Chosen { instances, is_many: from.all })
}
