//! Maps of the editor Tiled, in JSON and in XML (TMX).

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use tremaux_core::ParseError;

use super::{DrawnMap, DrawnRules, small_sides};
use crate::xml::{self, Element};

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
const WALL_NAMES: &str =
    "wall walls blocked collides collision collisions solid obstacle impassable";

/// Tiled's maps may grow without end.
const FIXED: &str = "a map of fixed size: Tiled's map properties have `Infinite`";

/// What the rules need of a map in either form.
#[derive(Default)]
struct Tiles {
    width: usize,
    height: usize,
    layers: Vec<Layer>,
    /// The numbers of tiles with a property of walls.
    walls: Vec<u32>,
    /// The number of tile sets in files of their own, whose properties are not known.
    outside: usize,
    /// Layers without tiles.
    others: Vec<String>,
}

/// A layer of tiles: numbers row by row, 0 for none.
struct Layer {
    name: String,
    tiles: Vec<u32>,
    is_wall: bool,
}

fn is_wall_name(name: &str) -> bool {
    WALL_NAMES.split(' ').any(|known| name.trim().eq_ignore_ascii_case(known))
}

/// Whether the value of a property, as a text, is true.
fn is_true(value: &str) -> bool {
    value == "true" || value.parse::<i64>().is_ok_and(|it| it != 0)
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
        of_xml(text)?
    };
    tiles.map(rules).map_err(failed)
}

impl Tiles {
    /// The most tiles of a layer.
    fn count(&self) -> usize {
        self.width.saturating_mul(self.height)
    }

    /// The names of the layers.
    fn names(&self) -> String {
        self.layers.iter().map(|it| format!("`{}`", it.name)).collect::<Vec<_>>().join(", ")
    }

    /// Makes tiles and layers walls that `--wall` names by their numbers and names.
    fn choose(&mut self, walls: &str) -> Result<(), String> {
        let mut ids = Vec::new();
        self.layers.iter_mut().for_each(|layer| layer.is_wall = false);
        for item in walls.split(',').map(str::trim) {
            let named = self.layers.iter_mut().find(|layer| layer.name == item);
            match (named, item.parse()) {
                (Some(layer), _) => layer.is_wall = true,
                (None, Ok(id)) => ids.push(id),
                (None, Err(_)) => {
                    return Err(format!(
                        "--wall with numbers of tiles or a layer, {}, found `{item}`",
                        self.names()
                    ));
                }
            }
        }
        self.walls = ids;
        Ok(())
    }

    fn map(mut self, rules: &DrawnRules<'_>) -> Result<DrawnMap, String> {
        let sides = small_sides(self.width, self.height);
        let sides = sides.ok_or("a map with 1 to 32767 columns and rows")?;
        if let Some(walls) = rules.walls {
            self.choose(walls)?;
        } else if self.walls.is_empty() && !self.layers.iter().any(|layer| layer.is_wall) {
            let outside = if self.outside > 0 { " (its tile sets are in other files)" } else { "" };
            return Err(format!(
                "tiles or a layer with the property `wall`, `blocked` or `collides`{outside}, or \
                 --wall with numbers of tiles or a layer: {}",
                self.names()
            ));
        }
        let mut weights = vec![1; self.count()];
        for layer in &self.layers {
            for (weight, tile) in weights.iter_mut().zip(&layer.tiles) {
                let tile = tile & !TURNED;
                if tile != 0 && layer.is_wall || self.walls.contains(&tile) {
                    *weight = 0;
                }
            }
        }
        let layers = self.layers.iter().filter(|layer| layer.is_wall);
        let layers: Vec<&str> = layers.map(|layer| &*layer.name).collect();
        let mut walls = Vec::new();
        if !layers.is_empty() {
            walls.push(format!("every tile of {}", layers.join(", ")));
        }
        match self.walls.len() {
            0 => {}
            1 => walls.push("1 kind of tiles".to_owned()),
            count => walls.push(format!("{count} kinds of tiles")),
        }
        let mut map = DrawnMap::of_rows(sides, weights).ok_or("as many tiles as cells")?;
        map.notes.push(format!("walls of the tile map: {}", walls.join(" and ")));
        if !self.others.is_empty() {
            let others = self.others.join(", ");
            map.notes.push(format!("layers without tiles are left out: {others}"));
        }
        Ok(map)
    }

    /// Adds a layer whose numbers are complete.
    fn add(&mut self, name: String, is_wall: bool, tiles: Vec<u32>) -> Result<(), String> {
        let (expected, found) = (self.count(), tiles.len());
        if found != expected {
            return Err(format!("{expected} tiles in the layer `{name}`, found {found}"));
        }
        let is_wall = is_wall || is_wall_name(&name);
        self.layers.push(Layer { name, tiles, is_wall });
        Ok(())
    }
}

/// The numbers of tiles in a text.
fn numbers(data: &str, encoding: &str, compression: &str, most: usize) -> Result<Vec<u32>, String> {
    match encoding {
        "csv" => {
            let words = data.split(',').map(str::trim).filter(|it| !it.is_empty());
            let numbers = words.map(|it| it.parse().map_err(|_| format!("a number, found `{it}`")));
            return numbers.collect();
        }
        "base64" => {}
        other => return Err(format!("tiles as CSV or base64, found `{other}`")),
    }
    let packed: Vec<u8> = data.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let packed = STANDARD.decode(packed).map_err(|error| format!("tiles in base64: {error}"))?;
    let (most, packed) = (most as u64 * 4 + 1, &*packed);
    let mut bytes = Vec::new();
    let read = match compression {
        "" => packed.take(most).read_to_end(&mut bytes),
        "zlib" => flate2::read::ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes),
        "gzip" => flate2::read::GzDecoder::new(packed).take(most).read_to_end(&mut bytes),
        other => {
            return Err(format!("tiles packed by zlib or gzip, or as CSV, found `{other}`"));
        }
    };
    read.map_err(|error| format!("tiles packed by {compression}: {error}"))?;
    let numbers = bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
    Ok(numbers.collect())
}

/// Whether properties in JSON make a tile or layer a wall.
fn is_wall(properties: &Value) -> bool {
    let is_wall = |name: &str, value: &Value| {
        is_wall_name(name) && value.as_str().map_or_else(|| is_true(&value.to_string()), is_true)
    };
    match properties {
        Value::Array(list) => {
            list.iter().any(|it| is_wall(it["name"].as_str().unwrap_or_default(), &it["value"]))
        }
        Value::Object(keys) => keys.iter().any(|(key, value)| is_wall(key, value)),
        _ => false,
    }
}

fn of_json(map: &Value) -> Result<Tiles, String> {
    if map["infinite"].as_bool() == Some(true) {
        return Err(FIXED.to_owned());
    }
    let [width, height] = ["width", "height"].map(|key| map[key].as_u64().unwrap_or(0) as usize);
    let mut tiles = Tiles { width, height, ..Tiles::default() };
    for set in map["tilesets"].as_array().into_iter().flatten() {
        let first = set["firstgid"].as_u64().unwrap_or(1);
        tiles.outside += usize::from(set["source"].is_string());
        let listed = set["tiles"].as_array().into_iter().flatten();
        let listed = listed.filter(|tile| is_wall(&tile["properties"]));
        // Before Tiled 1.2, by number.
        let old = set["tileproperties"].as_object().into_iter().flatten();
        let old = old.filter(|(_, of)| is_wall(of)).filter_map(|(id, _)| id.parse().ok());
        let ids = listed.filter_map(|tile| tile["id"].as_u64()).chain(old);
        tiles.walls.extend(ids.filter_map(|id: u64| u32::try_from(first.checked_add(id)?).ok()));
    }
    let mut open: Vec<&Value> = map["layers"].as_array().into_iter().flatten().rev().collect();
    while let Some(layer) = open.pop() {
        let name = layer["name"].as_str().unwrap_or_default().to_owned();
        if let Some(inner) = layer["layers"].as_array() {
            open.extend(inner.iter().rev());
            continue;
        }
        let numbers = match &layer["data"] {
            Value::Array(list) => {
                let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
                let numbers: Option<Vec<u32>> = list.iter().map(number).collect();
                numbers.ok_or_else(|| format!("numbers of tiles in the layer `{name}`"))?
            }
            Value::String(data) => {
                let compression = layer["compression"].as_str().unwrap_or_default();
                numbers(data, "base64", compression, tiles.count())?
            }
            _ => {
                tiles.others.push(name);
                continue;
            }
        };
        tiles.add(name, is_wall(&layer["properties"]), numbers)?;
    }
    Ok(tiles)
}

fn of_xml(text: &str) -> Result<Tiles, ParseError> {
    let map = xml::parse(text)?;
    let number = |of: &Element<'_>, key: &str| of.attribute(key)?.trim().parse::<u32>().ok();
    let is_wall = |of: &Element<'_>| {
        of.all("properties").flat_map(|it| it.all("property")).any(|it| {
            is_wall_name(it.attribute("name").unwrap_or_default())
                && is_true(it.attribute("value").unwrap_or_default())
        })
    };
    if map.attribute("infinite") == Some("1") {
        return Err(map.wrong(text, FIXED));
    }
    let [width, height] = ["width", "height"].map(|key| number(&map, key).unwrap_or(0) as usize);
    let mut tiles = Tiles { width, height, ..Tiles::default() };
    for set in map.all("tileset") {
        let first = number(set, "firstgid").unwrap_or(1);
        tiles.outside += usize::from(set.attribute("source").is_some());
        let walls = set.all("tile").filter(|tile| is_wall(tile));
        tiles.walls.extend(walls.filter_map(|tile| first.checked_add(number(tile, "id")?)));
    }
    let mut open: Vec<&Element<'_>> = map.children.iter().rev().collect();
    while let Some(part) = open.pop() {
        let name = part.attribute("name").unwrap_or_default().to_owned();
        match part.name {
            "group" => open.extend(part.children.iter().rev()),
            "objectgroup" | "imagelayer" => tiles.others.push(name),
            "layer" => {
                let data = part.all("data").next();
                let of = |key: &str| data.and_then(|it| it.attribute(key)).unwrap_or_default();
                let numbers = match (data, of("encoding")) {
                    (Some(data), "") => {
                        let each = data.all("tile").map(|tile| number(tile, "gid").unwrap_or(0));
                        Ok(each.collect())
                    }
                    (Some(data), encoding) => {
                        numbers(data.text(), encoding, of("compression"), tiles.count())
                    }
                    (None, _) => Ok(Vec::new()),
                };
                let added = numbers.and_then(|numbers| tiles.add(name, is_wall(part), numbers));
                added.map_err(|expected| part.wrong(text, expected))?;
            }
            _ => {}
        }
    }
    Ok(tiles)
}
