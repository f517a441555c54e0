//! The page for any static host: its files, the guide, and the engine as a module of WebAssembly.

mod book;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::run;

/// As the server's, with what compiles the engine and runs it beside the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri \
                      'none'; form-action 'none'";

/// The factor of the hash that tells versions apart (FNV-1a, Fowler, Noll and Vo 1991).
const PRIME: u64 = 0x0100_0000_01B3;

const TARGET: &str = "wasm32-unknown-unknown";

/// What crates use that Debian's compiler for the web does not know as stable yet: all, and those
/// with the standard library.
const NEWER: [&str; 2] = [
    "let_chains,slice_as_chunks,unsigned_is_multiple_of,const_str_split_at",
    "trait_upcasting,vec_pop_if,num_midpoint_signed,const_vec_string_slice,const_copy_from_slice",
];

/// Compiles the engine, and returns where it is.
///
/// With rustup's target, if it is installed; else with the compiler that Debian has for the web
/// and its standard library (packages `rustc-web`, `cargo-web`, `rust-web-src` and `lld`).
fn engine() -> Result<PathBuf, String> {
    let sysroot = run(Command::new("rustc").args(["--print", "sysroot"]))?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot).trim());
    let build =
        ["build", "--keep-going", "--profile", "web", "--target", TARGET, "-p", "tremaux-wasm"];
    let folder = Path::new("target/web");
    let has_target = sysroot.join("lib/rustlib").join(TARGET).is_dir();
    let mut command = Command::new(if has_target { "cargo" } else { "/usr/bin/cargo" });
    command.args(build).env("CARGO_TARGET_DIR", folder);
    if !has_target {
        let wrapper = wrapper(folder)?;
        command
            .args(["--ignore-rust-version", "-Zbuild-std=std,panic_abort"])
            .env_remove("RUSTUP_TOOLCHAIN")
            .envs([("RUSTC", "/usr/bin/rustc"), ("RUSTC_BOOTSTRAP", "1")])
            .env("RUSTC_WRAPPER", wrapper)
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/bin/wasm-ld");
    }
    run(&mut command)?;
    Ok(folder.join(TARGET).join("web/tremaux_engine.wasm"))
}

/// Writes a script that runs an older compiler with what crates use that became stable later.
fn wrapper(folder: &Path) -> Result<PathBuf, String> {
    let [all, std] = NEWER;
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in\n*/rustlib/* | */usr/src/rustc*) exec \"$@\" ;;\n\
         *\" --crate-name tremaux_\"*) exec \"$@\" '-Zcrate-attr=feature({all},{std})' ;;\n\
         *) exec \"$@\" '-Zcrate-attr=feature({all})' ;;\nesac\n"
    );
    let path = folder.join("rustc.sh");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, script));
    written.map_err(|error| format!("{}: {error}", path.display()))?;
    run(Command::new("chmod").arg("+x").arg(&path))?;
    fs::canonicalize(&path).map_err(|error| format!("{}: {error}", path.display()))
}

fn read(path: impl AsRef<Path>) -> Result<Vec<u8>, String> {
    let path = path.as_ref();
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The page as a static host has it: no server sends headers, so that it says what it may do,
/// and that its engine is in the browser.
fn index() -> Result<Vec<u8>, String> {
    let page = String::from_utf8_lossy(&read("apps/web/dist/index.html")?).into_owned();
    let policy = format!("<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">");
    let page = page.replace("<html ", "<html data-engine=\"browser\" ");
    let guide = "<a class=\"guide\" href=\"./guide/index.html\">Guide</a>";
    let page = page.replacen("<button ", &format!("{guide}\n      <button "), 1);
    Ok(page.replacen("<head>", &format!("<head>\n    {policy}"), 1).into_bytes())
}

/// A file of the site: its path in it, and its bytes.
type File = (String, Vec<u8>);

/// Writes the site into `folder`, and returns its files with their sizes.
pub(crate) fn make(folder: &Path) -> Result<Vec<String>, String> {
    let engine = engine()?;
    let ask = |request: &str, question: &str| {
        run(Command::new("node")
            .args(["apps/wasm/engine.mjs".as_ref(), engine.as_path()])
            .args([request, question]))
    };
    let catalogue = ask("catalogue", "")?;
    let mut files = book::files(&catalogue, ask)?;
    files.push(("index.html".to_owned(), index()?));
    files.push(("engine.wasm".to_owned(), read(&engine)?));
    files.push(("catalogue.json".to_owned(), catalogue));
    for name in ["page.js", "page.css", "worker.js", "icon.svg"] {
        files.push((name.to_owned(), read(Path::new("apps/web/dist").join(name))?));
    }
    files.push(("offline.js".to_owned(), offline(&files)?));
    let mut names = HashSet::new();
    if let Some((twice, _)) = files.iter().find(|(name, _)| !names.insert(name)) {
        return Err(format!("two files of the site are called {twice}"));
    }
    let _ = fs::remove_dir_all(folder);
    let mut made = Vec::new();
    for (name, bytes) in files {
        let path = folder.join(name);
        let written = fs::create_dir_all(path.parent().unwrap_or(folder));
        let written = written.and_then(|()| fs::write(&path, &bytes));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
        made.push(format!("{:>9} {}", bytes.len(), path.display()));
    }
    Ok(made)
}

/// What serves the files without a connection: it has their names, and a version that their bytes
/// determine.
fn offline(files: &[File]) -> Result<Vec<u8>, String> {
    let bytes = files.iter().flat_map(|(_, bytes)| bytes);
    let version = bytes.fold(0_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    let names: Vec<String> = files.iter().map(|(name, _)| format!("./{name}")).collect();
    let names = serde_json::to_string(&names).map_err(|error| error.to_string())?;
    let script = String::from_utf8_lossy(&read("apps/web/page/offline.js")?).into_owned();
    let script = script.replacen("VERSION", &format!("{version:016x}"), 1);
    Ok(script.replacen("[\"./\"]", &names.replacen('[', "[\"./\",", 1), 1).into_bytes())
}
