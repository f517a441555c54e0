//! `cargo xtask attack`: runs the program with hostile input and counts what goes wrong.
//!
//! A run fails if it ends by a signal or with a status that is not documented, says `panicked at`,
//! writes control characters, hangs, or exceeds a limit: of memory by more than 10 % and 20 MB
//! over what the same run holds without a search, of time by more than 5 % and 0.3 s over what
//! reading takes. Files and command of a failure are kept in `target/attack`.

mod case;
mod disk;
mod files;
mod limits;
mod options;
mod random;
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

/// How many failures of one kind are printed; the others are only counted.
const MOST_TOLD: u64 = 30;

/// One megabyte.
const MB: u64 = 1_000_000;

/// What the attack is to do.
struct Settings {
    minutes: f64,
    seed: u64,
    binary: Option<PathBuf>,
    /// The only kind of attack, if not all.
    only: Option<String>,
}

impl Settings {
    fn parse(words: &[String]) -> Result<Self, String> {
        let mut settings = Self { minutes: 10.0, seed: 1, binary: None, only: None };
        for pair in words.chunks(2) {
            let [name, value] = pair else { return Err(format!("{} lacks a value", pair[0])) };
            let wrong = |_| format!("{name} {value}: expected a number");
            match name.as_str() {
                "--minutes" => settings.minutes = value.parse().map_err(|_| wrong(()))?,
                "--seed" => settings.seed = value.parse().map_err(|_| wrong(()))?,
                "--binary" => settings.binary = Some(value.into()),
                "--only" => settings.only = Some(value.clone()),
                _ => return Err(format!("unknown option {name}")),
            }
        }
        Ok(settings)
    }
}

/// The counts of one kind of attack.
#[derive(Debug)]
struct Row {
    kind: &'static str,
    cases: u64,
    crashes: u64,
    panics: u64,
    hangs: u64,
    overruns: u64,
    others: u64,
    /// The largest peak memory minus the baseline and the limit, in bytes.
    worst_memory: Option<i64>,
    /// The largest time minus the baseline and the limit, in seconds.
    worst_time: Option<f64>,
}

impl Row {
    fn failures(&self) -> u64 {
        self.crashes + self.panics + self.hangs + self.overruns + self.others
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

/// An attack under way.
struct Attack {
    program: PathBuf,
    /// Where input is written and kept.
    folder: PathBuf,
    seed: u64,
    rows: Vec<Row>,
    /// When the current kind has to end.
    until: Instant,
    /// What the program holds when it does next to nothing, in bytes.
    start_bytes: u64,
}

/// Attacks as the words of the command line say; returns whether nothing failed.
pub(crate) fn attack(words: &[String]) -> Result<bool, String> {
    let settings = Settings::parse(words)?;
    let program = match settings.binary {
        Some(path) => path,
        None => built()?,
    };
    let folder = PathBuf::from(format!("target/attack/{}", settings.seed));
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(folder.join("cache")).map_err(failed)?;
    println!("seed {}, {} minutes, {}", settings.seed, settings.minutes, program.display());
    let until = Instant::now();
    let mut attack =
        Attack { program, folder, seed: settings.seed, rows: Vec::new(), until, start_bytes: 0 };
    attack.start_bytes = attack.run(&Case::new(["explain", "tiles"]))?.peak.max(10 * MB);
    let whole = Duration::from_secs_f64((settings.minutes * 60.0).max(1.0));
    let started = Instant::now();
    // Each kind may take its share of what is left; the last one takes it all.
    type Kind = fn(&mut Attack) -> Result<(), String>;
    let kinds: [(&'static str, f64, Kind); 6] = [
        ("limits", 0.5, limits::attack),
        ("full disk", 0.2, disk::attack),
        ("signals", 0.15, signals::attack),
        ("server", 0.25, server::attack),
        ("options", 0.35, options::attack),
        ("files", 1.0, files::attack),
    ];
    let is_meant = |kind: &str| settings.only.as_ref().is_none_or(|only| only == kind);
    for (kind, share, run) in kinds.into_iter().filter(|(kind, ..)| is_meant(kind)) {
        let row = Row {
            kind,
            cases: 0,
            crashes: 0,
            panics: 0,
            hangs: 0,
            overruns: 0,
            others: 0,
            worst_memory: None,
            worst_time: None,
        };
        attack.rows.push(row);
        attack.until = Instant::now() + whole.saturating_sub(started.elapsed()).mul_f64(share);
        run(&mut attack)?;
        eprintln!("{kind}: {} cases", attack.row().cases);
    }
    print_table(&attack.rows);
    let failures: u64 = attack.rows.iter().map(Row::failures).sum();
    let seconds = started.elapsed().as_secs();
    println!("{failures} failures in {seconds} s; seed {}", attack.seed);
    Ok(failures == 0)
}

/// Builds the program and returns its path.
fn built() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(&cargo).args(["build", "--release", "-p", "tremaux-cli"]).status();
    if !status.map_err(|error| error.to_string())?.success() {
        return Err("the program does not build".into());
    }
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    Ok(Path::new(&folder).join("release/tremaux"))
}

fn print_table(rows: &[Row]) {
    println!(
        "| kind | cases | crashes | panics | hangs | limits overrun | other | memory over limit | \
         time over limit |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for row in rows {
        let memory = |bytes: i64| format!("{:+.1} MB", bytes as f64 / MB as f64);
        let memory = row.worst_memory.map_or("–".into(), memory);
        let time = row.worst_time.map_or("–".into(), |seconds| format!("{seconds:+.2} s"));
        let Row { kind, cases, crashes, panics, hangs, overruns, others, .. } = row;
        println!(
            "| {kind} | {cases} | {crashes} | {panics} | {hangs} | {overruns} | {others} | \
             {memory} | {time} |"
        );
    }
}

impl Attack {
    fn row(&mut self) -> &mut Row {
        self.rows.last_mut().expect("a kind is under way")
    }

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

    /// What `explain` says of a name.
    fn explained(&self, name: &str) -> Result<Value, String> {
        let text = self.output(&["explain", name, "--format", "json"])?;
        let mut all: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok(all[0].take())
    }

    /// The names of a kind in `list`.
    fn names(&self, kind: &str) -> Result<Vec<String>, String> {
        let text = self.output(&["list", "--format", "json"])?;
        let all: Vec<Value> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let named = all.iter().filter(|it| it["kind"] == kind);
        let names: BTreeSet<&str> = named.filter_map(|it| it["name"].as_str()).collect();
        Ok(names.into_iter().map(str::to_owned).collect())
    }

    /// Runs a case, judges it, and returns its ending and whether it failed.
    fn judged(&mut self, case: &Case, allowed: Allowed) -> Result<(Ending, bool), String> {
        let ending = self.run(case)?;
        let before = self.row().failures();
        self.judge(case, &ending, allowed);
        let is_failed = self.row().failures() > before;
        Ok((ending, is_failed))
    }

    fn judge(&mut self, case: &Case, ending: &Ending, allowed: Allowed) {
        self.row().cases += 1;
        let [out, err] = ending.texts();
        let code = ending.status.code();
        if err.contains("panicked at") {
            self.row().panics += 1;
            self.fail(case, &format!("a panic: {}", first_line(&err, "panicked at")));
        } else if ending.is_hung {
            self.row().hangs += 1;
            self.fail(case, &format!("a hang of {:.1} s", ending.elapsed.as_secs_f64()));
        } else if !matches!(code, Some(0..=3)) {
            self.row().crashes += 1;
            self.fail(case, &format!("{}: {}", ending.status, err.trim()));
        } else if let Some(c) = out.chars().chain(err.chars()).find(|&c| is_obeyed(c)) {
            self.row().others += 1;
            self.fail(case, &format!("the control character {c:?} is written"));
        }
        if let Some(limit) = allowed.memory {
            let over = ending.peak as i64 - allowed.base_bytes as i64 - limit as i64;
            let row = self.row();
            row.worst_memory = Some(row.worst_memory.map_or(over, |worst| worst.max(over)));
            if over > (limit / 10 + 20 * MB) as i64 {
                row.overruns += 1;
                self.fail(case, &format!("{} MB over its memory limit", over / MB as i64));
            }
        }
        if let Some(limit) = allowed.seconds.filter(|_| !ending.is_hung) {
            let over = ending.elapsed.as_secs_f64() - allowed.base_seconds - limit;
            let row = self.row();
            row.worst_time = Some(row.worst_time.map_or(over, |worst| worst.max(over)));
            if over > limit * 0.05 + 0.3 {
                row.overruns += 1;
                self.fail(case, &format!("{over:.2} s over its time limit"));
            }
        }
    }

    /// Counts and tells what is wrong in another way.
    fn object(&mut self, case: &Case, what: &str) {
        self.row().others += 1;
        self.fail(case, what);
    }

    fn fail(&mut self, case: &Case, what: &str) {
        let what: String = what.chars().take(400).flat_map(char::escape_debug).collect();
        let row = self.row();
        let kind = row.kind;
        if row.failures() > MOST_TOLD {
            return;
        }
        println!("FAILED ({kind}): {what}\n  {}", case.command(&self.program));
    }
}

fn first_line<'a>(text: &'a str, word: &str) -> &'a str {
    text.find(word).map_or("", |at| &text[at..])
}

/// Whether a terminal would obey a character instead of showing it.
fn is_obeyed(c: char) -> bool {
    let changes_direction = matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    c.is_control() && !"\n\t\r".contains(c) || changes_direction
}
