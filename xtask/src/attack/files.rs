//! Mutated files of every format that the program reads, plain and compressed.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::case::Case;
use super::{Allowed, Attack, MB};

/// A file that the program reads, and what reads it.
struct Seed {
    /// Its path in the folder of a case.
    name: String,
    bytes: Vec<u8>,
    /// Commands in which `FILE` stands for its path and `FOLDER` for that of the case.
    commands: Vec<Vec<String>>,
    /// What must be printed if the status is 0, whatever the file holds.
    truth: &'static str,
}

const BOARD: &str = "1 4 2 / 3 0 5 / 6 7 8";
const HARD: &str = "8 0 6 5 4 7 2 3 1";
const LIMITS: &str = " --memory 40M";
const TOML: &str = "name = \"x\"\nalgorithms = [\"a-star\", \"ida-star\"]\nseeds = [1, 2]\n\
    metric = \"expanded\"\n[limits]\ntime = \"2s\"\nnodes = \"3M\"\nmemory = \"1G\"\n[[problem]]\n\
    domain = \"tiles\"\nheuristics = [\"manhattan\"]\n\
    random = { count = 2, seed = 1, options = { size = \"3x3\" } }\n";
const JSON: &str = "{\"directed\": true, \"nodes\": [{\"id\": \"a\", \"x\": 0, \"y\": 0}, {\"id\": \
    7, \"x\": 1.5, \"y\": -2e3}], \"links\": [{\"source\": \"a\", \"target\": 7, \"weight\": 2.5}]}";
const ARCS: &str = "%undirected\n%node a 0 0\n%node b 3 4\n%node c 1 1\na b 4\na c 1\nc b 2.5\n";
const EPD: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"a\";\n\
    kbK5/pp6/1P6/8/8/8/8/R7 w - - am Kd7; c0 \"b\";\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
const PGN: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 {c} (1... c5 $1) 2. Nf3 *\n\n\
    [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Ke7 2. Rf7+ Kxf7 1/2-1/2\n";

fn seeds(attack: &Attack) -> Result<Vec<Seed>, String> {
    let mut seeds = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>, commands: &[&str], truth: &'static str| {
        let words = |line: &&str| {
            let words = line.split(' ').map(|word| word.replace("HARD", HARD));
            words.map(|word| word.replace('+', " ")).collect()
        };
        let commands = commands.iter().map(words).collect();
        seeds.push(Seed { name: name.into(), bytes, commands, truth });
    };
    let read = |name: &str| {
        let path = attack.path(name);
        fs::read(&path).map_err(|error| format!("{path}: {error}"))
    };
    for domain in attack.names("domain")? {
        let text = attack.output(&["generate", &domain, "--count", "2"])?;
        let solve = format!("solve {domain} --file FILE --all --nodes 20k{LIMITS}");
        let json = format!("{solve} --algorithm breadth-first --format json");
        add(&format!("{domain}.txt"), text.into_bytes(), &[&solve, &json], "");
    }
    let (map, scen) = (attack.path("24.map"), attack.path("24.scen"));
    let generate = ["generate", "map", "--size", "24x24", "--output", &map, "--scen-out", &scen];
    attack.output(&generate)?;
    let query = format!("path FILE --from 3,3 --to 20,20{LIMITS}");
    let theta = format!("{query} --algorithm theta-star");
    let bounds = format!("{query} --algorithm jps-bounds --movement eight-always");
    add("x.map", read("24.map")?, &[&query, &theta, &bounds], "");
    add("x.scen", read("24.scen")?, &[&format!("path {map} --scen FILE{LIMITS}")], "");
    let graph = format!("path FILE --from a --to 7{LIMITS}");
    add("x.json", JSON.into(), &[&graph, "solve graph --file FILE --nodes 20k"], "");
    let list = "path FILE --from a --to b --algorithm a-star";
    add("x.txt", ARCS.into(), &[list, "solve graph --file FILE --nodes 20k"], "");
    let roads = attack.path("4.gr");
    let gr = "c x\np sp 4 5\na 1 2 3\na 2 3 4\na 3 4 5\na 4 1 9\na 2 1 3\n";
    fs::write(&roads, gr).map_err(|error| error.to_string())?;
    let ways = "path FILE --from 1 --to 4 --algorithm";
    let all = [&format!("{ways} contraction-hierarchy"), &format!("{ways} alt(landmarks=2)")];
    add("x.gr", gr.into(), &[all[0], all[1], "path FILE --random 5"], "");
    let co = "p aux sp co 4\nv 1 0 0\nv 2 10 10\nv 3 -20 5\nv 4 30 0\n";
    let with = format!("path {roads} --coordinates FILE --from 1 --to 4 --algorithm a-star");
    add("x.co", co.into(), &[&with], "");
    for game in attack.names("game")? {
        let example = attack.explained(&game)?["example"].as_str().unwrap_or_default().to_owned();
        let analyze = format!("analyze {game} --file FILE --all --nodes 20k{LIMITS}");
        add(&format!("{game}.txt"), example.into_bytes(), &[&analyze], "");
        let saved = attack.path("game");
        attack.output(&["play", &game, "--side", "none", "--level", "1", "--save", &saved])?;
        let load = format!("play {game} --load FILE --side none --level 1");
        add("game", read("game")?, &[&load], "");
    }
    let chess = format!("analyze chess --file FILE --nodes 2k{LIMITS}");
    let (all, second) = (format!("{chess} --all"), format!("{chess} --index 2 --ply 3"));
    add("x.epd", EPD.into(), &[&all, &format!("{chess} --index 2")], "");
    add("x.pgn", PGN.into(), &[&all, &second], "");
    add("x.toml", TOML.into(), &["compare FILE --dry-run"], "");
    let experiment = attack.path("x.toml");
    fs::write(&experiment, TOML).map_err(|error| error.to_string())?;
    let (database, rows) = (attack.path("x.sqlite"), attack.path("rows.jsonl"));
    attack.output(&["compare", &experiment, "--database", &database, "--quiet"])?;
    attack.output(&["compare", "--database", &database, "--export", &rows])?;
    add("rows.jsonl", read("rows.jsonl")?, &["compare --import FILE --database FOLDER/new"], "");
    let report = "compare --database FILE --report FOLDER/report";
    add("x.sqlite", read("x.sqlite")?, &[report, "compare --database FILE --format json"], "");
    let (trace, checkpoint) = (attack.path("x.trace"), attack.path("x.checkpoint"));
    attack.output(&["trace", "solve", "tiles", BOARD, "--output", &trace, "--quiet"])?;
    let replay = ["jsonl", "posthoc", "dot", "svg", "html"]
        .map(|form| format!("trace replay FILE --output - --form {form}"));
    add("x.trace", read("x.trace")?, &replay.each_ref().map(String::as_str), "");
    let solve = "solve tiles --korf 12 --heuristic manhattan --format json";
    let save = format!("{solve} --nodes 100k --checkpoint {checkpoint}");
    attack.run(&Case::new(save.split(' ')))?;
    let resume = format!("{solve} --nodes 2M --resume FILE");
    add("x.checkpoint", read("x.checkpoint")?, &[&resume], "\"cost\":45");
    let cache = attack.path("built");
    attack.output(&["build", "tiles", "pdb(4-4)", "--cache", &cache])?;
    attack.output(&["build", "path", &roads, "--cache", &cache])?;
    let entries = fs::read_dir(&cache).map_err(|error| error.to_string())?;
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let bytes = fs::read(entry.path()).map_err(|error| error.to_string())?;
        let tiles = "solve tiles HARD --heuristic pdb(4-4) --cache FOLDER --format json";
        let path = format!("path {roads} --from 1 --to 4 --cache FOLDER --format json --algorithm");
        let path = format!("{path} contraction-hierarchy");
        let (command, truth) =
            if name.ends_with("pdb") { (tiles, "\"cost\":31") } else { (&*path, "\"cost\":12") };
        add(&name, bytes, &[command], truth);
    }
    Ok(seeds)
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
    let seeds = seeds(attack)?;
    let mut random = attack.random(4);
    let bombs = [&b"."[..], b"1 ", b"\n", b"[", b"a b 1\n", b"\0"].map(bomb);
    let mut number = 0;
    while !attack.is_over() {
        number += 1;
        let seed = random.pick(&seeds);
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
            _ => {}
        }
        let folder = attack.path(&format!("case-{number}"));
        let file = format!("{folder}/{}", seed.name);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        fs::write(&file, &bytes).map_err(|error| error.to_string())?;
        let words = random.pick(&seed.commands).iter();
        let words = words.map(|word| match word.as_str() {
            "FILE" => file.clone(),
            word => word.replace("FOLDER", &folder),
        });
        let mut case = Case::new(words);
        let is_limited = matches!(case.arguments[0].as_str(), "solve" | "analyze" | "path");
        let is_graph =
            case.arguments[0] == "path" && !file.ends_with("map") && !file.ends_with("scen");
        if is_limited && !is_graph {
            case = case.within(Duration::from_secs(1));
        }
        if is_bomb && case.time.is_none() {
            // Graphs of a gigabyte are read if no limit forbids it.
            case.time = Some(Duration::from_secs(60));
        }
        let memory = case.arguments.iter().any(|word| word == "40M").then_some(40 * MB);
        // The text and the instances that are read from it come on top: sixteen times its size,
        // and no more than this for what unpacks to more than is read.
        let read = 16 * fs::metadata(Path::new(&file)).map_or(0, |it| it.len());
        let base_bytes = attack.start_bytes + read.min(200 * MB);
        let (ending, is_failed) =
            attack.judged(&case, Allowed { base_bytes, memory, ..Allowed::default() })?;
        let [out, _] = ending.texts();
        let is_wrong = ending.status.code() == Some(0) && !out.contains(seed.truth);
        if is_wrong {
            attack.object(&case, &format!("a wrong result: {out}"));
        }
        if !is_failed && !is_wrong {
            fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
