//! Where the other one of the two programs is.

use std::env;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The program `name` beside the running one, or else in `PATH`.
///
/// # Errors
///
/// If there is none, the failure names the command that builds it from the package in `folder`.
pub fn find(name: &str, folder: &str) -> Result<PathBuf, Failure> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let here = env::current_exe().ok();
    let beside = here.as_deref().and_then(Path::parent).map(Path::to_owned);
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = beside.clone().into_iter().chain(env::split_paths(&path));
    let found = places.find_map(|place| Some(place.join(&file)).filter(|it| it.is_file()));
    found.ok_or_else(|| {
        let build = build_command(beside.as_deref(), name, folder);
        let message = format!("`{name}` is neither beside this program nor in PATH");
        Failure::Usage(format!("{message}; in a checkout, `{build}` builds it"))
    })
}

/// The command after which a program is beside one in a folder of cargo's, or else in `PATH`.
fn build_command(beside: Option<&Path>, name: &str, folder: &str) -> String {
    let profile = beside.and_then(Path::file_name).and_then(|it| it.to_str());
    match profile {
        Some("debug") => format!("cargo build --workspace --bin {name}"),
        Some(profile @ ("quick" | "release" | "dist")) => {
            format!("cargo build --profile {profile} --workspace --bin {name}")
        }
        _ => format!("cargo install --path {folder}"),
    }
}
