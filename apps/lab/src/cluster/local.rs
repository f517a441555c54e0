//! Several processes on this machine.

use std::ffi::OsString;
use std::io::Write;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tremaux_cli::failure::Failure;
use tremaux_cli::interrupt;

/// How long the others may take to end when one has failed.
const GRACE: Duration = Duration::from_secs(5);

/// Starts this command in `count` processes; returns the exit status of the first that fails.
pub(super) fn start(count: usize, needs_folder: bool) -> Result<u8, Failure> {
    let folder = if needs_folder { Some(tempfile::tempdir()?) } else { None };
    let mut hosts = tempfile::NamedTempFile::new()?;
    // Held until all are known, so that they differ.
    let ports: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    for port in &ports {
        writeln!(hosts, "{}", port.local_addr()?)?;
    }
    hosts.flush()?;
    drop(ports);
    let cancel = interrupt::token()?;
    let mut children = Vec::new();
    for process in 0..count {
        let mut command = Command::new(std::env::current_exe()?);
        let mut own = vec!["--hosts".into(), hosts.path().into()];
        own.extend(["--process".into(), process.to_string().into()]);
        if let Some(folder) = &folder {
            own.extend(["--folder".into(), folder.path().into()]);
        }
        command.args(arguments(own));
        if process > 0 {
            command.stdout(Stdio::null());
        }
        children.push(command.stdin(Stdio::null()).spawn()?);
    }
    let mut statuses: Vec<Option<u8>> = vec![None; count];
    let mut deadline = None;
    while statuses.contains(&None) {
        for (child, status) in children.iter_mut().zip(&mut statuses) {
            if status.is_none()
                && let Some(ended) = child.try_wait()?
            {
                *status = Some(ended.code().map_or(70, |code| code as u8));
            }
        }
        let is_failing = statuses.iter().flatten().any(|&status| status != 0);
        if is_failing || cancel.is_cancelled() {
            let deadline = *deadline.get_or_insert_with(|| Instant::now() + GRACE);
            if Instant::now() > deadline {
                children.iter_mut().for_each(|child| drop(child.kill()));
            }
        }
        sleep(Duration::from_millis(10));
    }
    let failed = |status: &&u8| **status != 0;
    let statuses: Vec<u8> = statuses.into_iter().flatten().collect();
    // What process 0 says counts, unless another one failed for its own reasons.
    Ok(statuses.iter().find(failed).copied().unwrap_or(0))
}

/// The arguments of this process, with `more` of them instead of --processes.
fn arguments(more: Vec<OsString>) -> Vec<OsString> {
    let mut arguments = std::env::args_os().skip(1);
    let mut kept = Vec::new();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if text == "--" {
            kept.extend(more);
            kept.push(argument);
            kept.extend(arguments);
            return kept;
        }
        if text == "--processes" {
            let _ = arguments.next();
        } else if !text.starts_with("--processes=") {
            kept.push(argument);
        }
    }
    kept.extend(more);
    kept
}
