//! Maps of the editor Tiled, in JSON and in XML (TMX).

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use tremaux_core::ParseError;

use super::{DrawnMap, DrawnRules, sides};
use crate::grid::GridWorld;

/// Whether a text looks like such a map.
pub(super) fn is_tiled(text: &str) -> bool {
    let text = text.trim_start();
    if text.starts_with('{') {
        return text.contains("\"layers\"") && text.contains("\"tilewidth\"");
    }
    text.starts_with('<') && text.contains("<map") && text.contains("tilewidth=")
}

/// The bits of a tile's number that turn or mirror it.
const TURNED: u32 = 0xf000_0000;

/// Properties of tiles and layers that make them walls.
const WALL_NAMES: [&str; 9] = [
    "wall",
    "walls",
    "blocked",
    "collides",
    "collision",
    "collisions",
    "solid",
    "obstacle",
    "impassable",
];

/// What the rules need of a map in either form.
#[derive(Default)]
pub(super) struct Tiles {
    pub(super) width: usize,
    pub(super) height: usize,
    layers: Vec<Layer>,
    /// The numbers of tiles with a property of walls.
    pub(super) walls: Vec<u32>,
    /// The number of tile sets in files of their own, whose properties are not known.
    pub(super) outside: usize,
    /// Layers without tiles.
    pub(super) others: Vec<String>,
}

/// A layer of tiles: numbers row by row, 0 for none.
pub(super) struct Layer {
    pub(super) name: String,
    pub(super) tiles: Vec<u32>,
    pub(super) is_wall: bool,
}

pub(super) fn is_wall_name(name: &str) -> bool {
    WALL_NAMES.iter().any(|known| name.trim().eq_ignore_ascii_case(known))
}

/// Reads a map.
pub(super) fn parse(text: &str, rules: &DrawnRules<'_>) -> Result<DrawnMap, ParseError> {
    let failed = |expected: String| ParseError::about(text, text.trim_start(), expected);
    let tiles = if text.trim_start().starts_with('{') {
        let map: Value = serde_json::from_str(text).map_err(|error| {
            let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
            let at = tremaux_core::parse::floor_char_boundary(line, error.column());
            ParseError::about(text, &line[at..], "a map of Tiled in JSON")
        })?;
        of_json(&map).map_err(failed)?
    } else {
        super::tmx::tiles(text)?
    };
    tiles.map(rules).map_err(failed)
}

impl Tiles {
    /// Numbers of walls, or the name of a layer whose tiles are walls.
    fn map(self, rules: &DrawnRules<'_>) -> Result<DrawnMap, String> {
        let sides = sides(self.width, self.height);
        let count = self.width.saturating_mul(self.height);
        let sides = sides.filter(|_| count <= GridWorld::MOST_CELLS);
        let sides = sides.ok_or("a map with 1 to 32767 columns and rows")?;
        let mut notes = Vec::new();
        let named = |name: &str| self.layers.iter().position(|it| it.name == name);
        let names = || self.layers.iter().map(|it| format!("`{}`", it.name)).collect::<Vec<_>>();
        let mut wall_layers: Vec<usize> = Vec::new();
        let mut ids = self.walls.clone();
        if let Some(walls) = rules.walls {
            ids.clear();
            for item in walls.split(',').map(str::trim) {
                if let Some(layer) = named(item) {
                    wall_layers.push(layer);
                } else if let Ok(id) = item.parse() {
                    ids.push(id);
                } else {
                    let layers = names().join(", ");
                    return Err(format!(
                        "--wall with numbers of tiles or a layer, {layers}, found `{item}`"
                    ));
                }
            }
        } else {
            wall_layers.extend((0..self.layers.len()).filter(|&at| self.layers[at].is_wall));
            if ids.is_empty() && wall_layers.is_empty() {
                let outside = match self.outside {
                    0 => "",
                    _ => " (its tile sets are in other files)",
                };
                return Err(format!(
                    "tiles or a layer with the property `wall`, `blocked` or `collides`{outside}, \
                     or --wall with numbers of tiles or a layer: {}",
                    names().join(", ")
                ));
            }
        }
        let mut weights = vec![1; count];
        for (at, layer) in self.layers.iter().enumerate() {
            let is_wall_layer = wall_layers.contains(&at);
            for (weight, tile) in weights.iter_mut().zip(&layer.tiles) {
                let tile = tile & !TURNED;
                if tile != 0 && is_wall_layer || ids.contains(&tile) {
                    *weight = 0;
                }
            }
        }
        let layers: Vec<&str> = wall_layers.iter().map(|&at| &*self.layers[at].name).collect();
        let mut walls = Vec::new();
        if !layers.is_empty() {
            walls.push(format!("every tile of {}", layers.join(", ")));
        }
        if !ids.is_empty() {
            walls.push(format!(
                "{} kind{} of tiles",
                ids.len(),
                if ids.len() == 1 { "" } else { "s" }
            ));
        }
        notes.push(format!("walls of the tile map: {}", walls.join(" and ")));
        if !self.others.is_empty() {
            notes.push(format!("layers without tiles are left out: {}", self.others.join(", ")));
        }
        let map = DrawnMap::of_rows(Some(sides), weights).ok_or("as many tiles as cells")?;
        Ok(DrawnMap { notes, ..map })
    }

    /// Adds a layer whose numbers are complete.
    pub(super) fn add(&mut self, layer: Layer) -> Result<(), String> {
        let (expected, found) = (self.width.saturating_mul(self.height), layer.tiles.len());
        if found != expected {
            let name = &layer.name;
            return Err(format!("{expected} tiles in the layer `{name}`, found {found}"));
        }
        self.layers.push(layer);
        Ok(())
    }
}

/// The numbers of tiles in packed data.
pub(super) fn unpacked(data: &str, compression: &str, most: usize) -> Result<Vec<u32>, String> {
    let packed: Vec<u8> = data.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let packed = STANDARD.decode(packed).map_err(|error| format!("tiles in base64: {error}"))?;
    let most = most as u64 * 4 + 1;
    let mut bytes = Vec::new();
    let read = match compression {
        "" => packed.as_slice().take(most).read_to_end(&mut bytes),
        "zlib" => flate2::read::ZlibDecoder::new(&*packed).take(most).read_to_end(&mut bytes),
        "gzip" => flate2::read::GzDecoder::new(&*packed).take(most).read_to_end(&mut bytes),
        other => {
            return Err(format!("tiles packed by zlib or gzip, or as CSV, found `{other}`"));
        }
    };
    read.map_err(|error| format!("tiles packed by {compression}: {error}"))?;
    let numbers = bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
    Ok(numbers.collect())
}

/// Whether properties in JSON make a tile or layer a wall.
fn is_wall(of: &Value) -> bool {
    let is_true = |value: &Value| {
        value.as_bool() == Some(true)
            || value.as_i64().is_some_and(|it| it != 0)
            || value.as_str() == Some("true")
    };
    match &of["properties"] {
        Value::Array(list) => list.iter().any(|property| {
            is_wall_name(property["name"].as_str().unwrap_or_default())
                && is_true(&property["value"])
        }),
        Value::Object(keys) => keys.iter().any(|(key, value)| is_wall_name(key) && is_true(value)),
        _ => false,
    }
}

fn of_json(map: &Value) -> Result<Tiles, String> {
    let side = |of: &Value, key: &str| of[key].as_u64().map_or(0, |side| side as usize);
    if map["infinite"].as_bool() == Some(true) {
        return Err("a map of fixed size: Tiled's map properties have `Infinite`".to_owned());
    }
    let mut tiles =
        Tiles { width: side(map, "width"), height: side(map, "height"), ..Tiles::default() };
    for set in map["tilesets"].as_array().into_iter().flatten() {
        let first = set["firstgid"].as_u64().unwrap_or(1);
        tiles.outside += usize::from(set["source"].is_string());
        let with_ids = |of: &Value| of["id"].as_u64();
        let listed = set["tiles"].as_array().into_iter().flatten();
        let listed = listed.filter(|tile| is_wall(tile)).filter_map(with_ids);
        // Before Tiled 1.2, by number.
        let old = set["tileproperties"].as_object().into_iter().flatten();
        let old = old.filter(|(_, of)| is_wall(&serde_json::json!({ "properties": of })));
        let ids: Vec<u64> = listed.chain(old.filter_map(|(id, _)| id.parse().ok())).collect();
        tiles.walls.extend(ids.into_iter().filter_map(|id| u32::try_from(first + id).ok()));
    }
    let mut open: Vec<&Value> = map["layers"].as_array().into_iter().flatten().rev().collect();
    while let Some(layer) = open.pop() {
        let name = layer["name"].as_str().unwrap_or_default().to_owned();
        if let Some(inner) = layer["layers"].as_array() {
            open.extend(inner.iter().rev());
            continue;
        }
        let most = tiles.width.saturating_mul(tiles.height);
        let numbers = match &layer["data"] {
            Value::Array(list) => {
                let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
                let numbers: Option<Vec<u32>> = list.iter().map(number).collect();
                numbers.ok_or_else(|| format!("numbers of tiles in the layer `{name}`"))?
            }
            Value::String(data) => {
                let compression = layer["compression"].as_str().unwrap_or_default();
                unpacked(data, compression, most)?
            }
            _ => {
                tiles.others.push(name);
                continue;
            }
        };
        let is_wall = is_wall_name(&name) || is_wall(layer);
        tiles.add(Layer { name, tiles: numbers, is_wall })?;
    }
    Ok(tiles)
}
