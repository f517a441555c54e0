//! Which commands read a text that another one refused.

use tremaux_domain::{Source, TableSource};
use tremaux_maps::grid::{DrawnMap, DrawnRules, TerrainRules};
use tremaux_maps::paths::{GraphMap, MapKind};

use crate::{DOMAINS, GAMES};

/// The longest text that is tried.
const LONGEST: usize = 1 << 16;

/// The most commands that are named.
const MOST: usize = 3;

/// The commands of the program that read `text`, found by trying: at most three.
///
/// ```
/// let readers = tremaux_registry::readers_of("##########\n#S......G#\n##########\n");
/// assert!(readers.contains(&"solve grid".to_owned()));
/// ```
pub fn readers_of(text: &str) -> Vec<String> {
    let is_tried = text.len() <= LONGEST && !text.trim().is_empty();
    if !is_tried {
        return Vec::new();
    }
    let paths = is_map(text).then(|| "path".to_owned());
    let domains = DOMAINS
        .iter()
        .filter(|domain| domain.instances(Source::Many(text), &[]).is_ok())
        .map(|domain| format!("solve {}", domain.info().name));
    let tables = TableSource::default();
    let games = GAMES
        .iter()
        .filter(|game| {
            game.is_game_file(text.as_bytes()) && game.read_records(&[], text).is_ok()
                || game.open_noted(&[], text, &tables).is_ok()
        })
        .map(|game| format!("analyze {}", game.info().name));
    paths.into_iter().chain(domains).chain(games).take(MOST).collect()
}

/// Whether `path` reads a text.
fn is_map(text: &str) -> bool {
    match MapKind::of("", text) {
        MapKind::Grid => {
            let rules = DrawnRules { terrain: &TerrainRules::land(), walls: None };
            DrawnMap::parse(text, &rules).is_ok()
        }
        kind => GraphMap::parse(kind, text).is_ok_and(|graph| graph.node_count() > 0),
    }
}
