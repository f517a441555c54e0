//! The program that is measured, and the machine that it runs on.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Serialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// A program: its file, what it says of itself, and what its file is made of.
///
/// Two builds of one version are two programs: a build is told by the bytes of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// The first line of its `--version`.
    pub version: String,
    /// The first twelve digits of the file's SHA-256.
    pub build: String,
}

/// Why a program cannot be used.
#[derive(Debug, Error)]
#[error("cannot run the program {}: {source}", path.display())]
pub struct ProgramError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

impl Program {
    /// Looks at the program at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or started.
    pub fn at(path: &Path) -> Result<Self, ProgramError> {
        let failed = |source| ProgramError { path: path.to_owned(), source };
        let path = path.canonicalize().map_err(failed)?;
        let mut hash = Sha256::new();
        io::copy(&mut File::open(&path).map_err(failed)?, &mut hash).map_err(failed)?;
        let asked = Command::new(&path).arg("--version").stdin(Stdio::null()).output();
        let said = String::from_utf8_lossy(&asked.map_err(failed)?.stdout).into_owned();
        let version = said.lines().next().unwrap_or("unknown").trim().to_owned();
        Ok(Self { path, version, build: hexadecimal(&hash.finalize()[..6]) })
    }
}

/// Bytes as digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Facts about the machine: without them a time says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Host {
    /// The processor, as it names itself.
    pub processor: String,
    /// The logical processors that may be used.
    pub cores: usize,
    /// The bytes of main memory, 0 if not known.
    pub memory: u64,
    /// The operating system and its architecture.
    pub system: String,
}

impl Host {
    /// Looks at this machine.
    #[must_use]
    pub fn here() -> Self {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let field = |text: &str, name: &str| -> Option<String> {
            let line = text.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        };
        let memory = field(&read("/proc/meminfo"), "MemTotal")
            .and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        Self {
            processor: field(&read("/proc/cpuinfo"), "model name")
                .unwrap_or_else(|| "unknown".into()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory: memory.unwrap_or(0) * 1024,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}
