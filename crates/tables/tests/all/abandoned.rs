use std::fs;

use tremaux_tables::remove_abandoned_parts;

#[test]
fn only_parts_of_killed_processes_are_removed() {
    let own = std::process::id();
    let folder = std::env::temp_dir().join(format!("tremaux-parts-{own}"));
    fs::create_dir_all(&folder).expect("a folder");
    // No process has so great a number.
    let gone = ["a.pdb.4194305.part", "a.pdb.4194305-2.part"].map(str::to_owned);
    let own = format!("a.pdb.{own}-0.part");
    let kept = [own.as_str(), "a.pdb", "a.pdb.part", "b.pdb.4194305.part", "a.pdb.x.part"];
    for name in gone.iter().map(String::as_str).chain(kept) {
        fs::write(folder.join(name), b"").expect("a file");
    }
    remove_abandoned_parts(&folder.join("a.pdb"));
    assert!(gone.iter().all(|name| !folder.join(name).exists()));
    assert!(kept.iter().all(|name| folder.join(name).exists()));
    fs::remove_dir_all(folder).expect("removed");
}
