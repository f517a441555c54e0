//! Mutated instances, positions, and files and dialogues of every format and protocol, plain and
//! compressed.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::Value;

use super::case::Case;
use super::report::Fault;
use super::{Allowed, Attack, MB, Target, text_of};

/// A file that the program reads, and what reads it.
struct Seed {
    /// The row of its cases.
    target: String,
    /// Its name.
    name: String,
    bytes: Vec<u8>,
    /// Commands in which `FILE` stands for its path and `FOLDER` for that of the case.
    commands: Vec<String>,
    /// The folder with the table that it is and those beside it.
    cache: Option<String>,
    /// What must be printed if the status is 0, whatever the file holds.
    truth: String,
}

/// Makes a sample of each target. Those of formats are in the folder `samples`, where commands
/// of other formats use them.
fn seeds(attack: &Attack) -> Result<Vec<Seed>, String> {
    let folder = attack.path("samples");
    let failed = |error: std::io::Error| format!("{folder}: {error}");
    fs::create_dir_all(&folder).map_err(failed)?;
    let mut seeds = Vec::new();
    for target in &attack.targets {
        let Target { kind, name, info } = target;
        let mut add = |text: String, commands: Vec<String>| {
            let (target, name) = (format!("{kind} {name}"), format!("{name}.txt"));
            let (bytes, truth) = (text.into_bytes(), String::new());
            seeds.push(Seed { target, name, bytes, commands, cache: None, truth });
        };
        match &**kind {
            "domain" => {
                let text = attack.output(&["generate", name, "--count", "2"])?;
                let solve = format!("solve {name} --file FILE --all");
                let by = |it: &Value| format!("{solve} --format json --algorithm {}", text_of(it));
                let algorithms = info["algorithms"].as_array().into_iter().flatten().map(by);
                add(text, [solve.clone()].into_iter().chain(algorithms).collect());
            }
            "game" => {
                let analyze = format!("analyze {name} --file FILE --all");
                add(text_of(&info["example"]), vec![analyze]);
                let saved = attack.path("saved");
                attack.output(&[
                    "play", name, "--side", "none", "--level", "easy", "--save", &saved,
                ])?;
                let text = fs::read_to_string(saved).map_err(failed)?;
                add(text, vec![format!("play {name} --load FILE --side none --level easy")]);
            }
            _ => fs::write(sample(&folder, target), text_of(&info["sample"])).map_err(failed)?,
        }
    }
    for target in attack.targets.iter().filter(|it| it.info["read_by"].is_array()) {
        of_format(attack, target, &folder, &mut seeds)?;
    }
    Ok(seeds)
}

/// The path of the sample of a format.
fn sample(folder: &str, target: &Target) -> String {
    let extension = text_of(&target.info["extensions"][0]);
    format!("{folder}/sample.{}", if extension.is_empty() { &target.name } else { &extension })
}

fn of_format(
    attack: &Attack,
    target: &Target,
    folder: &str,
    seeds: &mut Vec<Seed>,
) -> Result<(), String> {
    let Target { kind, name, info } = target;
    let file = sample(folder, target);
    let made_by = text_of(&info["made_by"]);
    // What writes no file puts it into the cache.
    let is_cached = !made_by.is_empty() && !made_by.contains("FILE");
    let cache = format!("{folder}/{name}");
    // Other samples are in the same folder.
    let located = |line: String| line.replace("sample.", &format!("{folder}/sample."));
    let case = |line: &str| {
        let mut case = Case::new(line.split(' ').map(|word| word.replace("FILE", &file)));
        case.before = is_cached.then(|| cached_in(&cache));
        case
    };
    if !made_by.is_empty() {
        attack.run(&case(&located(made_by)))?;
    }
    let commands = info["read_by"].as_array().into_iter().flatten().map(text_of).map(located);
    let commands: Vec<String> = commands.collect();
    let mut truth = String::new();
    if info["is_checked"] == true {
        let out = attack.run(&case(&commands[0]))?.texts()[0].clone();
        let result = ["\"cost\":", "\"score\":"].iter().find_map(|key| {
            let found = &out[out.find(key)?..];
            Some(found[..found.find([',', '}'])?].to_owned())
        });
        truth = result.ok_or(format!("{name}: no result: {out}"))?;
    }
    let failed = |error: std::io::Error| format!("{kind} {name}: {error}");
    let mut paths = vec![file];
    if is_cached {
        let entries = fs::read_dir(&cache).map_err(failed)?;
        paths = entries.flatten().map(|it| it.path().display().to_string()).collect();
        paths.sort();
    }
    for path in paths {
        seeds.push(Seed {
            target: format!("{kind} {name}"),
            name: path.rsplit('/').next().unwrap_or_default().to_owned(),
            bytes: fs::read(path).map_err(failed)?,
            commands: commands.clone(),
            cache: is_cached.then(|| cache.clone()),
            truth: truth.clone(),
        });
    }
    Ok(())
}

/// Shell that makes a folder that of tables.
fn cached_in(folder: &str) -> String {
    format!("TREMAUX_CACHE={folder} exec")
}

/// A megabyte of gzip, or less, that unpacks to three hundred.
fn bomb(unit: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(b"".to_vec(), Compression::fast());
    let part = unit.repeat((1 << 20) / unit.len());
    for _ in 0..300 {
        packer.write_all(&part).expect("memory");
    }
    packer.finish().expect("memory")
}

/// Attacks until the time is over.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    let mut seeds = seeds(attack)?;
    let mut random = attack.random(4);
    random.shuffle(&mut seeds);
    let bombs = [&b"."[..], b"1 ", b"\n", b"[", b"a b 1\n", b"\0"].map(bomb);
    for number in 0.. {
        if attack.is_over() {
            break;
        }
        let seed = &seeds[number % seeds.len()];
        let other = random.pick(&seeds);
        let mut bytes = random.mutated(&seed.bytes, &other.bytes);
        let mut is_bomb = false;
        match random.below(40) {
            0..4 => {
                let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
                packer.write_all(&bytes).expect("memory");
                bytes = packer.finish().expect("memory");
            }
            4..8 => bytes = compress_to_vec(&bytes[..], CompressionLevel::Fastest),
            8 if number > seeds.len() => {
                bytes = random.pick(&bombs).clone();
                is_bomb = true;
            }
            9..11 => {
                let packed = compress_to_vec(&bytes[..], CompressionLevel::Fastest);
                bytes = random.mutated(&packed, &other.bytes);
            }
            11..17 => bytes = random.nested(&seed.bytes),
            _ => {}
        }
        let folder = attack.path(&format!("case-{number}"));
        let file = format!("{folder}/{}", seed.name);
        let failed = |error: std::io::Error| format!("{folder}: {error}");
        fs::create_dir_all(&folder).map_err(failed)?;
        for beside in seed.cache.iter().flat_map(fs::read_dir).flatten().flatten() {
            fs::copy(beside.path(), Path::new(&folder).join(beside.file_name())).map_err(failed)?;
        }
        fs::write(&file, &bytes).map_err(failed)?;
        let line = random.pick(&seed.commands);
        let words = line.split(' ').map(|it| it.replace("FILE", &file).replace("FOLDER", &folder));
        let mut case = Case::new(words);
        case.target.clone_from(&seed.target);
        case.before = seed.cache.is_some().then(|| cached_in(&folder));
        let mut memory = None;
        if matches!(case.arguments[0].as_str(), "solve" | "analyze" | "path") {
            if case.arguments[0] != "path" && !line.contains("--nodes") {
                case.arguments.extend(["--nodes".into(), "20k".into()]);
            }
            case.arguments.extend(["--memory".into(), "40M".into()]);
            case = case.within(Duration::from_secs(1));
            memory = Some(40 * MB);
        }
        // Games and the gigabytes that no limit forbids are read to their end.
        case.patience = is_bomb.then(|| Duration::from_secs(90));
        if seed.target.starts_with("protocol") {
            case.input = Some(file.clone().into());
            case.time = Some(Duration::from_secs(20));
            // Tables may be as large as the dialogue says.
            case.before = Some("ulimit -v 4000000; exec".into());
        }
        // The text and the instances that are read from it come on top: sixteen times its size,
        // and no more than this for what unpacks to more than is read.
        let read = 16 * bytes.len() as u64;
        let base_bytes = attack.start_bytes + read.min(200 * MB);
        let (ending, is_failed) =
            attack.judged(&case, Allowed { base_bytes, memory, ..Allowed::default() })?;
        let [out, _] = ending.texts();
        let is_wrong = ending.status.code() == Some(0) && !out.contains(&seed.truth);
        if is_wrong {
            attack.fail(&case, Fault::Other, &format!("a wrong result: {out}"));
        }
        if !is_failed && !is_wrong {
            fs::remove_dir_all(&folder).map_err(failed)?;
        }
    }
    Ok(())
}
