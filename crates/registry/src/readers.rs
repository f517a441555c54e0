//! Which commands read a text that another one refused.

use tremaux_core::Random;
use tremaux_domain::{Source, TableSource};
use tremaux_maps::grid::{DrawnMap, DrawnRules, TerrainRules};
use tremaux_maps::paths::{GraphMap, MapKind};

use crate::{DOMAINS, GAMES};

/// The longest text that is tried.
const LONGEST: usize = 1 << 16;

/// The most commands that are named.
const MOST: usize = 3;

/// How many texts with other signs a reader must refuse.
const SCRAMBLED: u64 = 4;

/// A command of the program, and whether it reads a text.
struct Reader<'a> {
    /// The verb, unless it is the name.
    verb: Option<&'static str>,
    name: &'static str,
    /// Whether it reads lists of arcs.
    has_arcs: bool,
    reads: Box<dyn Fn(&str) -> bool + 'a>,
}

/// The commands of the program that read `text`, as its signs show, with the clearest first: at
/// most three, and none if the command that runs, by its words, reads the text itself.
///
/// Many readers accept any numbers or any words. Only those are named that refuse the same text
/// with other digits, letters and signs; and those of lists, if the arcs hang together. Digits
/// alone are not a game.
///
/// ```
/// let maze = "##########\n#S......G#\n##########\n";
/// let readers = tremaux_registry::readers_of(maze, &[]);
/// assert!(readers.contains(&"solve grid".to_owned()));
/// assert!(tremaux_registry::readers_of(maze, &["solve", "grid"]).is_empty());
/// assert!(tremaux_registry::readers_of("3 4 5\n6 7 8\n", &[]).is_empty());
/// ```
pub fn readers_of(text: &str, running: &[&str]) -> Vec<String> {
    let is_tried = text.len() <= LONGEST && !text.trim().is_empty();
    if !is_tried {
        return Vec::new();
    }
    let tables = TableSource::default();
    let mut found = readers(&tables);
    found.retain(|reader| (reader.reads)(text));
    if found.iter().any(|reader| running.contains(&reader.name)) {
        return Vec::new();
    }
    let scrambled: Vec<String> = (0..SCRAMBLED).map(|seed| with_other_signs(text, seed)).collect();
    let is_shown_by_signs =
        |reader: &Reader<'_>| !scrambled.iter().any(|text| (reader.reads)(text));
    let (clear, others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_shown_by_signs);
    let hangs_together = others.iter().any(|it| it.has_arcs) && hangs_together(text);
    let lists = others.into_iter().filter(|it| it.has_arcs && hangs_together);
    let command = |it: Reader<'_>| match it.verb {
        Some(verb) => format!("{verb} {}", it.name),
        None => it.name.to_owned(),
    };
    clear.into_iter().chain(lists).map(command).take(MOST).collect()
}

/// All commands that read texts.
fn readers(tables: &TableSource) -> Vec<Reader<'_>> {
    let path = Reader { verb: None, name: "path", has_arcs: true, reads: Box::new(is_map) };
    let domains = DOMAINS.iter().map(|domain| Reader {
        verb: Some("solve"),
        name: domain.info().name,
        has_arcs: domain.reads_arcs(),
        reads: Box::new(|text| domain.instances(Source::Many(text), &[]).is_ok()),
    });
    let games = GAMES.iter().map(|game| Reader {
        verb: Some("analyze"),
        name: game.info().name,
        has_arcs: false,
        reads: Box::new(|text| {
            let is_game = || {
                game.is_game_file(text.as_bytes()) && game.read_records(&[], text).is_ok()
                    || game.open_noted(&[], text, tables).is_ok()
            };
            text.contains(|c: char| !c.is_whitespace() && !"0123456789.,;:+-".contains(c))
                && is_game()
        }),
    });
    std::iter::once(path).chain(domains).chain(games).collect()
}

/// A text with other digits, letters and signs in the same places.
fn with_other_signs(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut any = |first: char, count: u64| {
        char::from_u32(first as u32 + random.below(count) as u32).unwrap_or(first)
    };
    let other = |c: char| match c {
        '0'..='9' => any('0', 10),
        'a'..='z' => any('a', 26),
        'A'..='Z' => any('A', 26),
        '!'..='/' => any('!', 15),
        ':'..='@' => any(':', 7),
        '['..='`' => any('[', 6),
        '{'..='~' => any('{', 4),
        _ => c,
    };
    text.chars().map(other).collect()
}

/// Whether a list has several arcs whose ends are those of others: no pairs of other things.
fn hangs_together(text: &str) -> bool {
    let kind = MapKind::of("", text);
    let graph = GraphMap::parse(kind, text);
    matches!(kind, MapKind::EdgeList | MapKind::Table)
        && graph.is_ok_and(|it| it.arc_count() > 1 && it.node_count() <= it.arc_count() + 1)
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
