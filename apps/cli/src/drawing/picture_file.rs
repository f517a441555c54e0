//! Files for pictures: the extension determines the format.

use std::path::Path;

use crate::failure::Failure;

/// Whether the name of a file ends in `.` and `extension`, in any case.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Fails if the name of the file that `option` names ends in none of the `known` extensions.
pub(crate) fn check_extension(option: &str, path: &Path, known: &[&str]) -> Result<(), Failure> {
    if known.iter().any(|known| has_extension(path, known)) {
        return Ok(());
    }
    let known: Vec<String> = known.iter().map(|known| format!(".{known}")).collect();
    Err(Failure::Usage(format!(
        "{option} {}: expected a file name ending in {}",
        path.display(),
        known.join(" or ")
    )))
}

/// Fails if this program has no renderer of PNG, for which `option` asks.
pub(crate) fn check_renderer(option: &str) -> Result<(), Failure> {
    if cfg!(feature = "png") {
        return Ok(());
    }
    let message = "this program was built without a renderer of PNG: write .svg, or build it with \
                   `cargo build --release -p tremaux-cli --features png`";
    Err(Failure::Usage(format!("{option}: {message}")))
}

/// A drawing as PNG.
#[cfg(feature = "png")]
pub(crate) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    tremaux_raster::png(svg, scale).map_err(|error| error.to_string())
}

/// Says that there is no renderer.
#[cfg(not(feature = "png"))]
pub(crate) fn png(_: &str, _: f32) -> Result<Vec<u8>, String> {
    Err("this program has no renderer of PNG".to_owned())
}
