//! Pictures of searches on grid maps and in mazes: in the terminal, as SVG, as PNG.

pub(crate) mod map_pixels;
pub(crate) mod map_svg;
pub(crate) mod maze;
pub(crate) mod picture_file;
mod png;
