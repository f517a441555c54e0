//! Which crate may use which: engines never know a problem, rules use the core alone, and examples
//! in the documentation use the facade.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use serde::Deserialize;
use thiserror::Error;

use crate::house::{Excess, Numbers, Source};
use crate::names;

/// The crates of the workspace, each with those it may use: the table of the architecture.
///
/// What is not named here may not be in the workspace, so that a new crate is given its
/// place before it is given code.
const ARROWS: &[(&str, &[&[&str]])] = &[
    (CORE, &[]),
    ("tremaux-tables", &[&[CORE]]),
    ("tremaux-search", &[&[CORE, "tremaux-tables"]]),
    ("tremaux-constraints", &[&[CORE]]),
    ("tremaux-landscape", &[&[CORE]]),
    ("tremaux-play", &[&[CORE, "tremaux-tables"]]),
    ("tremaux-picture", &[]),
    (RASTER, &[]),
    ("tremaux-trace", &[&[CORE, "tremaux-picture"]]),
    (READING, &[&[CORE]]),
    (
        DOMAIN,
        &[&[
            CORE,
            READING,
            "tremaux-search",
            "tremaux-landscape",
            "tremaux-tables",
            "tremaux-trace",
        ]],
    ),
    ("tremaux-maps", &[PROBLEMS, &[READING]]),
    ("tremaux-puzzles", &[PROBLEMS, &[READING, "tremaux-constraints"]]),
    ("tremaux-tiles", &[PROBLEMS]),
    ("tremaux-cube", &[PROBLEMS]),
    ("tremaux-optimization", &[PROBLEMS, &[READING, "tremaux-landscape", "tremaux-constraints"]]),
    ("tremaux-games", &[PROBLEMS, &["tremaux-play"]]),
    ("tremaux-chess", &[PROBLEMS, &["tremaux-play", "tremaux-games"]]),
    ("tremaux-othello", &[PROBLEMS, &["tremaux-play", "tremaux-games"]]),
    (
        "tremaux-protocol",
        &[
            &[CORE, "tremaux-tables", "tremaux-play", DOMAIN],
            &["tremaux-games", "tremaux-chess", "tremaux-othello"],
        ],
    ),
    (CHECK, &[]),
    ("tremaux-cluster", &[&[CORE, "tremaux-tables"]]),
    (TESTKIT, &[&[CORE]]),
    (FACADE, &[LIBRARIES, &[RASTER, TESTKIT]]),
    ("tremaux-registry", &[LIBRARIES]),
    ("tremaux-reproduce", &[LIBRARIES, &[TESTKIT, "tremaux-registry"]]),
    ("tremaux-referee", &[&[CORE, READING, "tremaux-registry", "tremaux-trace"]]),
    ("tremaux-compare", &[&[CORE, PICTURE, "tremaux-registry"]]),
    ("tremaux-service", &[LIBRARIES, &["tremaux-registry"]]),
    ("tremaux-web", &[&[CORE, "tremaux-service"]]),
    ("tremaux-wasm", &[&[CORE, "tremaux-service"]]),
    (
        "tremaux-cli",
        &[
            LIBRARIES,
            &[FACADE, RASTER, CHECK, "tremaux-registry", "tremaux-referee"],
            &["tremaux-protocol", "tremaux-web"],
        ],
    ),
    ("tremaux-lab", &[LIBRARIES, APPLICATION, &[RASTER, "tremaux-cli"]]),
    ("tremaux-python", &[LIBRARIES, &[FACADE, "tremaux-registry", "tremaux-cli", "tremaux-lab"]]),
    ("tremaux-fuzz", &[LIBRARIES, APPLICATION]),
    ("xtask", &[]),
];

/// The features of the facade, and how many crates each may compile: rules and engines come without
/// names, readers of arguments and renderers of text. Maps read files in any encoding.
const SIZES: &[(&str, usize)] = &[
    ("search", 10),
    ("play", 10),
    ("constraints", 9),
    ("landscape", 9),
    ("optimize", 17),
    ("maps", 25),
    ("puzzles", 20),
    ("games", 20),
];

/// The most columns of a line, as rustfmt counts them.
const MOST_COLUMNS: usize = 100;

/// The folders of a crate that hold code.
const CODE: [&str; 5] = ["src", "tests", "benches", "examples", "fuzz_targets"];

/// The most public items that the facade may have, in all and at its root.
const MOST_ITEMS: (usize, usize) = (655, 45);

/// What a search of one's own state space does not need.
const NOT_FOR_SEARCH: [&str; 2] = ["libc", "memmap2"];

/// The fuzz targets, whose code is in a folder of its own.
const FUZZ: &str = "tremaux-fuzz";

/// The facade crate, which re-exports the libraries.
const FACADE: &str = "tremaux";

/// What a domain says of itself, and every algorithm by name.
const DOMAIN: &str = "tremaux-domain";

/// The one way in for texts, which is below names and not in the facade.
const READING: &str = "tremaux-reading";

/// The renderer of drawings, which the facade shows and no library needs.
const RASTER: &str = "tremaux-raster";

/// Drawing, of which the facade shows three names.
const PICTURE: &str = "tremaux-picture";

/// Judges proofs by rules of its own: it shares no code with what it judges.
const CHECK: &str = "tremaux-check";

/// What problems may use: their entries use [`DOMAIN`].
const PROBLEMS: &[&str] = &[CORE, "tremaux-search", "tremaux-tables", "tremaux-trace", DOMAIN];

const LIBRARIES: &[&str] = &[
    CORE,
    "tremaux-tables",
    "tremaux-search",
    "tremaux-constraints",
    "tremaux-landscape",
    "tremaux-play",
    "tremaux-picture",
    "tremaux-trace",
    READING,
    DOMAIN,
    "tremaux-maps",
    "tremaux-puzzles",
    "tremaux-tiles",
    "tremaux-cube",
    "tremaux-optimization",
    "tremaux-games",
    "tremaux-chess",
    "tremaux-othello",
];

/// What the lab, the page and the fuzz targets may use besides.
const APPLICATION: &[&str] = &[
    FACADE,
    "tremaux-referee",
    "tremaux-registry",
    "tremaux-reproduce",
    "tremaux-compare",
    "tremaux-protocol",
    "tremaux-cluster",
];

/// What tests may use from anywhere; the facade offers it to the tests of users, and published
/// figures are reproduced by its textbook forms.
const TESTKIT: &str = "tremaux-testkit";

/// The files of the crates that run without a system which may use its time, threads and files:
/// they belong to the feature `system`.
const SYSTEM: &[(&str, &[&str])] = &[
    ("tremaux-core", &["clock.rs", "threads.rs"]),
    ("tremaux-search", &["depth_first/parallel.rs", "frontier/histogram.rs"]),
    (
        "tremaux-tables",
        &[
            "abandoned.rs",
            "available_memory.rs",
            "mapped.rs",
            "stored.rs",
            "pattern_database/builder.rs",
            "pattern_database/cache.rs",
            "pattern_database/file.rs",
            "pattern_database/modulo.rs",
        ],
    ),
];

/// The crate that uses nothing, not even from outside.
const CORE: &str = "tremaux-core";

/// Files that say what a problem is, and use the core alone.
const RULES: [&str; 2] = ["rules.rs", "space.rs"];

/// Why the layers do not hold, or could not be checked.
#[derive(Debug, Error)]
pub(crate) enum LayeringError {
    /// Cargo did not say what is in the workspace.
    #[error("cannot run cargo metadata")]
    Run(#[source] io::Error),
    /// Cargo failed.
    #[error("cargo metadata failed:\n{0}")]
    Cargo(String),
    /// What cargo said is not understood.
    #[error("cannot read what cargo metadata wrote: {0}")]
    Metadata(#[from] serde_json::Error),
    /// A source file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Source {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Arrows point the wrong way.
    #[error("{}", lines(.0))]
    Wrong(Vec<Violation>),
}

fn lines(violations: &[Violation]) -> String {
    let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Something that the layers forbid.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Violation {
    /// A crate has no place in the table.
    Unplaced(String),
    /// A crate uses one that it may not.
    Arrow {
        /// The crate.
        from: String,
        /// What it uses.
        to: String,
        /// In its tests alone.
        in_tests: bool,
    },
    /// The core uses a crate from outside.
    CoreUses(String),
    /// An example in the documentation uses a crate that the facade re-exports.
    Example {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What it names.
        uses: String,
    },
    /// A feature of the facade compiles too much.
    Size {
        /// The feature.
        feature: &'static str,
        /// What is too much.
        what: String,
    },
    /// A crate that runs without a system uses its time, threads or files.
    System {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The facade has more public items than people can find their way in.
    Items {
        /// In all, or at the root.
        place: &'static str,
        /// Their number.
        count: usize,
        /// The most there may be.
        most: usize,
    },
    /// A name is compared with a literal outside the table that defines it.
    Name {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A line is longer than people read, and the formatter has given up on it.
    Long {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A number of the house is not what its allowance says.
    House(Excess),
    /// A file of rules uses more than the core.
    Rules {
        /// The file.
        path: PathBuf,
        /// What it names.
        uses: String,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unplaced(name) => {
                write!(f, "{name} has no place in the table of layers (xtask/src/layering.rs)")
            }
            Self::Arrow { from, to, in_tests: false } => write!(f, "{from} must not use {to}"),
            Self::Arrow { from, to, in_tests: true } => {
                write!(f, "the tests of {from} must not use {to}")
            }
            Self::CoreUses(name) => write!(f, "{CORE} must use std alone, and uses {name}"),
            Self::Example { path, line, uses } => write!(
                f,
                "{}:{line}: examples are written against {FACADE}, and must not use {uses}",
                path.display()
            ),
            Self::Size { feature, what } => {
                write!(f, "{FACADE} with the feature `{feature}` compiles {what}")
            }
            Self::System { path, line } => write!(
                f,
                "{}:{line}: time, threads and files belong to the feature `system`",
                path.display()
            ),
            Self::Items { place, count, most } => {
                write!(f, "{FACADE} has {count} public items {place}, more than {most}")
            }
            Self::Name { path, line, name } => {
                let path = path.display();
                write!(f, "{path}:{line}: a field of its description tells what `{name}` can do")
            }
            Self::Long { path, line } => {
                write!(f, "{}:{line}: more than {MOST_COLUMNS} columns", path.display())
            }
            Self::House(excess) => excess.fmt(f),
            Self::Rules { path, uses } => {
                write!(f, "{} says what a problem is, and must not use {uses}", path.display())
            }
        }
    }
}

/// The part of cargo's metadata that matters.
#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    #[serde(default)]
    target_directory: PathBuf,
    #[serde(default)]
    workspace_root: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Package {
    id: String,
    name: String,
    dependencies: Vec<Dependency>,
    manifest_path: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    /// `null` for a normal one, else `dev` or `build`.
    kind: Option<String>,
    /// Whether a feature switches it on.
    #[serde(default)]
    optional: bool,
}

/// How much was checked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Checked {
    crates: usize,
    arrows: usize,
    rules: usize,
    house: Numbers,
}

impl Checked {
    /// Every place that a number of the house counts, a line each.
    pub(crate) fn places(&self) -> String {
        self.house.places()
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { crates, arrows, rules, house } = self;
        write!(f, "{house}")?;
        write!(f, "layering: {crates} crates, {arrows} arrows, {rules} files of rules: all right")
    }
}

/// Checks this workspace.
///
/// # Errors
///
/// Returns everything that is wrong.
pub(crate) fn check_workspace() -> Result<Checked, LayeringError> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let metadata = said_by(&cargo, &["metadata", "--format-version", "1", "--no-deps"])?;
    let metadata: Metadata = serde_json::from_slice(&metadata)?;
    let mut violations = check_arrows(&metadata);
    for &(feature, most) in SIZES {
        violations.extend(check_size(feature, &compiled(&cargo, feature)?, most));
    }
    violations.extend(check_items(&metadata.target_directory.join("doc").join(FACADE))?);
    let facade = facade_words(&metadata)?;
    let (mut rules, mut names, mut texts) = (0, BTreeSet::new(), Vec::new());
    let mut crates = Vec::new();
    for package in members(&metadata) {
        let Some(folder) = package.manifest_path.parent() else { continue };
        violations.extend(check_width(folder)?);
        let folder_of_code = folder.join(if package.name == FUZZ { "fuzz_targets" } else { "src" });
        let first = texts.len();
        for path in sources(&folder_of_code)? {
            let read = fs::read_to_string(&path);
            let text =
                read.map_err(|source| LayeringError::Source { path: path.clone(), source })?;
            violations.extend(check_examples(&path, &text, &facade));
            violations.extend(check_system(&package.name, &path, &text));
            let is_rules = path.file_name().is_some_and(|name| RULES.iter().any(|it| name == *it));
            if is_rules && package.name != CORE {
                violations.extend(check_rules(&path, &text));
                rules += 1;
            }
            if package.name != "xtask" {
                names.extend(names::defined(&text));
                texts.push((path, text));
            }
        }
        crates.push((folder_of_code, first..texts.len()));
        for path in scripts(&folder.join("page/src"))? {
            let read = fs::read_to_string(&path);
            let text =
                read.map_err(|source| LayeringError::Source { path: path.clone(), source })?;
            texts.push((path, text));
        }
    }
    for (path, text) in &texts {
        for (line, name) in names::compared(text, &names) {
            violations.push(Violation::Name { path: path.clone(), line, name });
        }
    }
    let root = metadata.workspace_root.as_path();
    let sources: Vec<Source<'_>> = crates
        .into_iter()
        .map(|(folder, files)| {
            let files = texts[files].iter().map(|(path, text)| (below(path, root), text.as_str()));
            Source { folder: below(&folder, root).to_owned(), files: files.collect() }
        })
        .collect();
    let house = Numbers::of(&sources);
    violations.extend(house.excesses().into_iter().map(Violation::House));
    if violations.is_empty() {
        let count =
            |package: &Package| package.dependencies.iter().filter(|it| is_ours(&it.name)).count();
        let arrows = members(&metadata).map(count).sum();
        Ok(Checked { crates: members(&metadata).count(), arrows, rules, house })
    } else {
        violations.sort();
        Err(LayeringError::Wrong(violations))
    }
}

/// A path as it is below `root`.
fn below<'a>(path: &'a Path, root: &Path) -> &'a Path {
    path.strip_prefix(root).unwrap_or(path)
}

/// What cargo prints.
fn said_by(cargo: &OsStr, arguments: &[&str]) -> Result<Vec<u8>, LayeringError> {
    let output = Command::new(cargo).args(arguments).output().map_err(LayeringError::Run)?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(LayeringError::Cargo(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// The crates that the facade compiles with a feature.
fn compiled(cargo: &OsStr, feature: &str) -> Result<BTreeSet<String>, LayeringError> {
    let arguments = ["tree", "-p", FACADE, "-e", "normal", "--prefix", "none"];
    let features = ["--no-default-features", "--features", feature];
    let tree = said_by(cargo, &[&arguments[..], &features].concat())?;
    let tree = String::from_utf8_lossy(&tree);
    Ok(tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect())
}

/// Holds what a feature compiles against what it may.
fn check_size(feature: &'static str, crates: &BTreeSet<String>, most: usize) -> Vec<Violation> {
    let mut found = Vec::new();
    if crates.len() > most {
        let what = format!("{} crates, more than {most}", crates.len());
        found.push(Violation::Size { feature, what });
    }
    let is_alone = feature == "search";
    for what in NOT_FOR_SEARCH.iter().filter(|name| is_alone && crates.contains(**name)) {
        found.push(Violation::Size { feature, what: format!("`{what}`, which it does not need") });
    }
    found
}

fn members(metadata: &Metadata) -> impl Iterator<Item = &Package> {
    metadata.packages.iter().filter(|package| metadata.workspace_members.contains(&package.id))
}

fn is_ours(name: &str) -> bool {
    name == FACADE || name.starts_with("tremaux-") || name == "xtask"
}

fn allowed(name: &str) -> Option<Vec<&'static str>> {
    ARROWS.iter().find(|(from, _)| *from == name).map(|(_, to)| to.concat())
}

/// Whether `from` stands above `to`, directly or by way of others.
fn is_above(from: &str, to: &str) -> bool {
    // The table has no cycles, which a test makes sure of.
    allowed(from).is_some_and(|below| below.iter().any(|it| *it == to || is_above(it, to)))
}

/// Holds every dependency between members of the workspace against the table.
fn check_arrows(metadata: &Metadata) -> Vec<Violation> {
    let mut violations = BTreeSet::new();
    for package in members(metadata) {
        let from = &package.name;
        let Some(below) = allowed(from) else {
            violations.insert(Violation::Unplaced(from.clone()));
            continue;
        };
        for Dependency { name: to, kind, optional } in &package.dependencies {
            let in_tests = kind.as_deref() == Some("dev");
            if !is_ours(to) {
                if from == CORE && !in_tests && !optional {
                    violations.insert(Violation::CoreUses(to.clone()));
                }
                continue;
            }
            // Tests may look down further, and use the test kit and what they test. Examples in the
            // documentation are written against the facade.
            let is_right = below.contains(&to.as_str())
                || in_tests && (to == TESTKIT || to == FACADE || to == from || is_above(from, to));
            if !is_right {
                let (from, to) = (from.clone(), to.clone());
                violations.insert(Violation::Arrow { from, to, in_tests });
            }
        }
    }
    violations.into_iter().collect()
}

/// Every Rust file below `folder`.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, LayeringError> {
    files(folder, "rs")
}

/// Every script below `folder`, but for the page's own table of puzzles.
fn scripts(folder: &Path) -> Result<Vec<PathBuf>, LayeringError> {
    let found = if folder.is_dir() { files(folder, "ts")? } else { Vec::new() };
    Ok(found.into_iter().filter(|path| !path.ends_with("puzzle-kinds.ts")).collect())
}

fn files(folder: &Path, kind: &str) -> Result<Vec<PathBuf>, LayeringError> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let failed = |source| LayeringError::Source { path: folder.clone(), source };
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == kind) {
                files.push(path);
            }
        }
    }
    Ok(files)
}

/// Looks for crates that users of the facade do not name in the examples of documentation. A line
/// may name its own crate for something that is not in the facade, whose words these are.
fn check_examples(path: &Path, text: &str, facade: &BTreeSet<String>) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut is_example = false;
    for (line, text) in text.lines().enumerate() {
        let text = text.trim_start();
        let Some(text) = text.strip_prefix("///").or_else(|| text.strip_prefix("//!")) else {
            is_example = false;
            continue;
        };
        if text.trim_start().starts_with("```") {
            is_example = !is_example;
        } else if is_example {
            for word in words(text) {
                let name = word.replace('_', "-");
                let is_own = path.components().any(|part| {
                    name.strip_prefix("tremaux-").is_some_and(|own| part.as_os_str() == own)
                });
                if is_own && words(text).any(|it| it != word && !facade.contains(it)) {
                    continue;
                }
                if name == TESTKIT
                    || ![DOMAIN, READING, PICTURE].contains(&&*name) && LIBRARIES.contains(&&*name)
                {
                    let (path, uses) = (path.to_owned(), word.to_owned());
                    found.push(Violation::Example { path, line: line + 1, uses });
                }
            }
        }
    }
    found
}

/// Looks for what only a system has in a crate that runs without one.
fn check_system(package: &str, path: &Path, text: &str) -> Vec<Violation> {
    const OF_SYSTEM: [&str; 4] =
        ["std::thread", "std::fs", "std::time::Instant", "time::{Duration, Instant"];
    let Some((_, allowed)) = SYSTEM.iter().find(|(name, _)| *name == package) else {
        return Vec::new();
    };
    if allowed.iter().any(|file| path.ends_with(file)) {
        return Vec::new();
    }
    let is_code = |line: &str| !line.trim_start().starts_with("//");
    let uses = |line: &str| is_code(line) && OF_SYSTEM.iter().any(|name| line.contains(name));
    let lines = text.lines().enumerate().filter(|(_, line)| uses(line));
    let path = path.to_owned();
    lines.map(|(line, _)| Violation::System { path: path.clone(), line: line + 1 }).collect()
}

/// Counts the pages of items that `cargo doc` has written, if it was run.
fn check_items(folder: &Path) -> Result<Vec<Violation>, LayeringError> {
    const KINDS: [&str; 9] =
        ["struct", "enum", "trait", "fn", "macro", "type", "constant", "union", "static"];
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let (mut all, mut root) = (0, 0);
    for path in files(folder, "html")? {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let is_item = KINDS.iter().any(|kind| name.starts_with(&format!("{kind}.")));
        let read = |path: &Path| fs::read_to_string(path);
        let failed = |source| LayeringError::Source { path: path.clone(), source };
        if is_item && !read(&path).map_err(failed)?.contains("<title>Redirection") {
            all += 1;
            root += usize::from(path.parent() == Some(folder));
        }
    }
    let counts = [("in all", all, MOST_ITEMS.0), ("at its root", root, MOST_ITEMS.1)];
    let items = |(place, count, most)| Violation::Items { place, count, most };
    Ok(counts.into_iter().filter(|(_, count, most)| count > most).map(items).collect())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The words of the facade's lists, and of `use` itself.
fn facade_words(metadata: &Metadata) -> Result<BTreeSet<String>, LayeringError> {
    let mut found: BTreeSet<String> = BTreeSet::from(["use".to_owned()]);
    let facade = members(metadata).find(|package| package.name == FACADE);
    let folder = facade.and_then(|package| package.manifest_path.parent());
    for path in folder.map_or(Ok(Vec::new()), |folder| sources(&folder.join("src")))? {
        let read = fs::read_to_string(&path);
        let text = read.map_err(|source| LayeringError::Source { path: path.clone(), source })?;
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        found.extend(lines.flat_map(words).map(str::to_owned));
    }
    Ok(found)
}

/// Looks for lines that are too long; rows of tables in the documentation cannot be broken.
fn check_lines(path: &Path, text: &str) -> Vec<Violation> {
    let is_row = |line: &str| {
        let line = line.trim_start();
        line.starts_with("/// |") || line.starts_with("//! |")
    };
    let lines = text.lines().zip(1..);
    let long = lines.filter(|(it, _)| it.chars().count() > MOST_COLUMNS && !is_row(it));
    long.map(|(_, line)| Violation::Long { path: path.to_owned(), line }).collect()
}

/// Looks for lines that are too long in all code of a crate.
fn check_width(folder: &Path) -> Result<Vec<Violation>, LayeringError> {
    let mut found = Vec::new();
    for folder in CODE.map(|name| folder.join(name)).iter().filter(|it| it.is_dir()) {
        for path in sources(folder)? {
            let text = fs::read_to_string(&path)
                .map_err(|source| LayeringError::Source { path: path.clone(), source })?;
            found.extend(check_lines(&path, &text));
        }
    }
    Ok(found)
}

/// Looks for crates of the workspace other than the core in a file of rules.
///
/// Code of tests, from `#[cfg(test)]` to the end, and comments may name what they like.
fn check_rules(path: &Path, text: &str) -> Vec<Violation> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let mut found = BTreeSet::new();
    for line in code.lines() {
        let line = line.split("//").next().unwrap_or(line);
        for word in line.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if word.starts_with("tremaux_") && word != "tremaux_core" {
                found.insert(word.to_owned());
            }
        }
    }
    found.into_iter().map(|uses| Violation::Rules { path: path.to_owned(), uses }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Crates, each with the names and kinds of its dependencies.
    type Graph<'a> = &'a [(&'a str, &'a [(&'a str, Option<&'a str>)])];

    /// Metadata as cargo writes it, of crates with their dependencies: name and kind.
    fn metadata(packages: Graph) -> Metadata {
        let package = |(name, dependencies): &(&str, &[(&str, Option<&str>)])| {
            let dependencies: Vec<_> = dependencies
                .iter()
                .map(|(name, kind)| serde_json::json!({"name": name, "kind": kind}))
                .collect();
            serde_json::json!({
                "id": name, "name": name, "dependencies": dependencies,
                "manifest_path": "Cargo.toml"
            })
        };
        let members: Vec<&str> = packages.iter().map(|(name, _)| *name).collect();
        let packages: Vec<_> = packages.iter().map(package).collect();
        let value = serde_json::json!({"packages": packages, "workspace_members": members});
        serde_json::from_value(value).expect("metadata")
    }

    fn found(packages: Graph) -> Vec<String> {
        check_arrows(&metadata(packages)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_good_graph_passes() {
        let good: Graph = &[
            ("tremaux-core", &[("criterion", Some("dev"))]),
            ("tremaux-search", &[("tremaux-core", None), ("tremaux-testkit", Some("dev"))]),
            ("tremaux-puzzles", &[("tremaux-search", None), ("serde", None)]),
            ("tremaux", &[("tremaux-puzzles", None), ("tremaux-core", Some("build"))]),
            ("tremaux-cli", &[("tremaux-registry", None), ("tremaux-puzzles", Some("dev"))]),
        ];
        assert_eq!(found(good), Vec::<String>::new());
    }

    #[test]
    fn arrows_that_point_up_are_found() {
        let cases: &[(&str, &str, Option<&str>, &str)] = &[
            ("tremaux-core", "tremaux-search", None, "tremaux-core must not use tremaux-search"),
            ("tremaux-core", "serde", None, "tremaux-core must use std alone, and uses serde"),
            ("tremaux-core", "cc", Some("build"), "tremaux-core must use std alone, and uses cc"),
            (
                "tremaux-search",
                "tremaux-puzzles",
                None,
                "tremaux-search must not use tremaux-puzzles",
            ),
            ("tremaux-search", "tremaux-play", None, "tremaux-search must not use tremaux-play"),
            (
                "tremaux-search",
                "tremaux-puzzles",
                Some("build"),
                "tremaux-search must not use tremaux-puzzles",
            ),
            ("tremaux-puzzles", "tremaux-maps", None, "tremaux-puzzles must not use tremaux-maps"),
            (
                "tremaux-puzzles",
                "tremaux-registry",
                None,
                "tremaux-puzzles must not use tremaux-registry",
            ),
            ("tremaux-registry", "tremaux-cli", None, "tremaux-registry must not use tremaux-cli"),
            (
                "tremaux-search",
                "tremaux-testkit",
                None,
                "tremaux-search must not use tremaux-testkit",
            ),
            (
                "tremaux-search",
                "tremaux-puzzles",
                Some("dev"),
                "the tests of tremaux-search must not use tremaux-puzzles",
            ),
            (
                "tremaux-testkit",
                "tremaux-search",
                None,
                "tremaux-testkit must not use tremaux-search",
            ),
        ];
        for (from, to, kind, expected) in cases {
            assert_eq!(found(&[(from, &[(to, *kind)])]), [*expected]);
        }
    }

    #[test]
    fn a_crate_without_a_place_is_found() {
        let text = found(&[("tremaux-utils", &[])]).join("");
        assert!(text.starts_with("tremaux-utils has no place"), "{text}");
    }

    #[test]
    fn examples_use_the_facade_alone() {
        let path = Path::new("lib.rs");
        let good = "use tremaux_core::Limits;\n/// See [`tremaux_core`].\n/// ```\n\
                    /// use tremaux::Limits;\n/// ```\nfn f() {}\n";
        let facade = BTreeSet::from(["use", "BestFirst"].map(str::to_owned));
        assert_eq!(check_examples(path, good, &facade), []);
        let bad = "//! ```\n//! use tremaux_search::BestFirst;\n//! ```\n";
        let uses = "tremaux_search".to_owned();
        let wrong = Violation::Example { path: path.into(), line: 2, uses };
        assert_eq!(check_examples(path, bad, &facade), [wrong]);
        let own = Path::new("crates/search/src/lib.rs");
        let hidden = "//! ```\n//! use tremaux_search::Hidden;\n//! ```\n";
        assert_eq!(check_examples(own, bad, &facade).len(), 1);
        assert_eq!(check_examples(own, hidden, &facade), []);
        assert_eq!(check_examples(path, hidden, &facade).len(), 1);
    }

    #[test]
    fn what_only_a_system_has_is_found() {
        let text = "use std::fmt;\n// std::fs is fine\nuse std::thread::scope;\n";
        let path = Path::new("crates/search/src/beam.rs");
        let wrong = Violation::System { path: path.into(), line: 3 };
        assert_eq!(check_system("tremaux-search", path, text), [wrong]);
        assert_eq!(check_system("tremaux-maps", path, text), []);
        let parallel = Path::new("crates/search/src/depth_first/parallel.rs");
        assert_eq!(check_system("tremaux-search", parallel, text), []);
    }

    #[test]
    fn rules_use_the_core_alone() {
        let path = Path::new("rules.rs");
        let good = "use tremaux_core::StateSpace;\n// tremaux_search is not used\n\
                    #[cfg(test)]\nmod tests { use tremaux_search::BestFirst; }\n";
        assert_eq!(check_rules(path, good), []);
        let bad = "use tremaux_core::StateSpace;\nfn f() { tremaux_search::plan_cost(); }\n";
        let uses = "tremaux_search".to_owned();
        assert_eq!(check_rules(path, bad), [Violation::Rules { path: path.into(), uses }]);
    }

    #[test]
    fn lines_that_are_too_long_are_found() {
        let path = Path::new("search.rs");
        let (fits, torn) = ("é".repeat(100), "x".repeat(101));
        let text = format!("{fits}\n  {torn}\n/// | {torn} |\n/// {torn}\n");
        let long = |line| Violation::Long { path: path.into(), line };
        assert_eq!(check_lines(path, &text), [long(2), long(4)]);
    }

    #[test]
    fn the_table_has_no_cycles_and_no_strangers() {
        fn follow(name: &str, path: &mut Vec<String>) {
            assert!(!path.iter().any(|it| it == name), "a cycle: {path:?} -> {name}");
            path.push(name.to_owned());
            for below in allowed(name).expect("every name has a place") {
                follow(below, path);
            }
            path.pop();
        }
        for (from, _) in ARROWS {
            follow(from, &mut Vec::new());
        }
    }

    #[test]
    fn features_that_compile_too_much_are_found() {
        let crates = ["tremaux", "tremaux-core", "libc"].map(str::to_owned).into();
        assert_eq!(check_size("maps", &crates, 3), []);
        let found = |feature| {
            let found = check_size(feature, &crates, 2);
            found.iter().map(ToString::to_string).collect::<Vec<String>>()
        };
        let many = found("maps").concat();
        assert!(many.ends_with("`maps` compiles 3 crates, more than 2"), "{many}");
        let found = found("search");
        assert!(found.len() == 2 && found[1].contains("`libc`"), "{found:?}");
    }

    #[test]
    fn this_workspace_is_layered() {
        let checked = check_workspace().expect("the layers hold");
        assert!(checked.crates >= 5 && checked.arrows >= 5, "{checked}");
    }
}
