//! Proofs in files: `--proof`.
//!
//! A proof is written after the search. What a set of closed states is to prove, one more search
//! closes: A* with an estimate that the checker knows, so that the answer of any algorithm has the
//! same proof.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Arg, ValueHint, value_parser};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tremaux_core::Limits;
use tremaux_registry::{
    Component, Family, HeuristicCache, Instance, Number, SolveReport, SolveRequest, StatedField,
    Statement, Status, TableSource, domain, stopped,
};

use crate::atomic_file::{AtomicFile, cannot_write};
use crate::failure::{Failure, not_applicable};

/// The kind of a problem with what the checker knows of it: its name, and its estimates.
type Known = (&'static str, &'static [&'static str]);

/// The option of verbs that write proofs.
pub(crate) fn proof_argument() -> Arg {
    Arg::new("proof")
        .long("proof")
        .global(true)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .value_hint(ValueHint::FilePath)
        .help_heading("Output")
        .help("Write a proof of the result for `tremaux check`; compressed if it ends in .gz")
}

/// What the checker knows of a kind of problem.
pub(crate) fn kind(name: &str) -> Option<Known> {
    tremaux_check::kinds().into_iter().find(|(kind, _)| *kind == name)
}

/// What the checker knows of a kind of problem; fails if there are no proofs of the kind.
pub(crate) fn known(name: &str) -> Result<Known, Failure> {
    kind(name).map_or_else(
        || {
            let kinds = tremaux_check::kinds();
            let names: Vec<&str> = kinds.iter().map(|(kind, _)| *kind).collect();
            let names = names.join(", ");
            not_applicable("--proof", format!("there are proofs of these kinds only: {names}"))
        },
        Ok,
    )
}

/// The problem as proofs state it; fails if there are none of its kind.
fn stated(instance: &dyn Instance, domain: &str) -> Result<(Known, Statement), Failure> {
    let known = known(domain)?;
    match instance.statement() {
        Some(statement) => Ok((known, statement)),
        None => {
            let reason = "no proof can state this problem yet: grids with weights above 9, costs \
                          with more than six decimals, boxes of sudokus that are no squares";
            not_applicable("--proof", reason)
        }
    }
}

/// Fails if there are no proofs about problems of this kind.
///
/// # Errors
///
/// Returns why there are none.
pub fn check(instance: &dyn Instance, domain: &str) -> Result<(), Failure> {
    stated(instance, domain).map(|_| ())
}

/// The report of the only search, with the option by which what it proves can be checked.
pub fn told(mut report: SolveReport, instance: &dyn Instance, option: &'static str) -> SolveReport {
    if kind(report.domain).is_none() || !instance.is_stated() {
        return report;
    }
    report.remarks.check = Some(option);
    report.with_verdict()
}

/// Writes the proof of what `report` says of an instance.
///
/// # Errors
///
/// Returns why there is none, or cannot be written.
pub fn write(
    path: &Path,
    instance: &dyn Instance,
    report: &SolveReport,
    limits: &Limits,
) -> Result<(), Failure> {
    let ((kind, heuristics), statement) = stated(instance, report.domain)?;
    let Statement { fields, refutation, has_roots, seeks_solutions, tables } = statement;
    let mut proof = ProofFile::new(path, has_roots)?;
    let header = [("proof", json!(tremaux_check::VERSION)), ("kind", json!(kind))];
    let header = header.map(|(name, value)| (name.to_owned(), value));
    let header = Value::Object(header.into_iter().chain(named(fields)).collect());
    proof.line(&header);
    let is_best = report.optimal == Some(true) || report.rounding.is_some();
    let mut claim = Map::new();
    match (report.cost, report.status) {
        (Some(_), _) if seeks_solutions => {
            let solution = report.goal.as_ref().filter(|_| report.only == Some(true));
            let solution = solution.ok_or_else(|| side("there may be other solutions"))?;
            claim.insert("claim".to_owned(), json!("only-solution"));
            claim.insert("solution".to_owned(), json!(solution));
        }
        (None, Status::NoSolution) if seeks_solutions => {
            claim.insert("claim".to_owned(), json!("no-solution"));
        }
        (Some(cost), _) => {
            let name = if is_best { "optimal" } else { "plan" };
            claim.insert("claim".to_owned(), json!(name));
            claim.insert("cost".to_owned(), proof.exact(cost));
            let has_search = is_best && !heuristics.is_empty() && searches_again(report);
            let tables = tables.filter(|tables| has_search && uses(report, tables.of));
            let mut heuristic = heuristics.last().copied().filter(|_| is_best);
            if let Some(tables) = tables {
                heuristic = Some(tremaux_check::TABLES);
                for [parts, entries] in (tables.make)() {
                    proof.line(&json!(["table", parts, entries]));
                }
            }
            if let Some(heuristic) = heuristic {
                claim.insert("heuristic".to_owned(), json!(heuristic));
            }
            claim.insert("plan".to_owned(), json!(report.moves));
            if has_search {
                claim.insert("by".to_owned(), json!("search"));
            } else if is_best && !stands_alone(&header, &claim) {
                proof.close(instance, heuristic, limits)?;
            }
        }
        (None, Status::NoSolution) => {
            claim.insert("claim".to_owned(), json!("no-plan"));
            if refutation.is_empty() {
                proof.close(instance, None, limits)?;
            }
            claim.extend(named(refutation));
        }
        (None, _) => return Err(side("nothing was proved")),
    }
    proof.line(&Value::Object(claim));
    proof.finish(path)
}

/// Whether a claim needs no closed states, as the estimate of the start proves it.
fn stands_alone(header: &Value, claim: &Map<String, Value>) -> bool {
    let proof = format!("{header}\n{}\n", json!(claim));
    tremaux_check::check(proof.as_bytes()).is_ok()
}

/// Whether the algorithm of a report stores no states, so that the checker searches as it did.
fn searches_again(report: &SolveReport) -> bool {
    let Ok(domain) = domain(report.domain) else { return false };
    let name = report.algorithm.split('(').next().unwrap_or_default();
    let algorithm = domain.algorithms().into_iter().find(|it| it.component.is_called(name));
    algorithm.is_some_and(|it| it.family == Family::DepthFirst)
}

/// Whether the search of a report used a heuristic.
fn uses(report: &SolveReport, heuristic: &Component) -> bool {
    let text = report.heuristic.as_deref().unwrap_or_default();
    let mut names = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    names.any(|name| heuristic.is_called(name))
}

/// A failure to write a proof, after the result was printed.
pub(crate) fn side(reason: &str) -> Failure {
    Failure::SideFile(format!("--proof: {reason}; no proof was written"))
}

fn named(fields: Vec<StatedField>) -> impl Iterator<Item = (String, Value)> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), json!(value)))
}

/// A file that is compressed if its name says so.
enum Packed {
    Plain(AtomicFile),
    Gzip(GzEncoder<AtomicFile>),
}

impl Packed {
    fn line(&mut self, line: &impl Serialize) -> std::io::Result<()> {
        let file: &mut dyn Write = match self {
            Self::Plain(file) => file,
            Self::Gzip(file) => file,
        };
        serde_json::to_writer(&mut *file, line)?;
        file.write_all(b"\n")
    }

    fn finish(self, path: &Path) -> Result<(), Failure> {
        let file = match self {
            Self::Plain(file) => Ok(file),
            Self::Gzip(packer) => packer.finish(),
        };
        file.map_err(|error| cannot_write(path, &error))?.finish()
    }
}

/// A proof that is being written.
pub(crate) struct ProofFile {
    file: Packed,
    /// If costs may have multiples of the square root of two.
    roots: Option<Roots>,
    /// Why it cannot be written.
    error: Option<std::io::Error>,
}

impl ProofFile {
    /// An empty one. Costs may have multiples of the square root of two.
    pub(crate) fn new(path: &Path, has_roots: bool) -> Result<Self, Failure> {
        let file = AtomicFile::new(path)?;
        let file = match path.extension().is_some_and(|it| it.eq_ignore_ascii_case("gz")) {
            true => Packed::Gzip(GzEncoder::new(file, Compression::default())),
            false => Packed::Plain(file),
        };
        Ok(Self { file, roots: has_roots.then(Roots::default), error: None })
    }

    /// Completes the file; until then it does not exist.
    pub(crate) fn finish(self, path: &Path) -> Result<(), Failure> {
        match self.error {
            Some(error) => Err(cannot_write(path, &error).after_result()),
            None => self.file.finish(path).map_err(Failure::after_result),
        }
    }

    pub(crate) fn line(&mut self, line: &impl Serialize) {
        if self.error.is_none() {
            self.error = self.file.line(line).err();
        }
    }

    /// A cost without rounding: as a sum of a whole number and a multiple of the square root of
    /// two, or with six decimals.
    fn exact(&mut self, cost: Number) -> Value {
        let number = match cost {
            Number::Whole(number) => return json!(number),
            Number::Real(number) => number,
        };
        let Some(roots) = &mut self.roots else {
            let decimals = Number::Real(number).in_six_decimals();
            return decimals.parse::<u64>().map_or_else(|_| json!(decimals), |it| json!(it));
        };
        match roots.of(number) {
            (whole, 0) => json!(whole),
            (whole, roots) => json!(format!("{whole}+{roots}√2")),
        }
    }

    /// Writes the states that a search closes.
    fn close(
        &mut self,
        instance: &dyn Instance,
        heuristic: Option<&'static str>,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let algorithm = if heuristic.is_some() { "a-star" } else { "dijkstra" };
        let request = SolveRequest {
            algorithm: Some(algorithm.to_owned()),
            heuristic: heuristic.map(str::to_owned),
            always_searches: true,
            ..SolveRequest::default()
        };
        let cache = HeuristicCache::new(TableSource::default());
        let mut search = instance.start(&request, &cache).map_err(Failure::Registry)?;
        let mut limits = limits.clone();
        limits.depth = None;
        let progress = search.advance_visiting(&limits, &mut |state, g| {
            let g = self.exact(g);
            self.line(&(state, g));
        });
        match stopped(progress) {
            None => Ok(()),
            Some(reason) => Err(side(&format!("its search was stopped: {reason}"))),
        }
    }
}

/// Multiples of the square root of two in costs.
#[derive(Default)]
struct Roots {
    /// The fractions of the multiples, ascending, with their numbers: of the first ones.
    fractions: Vec<(f64, u64)>,
}

impl Roots {
    /// A cost as a sum of a whole number and the least multiple that leaves one.
    fn of(&mut self, cost: f64) -> (u64, u64) {
        // Sums of steps are off by less, and no two such costs are as near to each other.
        const NEAR: f64 = 1e-6;
        let root = |number: u64| number as f64 * std::f64::consts::SQRT_2;
        let most = (cost / std::f64::consts::SQRT_2 + NEAR) as u64;
        if self.fractions.len() as u64 <= most {
            self.fractions = (0..2 * (most + 1)).map(|it| (root(it).fract(), it)).collect();
            self.fractions.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        // A fraction just below one is near to zero.
        let turns = [-1.0, 0.0, 1.0].map(|turn| cost.fract() + turn - NEAR).into_iter();
        let near = turns.filter(|least| (-2.0 * NEAR..1.0).contains(least)).flat_map(|least| {
            let first = self.fractions.partition_point(|(it, _)| *it < least);
            self.fractions[first..].iter().take_while(move |(it, _)| *it <= least + 2.0 * NEAR)
        });
        let roots = near.map(|(_, number)| *number).filter(|it| *it <= most).min().unwrap_or(0);
        ((cost - root(roots)).round() as u64, roots)
    }
}
