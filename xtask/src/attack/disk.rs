//! Disks that are full: results that cannot be written, files that cannot be finished.

use std::fs;

use super::report::Fault;
use super::{Allowed, Attack};

const BOARD: &str = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";

/// Commands that write a file, each with a part of the result that must be printed nevertheless.
const COMMANDS: &[(&str, &str)] = &[
    ("solve tiles BOARD --algorithm a-star --plot DIR/full/plot.svg", "Solved"),
    ("solve tiles BOARD --nodes 20000 --checkpoint DIR/full/checkpoint", "limit"),
    ("solve tiles BOARD --heuristic pdb(5-5-5) --cache DIR/full/cache", "Solved"),
    ("solve maze --generate 401x401 --draw DIR/full/maze.svg", "Solved"),
    ("trace solve tiles BOARD --output DIR/full/tiles.trace", "Solved"),
    ("trace solve tiles BOARD --output DIR/full/tiles.html", "Solved"),
    ("path DIR/caves.map --from 5,5 --to 1490,1490 --draw DIR/full/map.png", "5,5"),
    ("build tiles pdb(5-5-5) --cache DIR/full/cache", ""),
    ("build path DIR/roads.gr --cache DIR/full/cache", ""),
    ("generate map --size 500x500 --output DIR/full/map", ""),
    (
        "lab compare --domain tiles --random 3 --with size=3x3 --algorithm a-star --database \
         DIR/full/db",
        "",
    ),
    ("play nim --side none --save DIR/full/game", ""),
    ("lab reproduce 7-2 --trials 100 --checkpoint DIR/full/rows", ""),
];

/// Commands that print.
const PRINTING: &[&str] = &[
    "list",
    "explain tiles --format json",
    "solve tiles BOARD --algorithm a-star",
    "solve tiles BOARD --algorithm a-star --format json",
    "analyze tic-tac-toe",
    "generate map --size 500x500",
    "trace solve tiles 1 4 2 / 3 0 5 / 6 7 8 --output -",
    "man",
    "completions bash",
    "help",
    "lab reproduce --list",
];

/// Runs each command on each kind of full disk.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    for line in PRINTING {
        let mut case = attack.case(&line.replace("BOARD", BOARD));
        case.output = Some("/dev/full");
        let (ending, _) = attack.judged(&case, Allowed::default())?;
        let [_, err] = ending.texts();
        if ending.status.code() != Some(2) || !err.contains("cannot write") {
            attack.fail(&case, Fault::Other, &format!("{}, not told: {err}", ending.status));
        }
    }
    let full = attack.path("full");
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
            let mut case = attack.case(&line.replace("BOARD", BOARD));
            case.before = Some(before.clone());
            let (ending, _) = attack.judged(&case, Allowed::default())?;
            let [out, err] = ending.texts();
            if !out.contains(expected) && !err.contains(expected) {
                attack.fail(&case, Fault::Other, &format!("no result: {out}{err}"));
            } else if ending.status.code() == Some(0) && err.is_empty() {
                attack.fail(&case, Fault::Other, "it did not tell that the disk is full");
            }
            let _ = fs::create_dir_all(&full);
        }
    }
    Ok(())
}
