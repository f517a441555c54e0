//! `tremaux serve`.

use std::io::{self, Write};
use std::net::IpAddr;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, value_parser};
use tremaux_web::{Ceilings, Settings};

use crate::arguments::Everywhere;
use crate::failure::Failure;
use crate::quantity;

/// The options of the verb.
#[derive(Clone, Debug, Args)]
struct Serving {
    /// The address to listen on; others than this machine can then reach it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// The port; 0 for any that is free
    #[arg(long, short, value_name = "N", default_value_t = 8017, allow_hyphen_values = true)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// How many searches run at once; others are told to ask again
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = "Limits")]
    #[arg(value_parser = value_parser!(u64).range(1..=1024), allow_hyphen_values = true)]
    searches: u64,
    /// The longest that one search may take: 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "60s")]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    time: Duration,
    /// The most nodes that one search may expand: 5000, 5M
    #[arg(long, value_name = "COUNT", value_parser = quantity::count, default_value = "50M")]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    nodes: u64,
    /// The most memory that the tables of one search may take: 400M, 2G, 512Mi
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes, default_value = "256Mi")]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    memory: usize,
}

/// The verb.
pub(crate) fn command() -> Command {
    Serving::augment_args(Command::new("serve"))
        .about("Serves a page that shows searches, plays and analyses games, in a browser")
        .after_help(
            "Examples:\n  tremaux serve\n  tremaux serve --port 0 --open\n\n\
             The address of the page is printed on a line of its own. Only this machine can reach \
             it, unless --listen says otherwise. Ctrl-C ends it.",
        )
}

/// Serves until it is interrupted.
pub(crate) fn serve(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let serving = Serving::from_arg_matches(matches).expect("the options of the verb");
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
        if serving.open && !open(&page) && !everywhere.quiet {
            let _ = writeln!(io::stderr(), "no browser could be started: open {page}");
        }
    });
    served.map_err(|error| {
        Failure::Usage(format!("cannot listen on {}:{}: {error}", settings.listen, settings.port))
    })?;
    told?;
    Ok(0)
}

/// Opens a page in the browser of the system; says whether that began.
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
