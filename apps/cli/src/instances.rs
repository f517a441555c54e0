//! The selected instances of a domain, and the exit status of their searches.

use std::io::{IsTerminal, Write, stderr};
use std::path::Path;

use clap::{ArgMatches, FromArgMatches};
use tremaux_core::{CancelToken, Deadline};
use tremaux_registry::{
    DirectOutput, DomainEntry, Instance, OptionInfo, OptionKind, RegistryError, SolveReport,
    Source, Status, WriteLine,
};

use crate::failure::{Failure, too_few};
use crate::input::{
    Input, file_named_by, from_file, from_standard_input, from_words, or_missing_file,
};
use crate::options::{Instances, OptionValues, SearchOptions, option_values};
use crate::visible;

/// An error about a name, with the option that contains it.
pub(crate) fn with_argument_name(error: RegistryError, search: &SearchOptions) -> Failure {
    let is_heuristic = match error.place() {
        Some((text, _)) => search.heuristic.as_deref() == Some(text),
        None => false,
    };
    Failure::of(error, if is_heuristic { "--heuristic" } else { "--algorithm" })
}

/// Combines the exit status with that of one more report: a limit takes precedence over a proof
/// of no solution.
pub(crate) fn worst_status(before: u8, report: &SolveReport, cancel: &CancelToken) -> u8 {
    let is_cut_short = cancel.is_cancelled() && report.status == Status::Limit;
    if is_cut_short { 3 } else { worse(before, report.status) }
}

/// The exit status `before`, or that of one more result if it is worse.
pub fn worse(before: u8, status: Status) -> u8 {
    let status = match status {
        Status::Solved => 0,
        Status::NoSolution => 1,
        Status::Limit => 3,
    };
    status.max(before)
}

/// The instances that [`Arguments`] select.
pub struct SelectedInstances {
    /// They.
    pub instances: Vec<Box<dyn Instance>>,
    /// The number of the first one in its file, from 1.
    pub(crate) first: usize,
    /// Whether all were selected: then the result is a list, even of one.
    pub(crate) is_many: bool,
    /// Whether some of the instances are left out, which was reported.
    pub(crate) leaves_out: bool,
}

/// The instances that the command line selects.
pub struct Arguments {
    /// The options that were given, with their values.
    pub given: OptionValues,
    input: Option<Input>,
    /// Whether the text may contain several instances.
    is_file: bool,
    /// The options that name files, with those.
    files: Vec<(&'static str, String)>,
    index: Option<u64>,
    is_all: bool,
}

impl Arguments {
    /// Those in `matches`; files are read.
    pub fn of(domain: &dyn DomainEntry, matches: &ArgMatches, seed: u64) -> Result<Self, Failure> {
        let from = Instances::from_arg_matches(matches).expect("where instances come from");
        let mut given = option_values(domain.info().options, matches);
        let mut files = Vec::new();
        for (name, value) in &mut given {
            let mut options = domain.info().options.iter();
            let is_named = |it: &&OptionInfo| it.name == *name;
            let is_file = |it: &OptionInfo| matches!(it.kind, OptionKind::File { .. });
            if options.find(is_named).is_some_and(is_file) {
                let Input { origin, text, .. } = from_file(Path::new(value))?;
                files.push((*name, origin));
                *value = text;
            }
        }
        given.push(("seed", seed.to_string()));
        let is_standard_input = from.instance.len() == 1 && from.instance[0] == "-";
        // An instance is never a file name by chance.
        let path = file_named_by(&from.instance).or_else(|| from.file.clone());
        let input = if let Some(path) = &path {
            Some(from_file(path)?)
        } else if is_standard_input {
            if std::io::stdin().is_terminal() {
                let hint = "reading an instance from the terminal; press Ctrl-D to end";
                let _ = writeln!(stderr(), "{hint}");
            }
            Some(from_standard_input()?)
        } else if from.instance.is_empty() {
            None
        } else {
            Some(from_words("INSTANCE", &from.instance)?)
        };
        let is_file = path.is_some() || is_standard_input;
        Ok(Self { given, input, is_file, files, index: from.index, is_all: from.all })
    }

    /// An error, with the file that has it.
    fn failure(&self, error: RegistryError) -> Failure {
        let file = match &error {
            RegistryError::Instance { option: Some(option), .. } => {
                self.files.iter().find(|(name, _)| name == option)
            }
            _ => None,
        };
        let origin = file.map(|(_, file)| file.clone());
        let mut failure = Failure::of(error, self.origin());
        if let (Failure::Text { origin, .. }, Some(file)) = (&mut failure, origin) {
            *origin = file;
        }
        failure
    }

    /// Writes an output of the domain besides reports, for all instances.
    pub(crate) fn write_directly(
        &self,
        domain: &dyn DomainEntry,
        output: &DirectOutput,
        deadline: &Deadline,
        write: &mut WriteLine<'_>,
    ) -> Result<(), Failure> {
        let Some(Input { text, .. }) = self.input.as_ref().filter(|_| self.index.is_none()) else {
            let message = "it is for all instances of a text, without --index";
            return Err(Failure::Usage(format!("--{}: {message}", output.name)));
        };
        let written = domain.write_directly(output, text, &self.given, deadline, write);
        written.map_err(|error| self.failure(error))
    }

    /// Whether the instance was read from standard input.
    pub fn is_standard_input(&self) -> bool {
        self.is_file && self.input.as_ref().is_some_and(|input| input.origin == "standard input")
    }

    fn source(&self) -> Source<'_> {
        match &self.input {
            Some(Input { text, .. }) if self.is_file => Source::Many(text),
            Some(Input { text, .. }) => Source::One(text),
            None => Source::Options,
        }
    }

    fn origin(&self) -> &str {
        self.input.as_ref().map_or("INSTANCE", |input| &input.origin)
    }

    /// Reads the instances and returns the selected ones: exactly one unless `may_be_many`.
    pub fn select(
        &self,
        domain: &dyn DomainEntry,
        may_be_many: bool,
    ) -> Result<SelectedInstances, Failure> {
        let origin = self.origin();
        let instances = domain.instances(self.source(), &self.given);
        let mut instances = instances.map_err(|error| {
            let is_text = matches!(error, RegistryError::Instance { option: None, .. });
            match &self.input {
                Some(Input { text, .. }) if is_text && !self.is_file => {
                    or_missing_file(Failure::of(error, origin), text)
                }
                _ => self.failure(error),
            }
        })?;
        let count = instances.len();
        let (mut first, mut leaves_out) = (1, false);
        if let Some(index) = self.index {
            let at = usize::try_from(index - 1).unwrap_or(usize::MAX);
            if at >= count {
                return Err(too_few(index, origin, count, "instance"));
            }
            instances = vec![instances.swap_remove(at)];
            first = at + 1;
        } else if count > 1 && !(may_be_many && self.is_all) {
            let all = if may_be_many { " or all with --all" } else { "" };
            let message =
                format!("{origin} has {count} instances: select one with --index N (from 1){all}");
            return Err(Failure::Usage(message));
        }
        if let [instance] = &instances[..]
            && let Some((_, error)) = instance.refusal()
        {
            return Err(Failure::of(error, origin));
        }
        instances.retain(|instance| {
            let Some((name, error)) = instance.refusal() else { return true };
            leaves_out = true;
            let reason = Failure::of(error, origin).render(false);
            visible::tell(&format!("skipped {name}:\n{reason}"));
            false
        });
        if instances.is_empty() {
            return Err(Failure::Usage(format!("{origin} has no instance that can be solved")));
        }
        Ok(SelectedInstances { instances, first, is_many: self.is_all, leaves_out })
    }
}
