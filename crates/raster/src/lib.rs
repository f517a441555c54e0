//! SVG as PNG, without system libraries: the same picture on every machine.
//!
//! Drawings are SVG everywhere (`tremaux-picture`); to render them takes more code than all of
//! them together, so that only what needs pixels uses this crate.
//!
//! ```
//! let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'/>";
//! let image = tremaux_raster::png(svg, 2.0)?;
//! assert!(image.starts_with(b"\x89PNG"));
//! # Ok::<(), tremaux_raster::PictureError>(())
//! ```

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use thiserror::Error;

/// The font for all lettering, so that pictures are the same on every machine.
static FONT: &[u8] = include_bytes!("../fonts/TremauxSans.ttf");
/// Its name.
const FAMILY: &str = "Tremaux Sans";
/// The longest side in pixels; a square of this size takes a quarter of a gigabyte.
const LONGEST_SIDE: f32 = 8192.0;

/// Why a picture could not be rendered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The text is not SVG.
    #[error("not valid SVG: {0}")]
    NoSvg(String),
    /// The picture is too large, or has no size.
    #[error("a picture of {width} by {height} pixels: expected sides from 1 to {LONGEST_SIDE}")]
    Size {
        /// The width in pixels.
        width: f32,
        /// The height in pixels.
        height: f32,
    },
    /// The picture cannot be encoded.
    #[error("cannot encode the picture as PNG: {0}")]
    Png(String),
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let made = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        for set in [
            fontdb::Database::set_sans_serif_family,
            fontdb::Database::set_serif_family,
            fontdb::Database::set_monospace_family,
        ] {
            set(&mut fonts, FAMILY);
        }
        Arc::new(fonts)
    });
    Arc::clone(made)
}

/// Renders SVG as PNG, with `scale` pixels per unit.
///
/// Text uses a built-in font; no system fonts or other files are loaded.
///
/// # Errors
///
/// Fails if `svg` is not SVG, or if a side of the picture would have no pixels or more than
/// 8192.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PictureError> {
    let options = Options { font_family: FAMILY.to_owned(), fontdb: fonts(), ..Options::default() };
    let tree =
        Tree::from_str(svg, &options).map_err(|error| PictureError::NoSvg(error.to_string()))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let is_usable = |side: f32| (0.5..=LONGEST_SIDE).contains(&side);
    let wrong = || PictureError::Size { width, height };
    if !is_usable(width) || !is_usable(height) {
        return Err(wrong());
    }
    let (across, down) = (width.round().max(1.0) as u32, height.round().max(1.0) as u32);
    let mut pixels = Pixmap::new(across, down).ok_or_else(wrong)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PictureError::Png(error.to_string()))
}
