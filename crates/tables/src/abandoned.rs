//! Temporary files of processes that were killed.

use std::fs;
use std::path::Path;

/// Removes the temporary files for `path` of processes that were killed while writing it: files
/// beside it that are called like it, with the number of a process that is not running and
/// `.part`, such as `a.svg.1234.part`.
pub fn remove_abandoned_parts(path: &Path) {
    // Only where running processes can be seen.
    let processes = Path::new("/proc");
    let (Some(name), true) = (path.file_name(), processes.join("self").exists()) else { return };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(files) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    let prefix = format!("{}.", name.to_string_lossy());
    for file in files.filter_map(Result::ok) {
        let name = file.file_name();
        let number = || name.to_str()?.strip_prefix(&prefix)?.strip_suffix(".part");
        // A process may have several, numbered after a hyphen.
        let process = number().and_then(|number| number.split('-').next());
        let process = process.filter(|id| !id.is_empty() && id.bytes().all(|c| c.is_ascii_digit()));
        if process.is_some_and(|id| !processes.join(id).exists()) {
            // Somebody else may have removed it.
            let _ = fs::remove_file(file.path());
        }
    }
}
