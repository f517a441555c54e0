//! Pictures: an SVG writer, and colours for all kinds of colour vision.
//!
//! ```
//! use tremaux_picture::{Point, Svg, Theme};
//!
//! let theme = Theme::LIGHT;
//! let mut svg = Svg::new(120.0, 40.0, "A square and its name");
//! svg.rect(Point::new(0.0, 0.0).rect(120.0, 40.0), theme.ground);
//! svg.rect(Point::new(8.0, 8.0).rect(24.0, 24.0), theme.path);
//! svg.text(Point::new(76.0, 20.0), 14.0, theme.ink, "square");
//! assert!(svg.finish().starts_with("<svg"));
//! ```

mod board;
pub mod chart;
mod geometry;
pub mod legend;
mod svg;
mod theme;
mod tidy_tree;

pub use board::{Board, Piece};
pub use geometry::{CellGrid, Point, Rect};
pub use legend::Legend;
pub use svg::{Paint, Svg, escape};
pub use theme::Theme;
pub use tidy_tree::TidyTree;
