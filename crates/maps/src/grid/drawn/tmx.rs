//! Maps of the editor Tiled in XML.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use tremaux_core::ParseError;

use super::tiled::{Layer, Tiles, is_wall_name, unpacked};

/// What is read of the open elements.
#[derive(Default)]
struct Open {
    /// The number of the first tile of the open tile set.
    first: u32,
    /// The tile whose properties are read.
    tile: Option<u32>,
    layer: Option<OpenLayer>,
    data: Option<OpenData>,
}

struct OpenLayer {
    name: String,
    is_wall: bool,
    tiles: Vec<u32>,
}

#[derive(Default)]
struct OpenData {
    encoding: String,
    compression: String,
    text: String,
}

/// The value of an attribute.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

/// The tiles of a map.
pub(super) fn tiles(text: &str) -> Result<Tiles, ParseError> {
    let mut reader = Reader::from_str(text);
    let (mut tiles, mut open) = (Tiles::default(), Open::default());
    loop {
        let place = reader.buffer_position() as usize;
        let failed = |expected: String| {
            let start = text.len().min(place);
            let line = text.get(start..).unwrap_or_default().trim_start();
            ParseError::about(text, line.lines().next().unwrap_or_default(), expected)
        };
        match reader.read_event() {
            Err(error) => return Err(failed(format!("a map of Tiled in XML ({error})"))),
            Ok(Event::Eof) => break,
            Ok(Event::Start(element)) => begin(&element, &mut tiles, &mut open).map_err(failed)?,
            Ok(Event::Empty(element)) => {
                begin(&element, &mut tiles, &mut open).map_err(failed)?;
                end(element.local_name().as_ref(), &mut tiles, &mut open).map_err(failed)?;
            }
            Ok(Event::Text(words)) => {
                if let Some(data) = &mut open.data {
                    data.text.push_str(&words);
                }
            }
            Ok(Event::End(element)) => {
                end(element.local_name().as_ref(), &mut tiles, &mut open).map_err(failed)?;
            }
            Ok(_) => {}
        }
    }
    Ok(tiles)
}

/// Takes an element that begins.
fn begin(element: &BytesStart<'_>, tiles: &mut Tiles, open: &mut Open) -> Result<(), String> {
    let of = |name: &str| attribute(element, name);
    let number = |name: &str| of(name).and_then(|it| it.trim().parse::<u32>().ok());
    match element.local_name().as_ref() {
        "map" => {
            if of("infinite").as_deref() == Some("1") {
                return Err("a map of fixed size: its map properties have `Infinite`".to_owned());
            }
            tiles.width = number("width").unwrap_or(0) as usize;
            tiles.height = number("height").unwrap_or(0) as usize;
        }
        "tileset" => {
            open.first = number("firstgid").unwrap_or(1);
            tiles.outside += usize::from(of("source").is_some());
        }
        "tile" => match (&mut open.data, &mut open.layer) {
            (Some(_), Some(layer)) => layer.tiles.push(number("gid").unwrap_or(0)),
            _ => open.tile = number("id").and_then(|id| open.first.checked_add(id)),
        },
        "property" => {
            let value = of("value").unwrap_or_default();
            let is_true = value == "true" || value.parse::<i64>().is_ok_and(|it| it != 0);
            if is_true && is_wall_name(&of("name").unwrap_or_default()) {
                match (&mut open.layer, open.tile) {
                    (Some(layer), _) => layer.is_wall = true,
                    (None, Some(tile)) => tiles.walls.push(tile),
                    _ => {}
                }
            }
        }
        "layer" => {
            let name = of("name").unwrap_or_default();
            let is_wall = is_wall_name(&name);
            open.layer = Some(OpenLayer { name, is_wall, tiles: Vec::new() });
        }
        "objectgroup" | "imagelayer" if open.tile.is_none() => {
            tiles.others.push(of("name").unwrap_or_default());
        }
        "data" => {
            open.data = Some(OpenData {
                encoding: of("encoding").unwrap_or_default(),
                compression: of("compression").unwrap_or_default(),
                text: String::new(),
            });
        }
        _ => {}
    }
    Ok(())
}

/// Takes an element that ends.
fn end(name: &str, tiles: &mut Tiles, open: &mut Open) -> Result<(), String> {
    match name {
        "data" => {
            let (Some(data), Some(layer)) = (open.data.take(), &mut open.layer) else {
                return Ok(());
            };
            let most = tiles.width.saturating_mul(tiles.height);
            layer.tiles = match &*data.encoding {
                "" => std::mem::take(&mut layer.tiles),
                "csv" => {
                    let words = data.text.split(',').map(str::trim).filter(|it| !it.is_empty());
                    let numbers: Option<Vec<u32>> = words.map(|it| it.parse().ok()).collect();
                    numbers.ok_or_else(|| format!("numbers of tiles in `{}`", layer.name))?
                }
                "base64" => unpacked(&data.text, &data.compression, most)?,
                other => return Err(format!("tiles as CSV or base64, found `{other}`")),
            };
        }
        "layer" => {
            if let Some(OpenLayer { name, is_wall, tiles: numbers }) = open.layer.take() {
                tiles.add(Layer { name, tiles: numbers, is_wall })?;
            }
        }
        "tile" if open.data.is_none() => open.tile = None,
        _ => {}
    }
    Ok(())
}
