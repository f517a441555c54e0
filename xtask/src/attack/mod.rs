//! `cargo xtask attack`: runs the program with hostile input and counts what goes wrong.
//!
//! The domains, games, formats and protocols are those that the program lists; one that got no
//! case is an error. A run fails if it ends by a signal or with a status that is not documented,
//! says `panicked at`, writes control characters, hangs, claims of a game what a whole search
//! contradicts, or exceeds a limit: of memory by more than 10 % and 20 MB over what the same run
//! holds without a search, of time by more than 5 % and 0.3 s over what reading takes. Files and
//! command of a failure are kept in `target/attack`.

mod case;
mod claims;
mod disk;
mod files;
mod limits;
mod options;
mod random;
mod report;
mod server;
mod signals;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use case::{Case, Ending};
use random::Random;
use report::{Fault, Row};

/// How many failures of one row are printed; the others are only counted.
const MOST_TOLD: u64 = 8;

/// One megabyte.
const MB: u64 = 1_000_000;

/// What the attack is to do.
struct Settings {
    minutes: f64,
    seed: u64,
    binary: Option<PathBuf>,
    /// The only kind of attack, if not all.
    only: Option<String>,
    /// The document that takes the figures.
    write: Option<PathBuf>,
}

impl Settings {
    fn parse(words: &[String]) -> Result<Self, String> {
        let mut settings = Self { minutes: 10.0, seed: 1, binary: None, only: None, write: None };
        for pair in words.chunks(2) {
            let [name, value] = pair else { return Err(format!("{} lacks a value", pair[0])) };
            let wrong = |_| format!("{name} {value}: expected a number");
            match name.as_str() {
                "--minutes" => settings.minutes = value.parse().map_err(|_| wrong(()))?,
                "--seed" => settings.seed = value.parse().map_err(|_| wrong(()))?,
                "--binary" => settings.binary = Some(value.into()),
                "--only" => settings.only = Some(value.clone()),
                "--write" => settings.write = Some(value.into()),
                _ => return Err(format!("unknown option {name}")),
            }
        }
        Ok(settings)
    }
}

/// What a run is compared with.
#[derive(Clone, Copy, Debug, Default)]
struct Allowed {
    /// What the program holds without a search, in bytes.
    base_bytes: u64,
    /// What reading takes, in seconds.
    base_seconds: f64,
    /// `--memory`, in bytes.
    memory: Option<u64>,
    /// The time limits that it has one after the other, together, in seconds.
    seconds: Option<f64>,
}

/// A domain, game, format or protocol, as the program describes it.
struct Target {
    kind: String,
    name: String,
    info: Value,
}

/// An attack under way.
struct Attack {
    program: PathBuf,
    /// Where input is written and kept.
    folder: PathBuf,
    seed: u64,
    targets: Vec<Target>,
    rows: Vec<Row>,
    /// The number of cases of each kind.
    counts: Vec<(&'static str, u64)>,
    /// The largest peak memory minus the baseline and the limit, in bytes.
    worst_memory: i64,
    /// The largest time minus the baseline and the limit, in seconds.
    worst_time: f64,
    /// When the current kind has to end.
    until: Instant,
    /// What the program holds when it does next to nothing, in bytes.
    start_bytes: u64,
}

/// A kind of attack: its name, its share of the time left, and what runs it.
type Kind = (&'static str, f64, fn(&mut Attack) -> Result<(), String>);
const KINDS: [Kind; 7] = [
    ("claims", 0.1, claims::attack),
    ("limits", 0.4, limits::attack),
    ("full disk", 0.2, disk::attack),
    ("signals", 0.15, signals::attack),
    ("server", 0.25, server::attack),
    ("options", 0.45, options::attack),
    ("files", 1.0, files::attack),
];

/// Attacks as the words of the command line say; returns whether nothing failed.
pub(crate) fn attack(words: &[String]) -> Result<bool, String> {
    let settings = Settings::parse(words)?;
    let program = match &settings.binary {
        Some(path) => path.clone(),
        None => built()?,
    };
    let program =
        fs::canonicalize(&program).map_err(|it| format!("{}: {it}", program.display()))?;
    let folder = PathBuf::from(format!("target/attack/{}", settings.seed));
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(folder.join("cache")).map_err(failed)?;
    let folder = fs::canonicalize(&folder).map_err(failed)?;
    println!("seed {}, {} minutes, {}", settings.seed, settings.minutes, program.display());
    let started = Instant::now();
    let mut attack = Attack {
        program,
        folder,
        seed: settings.seed,
        targets: Vec::new(),
        rows: Vec::new(),
        counts: Vec::new(),
        worst_memory: i64::MIN,
        worst_time: f64::NEG_INFINITY,
        until: started,
        start_bytes: 0,
    };
    attack.start_bytes = attack.run(&Case::new(["list"]))?.peak.max(10 * MB);
    attack.read_catalogue()?;
    limits::make_maps(&attack)?;
    let whole = Duration::from_secs_f64((settings.minutes * 60.0).max(1.0));
    let is_meant = |kind: &str| settings.only.as_ref().is_none_or(|only| only == kind);
    for (kind, share, run) in KINDS.into_iter().filter(|(kind, ..)| is_meant(kind)) {
        attack.counts.push((kind, 0));
        attack.until = Instant::now() + whole.saturating_sub(started.elapsed()).mul_f64(share);
        run(&mut attack)?;
        eprintln!("{kind}: {} cases", attack.counts.last().map_or(0, |last| last.1));
    }
    let text = attack.report(&settings, started.elapsed())?;
    println!("{text}");
    let left: Vec<&str> =
        attack.rows.iter().filter(|it| it.cases == 0).map(|it| &*it.key).collect();
    if settings.only.is_none() && !left.is_empty() {
        return Err(format!("no case for {}: more minutes, or a sample", left.join(", ")));
    }
    if let Some(path) = &settings.write {
        report::write(path, &text)?;
    }
    Ok(attack.rows.iter().all(|row| row.failures() == 0))
}

/// Builds the program and returns its path.
fn built() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let packages = ["-p", "tremaux-cli", "-p", "tremaux-lab"];
    let status = Command::new(&cargo).args(["build", "--release"]).args(packages).status();
    if !status.map_err(|error| error.to_string())?.success() {
        return Err("the program does not build".into());
    }
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    Ok(Path::new(&folder).join("release/tremaux"))
}

impl Attack {
    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    fn random(&self, kind: u64) -> Random {
        Random::new(self.seed, kind)
    }

    /// A path in the folder of the attack.
    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// A command in which `DIR` stands for the folder of the attack.
    fn case(&self, line: &str) -> Case {
        let folder = self.folder.display().to_string();
        Case::new(line.split(' ').map(|word| word.replace("DIR", &folder)))
    }

    /// Runs a case and judges nothing.
    fn run(&self, case: &Case) -> Result<Ending, String> {
        let run = case.run(&self.program, &self.folder.join("cache"));
        run.map_err(|error| format!("{}: {error}", self.program.display()))
    }

    /// What the program writes for these arguments, which are right.
    fn output(&self, arguments: &[&str]) -> Result<String, String> {
        let ending = self.run(&Case::new(arguments))?;
        let [out, err] = ending.texts();
        if ending.status.code() == Some(0) { Ok(out) } else { Err(format!("{arguments:?}: {err}")) }
    }

    /// The rows that the program writes as JSON for these arguments.
    fn listed(&self, arguments: &[&str]) -> Result<Vec<Value>, String> {
        let text = self.output(&[arguments, &["--format", "json"]].concat())?;
        serde_json::from_str(&text).map_err(|error| format!("{arguments:?}: {error}"))
    }

    /// Asks the program for what there is to attack.
    fn read_catalogue(&mut self) -> Result<(), String> {
        for row in self.listed(&["list"])? {
            let [kind, name] = ["kind", "name"].map(|key| text_of(&row[key]));
            if !["domain", "game", "format", "protocol"].contains(&&*kind) {
                continue;
            }
            let meanings = self.listed(&["explain", &name])?;
            let is_it = |it: &Value| it["kind"] == *kind && it["name"] == *name;
            let info = meanings.into_iter().find(is_it).ok_or(format!("no such {kind}: {name}"))?;
            self.rows.push(Row::new(format!("{kind} {name}")));
            self.targets.push(Target { kind, name, info });
        }
        // `gtp go` attacks the protocol, not the game.
        self.targets.sort_by_key(|it| it.kind != "protocol");
        Ok(())
    }

    /// The names of a kind in `list`.
    fn names(&self, kind: &str) -> Result<Vec<String>, String> {
        let all = self.listed(&["list"])?;
        let named = all.iter().filter(|it| it["kind"] == kind);
        let names: BTreeSet<String> = named.map(|it| text_of(&it["name"])).collect();
        Ok(names.into_iter().collect())
    }

    /// The counts of what a case attacks: its target, or else the domain, game or protocol that
    /// its arguments name, or else its command.
    fn row(&mut self, case: &Case) -> &mut Row {
        let word = |at: usize| case.arguments.get(at).map_or("", String::as_str);
        let mut targets = self.targets.iter().filter(|it| it.kind != "format");
        let key = match targets.find(|it| it.name == word((it.kind != "protocol").into())) {
            _ if !case.target.is_empty() => case.target.clone(),
            Some(target) => format!("{} {}", target.kind, target.name),
            None => format!("command {}", word(0)),
        };
        let at = self.rows.iter().position(|row| row.key == key).unwrap_or_else(|| {
            self.rows.push(Row::new(key));
            self.rows.len() - 1
        });
        &mut self.rows[at]
    }

    fn count(&mut self, case: &Case) {
        self.row(case).cases += 1;
        if let Some((_, count)) = self.counts.last_mut() {
            *count += 1;
        }
    }

    /// Runs a case, judges it, and returns its ending and whether it failed.
    fn judged(&mut self, case: &Case, allowed: Allowed) -> Result<(Ending, bool), String> {
        let ending = self.run(case)?;
        let before = self.row(case).failures();
        self.judge(case, &ending, allowed);
        let is_failed = self.row(case).failures() > before;
        Ok((ending, is_failed))
    }

    fn judge(&mut self, case: &Case, ending: &Ending, allowed: Allowed) {
        self.count(case);
        let [out, err] = ending.texts();
        let code = ending.status.code();
        if let Some(at) = err.find("panicked at") {
            self.fail(case, Fault::Crash, &err[at..]);
        } else if ending.is_hung {
            let seconds = ending.elapsed.as_secs_f64();
            self.fail(case, Fault::Hang, &format!("a hang of {seconds:.1} s"));
        } else if !matches!(code, Some(0..=3)) {
            let fault = if code.is_none() { Fault::Crash } else { Fault::Status };
            self.fail(case, fault, &format!("{}: {}", ending.status, err.trim()));
        } else if let Some(c) = out.chars().chain(err.chars()).find(|&c| is_obeyed(c)) {
            self.fail(case, Fault::Other, &format!("the control character {c:?} is written"));
        }
        if let Some(limit) = allowed.memory {
            let over = ending.peak as i64 - allowed.base_bytes as i64 - limit as i64;
            self.worst_memory = self.worst_memory.max(over);
            if over > (limit / 10 + 20 * MB) as i64 {
                let over = over / MB as i64;
                self.fail(case, Fault::Limit, &format!("{over} MB over its memory limit"));
            }
        }
        if let Some(limit) = allowed.seconds.filter(|_| !ending.is_hung) {
            let over = ending.elapsed.as_secs_f64() - allowed.base_seconds - limit;
            self.worst_time = self.worst_time.max(over);
            if over > limit * 0.05 + 0.3 {
                self.fail(case, Fault::Limit, &format!("{over:.2} s over its time limit"));
            }
        }
    }

    /// Counts a failure, prints it, and keeps its command.
    fn fail(&mut self, case: &Case, fault: Fault, what: &str) {
        let what: String = what.chars().take(400).flat_map(char::escape_debug).collect();
        let number = self.rows.iter().map(Row::failures).sum::<u64>();
        let (script, command) =
            (self.path(&format!("failure-{number}.sh")), case.command(&self.program));
        let row = self.row(case);
        row.faults[fault as usize] += 1;
        if row.failures() <= MOST_TOLD {
            println!("FAILED ({}): {what}\n  bash {script}", row.key);
            let _ = fs::write(&script, command + "\n");
        }
    }
}

/// The text of a value; empty if it is none.
fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Whether a terminal would obey a character instead of showing it.
fn is_obeyed(c: char) -> bool {
    let changes_direction = matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    c.is_control() && !"\n\t\r".contains(c) || changes_direction
}
