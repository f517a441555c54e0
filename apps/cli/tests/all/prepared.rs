//! What algorithms for maps prepare: built ahead, taken from its file, recognised when wrong.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{self, Run, json, run};

/// A folder of the test's own, not yet there.
fn folder(name: &str) -> PathBuf {
    let folder = support::folder().join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

/// A network of `side` by `side` crossings, all roads both ways, with odd costs.
fn roads(name: &str, side: usize) -> String {
    let mut text = format!("p sp {} {}\n", side * side, 4 * side * (side - 1));
    for node in 0..side * side {
        let (x, y) = (node % side, node / side);
        for (is_there, other) in [(x + 1 < side, node + 1), (y + 1 < side, node + side)] {
            if is_there {
                let cost = 1 + node * 7919 % 101;
                writeln!(text, "a {} {} {cost}", node + 1, other + 1).expect("text");
                writeln!(text, "a {} {} {cost}", other + 1, node + 1).expect("text");
            }
        }
    }
    support::file(name, text.as_bytes()).display().to_string()
}

fn rooms(name: &str) -> String {
    let made = run(&["generate", "map", "--kind", "rooms"]);
    assert_eq!(made.status, 0, "{}", made.err);
    support::file(name, made.out.as_bytes()).display().to_string()
}

/// The arguments, with those of every run here.
fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    run(&[arguments, &["--cache", folder.to_str().expect("text")]].concat())
}

/// Builds ahead, asks, damages, asks again; `asks` has two maps and all else of a question.
fn check(folder: &Path, algorithm: &str, maps: [&str; 2], asks: &[&str]) {
    let build = |map: &str| {
        let arguments = ["build", "path", map, "--algorithm", algorithm, "--format", "json"];
        let built = run_in(folder, &arguments);
        assert_eq!((built.status, built.err.as_str()), (0, ""));
        json(&built)
    };
    let ask = |map: &str| {
        let arguments = [&["path", map, "--algorithm", algorithm, "--format", "json"], asks];
        let asked = run_in(folder, &arguments.concat());
        assert_eq!(asked.status, 0, "{}", asked.err);
        (json(&asked), asked.err)
    };
    // What is not there is made, and not kept.
    let (made, said) = ask(maps[0]);
    assert!(said.is_empty() && made["prepared_file"].is_null(), "{made} {said}");
    assert!(files(folder).is_empty());
    let built = build(maps[0]);
    let table = &built["tables"][0];
    assert_eq!(table["origin"], "built");
    let path = PathBuf::from(table["path"].as_str().expect("a path"));
    assert_eq!(files(folder), std::slice::from_ref(&path));
    assert!(table["entries"].as_u64() > Some(0));
    assert_eq!(table["bytes"], path.metadata().expect("a file").len());
    assert_eq!(build(maps[0])["tables"][0]["origin"], "there");
    let (taken, said) = ask(maps[0]);
    assert_eq!((&taken["prepared_file"], said.as_str()), (&table["path"], ""));
    assert_eq!((&taken["cost"], &taken["counts"]), (&made["cost"], &made["counts"]));
    let arguments = [&["path", maps[0], "--algorithm", algorithm, "-v"], asks].concat();
    let told = run_in(folder, &arguments).out;
    assert!(told.contains(path.to_str().expect("text")), "{told}");
    // Damaged, cut, of another map, of another kind: said, made anew, and put in its place.
    let whole = fs::read(&path).expect("a file");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 4;
    let other = build(maps[1]);
    let other = fs::read(other["tables"][0]["path"].as_str().expect("a path")).expect("a file");
    for (bytes, words) in [
        (&damaged[..], "damaged"),
        (&whole[..whole.len() - 3], "damaged"),
        (&other, "another map"),
        (&[b'#'; 3000], "not a file of a prepared map"),
        (b"", "not a file of a prepared map"),
    ] {
        fs::remove_file(&path).expect("a file");
        fs::write(&path, bytes).expect("written");
        let (again, said) = ask(maps[0]);
        assert!(said.contains(words) && said.contains("; rebuilt"), "{words}: {said}");
        assert_eq!((&again["cost"], &again["counts"]), (&made["cost"], &made["counts"]));
        assert_eq!(fs::read(&path).expect("a file"), whole, "{words}");
        assert_eq!(ask(maps[0]).1, "");
    }
    fs::write(&path, b"PNG").expect("written");
    let rebuilt = run_in(
        folder,
        &["build", "path", maps[0], "--algorithm", algorithm, "--format", "json", "--quiet"],
    );
    assert_eq!(
        (json(&rebuilt)["tables"][0]["origin"].as_str(), &*rebuilt.err),
        (Some("rebuilt"), "")
    );
    // Stopped: nothing is left, not even a part.
    let _ = fs::remove_dir_all(folder);
    for limit in [["--time", "0s"], ["--memory", "1k"]] {
        let arguments = ["build", "path", maps[0], "--algorithm", algorithm];
        let stopped = run_in(folder, &[&arguments[..], &limit].concat());
        assert_eq!((stopped.status, stopped.out.as_str()), (3, ""), "{limit:?}: {}", stopped.err);
        assert!(files(folder).is_empty());
    }
    // Where nothing can be kept, it is an error.
    let file = support::file("no-folder-for-maps", b"");
    let homeless = run_in(&file, &["build", "path", maps[0], "--algorithm", algorithm]);
    assert_eq!(homeless.status, 2, "{}", homeless.err);
}

#[test]
fn a_contraction_hierarchy_is_built_ahead_and_mapped() {
    let maps = [roads("kept.gr", 30), roads("other.gr", 29)];
    let maps = [&*maps[0], &*maps[1]];
    check(&folder("roads"), "contraction-hierarchy", maps, &["--from", "1", "--to", "700"]);
}

#[test]
fn bounds_of_a_grid_are_built_ahead_and_read() {
    let map = rooms("kept.map");
    let text = fs::read_to_string(&map).expect("a map");
    let (head, rows) = text.split_at(text.find("map\n").expect("a header") + 4);
    let rows: Vec<&str> = rows.lines().rev().collect();
    let turned = format!("{head}{}\n", rows.join("\n"));
    let turned = support::file("turned.map", turned.as_bytes()).display().to_string();
    let asks = ["--from", "3,3", "--to", "20,20"];
    check(&folder("grids"), "jps-bounds", [&map, &turned], &asks);
}

#[test]
fn limits_hold_while_something_is_prepared_for_a_question() {
    let (map, roads) = (rooms("limited.map"), roads("limited.gr", 20));
    for (map, algorithm, to) in [
        (&map, "jps-plus", "20,20"),
        (&map, "jps-bounds", "20,20"),
        (&map, "hpa-star(levels=3)", "20,20"),
        (&roads, "alt(landmarks=4)", "399"),
        (&roads, "contraction-hierarchy", "399"),
    ] {
        let from = if to == "399" { "1" } else { "3,3" };
        let ask = |limit: [&str; 2]| {
            let arguments = ["path", map, "--algorithm", algorithm, "--from", from, "--to", to];
            run(&[&arguments[..], &limit].concat())
        };
        for (limit, words) in [(["--time", "0s"], "time"), (["--memory", "1k"], "memory")] {
            let stopped = ask(limit);
            assert_eq!(stopped.status, 3, "{algorithm} {limit:?}: {}", stopped.out);
            let told = "No path found: ";
            assert!(stopped.out.starts_with(told), "{algorithm} {limit:?}: {}", stopped.out);
            assert!(stopped.err.contains(words), "{algorithm} {limit:?}: {}", stopped.err);
        }
        for limit in [["--time", "1h"], ["--memory", "1G"]] {
            let found = ask(limit);
            assert_eq!(found.status, 0, "{algorithm} {limit:?}: {}", found.err);
        }
    }
}

#[test]
fn what_cannot_be_built_ahead_is_refused() {
    let (map, roads) = (rooms("refused.map"), roads("refused.gr", 3));
    for (arguments, words) in [
        (vec![&*map, "--algorithm", "jps"], "no preprocessing to store"),
        (vec![&*roads, "--algorithm", "bucket-dijkstra"], "no preprocessing to store"),
        (vec![&*map, "--algorithm", "contraction-hierarchy"], "contraction-hierarchy"),
        (vec![&*roads, "--movement", "four"], "not a grid"),
        (vec!["no-such-file.map"], "no-such-file.map"),
        (vec![&*map, "--terrain", "S=3,.=2", "--algorithm", "jps-bounds"], "without weights"),
    ] {
        let refused = run_in(&folder("refused"), &[&["build", "path"], &arguments[..]].concat());
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{arguments:?}");
        assert!(refused.err.contains(words), "{arguments:?}: {}", refused.err);
    }
}
