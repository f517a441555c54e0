//! `tremaux solve maze` with a picture, or with several algorithms beside one another.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, ValueHint, value_parser};
use tremaux_registry::{Given, RegistryError, Source, Status, mazes};

use crate::arguments::{Everywhere, Format, Search, Written};
use crate::failure::Failure;
use crate::interrupt;
use crate::maze_drawing::{LEGEND, Panel, png, svg, text};
use crate::output::{Reports, Style};

/// The largest maze that is shown in a terminal, in columns.
const WIDEST: usize = 400;

/// The options that only mazes have.
pub(crate) fn with_arguments(command: Command) -> Command {
    command
        .arg(
            Arg::new("draw")
                .long("draw")
                .value_name("FILE")
                .value_hint(ValueHint::FilePath)
                .value_parser(value_parser!(PathBuf))
                .help("Draw what was visited, the frontier and the path, as .svg or .png"),
        )
        .arg(
            Arg::new("show")
                .long("show")
                .action(clap::ArgAction::SetTrue)
                .help("Show the same in the terminal"),
        )
        .arg(
            Arg::new("compare")
                .long("compare")
                .value_name("NAMES")
                .allow_hyphen_values(true)
                .conflicts_with("algorithm")
                .help("Solve it by several algorithms, as depth-first-graph,breadth-first"),
        )
}

/// What is asked for besides the result.
pub(crate) struct Wanted {
    draw: Option<PathBuf>,
    is_shown: bool,
    algorithms: Vec<Option<String>>,
    is_comparison: bool,
}

impl Wanted {
    /// What `matches` ask for; nothing if that is the result alone.
    pub(crate) fn of(matches: &ArgMatches, search: &Search) -> Result<Option<Self>, Failure> {
        let draw: Option<&PathBuf> = matches.get_one("draw");
        let compare: Option<&String> = matches.get_one("compare");
        let is_shown = matches.get_flag("show");
        if draw.is_none() && compare.is_none() && !is_shown {
            return Ok(None);
        }
        let extension = draw.and_then(|path| path.extension()?.to_str());
        if let Some(path) = draw.filter(|_| !matches!(extension, Some("svg" | "png"))) {
            let message =
                format!("--draw {}: expected a file ending in .svg or .png", path.display());
            return Err(Failure::Usage(message));
        }
        let algorithms = match compare {
            Some(names) => parted(names).map(|name| Some(name.trim().to_owned())).collect(),
            None => vec![search.algorithm.clone()],
        };
        let is_comparison = compare.is_some();
        Ok(Some(Self { draw: draw.cloned(), is_shown, algorithms, is_comparison }))
    }
}

/// The names in a list, whose brackets may hold commas too.
fn parted(names: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    names.split(move |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth <= 0
    })
}

/// Solves and draws; returns the exit status.
pub(crate) fn solve(
    wanted: &Wanted,
    search: &Search,
    (source, given, origin, index): (Source<'_>, Given<'_>, &str, Option<u64>),
    (everywhere, written, style): (&Everywhere, &Written, Style),
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    if wanted.is_shown && written.format != Format::Text {
        let reason = "a picture in characters goes with --format text".into();
        return Err(Failure::Registry(RegistryError::NotApplicable { option: "--show", reason }));
    }
    let mut all = mazes::read(source, given).map_err(|error| Failure::of(error, origin))?;
    let index = index.map_or(0, |index| usize::try_from(index - 1).unwrap_or(usize::MAX));
    let count = all.len();
    if index >= count || index == 0 && count > 1 {
        let message = format!("{origin} holds {count} instances: choose one by --index N, from 1");
        return Err(Failure::Usage(message));
    }
    let instance = all.swap_remove(index);
    let maze = instance.maze();
    if wanted.is_shown && maze.width() > WIDEST {
        let message = format!(
            "--show: a terminal is at most {WIDEST} cells wide, and this maze {}; --draw FILE \
             draws it",
            maze.width()
        );
        return Err(Failure::Usage(message));
    }
    let named =
        |error| Failure::of(error, if wanted.is_comparison { "--compare" } else { "--algorithm" });
    let choices: Vec<_> = wanted
        .algorithms
        .iter()
        .map(|algorithm| tremaux_registry::Choice {
            algorithm: algorithm.clone(),
            ..search.choice()
        })
        .collect();
    for choice in &choices {
        instance.check(choice).map_err(named)?;
    }
    let cancel = interrupt::token()?;
    let limits = search.limits(&cancel);
    let is_many = wanted.is_comparison;
    let (mut panels, mut runs) = (Vec::new(), Vec::new());
    let mut status = 0;
    for choice in &choices {
        let run = instance.solve(choice, &limits).map_err(named)?;
        status = status.max(match run.report.status {
            Status::Solved => 0,
            Status::NoSolution => 1,
            Status::Limit => 3,
        });
        if wanted.draw.is_some() || wanted.is_shown {
            let length = match run.report.length {
                Some(length) if run.report.optimal == Some(true) => {
                    format!("{length} steps, proved the fewest")
                }
                Some(length) => format!("{length} steps"),
                None => "no way".to_owned(),
            };
            let visits = run.trace.visited();
            let title = format!("{}: {length}, {visits} visited", run.report.algorithm);
            let marks = run.trace.marks(maze, &run.steps);
            panels.push(Panel { title, maze, marks, visits });
        }
        runs.push(run.report);
    }
    if let Some(path) = &wanted.draw {
        write_picture(path, &panels)?;
    }
    if wanted.is_shown {
        for panel in &panels {
            writeln!(out, "{}", text(panel, style.is_colored))?;
        }
        writeln!(out, "{LEGEND}\n")?;
    }
    if is_many && written.format == Format::Text {
        for report in &runs {
            crate::text::write_brief(out, report, style)?;
        }
        return Ok(status);
    }
    let mut reports = Reports::new(out, written.format, style, everywhere.verbose, is_many);
    for report in &runs {
        reports.write(report, None)?;
    }
    reports.finish()?;
    Ok(status)
}

fn write_picture(path: &Path, panels: &[Panel<'_>]) -> Result<(), Failure> {
    let is_svg = path.extension().is_some_and(|extension| extension == "svg");
    let picture = if is_svg { svg(panels)?.into_bytes() } else { png(panels)? };
    crate::replacing::write_whole(path, &picture)
}

#[cfg(test)]
mod tests {
    use super::parted;

    #[test]
    fn commas_in_brackets_part_nothing() {
        let names = |text| parted(text).collect::<Vec<_>>();
        assert_eq!(names("a,b"), ["a", "b"]);
        assert_eq!(names("a(1, 2), b"), ["a(1, 2)", " b"]);
        assert_eq!(names("a"), ["a"]);
    }
}
