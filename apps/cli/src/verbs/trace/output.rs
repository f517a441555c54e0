//! Output of traces in several formats.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, FromArgMatches, ValueEnum, ValueHint};
use serde_json::json;
use tremaux_registry::PlaceRestorer;
use tremaux_trace::picture::Theme;
use tremaux_trace::{
    Sink, Trace, TraceError, TraceEvent, TraceHeader, TraceSelection, TraceWriter, dot, drawing,
    write_page, write_posthoc,
};

use crate::atomic_file::{AtomicFile, cannot_write};
use crate::drawing::picture_file::{check_renderer, png};
use crate::failure::Failure;
use crate::output::write_json_line;
use crate::quantity;

/// Format of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Compact trace file, read by `tremaux trace replay`
    Tremaux,
    /// Posthoc search trace 1.4.0 (JSON)
    Posthoc,
    /// Graphviz graph
    Dot,
    /// SVG picture
    Svg,
    /// PNG picture
    Png,
    /// Self-contained web page with a player
    Html,
    /// One JSON object per event and line
    Jsonl,
}

/// Background of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Background {
    Light,
    Dark,
}

/// The options of a trace.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Trace")]
pub(crate) struct TraceOptions {
    /// Output file, or `-` for standard output
    #[arg(long, short, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Format of the trace [default: from the file extension; tremaux without one]
    #[arg(long, global = true, value_enum)]
    pub(crate) form: Option<Form>,
    /// Maximum number of recorded events; counts still cover the whole search
    #[arg(long, global = true, value_name = "COUNT", value_parser = quantity::count)]
    #[arg(default_value = "100k")]
    pub(crate) events: u64,
    /// Record every Nth expansion, with all states it generates
    #[arg(long, global = true, value_name = "N", value_parser = quantity::count)]
    #[arg(default_value = "1")]
    pub(crate) sample: u64,
    /// Draw the search as it was after N events
    #[arg(long, global = true, value_name = "N", value_parser = quantity::count)]
    pub(crate) step: Option<u64>,
    /// Maximum number of drawn tree nodes, besides those of the plan
    #[arg(long, global = true, value_name = "N", value_parser = quantity::count)]
    #[arg(default_value = "150")]
    pub(crate) tree_nodes: u64,
    /// Background of pictures
    #[arg(long, global = true, value_enum, value_name = "GROUND", default_value = "light")]
    pub(crate) theme: Background,
    /// Scale of PNG pictures, in pixels per SVG unit
    #[arg(long, global = true, value_name = "N", value_parser = scale, default_value = "1")]
    pub(crate) scale: f32,
}

fn scale(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok().filter(|scale| (0.01..=16.0).contains(scale));
    number.ok_or_else(|| "expected a number from 0.01 to 16".to_owned())
}

/// The extensions of file names, and the formats that they stand for.
const EXTENSIONS: [(&str, Form); 11] = [
    ("trace", Form::Tremaux),
    ("json", Form::Posthoc),
    ("yaml", Form::Posthoc),
    ("yml", Form::Posthoc),
    ("dot", Form::Dot),
    ("gv", Form::Dot),
    ("svg", Form::Svg),
    ("png", Form::Png),
    ("html", Form::Html),
    ("htm", Form::Html),
    ("jsonl", Form::Jsonl),
];

/// The format that the extension of a file name stands for; `None` without an extension.
fn form_of(path: &Path) -> Result<Option<Form>, Failure> {
    let Some(extension) = path.extension() else { return Ok(None) };
    let is_it = |known: &str| extension.eq_ignore_ascii_case(known);
    match EXTENSIONS.iter().find(|(known, _)| is_it(known)) {
        Some((_, form)) => Ok(Some(*form)),
        None => {
            let known = EXTENSIONS.map(|(known, _)| format!(".{known}"));
            Err(Failure::Usage(format!(
                "--output {}: expected a file name ending in {}, or --form FORM",
                path.display(),
                known.join(", ")
            )))
        }
    }
}

impl TraceOptions {
    /// The events to record.
    pub(crate) fn selection(&self) -> TraceSelection {
        TraceSelection::default().with_events(self.events).with_every(self.sample)
    }

    /// Whether the trace goes to standard output.
    pub(crate) fn takes_standard_output(&self) -> bool {
        self.output.as_deref() == Some(Path::new("-"))
    }

    /// The options in `matches`; the file extension determines the format if none is given.
    pub(crate) fn of(matches: &ArgMatches) -> Result<Self, Failure> {
        let mut options = Self::from_arg_matches(matches).expect("the options of a trace");
        if let (None, Some(path)) = (options.form, &options.output) {
            options.form = form_of(path)?;
        }
        if options.form == Some(Form::Png) {
            check_renderer("--form png")?;
        }
        Ok(options)
    }

    fn form(&self) -> Form {
        self.form.unwrap_or(Form::Tremaux)
    }

    /// Whether the trace is written in the compact format.
    pub(crate) fn is_own_form(&self) -> bool {
        self.form() == Form::Tremaux
    }

    /// The header of a trace that leaves out what the rules tell, if it is in our own form
    /// and the rules can be had again from it.
    pub(crate) fn shortened(&self, header: TraceHeader) -> TraceHeader {
        let all = TraceHeader { options: BTreeMap::new(), ..header.clone() };
        let selection = header.selection.without_places();
        let known = [header, all.clone()].into_iter().find(|it| PlaceRestorer::of(it).is_some());
        match known {
            Some(known) if self.is_own_form() => TraceHeader { selection, ..known },
            _ => all,
        }
    }

    /// Starts a trace; rejects invalid options before the search starts.
    pub(crate) fn begin(&self, header: TraceHeader) -> Result<TraceOutput, Failure> {
        let Some(path) = self.output.clone() else {
            let message = "missing --output FILE (or `-` for standard output)";
            return Err(Failure::Usage(message.into()));
        };
        let form = self.form();
        if self.step.is_some() && !matches!(form, Form::Dot | Form::Svg | Form::Png) {
            let message = "--step needs --form svg, png or dot";
            return Err(Failure::Usage(message.into()));
        }
        let place = match self.takes_standard_output() {
            true => Destination::Out(BufWriter::new(stdout())),
            false => Destination::File(AtomicFile::new(&path)?),
        };
        let target = match form {
            Form::Tremaux => {
                let writer = TraceWriter::new(place, &header);
                TraceTarget::Streamed(Box::new(writer.map_err(|error| self.in_file(error.into()))?))
            }
            _ => TraceTarget::Buffered(Box::new(Trace::new(header)), place),
        };
        Ok(TraceOutput { target, form, options: self.clone() })
    }

    /// Adds the file name to a write error.
    fn in_file(&self, failure: Failure) -> Failure {
        match (failure, &self.output) {
            (Failure::Write(error), Some(path)) if !self.takes_standard_output() => {
                cannot_write(path, &error)
            }
            (failure, _) => failure,
        }
    }

    /// Fails if several searches cannot be recorded.
    pub(crate) fn check_many(&self) -> Result<(), Failure> {
        if self.is_own_form() { Ok(()) } else { Err(self.only_one()) }
    }

    fn only_one(&self) -> Failure {
        let message = "this format holds a single search: record several into a .trace file and \
                       convert one with `tremaux trace replay FILE --search N`";
        Failure::Usage(message.into())
    }

    /// Writes a trace that is in memory.
    fn write(&self, form: Form, trace: &Trace, out: &mut dyn Write) -> Result<(), Failure> {
        let theme = match self.theme {
            Background::Light => Theme::LIGHT,
            Background::Dark => Theme::DARK,
        };
        let most_nodes = usize::try_from(self.tree_nodes).unwrap_or(usize::MAX);
        let until = self.step.map(|step| trace.until(usize::try_from(step).unwrap_or(usize::MAX)));
        let shown = until.as_ref().unwrap_or(trace);
        match form {
            Form::Tremaux => {
                let mut writer = TraceWriter::new(&mut *out, &trace.header)?;
                trace.steps.iter().for_each(|step| writer.take(&step.event));
                if let Some(counts) = trace.counts {
                    let status = trace.status.as_str().into();
                    writer.take(&TraceEvent::End { counts, status });
                }
                writer.finish()?;
            }
            Form::Posthoc => write_posthoc(trace, out)?,
            Form::Dot => out.write_all(dot(shown, theme, most_nodes).as_bytes())?,
            Form::Html => write_page(trace, out)?,
            Form::Jsonl => {
                write_json_line(out, &json!({ "header": trace.header }))?;
                for step in &trace.steps {
                    write_json_line(out, &step.event)?;
                }
            }
            Form::Svg | Form::Png => {
                let svg = drawing::svg(shown, drawing::Style { theme, most_nodes });
                if form == Form::Svg {
                    out.write_all(svg.as_bytes())?;
                } else {
                    let image = png(&svg, self.scale).map_err(|error| {
                        let advice = "reduce --scale or --tree-nodes, or use svg";
                        Failure::Usage(format!("{error}: {advice}"))
                    })?;
                    out.write_all(&image)?;
                }
            }
        }
        Ok(())
    }
}

impl From<TraceError> for Failure {
    fn from(error: TraceError) -> Self {
        match error {
            TraceError::Io(error) => Self::Write(error),
            other => Self::Usage(other.to_string()),
        }
    }
}

/// A trace that is being written.
pub(crate) struct TraceOutput {
    target: TraceTarget,
    form: Form,
    options: TraceOptions,
}

enum TraceTarget {
    /// Written immediately.
    Streamed(Box<TraceWriter<Destination>>),
    /// Written at the end.
    Buffered(Box<Trace>, Destination),
}

impl TraceOutput {
    /// The sink for events.
    pub(crate) fn sink(&mut self) -> &mut dyn Sink {
        match &mut self.target {
            TraceTarget::Streamed(writer) => &mut **writer,
            TraceTarget::Buffered(trace, _) => &mut **trace,
        }
    }

    /// Starts the trace of the next search in the same file, in the compact format.
    pub(crate) fn next(&mut self, header: &TraceHeader) -> Result<(), Failure> {
        match &mut self.target {
            TraceTarget::Streamed(writer) => {
                writer.next_trace(header).map_err(|error| self.options.in_file(error.into()))
            }
            TraceTarget::Buffered(..) => Err(self.options.only_one()),
        }
    }

    /// Completes the output; until then the file does not exist.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let named = |failure: Failure| self.options.in_file(failure);
        let place = match self.target {
            TraceTarget::Streamed(writer) => {
                writer.finish().map_err(|error| named(error.into()))?
            }
            TraceTarget::Buffered(trace, mut place) => {
                self.options.write(self.form, &trace, &mut place).map_err(named)?;
                place
            }
        };
        match place {
            Destination::Out(mut out) => Ok(out.flush()?),
            Destination::File(file) => file.finish(),
        }
    }
}

enum Destination {
    Out(BufWriter<Stdout>),
    File(AtomicFile),
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Out(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Out(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}
