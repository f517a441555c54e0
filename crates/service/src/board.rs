//! Pictures of positions as JSON.

use serde::Serialize;
use tremaux_core::{Picture, Role, Shape};
use tremaux_registry::Square;

/// A picture: its size in cells, and its parts in drawing order.
#[derive(Debug, Serialize)]
pub(crate) struct Board {
    width: u32,
    height: u32,
    shapes: Vec<Drawn>,
}

/// A part of a picture.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Drawn {
    Cell { x: i32, y: i32, role: &'static str },
    Glyph { x: i32, y: i32, text: String, role: &'static str },
    Line { from: (f32, f32), to: (f32, f32), role: &'static str },
}

/// The name of a role.
const fn name(role: Role) -> &'static str {
    match role {
        Role::Wall => "wall",
        Role::Piece => "piece",
        Role::OtherPiece => "other-piece",
        Role::Goal => "goal",
        Role::Start => "start",
        Role::Path => "path",
        Role::Label => "label",
        _ => "ground",
    }
}

impl From<Picture> for Board {
    fn from(picture: Picture) -> Self {
        let drawn = picture.shapes.into_iter().filter_map(|shape| match shape {
            Shape::Cell { x, y, role } => Some(Drawn::Cell { x, y, role: name(role) }),
            Shape::Glyph { x, y, text, role } => {
                Some(Drawn::Glyph { x, y, text, role: name(role) })
            }
            Shape::Line { from, to, role } => Some(Drawn::Line { from, to, role: name(role) }),
            _ => None,
        });
        Self { width: picture.width, height: picture.height, shapes: drawn.collect() }
    }
}

/// The places where `after` shows something that `before` does not: centers of cells and of
/// lines.
pub(crate) fn changes(before: &Picture, after: &Picture) -> Vec<(f32, f32)> {
    let is_new = |shape: &&Shape| !before.shapes.contains(shape);
    let mut places: Vec<(f32, f32)> = after
        .shapes
        .iter()
        .filter(is_new)
        .chain(before.shapes.iter().filter(|shape| !after.shapes.contains(shape)))
        .filter_map(|shape| match shape {
            Shape::Cell { x, y, .. } | Shape::Glyph { x, y, .. } => {
                Some((*x as f32 + 0.5, *y as f32 + 0.5))
            }
            Shape::Line { from, to, .. } => {
                Some((f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1)))
            }
            _ => None,
        })
        .collect();
    places.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    places.dedup();
    places
}

/// The characters in a cell.
pub(crate) fn glyph(picture: &Picture, (column, row): Square) -> Option<&str> {
    picture.shapes.iter().rev().find_map(|shape| match shape {
        Shape::Glyph { x, y, text, .. } if (*x, *y) == (column.into(), row.into()) => {
            Some(text.as_str())
        }
        _ => None,
    })
}
