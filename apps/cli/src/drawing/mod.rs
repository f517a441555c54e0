//! Pictures of searches on grids: in the terminal, as SVG, as PNG.

pub(crate) mod cells;
pub(crate) mod map_pixels;
pub(crate) mod map_svg;
pub(crate) mod picture_file;
mod png;
