//! What the catalogue names: domains, games, algorithms. Reports are handed over as JSON.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::json;
use tremaux_cli::failure::Failure;
use tremaux_cli::games::proof::{self as game_proof, GameProof};
use tremaux_cli::proof;
use tremaux_core::{CancelToken, Limits, ParseError};
use tremaux_picture::Board;
use tremaux_registry::{
    AlgorithmInfo, AnalysisRequest, Component, DOMAINS, GAME_ALGORITHMS, GAMES, GameTable,
    HeuristicCache, OptionInfo, PlayedGame, Player, RegistryError, SolveRequest, Source,
    TableSource, domain, drive, game, nearest_names,
};

use crate::background::in_background;
use crate::errors::input_error;
use crate::progress::Watched;

/// How long a search runs until limits and cancelling are looked at again.
const SLICE: Duration = Duration::from_millis(50);

/// Options by name, as they are given.
type Given = Vec<(String, String)>;

/// The options with the names of those that are known.
pub(crate) fn named(
    known: &'static [OptionInfo],
    given: Given,
) -> Result<Vec<(&'static str, String)>, RegistryError> {
    let find = |(name, value): (String, String)| {
        let name = name.replace('_', "-");
        match known.iter().find(|option| option.name == name) {
            Some(option) => Ok((option.name, value)),
            None => {
                let names = known.iter().map(|option| option.name);
                let near = nearest_names(&name, names.clone());
                let expected = match near.first() {
                    Some(near) => format!("an option: did you mean `{near}`?"),
                    None if known.is_empty() => "no option".to_owned(),
                    None => format!("one of the options {}", names.collect::<Vec<_>>().join(", ")),
                };
                let error = Box::new(ParseError::about(&name, &name, expected));
                Err(RegistryError::Instance { option: None, text: name, error })
            }
        }
    };
    given.into_iter().map(find).collect()
}

/// The limits of a search.
pub(crate) fn limits(
    seconds: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    cancel: &CancelToken,
) -> PyResult<Limits> {
    let mut limits = Limits::default().with_cancel(cancel.clone());
    // More than a thousand years are no limit.
    if let Some(seconds) = seconds.filter(|seconds| seconds.is_nan() || *seconds <= 1e11) {
        let wrong =
            |_| PyValueError::new_err(format!("time is {seconds}; expected seconds, at least 0"));
        limits = limits.with_time(Duration::try_from_secs_f64(seconds).map_err(wrong)?);
    }
    if let Some(nodes) = nodes {
        limits = limits.with_nodes(nodes);
    }
    if let Some(memory) = memory {
        limits = limits.with_memory(memory);
    }
    Ok(limits)
}

/// A report as JSON, why there is no proof of it in the file where it was to be, and a picture.
type Told = (String, Option<String>, Option<String>);

/// The most cells of a board that is drawn beside a report.
const MOST_CELLS: usize = 1024;

/// A text as a picture if it is a board.
fn drawn(name: &str, text: &str) -> Option<String> {
    let board = Board::parse(text)?;
    (board.columns() * board.rows.len() <= MOST_CELLS).then(|| board.svg(name))
}

/// What is raised before a search where there are no proofs.
fn unproved(failure: Failure) -> RegistryError {
    match failure {
        Failure::Registry(error) => error,
        failure => RegistryError::NotApplicable { option: "proof", reason: failure.to_string() },
    }
}

/// Solves an instance of a domain, and writes a proof.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve(
    py: Python<'_>,
    name: String,
    instance: Option<String>,
    options: Given,
    algorithm: Option<String>,
    heuristic: Option<String>,
    depth: Option<u32>,
    seed: u64,
    threads: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    proof: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Told> {
    let cancel = CancelToken::default();
    let limits = limits(time, nodes, memory, &cancel)?;
    let watched = Watched::default();
    let seen = watched.clone();
    let request = SolveRequest {
        algorithm,
        heuristic,
        depth,
        seed,
        threads,
        is_limited: time.is_some() || nodes.is_some(),
        memory,
        ..SolveRequest::default()
    };
    let work = move || -> Result<Told, RegistryError> {
        let started = Instant::now();
        let entry = domain(&name)?;
        let options = named(entry.info().options, options)?;
        let text = instance;
        let source = text.as_deref().map_or(Source::Options, Source::One);
        let mut found = entry.instances(source, &options)?;
        let instance = found.pop().ok_or_else(|| {
            let error = Box::new(ParseError::at_end("", "an instance"));
            RegistryError::Instance { option: None, text: String::new(), error }
        })?;
        if proof.is_some() {
            proof::check(&*instance, entry.info().name).map_err(unproved)?;
        }
        let tables = tremaux_cli::tables(request.threads);
        tables.limit(&limits);
        let mut search = instance.start(&request, &HeuristicCache::new(tables))?;
        drive(&mut *search, &limits, started, SLICE, &mut |now| seen.note(json!(now)));
        let report = search.report()?;
        let texts = [instance.text(), text.as_deref().unwrap_or_default()];
        let board = || texts.into_iter().find_map(|text| drawn(report.domain, text));
        let picture = search.picture().or_else(board);
        drop(search);
        let (report, written) = match proof {
            None => (proof::told(report, &*instance, "proof="), Ok(())),
            Some(path) => {
                let written = proof::write(&path, &*instance, &report, &limits);
                (report, written)
            }
        };
        let report = serde_json::to_string(&report).expect("a report is JSON");
        Ok((report, written.err().map(|failure| failure.to_string()), picture))
    };
    let first = json!({ "expanded": 0, "generated": 0, "bound": 0, "bytes": 0 });
    let told = watched.run(py, &cancel, progress, first, work)?;
    told.map_err(|error| input_error(py, &error))
}

/// The board of a game as SVG, if it is drawn.
fn board_of(name: &str, played: &dyn PlayedGame) -> Option<String> {
    // Lines between dots, and light squares, are in the text alone.
    let text = played.picture();
    drawn(name, &if text.contains(['•', '□']) { text } else { played.depict().to_text() })
}

/// Analyzes a position of a game after some moves, and writes a proof of its value.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn analyze(
    py: Python<'_>,
    name: String,
    position: String,
    moves: Vec<String>,
    options: Given,
    algorithm: Option<String>,
    depth: Option<u32>,
    exact: bool,
    lines: usize,
    all_moves: bool,
    threads: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: usize,
    proof: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Told> {
    let cancel = CancelToken::default();
    let limits = limits(time, nodes, None, &cancel)?;
    let watched = Watched::default();
    let seen = watched.clone();
    let work = move || -> Result<Told, RegistryError> {
        let mut limits = limits;
        let entry = game(&name)?;
        if proof.is_some() {
            game_proof::check(entry).map_err(unproved)?;
        }
        let options = named(entry.info().options, options)?;
        let tables = TableSource::default();
        tables.limit(&limits);
        let mut played = entry.open_with(&options, &position, &tables)?;
        for mv in &moves {
            played.play(mv)?;
        }
        let default = AnalysisRequest::default();
        let mut request = AnalysisRequest { depth, exact, lines, all_moves, threads, ..default };
        if let Some(text) = algorithm {
            Player::parse(&text)?.apply(&mut request, &mut limits)?;
        }
        let is_limited = limits.time.is_some() || limits.nodes.is_some();
        if !is_limited && !exact && request.depth.is_none() {
            limits.time = Some(Duration::from_secs(1));
        }
        played.accepts(request.algorithm, request.depth)?;
        played.accepts_lines(request.algorithm, request.lines)?;
        let mut table = GameTable::new(memory)?;
        let picture = board_of(entry.info().name, &*played);
        let report =
            played.analyze(&request, &mut table, &limits, &mut |now| seen.note(json!(now)));
        let of = GameProof { game: entry, given: &options, request: &request, limits: &limits };
        let written = proof.map_or(Ok(()), |path| of.write(&path, &*played, &report));
        let report = serde_json::to_string(&report).expect("a report is JSON");
        Ok((report, written.err().map(|failure| failure.to_string()), picture))
    };
    let told = watched.run(py, &cancel, progress, json!({}), work)?;
    told.map_err(|error| input_error(py, &error))
}

/// Random instances of a domain.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    name: String,
    count: u64,
    seed: u64,
    options: Given,
) -> PyResult<Vec<String>> {
    let cancel = CancelToken::default();
    let token = cancel.clone();
    let work = move || -> Result<Vec<String>, RegistryError> {
        let entry = domain(&name)?;
        let options = named(entry.info().generator, options)?;
        let made = entry.generate(seed, count, &options)?;
        Ok(made.take_while(|_| !token.is_cancelled()).collect())
    };
    in_background(py, &cancel, work)?.map_err(|error| input_error(py, &error))
}

/// All domains, games, algorithms and heuristics as JSON.
#[pyfunction]
pub(crate) fn catalogue() -> String {
    let components = |them: Vec<&'static Component>| json!(them);
    let algorithms = |them: Vec<&'static AlgorithmInfo>| json!(them);
    let domains: Vec<_> = DOMAINS
        .iter()
        .map(|entry| {
            let (info, heuristics) = (json!(entry.info()), components(entry.heuristics()));
            let algorithms = algorithms(entry.algorithms());
            json!({ "info": info, "algorithms": algorithms, "heuristics": heuristics })
        })
        .collect();
    let games: Vec<_> = GAMES.iter().map(|entry| json!(entry.info())).collect();
    json!({ "domains": domains, "games": games, "game_algorithms": GAME_ALGORITHMS }).to_string()
}

/// Runs the program that the first word names; returns its exit status.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    // In a thread with a stack as large as that of a program.
    let is_lab = arguments.first().is_some_and(|name| name == "tremaux-lab");
    let run =
        move || if is_lab { tremaux_lab::run(arguments) } else { tremaux_cli::run(arguments) };
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run)?;
    let failed = |_| PyRuntimeError::new_err("the program ended unexpectedly");
    py.detach(|| thread.join()).map_err(failed)
}
