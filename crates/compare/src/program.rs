//! The program being measured, and the machine it runs on.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Serialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// A program: its file, its version, and a hash of its file.
///
/// Two builds of the same version count as two programs; the hash of the file distinguishes
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// The first line of the output of `--version`.
    pub version: String,
    /// The first twelve hexadecimal digits of the file's SHA-256.
    pub build: String,
}

/// The reason why a program cannot be used.
#[derive(Debug, Error)]
#[error("cannot run the program {}: {source}", path.display())]
pub struct ProgramError {
    /// The file.
    pub path: PathBuf,
    /// The underlying error.
    pub source: io::Error,
}

impl Program {
    /// Reads the version and the hash of the program at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or started.
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

/// Bytes in hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Facts about the machine, without which times are meaningless.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Host {
    /// The name of the processor.
    pub processor: String,
    /// The number of logical processors available.
    pub cores: usize,
    /// The size of main memory in bytes, or 0 if unknown.
    pub memory: u64,
    /// The operating system and the architecture.
    pub system: String,
}

impl Host {
    /// The facts about this machine.
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
