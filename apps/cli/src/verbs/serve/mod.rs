//! `tremaux serve`.

use std::io::{self, Write};
use std::net::IpAddr;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, value_parser};
use tremaux_web::{Ceilings, Settings};

use crate::failure::Failure;
use crate::program::Invocation;
use crate::quantity;

/// The options of the verb.
#[derive(Clone, Debug, Args)]
struct ServeOptions {
    /// Address to listen on; other machines can connect if this is not localhost
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// Port; 0 picks a free one
    #[arg(long, short, value_name = "N", default_value_t = 8017)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Maximum number of parallel searches; further requests are refused
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = "Limits")]
    #[arg(value_parser = value_parser!(u64).range(1..=1024))]
    searches: u64,
    /// Time limit of each search: 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "60s")]
    #[arg(help_heading = "Limits")]
    time: Duration,
    /// Limit on expanded nodes of each search: 5000, 5M
    #[arg(long, value_name = "COUNT", value_parser = quantity::count, default_value = "50M")]
    #[arg(help_heading = "Limits")]
    nodes: u64,
    /// Memory limit for the tables of each search: 400M, 2G, 512Mi
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes, default_value = "256Mi")]
    #[arg(help_heading = "Limits")]
    memory: usize,
}

/// The verb.
pub(crate) fn command() -> Command {
    ServeOptions::augment_args(Command::new("serve"))
        .about("Serves a web page that shows searches and plays and analyzes games")
        .after_help(
            "Examples:\n  tremaux serve\n  tremaux serve --port 0 --open\n\n\
             Prints the address of the page on a separate line. Only this machine can connect \
             unless --listen allows others. Press Ctrl-C to stop the server.",
        )
}

/// Serves until it is interrupted.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, out, .. } = invocation;
    let serving = ServeOptions::from_arg_matches(matches).expect("the options of the verb");
    let ceilings = Ceilings {
        nodes: serving.nodes,
        seconds: serving.time.as_secs_f64(),
        bytes: serving.memory,
        ..Ceilings::default()
    };
    let settings = Settings {
        listen: serving.listen,
        port: serving.port,
        searches: serving.searches as usize,
        ceilings,
        ..Settings::default()
    };
    let mut told = Ok(());
    let served = tremaux_web::serve(&settings, |address| {
        let page = format!("http://{address}/");
        told = writeln!(out, "{page}").and_then(|()| out.flush());
        if serving.open && !open(&page) && !global.quiet {
            let _ = writeln!(io::stderr(), "cannot start a browser: open {page} yourself");
        }
    });
    served.map_err(|error| {
        Failure::Usage(format!("cannot listen on {}:{}: {error}", settings.listen, settings.port))
    })?;
    told?;
    Ok(0)
}

/// Opens a page in the default browser; returns whether it could be started.
fn open(page: &str) -> bool {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut process = Process::new(opener);
    process.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    process.spawn().is_ok()
}
