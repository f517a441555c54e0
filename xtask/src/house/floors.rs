//! Floors of a crate: folders each of which uses only those below it.

use std::path::Path;

/// The crates that are built in floors: the folder of the code, and its folders from the lowest.
const FLOORS: &[(&str, &[&str])] = &[(
    "crates/domain/src",
    &["describe", "refuse", "options", "erased", "run", "algorithms", "open"],
)];

/// The arrows of the crate in `folder` that lead from a floor to one above, and its files on no
/// floor, one text each. `arrows` has the files that each file uses.
pub(super) fn climbs(folder: &Path, files: &[&Path], arrows: &[Vec<usize>]) -> Vec<String> {
    let is_it = |(code, _): &&(&str, &[&str])| folder.ends_with(code);
    FLOORS
        .iter()
        .find(is_it)
        .map_or_else(Vec::new, |(_, floors)| climbs_between(floors, folder, files, arrows))
}

/// Like [`climbs`], for these floors.
pub(super) fn climbs_between(
    floors: &[&str],
    folder: &Path,
    files: &[&Path],
    arrows: &[Vec<usize>],
) -> Vec<String> {
    let inside = |file: &Path| file.strip_prefix(folder).unwrap_or(file).to_owned();
    let floor = |at: usize| {
        let first = inside(files[at]).components().next()?.as_os_str().to_owned();
        floors.iter().position(|floor| **floor == *first)
    };
    let mut found = Vec::new();
    for (at, uses) in arrows.iter().enumerate() {
        let file = files[at].display();
        match floor(at) {
            None if inside(files[at]) == Path::new("lib.rs") => {}
            None => found.push(format!("{file} is on no floor")),
            Some(own) => {
                let above = uses.iter().filter(|&&to| floor(to).is_none_or(|to| to > own));
                found.extend(above.map(|&to| format!("{file} uses {}", files[to].display())));
            }
        }
    }
    found
}
