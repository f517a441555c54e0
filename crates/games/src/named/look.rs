//! What a page needs to show a board on which pieces go from square to square.

use serde::Serialize;
use tremaux_core::{Picture, Player, Role, Shape};

use super::board::Labels;

/// A square: column and row, from 0 at the top left of the picture.
pub type Square = (u8, u8);

/// How pieces are drawn. The characters of the picture say which piece it is, its role whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// Those of chess: the letters of FEN, on a chequered board.
    Figures,
    /// Those of checkers: kings in upper case, on a chequered board.
    Men,
    /// Discs, on a board of one colour.
    Discs,
}

/// The look of a position, beside its picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Look {
    /// How pieces are drawn; `None` if the picture alone says what the board looks like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<PieceSet>,
    /// The names of columns and rows.
    pub labels: Labels,
    /// The squares of each legal move, in the order of the moves.
    #[serde(skip)]
    pub moves: Vec<Vec<Square>>,
    /// The squares of the last move.
    pub last: Vec<Square>,
    /// Squares to point out, such as that of a king in check.
    pub alerts: Vec<Square>,
    /// The squares that belong to a side, such as territory, and which.
    pub owned: Vec<(u8, u8, Player)>,
    /// What each side has that counts, such as discs; empty if nothing does.
    pub counts: Vec<u32>,
    /// The score of one piece or point; pages divide scores by it.
    pub scale: u32,
    /// The side that made the first move, or makes it.
    pub first_side: u8,
    /// The number of that move, as books count moves of both sides.
    pub first_number: u32,
}

/// The squares of rows of so many pieces of one side; of rows that cross, all.
pub(crate) fn rows_of(picture: &Picture, length: usize) -> Vec<Square> {
    let of = |wanted: Role| -> Vec<(i32, i32)> {
        let squares = picture.shapes.iter().filter_map(|shape| match shape {
            Shape::Cell { x, y, role } | Shape::Glyph { x, y, role, .. } if *role == wanted => {
                Some((*x, *y))
            }
            _ => None,
        });
        squares.collect()
    };
    let mut found = Vec::new();
    for squares in [of(Role::Piece), of(Role::OtherPiece)] {
        for &(x, y) in &squares {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let row = (0..length as i32).map(|nth| (x + nth * right, y + nth * down));
                if row.clone().all(|square| squares.contains(&square)) {
                    found.extend(row.map(|(x, y)| (x as u8, y as u8)));
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
