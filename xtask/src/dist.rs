//! What people without a toolchain install: a tarball of the programs with completions, manual
//! pages and licences, a Debian package of the same, and the Python wheel.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shells, and where Debian keeps the script of a program.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/NAME"),
    ("zsh", "usr/share/zsh/vendor-completions/_NAME"),
    ("fish", "usr/share/fish/vendor_completions.d/NAME.fish"),
];

/// The programs.
const PROGRAMS: [&str; 2] = ["tremaux", "tremaux-lab"];

/// Runs a command that must succeed, and returns what it prints.
pub(crate) fn run(command: &mut Command) -> Result<Vec<u8>, String> {
    let shown = format!("{command:?}");
    let done = command.output().map_err(|error| format!("{shown}: {error}"))?;
    if done.status.success() {
        Ok(done.stdout)
    } else {
        Err(format!("{shown}: {}", String::from_utf8_lossy(&done.stderr)))
    }
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let folder = path.parent().expect("a file in a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to.parent().expect("a file in a folder"))
        .and_then(|()| fs::copy(from, to).map(drop))
        .map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

/// The names of the program's verbs, as its manual page lists them.
fn verbs(program: &Path) -> Result<Vec<String>, String> {
    let help = run(Command::new(program).arg("--help"))?;
    let help = String::from_utf8_lossy(&help).into_owned();
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let listed = listed.take_while(|line| !line.trim().is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    Ok(names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect())
}

/// Copies a program, its completions and manual pages into a folder like that of the system.
fn install(name: &str, root: &Path) -> Result<(), String> {
    let program = &Path::new("target/dist").join(name);
    let copied = root.join("usr/bin").join(name);
    copy(program, &copied)?;
    let _ = run(Command::new("strip").arg(&copied));
    for (shell, place) in SHELLS {
        let script = run(Command::new(program).args(["completions", shell]))?;
        write(&root.join(place.replace("NAME", name)), script)?;
    }
    let manual = root.join("usr/share/man/man1");
    write(&manual.join(format!("{name}.1")), run(Command::new(program).arg("man"))?)?;
    for verb in verbs(program)? {
        // `tremaux-lab.1` is the page of the other program.
        if let Ok(page) = run(Command::new(program).args(["man", &verb]))
            && !PROGRAMS.contains(&&*format!("{name}-{verb}"))
        {
            write(&manual.join(format!("{name}-{verb}.1")), page)?;
        }
    }
    Ok(())
}

/// Makes what can be made on this machine in `folder`; returns the files, and what was left out.
pub(crate) fn make(folder: &Path) -> Result<Vec<String>, String> {
    let packages = ["-p", "tremaux-cli", "-p", "tremaux-lab", "--features", "tremaux-cli/png"];
    run(Command::new("cargo").args(["build", "--profile", "dist"]).args(packages))?;
    let version = run(Command::new("target/dist/tremaux").arg("--version"))?;
    let version = String::from_utf8_lossy(&version).trim().replace("tremaux ", "");
    let host = run(Command::new("rustc").arg("-vV"))?;
    let host = String::from_utf8_lossy(&host).into_owned();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("unknown");
    let name = format!("tremaux-{version}-{host}");
    let root = folder.join("root");
    let _ = fs::remove_dir_all(&root);
    for program in PROGRAMS {
        install(program, &root)?;
    }
    let documents = root.join("usr/share/doc/tremaux");
    for document in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"] {
        copy(Path::new(document), &documents.join(document))?;
    }
    // The program contains the font.
    copy(Path::new("crates/raster/fonts/LICENSE"), &documents.join("LICENSE-FONT"))?;
    let tarball = folder.join(format!("{name}.tar.gz"));
    let moved = format!("s,^usr,{name},");
    run(Command::new("tar")
        .arg("czf")
        .arg(&tarball)
        .arg("--transform")
        .arg(&moved)
        .arg("-C")
        .arg(&root)
        .arg("usr"))?;
    let mut made = vec![tarball.display().to_string()];
    made.push(
        debian(folder, &root, &version).unwrap_or_else(|why| format!("no Debian package: {why}")),
    );
    made.push(wheel(folder).unwrap_or_else(|why| format!("no wheel: {why}")));
    Ok(made)
}

fn debian(folder: &Path, root: &Path, version: &str) -> Result<String, String> {
    let machine = run(Command::new("dpkg").arg("--print-architecture"))?;
    let machine = String::from_utf8_lossy(&machine).trim().to_owned();
    let control = format!(
        "Package: tremaux\nVersion: {version}\nArchitecture: {machine}\nMaintainer: The Trémaux \
         developers <tremaux@localhost>\nDepends: libc6\nSection: science\nPriority: \
         optional\nDescription: Provably optimal search for paths, plans, puzzles and games\n"
    );
    write(&root.join("DEBIAN/control"), control)?;
    let package = folder.join(format!("tremaux_{version}_{machine}.deb"));
    run(Command::new("dpkg-deb").args(["--root-owner-group", "--build"]).arg(root).arg(&package))?;
    Ok(package.display().to_string())
}

fn wheel(folder: &Path) -> Result<String, String> {
    let maturin = ["maturin", "target/dist-venv/bin/maturin"].into_iter().find(|program| {
        Command::new(program).arg("--version").output().is_ok_and(|done| done.status.success())
    });
    let maturin: PathBuf = match maturin {
        Some(found) => found.into(),
        None => {
            run(Command::new("python3").args(["-m", "venv", "target/dist-venv"]))?;
            run(Command::new("target/dist-venv/bin/pip").args([
                "install",
                "-q",
                "maturin>=1.9,<2",
            ]))?;
            "target/dist-venv/bin/maturin".into()
        }
    };
    let mut build = Command::new(maturin);
    build.args(["build", "--profile", "dist", "-m", "apps/python/Cargo.toml", "-o"]).arg(folder);
    run(&mut build)?;
    let made = fs::read_dir(folder).map_err(|error| error.to_string())?.flatten();
    let wheel =
        made.map(|entry| entry.path()).find(|path| path.extension().is_some_and(|it| it == "whl"));
    wheel.map(|path| path.display().to_string()).ok_or_else(|| "maturin made none".to_owned())
}
