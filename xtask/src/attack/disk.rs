//! Disks that are full: results that cannot be written, files that cannot be finished.

use std::fs;

use super::case::Case;
use super::{Allowed, Attack};

const BOARD: &str = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";

/// Commands that write a file, each with a part of the result that must be printed nevertheless.
const COMMANDS: &[(&str, &str)] = &[
    ("solve tiles BOARD --algorithm a-star --plot FULL/plot.svg", "Solved"),
    ("solve tiles BOARD --nodes 20000 --checkpoint FULL/checkpoint", "limit"),
    ("solve tiles BOARD --heuristic pdb(5-5-5) --cache FULL/cache", "Solved"),
    ("solve maze --generate 401x401 --draw FULL/maze.svg", "Solved"),
    ("trace solve tiles BOARD --output FULL/tiles.trace", "Solved"),
    ("trace solve tiles BOARD --output FULL/tiles.html", "Solved"),
    ("path MAP --from 5,5 --to 1490,1490 --draw FULL/map.png", "5,5"),
    ("build tiles pdb(5-5-5) --cache FULL/cache", ""),
    ("build path ROADS --cache FULL/cache", ""),
    ("generate map --size 500x500 --output FULL/map", ""),
    ("compare --domain tiles --random 3 --with size=3x3 --algorithm a-star --database FULL/db", ""),
    ("play nim --side none --save FULL/game", ""),
    ("reproduce 7-2 --trials 100 --checkpoint FULL/rows", ""),
];

/// Runs each command on each kind of full disk.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    for arguments in [
        &["list"][..],
        &["explain", "tiles", "--format", "json"],
        &["solve", "tiles", BOARD, "--algorithm", "a-star"],
        &["solve", "tiles", BOARD, "--algorithm", "a-star", "--format", "json"],
        &["analyze", "tic-tac-toe"],
        &["generate", "map", "--size", "500x500"],
        &["trace", "solve", "tiles", "1 4 2 / 3 0 5 / 6 7 8", "--output", "-"],
        &["man"],
        &["completions", "bash"],
        &["--help"],
        &["reproduce", "--list"],
    ] {
        let mut case = Case::new(arguments);
        case.output = Some("/dev/full");
        let (ending, _) = attack.judged(&case, Allowed::default())?;
        let [_, err] = ending.texts();
        if ending.status.code() != Some(2) || !err.contains("cannot write") {
            attack.object(&case, &format!("{}, not told: {err}", ending.status));
        }
    }
    let full = fs::canonicalize(&attack.folder).map_err(|error| error.to_string())?;
    let full = full.join("full").display().to_string();
    fs::create_dir_all(&full).map_err(|error| error.to_string())?;
    // A file system of one page, which is taken; files without a byte; a folder that is not there.
    let fills = [
        format!(
            "exec unshare -Urm sh -c \"mount -t tmpfs -o size=4k tmpfs '{full}' && head -c 4k \
             /dev/zero > '{full}/filler' && exec \\\"\\$0\\\" \
             \\\"\\$@\\\"\""
        ),
        "trap '' XFSZ; ulimit -f 0; exec".to_owned(),
        format!("rmdir '{full}'; exec"),
    ];
    for before in fills {
        fs::create_dir_all(&full).map_err(|error| error.to_string())?;
        for (line, expected) in COMMANDS {
            let words = line.split(' ').map(|word| match word {
                "BOARD" => BOARD.to_owned(),
                "MAP" => attack.path("caves.map"),
                "ROADS" => attack.path("roads.gr"),
                word => word.replace("FULL", &full),
            });
            let mut case = Case::new(words);
            case.before = Some(before.clone());
            let (ending, _) = attack.judged(&case, Allowed::default())?;
            let [out, err] = ending.texts();
            if !out.contains(expected) && !err.contains(expected) {
                attack.object(&case, &format!("no result: {out}{err}"));
            } else if ending.status.code() == Some(0) && err.is_empty() {
                attack.object(&case, "it did not tell that the disk is full");
            }
            let _ = fs::create_dir_all(&full);
        }
    }
    Ok(())
}
