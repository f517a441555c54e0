//! The processes of a cluster, as the command line names them.

use std::path::{Path, PathBuf};
use std::thread::{sleep, spawn};
use std::time::Duration;

use clap::{Args, ValueHint, value_parser};
use tremaux_cli::failure::Failure;
use tremaux_cli::input::from_file;
use tremaux_cli::interrupt;
use tremaux_cluster::{ClusterError, Machines};
use tremaux_registry::quantity;

/// The processes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Cluster")]
pub(super) struct MachineOptions {
    /// Start N processes on this machine
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = value_parser!(u64).range(1..=256), conflicts_with = "hosts")]
    pub(super) processes: u64,
    /// File with the address of each process on a line, as HOST:PORT
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "process")]
    pub(super) hosts: Option<PathBuf>,
    /// Number of this process among those of --hosts, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(super) process: Option<usize>,
    /// Number of threads of each process
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = value_parser!(u64).range(1..=1024))]
    pub(super) threads: u64,
    /// How long to wait for the other processes to come
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(super) connect_limit: Duration,
    /// How long another process may give no sign of life
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(super) silence_limit: Duration,
}

/// The processes and the states that they keep.
#[derive(Clone, Debug, Args)]
pub(super) struct ClusterOptions {
    #[command(flatten)]
    pub(super) machines: MachineOptions,
    /// Memory of each process for states: 400M, 2G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    pub(super) memory: usize,
    /// Random seed of generated instances
    #[arg(long, value_name = "N", default_value = "0")]
    pub(super) seed: u64,
}

impl MachineOptions {
    /// The processes, and which of them this one is.
    pub(super) fn machines(&self) -> Result<Machines, Failure> {
        let mut machines = Machines::one(self.threads as usize);
        machines.connect_limit = self.connect_limit;
        machines.silence_limit = self.silence_limit;
        if let (Some(path), Some(process)) = (&self.hosts, self.process) {
            machines.addresses = addresses(path)?;
            if process >= machines.addresses.len() {
                let count = machines.addresses.len();
                let message = format!("--process {process}: {} lists {count}", path.display());
                return Err(Failure::Usage(message));
            }
            machines.process = process;
        }
        Ok(machines)
    }
}

/// The addresses of a file, one on a line; `#` starts a comment.
fn addresses(path: &Path) -> Result<Vec<String>, Failure> {
    let text = from_file(path)?.text;
    let mut addresses = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let address = line.split('#').next().unwrap_or_default().trim();
        if address.is_empty() {
            continue;
        }
        let port = address.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
        let wrong = |expected: &str| {
            let place = format!("{} line {number}", path.display());
            Err(Failure::Usage(format!("{place}: found `{address}`, expected {expected}")))
        };
        if port.is_none_or(|port| port == 0) {
            return wrong("HOST:PORT");
        }
        if addresses.iter().any(|other| other == address) {
            return wrong("another address than before");
        }
        addresses.push(address.to_owned());
    }
    if addresses.is_empty() {
        let message = format!("{}: no address; expected HOST:PORT", path.display());
        return Err(Failure::Usage(message));
    }
    Ok(addresses)
}

/// An error of a computation over processes.
pub(super) fn failed(error: ClusterError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Lets Ctrl-C call `say` and end this process.
pub(super) fn when_interrupted(say: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let cancel = interrupt::token()?;
    spawn(move || {
        while !cancel.is_cancelled() {
            sleep(Duration::from_millis(20));
        }
        say();
        std::process::exit(3);
    });
    Ok(())
}
