//! Where a trace goes, and in which form.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use serde_json::json;
use tremaux_registry::Places;
use tremaux_trace::picture::{Theme, png};
use tremaux_trace::{
    Selection, Sink, Trace, TraceError, TraceEvent, TraceHeader, TraceWriter, dot, drawing,
    write_page, write_posthoc,
};

use crate::failure::Failure;
use crate::quantity;
use crate::replacing::{Replacing, cannot_write};

/// The form of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Our own: compact, replayed by `tremaux trace replay`
    Tremaux,
    /// For Posthoc, version 1.4.0, in JSON
    Posthoc,
    /// For Graphviz
    Dot,
    /// A picture in SVG
    Svg,
    /// A picture in PNG
    Png,
    /// One page that plays it
    Html,
    /// A line of JSON for each event
    Jsonl,
}

/// On what pictures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ground {
    Light,
    Dark,
}

/// The options of a trace.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Trace")]
pub(crate) struct TraceOptions {
    /// Where the trace is written, or `-` for standard output
    #[arg(long, short, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Its form [default: as the end of the file's name says, else tremaux]
    #[arg(long, global = true, value_enum)]
    pub(crate) form: Option<Form>,
    /// Record at most so many events: counts are those of the whole search
    #[arg(long, global = true, value_name = "COUNT", value_parser = quantity::count)]
    #[arg(default_value = "100k", allow_hyphen_values = true)]
    pub(crate) events: u64,
    /// Record one of so many expansions, with all that it generates
    #[arg(long, global = true, value_name = "N", value_parser = quantity::count)]
    #[arg(default_value = "1", allow_hyphen_values = true)]
    pub(crate) sample: u64,
    /// Draw what there was after so many events, not the whole
    #[arg(long, global = true, value_name = "N", value_parser = quantity::count)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) step: Option<u64>,
    /// Draw at most so many nodes of a tree, those found first, and the plan
    #[arg(long, global = true, value_name = "N", value_parser = quantity::count)]
    #[arg(default_value = "150", allow_hyphen_values = true)]
    pub(crate) tree_nodes: u64,
    /// What pictures are drawn on
    #[arg(long, global = true, value_enum, value_name = "GROUND", default_value = "light")]
    pub(crate) theme: Ground,
    /// Pixels of a PNG for each unit of the SVG
    #[arg(long, global = true, value_name = "N", value_parser = scale, default_value = "1")]
    #[arg(allow_hyphen_values = true)]
    pub(crate) scale: f32,
}

fn scale(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok().filter(|scale| (0.01..=16.0).contains(scale));
    number.ok_or_else(|| "expected a number from 0.01 to 16".to_owned())
}

impl TraceOptions {
    /// How much is recorded.
    pub(crate) fn selection(&self) -> Selection {
        Selection::default().with_events(self.events).with_every(self.sample)
    }

    /// Whether the trace goes where results go.
    pub(crate) fn takes_standard_output(&self) -> bool {
        self.output.as_deref() == Some(Path::new("-"))
    }

    fn form(&self) -> Form {
        let known = self.output.as_deref().and_then(Path::extension);
        let extension = known.map(|it| it.to_string_lossy().to_ascii_lowercase());
        self.form.unwrap_or(match extension.as_deref() {
            Some("json" | "yaml" | "yml") => Form::Posthoc,
            Some("dot" | "gv") => Form::Dot,
            Some("svg") => Form::Svg,
            Some("png") => Form::Png,
            Some("html" | "htm") => Form::Html,
            Some("jsonl") => Form::Jsonl,
            _ => Form::Tremaux,
        })
    }

    /// Whether the trace is written in our own form.
    pub(crate) fn is_own_form(&self) -> bool {
        self.form() == Form::Tremaux
    }

    /// The header of a trace that leaves out what the rules tell, if it is in our own form
    /// and the rules can be had again from it.
    pub(crate) fn shortened(&self, header: TraceHeader) -> TraceHeader {
        let all = TraceHeader { options: BTreeMap::new(), ..header.clone() };
        let selection = header.selection.without_places();
        let known = [header, all.clone()].into_iter().find(|it| Places::of(it).is_some());
        match known {
            Some(known) if self.is_own_form() => TraceHeader { selection, ..known },
            _ => all,
        }
    }

    /// Begins a trace: what the options cannot mean is refused before anything is searched.
    pub(crate) fn begin<'a>(
        &self,
        header: TraceHeader,
        out: &'a mut dyn Write,
    ) -> Result<TraceOutput<'a>, Failure> {
        let Some(path) = self.output.clone() else {
            let message = "where to? give --output FILE, or `-` for standard output";
            return Err(Failure::Usage(message.into()));
        };
        let form = self.form();
        if self.step.is_some() && !matches!(form, Form::Dot | Form::Svg | Form::Png) {
            let message = "--step draws a moment of a search: give it with svg, png or dot";
            return Err(Failure::Usage(message.into()));
        }
        let place = match self.takes_standard_output() {
            true => Destination::Out(out),
            false => Destination::File(Replacing::new(&path)?),
        };
        let taken = match form {
            Form::Tremaux => {
                let writer = TraceWriter::new(place, &header);
                Taken::Written(Box::new(writer.map_err(|error| self.in_file(error.into()))?))
            }
            _ => Taken::Kept(Box::new(Trace::new(header)), place),
        };
        Ok(TraceOutput { taken, form, options: self.clone() })
    }

    /// Names the file in a failure to write it.
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
        let message = "this form holds one search, and several are asked for: record them into a \
                       .trace file, and `tremaux trace replay FILE --search N` writes one of them";
        Failure::Usage(message.into())
    }

    /// Writes a trace that is in memory.
    fn write(&self, form: Form, trace: &Trace, out: &mut dyn Write) -> Result<(), Failure> {
        let theme = match self.theme {
            Ground::Light => Theme::LIGHT,
            Ground::Dark => Theme::DARK,
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
                serde_json::to_writer(&mut *out, &json!({ "header": trace.header }))?;
                out.write_all(b"\n")?;
                for step in &trace.steps {
                    serde_json::to_writer(&mut *out, &step.event)?;
                    out.write_all(b"\n")?;
                }
            }
            Form::Svg | Form::Png => {
                let svg = drawing::svg(shown, drawing::Style { theme, most_nodes });
                if form == Form::Svg {
                    out.write_all(svg.as_bytes())?;
                } else {
                    let image = png(&svg, self.scale).map_err(|error| {
                        let advice = "give --scale, or fewer nodes by --tree-nodes, or take svg";
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

/// A trace that is being made.
pub(crate) struct TraceOutput<'a> {
    taken: Taken<'a>,
    form: Form,
    options: TraceOptions,
}

enum Taken<'a> {
    /// Written as it comes.
    Written(Box<TraceWriter<Destination<'a>>>),
    /// Kept to be written at the end.
    Kept(Box<Trace>, Destination<'a>),
}

impl TraceOutput<'_> {
    /// What takes the events.
    pub(crate) fn sink(&mut self) -> &mut dyn Sink {
        match &mut self.taken {
            Taken::Written(writer) => &mut **writer,
            Taken::Kept(trace, _) => &mut **trace,
        }
    }

    /// Begins the trace of the next search, in the same file: it is in our own form.
    pub(crate) fn next(&mut self, header: &TraceHeader) -> Result<(), Failure> {
        match &mut self.taken {
            Taken::Written(writer) => {
                writer.next_trace(header).map_err(|error| self.options.in_file(error.into()))
            }
            Taken::Kept(..) => Err(self.options.only_one()),
        }
    }

    /// Puts the trace where it belongs: until then nothing is there.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let named = |failure: Failure| self.options.in_file(failure);
        let place = match self.taken {
            Taken::Written(writer) => writer.finish().map_err(|error| named(error.into()))?,
            Taken::Kept(trace, mut place) => {
                self.options.write(self.form, &trace, &mut place).map_err(named)?;
                place
            }
        };
        match place {
            Destination::Out(out) => Ok(out.flush()?),
            Destination::File(file) => file.finish(),
        }
    }
}

enum Destination<'a> {
    Out(&'a mut dyn Write),
    File(Replacing),
}

impl Write for Destination<'_> {
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
