//! Runs: the states that a search expanded, in their order, in the forms in which they are written.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;

use serde::Deserialize;
use serde_json::{Map, Value};
use tremaux_core::ParseError;
use tremaux_reading::Table;
use tremaux_registry::{NumberedRules, PlaceRestorer, RegistryError};
use tremaux_trace::{
    Place, TraceError, TraceEvent, TraceHeader, TraceReader, TraceShape, read_page,
};

/// A state that was expanded.
#[derive(Clone, Debug)]
pub struct Step {
    place: Place<'static>,
    /// The line of the run, or the number of the step in a list or trace, from 1.
    pub line: usize,
    /// What the run states of g, h and f.
    pub(crate) stated: [Option<f64>; 3],
}

/// The states that a search expanded.
#[derive(Clone, Debug)]
pub struct Run {
    /// The states, with what the run states of each.
    pub steps: Vec<Step>,
    /// Whether the search came to its end.
    pub(crate) is_whole: bool,
    /// What the trace of the run says of its problem.
    pub header: Option<TraceHeader>,
    /// The text, for errors.
    text: String,
}

fn refused(text: &str, error: ParseError) -> RegistryError {
    RegistryError::Instance { option: None, text: text.to_owned(), error: error.into() }
}

/// That a trace, or the page with it, has no steps that can be judged from some byte on.
fn no_steps(page: &str, offset: u64, found: impl Into<String>) -> RegistryError {
    let expected = "a search with every expansion";
    refused(page, ParseError::at(page, offset as usize, 0, found, expected))
}

/// That a trace cannot be read.
fn unread(page: &str, error: &TraceError) -> RegistryError {
    let (offset, found) = match error {
        TraceError::NotATrace => (0, "no trace".to_owned()),
        TraceError::Damaged { offset, .. } => (*offset, format!("damage at byte {offset}")),
        other => (0, other.to_string()),
    };
    no_steps(page, offset, found)
}

const STEP: &str = "a state: a text, a number, a list, or an object with `state` or `x` and `y`";

impl Run {
    /// Whether bytes are a trace that `tremaux trace` wrote.
    #[must_use]
    pub fn is_trace(bytes: &[u8]) -> bool {
        bytes.starts_with(b"TREMAUX\n")
    }

    /// Reads a trace that `tremaux trace` wrote.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, is of a game, or does not have every expansion.
    pub fn from_trace(input: impl Read) -> Result<Self, RegistryError> {
        let mut reader = TraceReader::new(input).map_err(|error| unread("", &error))?;
        let mut steps = TracedSteps::of(reader.header())?;
        while let Some(event) = reader.next_event().map_err(|error| unread("", &error))? {
            steps.add(event);
        }
        Ok(steps.run(reader.header().clone()))
    }

    /// Reads the lines of JSON of a trace that `tremaux trace` wrote.
    fn from_lines(text: &str) -> Result<Self, RegistryError> {
        let wrong = |line: &str, error: &serde_json::Error| {
            let expected = format!("a line of a trace: {error}");
            refused(text, ParseError::about(text, line, expected))
        };
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let first = lines.next().unwrap_or_default();
        let HeaderLine { header } = serde_json::from_str(first).map_err(|it| wrong(first, &it))?;
        let mut steps = TracedSteps::of(&header)?;
        for line in lines {
            steps.add(serde_json::from_str(line).map_err(|error| wrong(line, &error))?);
        }
        Ok(steps.run(header))
    }

    /// Reads the trace in a page that `tremaux trace` wrote.
    fn from_page(page: &str) -> Result<Self, RegistryError> {
        let trace = read_page(page).map_err(|error| unread(page, &error))?;
        let mut steps = TracedSteps::of(&trace.header)?;
        trace.steps.into_iter().for_each(|step| steps.add(step.event));
        steps.end = trace.counts.map(|counts| (trace.status, counts.expanded));
        Ok(steps.run(trace.header))
    }

    /// Reads a run: lines of JSON, a Posthoc trace or a page that `tremaux trace` wrote, JSON with
    /// a state on each line or in a list, a table with a column `state` or `x` and `y`, or a state
    /// on each line.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn from_text(text: &str) -> Result<Self, RegistryError> {
        if text.starts_with("<!DOCTYPE html>") {
            return Self::from_page(text);
        }
        if text.starts_with("{\"header\":") {
            return Self::from_lines(text);
        }
        let steps = match text.trim_start().chars().next() {
            None => Err(ParseError::at_end(text, STEP)),
            Some('{' | '[' | '"') => of_json(text),
            _ => table_of(text),
        };
        let steps = steps.map_err(|error| refused(text, error))?;
        Ok(Self { steps, is_whole: true, header: None, text: text.to_owned() })
    }

    /// The states of the steps; none for places where none was seen yet.
    pub(crate) fn states(
        &self,
        rules: &mut dyn NumberedRules,
    ) -> Result<Vec<Option<u32>>, RegistryError> {
        let state = |step: &Step| {
            rules.at(&step.place).map_err(|error| {
                // A list may stand on fewer lines.
                let line = self.text.lines().nth(step.line - 1).unwrap_or(&self.text).trim();
                let expected = format!("{}, as step {} is a state", error.expected, step.line);
                refused(&self.text, ParseError::about(&self.text, line, expected))
            })
        };
        self.steps.iter().map(state).collect()
    }

    /// The state of a step whose place may have been seen since.
    pub(crate) fn state(&self, step: usize, rules: &mut dyn NumberedRules) -> Option<u32> {
        rules.at(&self.steps.get(step)?.place).ok().flatten()
    }
}

/// The first line of a trace in lines of JSON.
#[derive(Deserialize)]
struct HeaderLine {
    header: TraceHeader,
}

/// The steps in the events of a trace.
struct TracedSteps {
    restorer: Option<PlaceRestorer>,
    places: HashMap<u32, Place<'static>>,
    steps: Vec<Step>,
    /// How the search ended, and how many states it expanded.
    end: Option<(String, u64)>,
}

impl TracedSteps {
    fn of(header: &TraceHeader) -> Result<Self, RegistryError> {
        if header.shape == TraceShape::Game {
            return Err(no_steps("", 0, "the trace of a game"));
        }
        if header.selection.every > 1 {
            return Err(no_steps("", 0, "a trace of some expansions"));
        }
        let restorer = (!header.selection.places).then(|| PlaceRestorer::of(header)).flatten();
        Ok(Self { restorer, places: HashMap::new(), steps: Vec::new(), end: None })
    }

    fn add(&mut self, mut event: TraceEvent<'static>) {
        if let Some(restorer) = &mut self.restorer {
            restorer.add(&mut event);
        }
        match event {
            TraceEvent::Generated { id, place: Some(place), .. } => {
                self.places.insert(id, place);
            }
            TraceEvent::Expanded { id, g, place } => {
                let place = place.or_else(|| self.places.get(&id).cloned());
                let (place, line) = (place.unwrap_or(Place::Unknown {}), self.steps.len() + 1);
                self.steps.push(Step { place, line, stated: [Some(g), None, None] });
            }
            TraceEvent::End { status, counts } => {
                self.end = Some((status.to_string(), counts.expanded));
            }
            _ => {}
        }
    }

    fn run(self, header: TraceHeader) -> Run {
        let is_all = |expanded| expanded == self.steps.len() as u64;
        let is_whole = self.end.is_some_and(|(status, count)| status != "limit" && is_all(count));
        Run { steps: self.steps, is_whole, header: Some(header), text: String::new() }
    }
}

/// The rows of a table whose columns are named, or a state on each line.
fn table_of(text: &str) -> Result<Vec<Step>, ParseError> {
    let head = Table::parse(text.trim_start().lines().next().unwrap_or_default())?;
    let names = head.rows.first().map_or(&[][..], |row| row);
    let column = |name: &str| names.iter().position(|it| it.text.eq_ignore_ascii_case(name));
    let (state, cell) = (column("state"), column("x").zip(column("y")));
    if state.is_none() && cell.is_none() {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let place = |text: &str| Place::Text { text: text.trim().to_owned().into() };
        return Ok(lines
            .map(|(line, text)| Step { place: place(text), line, stated: [None; 3] })
            .collect());
    }
    let numbers = ["g", "h", "f"].map(column);
    let table = Table::parse(text)?;
    let row = |row: &Vec<_>| {
        let first: &tremaux_reading::TableCell<'_> = &row[0];
        let missing = || ParseError::about(text, first.written, "a row with all columns");
        let at = |column: usize| row.get(column).ok_or_else(missing);
        let whole = |column: usize| {
            let cell = at(column)?;
            cell.text.parse().map_err(|_| table.wrong(cell, "a whole number"))
        };
        let place = match (state, cell) {
            (None, Some((x, y))) => Place::Cell { x: whole(x)?, y: whole(y)? },
            _ => Place::Text { text: at(state.unwrap_or(0))?.text.to_string().into() },
        };
        let mut stated = [None; 3];
        for (stated, column) in stated.iter_mut().zip(numbers) {
            let Some(cell) = column.map(at).transpose()? else { continue };
            if !cell.text.is_empty() {
                *stated = Some(table.number(cell, "a number")?);
            }
        }
        let before = first.written.as_ptr() as usize - text.as_ptr() as usize;
        Ok(Step { place, line: 1 + text[..before].matches('\n').count(), stated })
    };
    table.rows.iter().skip(1).map(row).collect()
}

/// JSON with a state on each line, in a list, or in the events of a Posthoc trace.
fn of_json(text: &str) -> Result<Vec<Step>, ParseError> {
    let mut reader = JsonReader::default();
    let whole = serde_json::from_str::<Value>(text);
    if whole.as_ref().is_err_and(serde_json::Error::is_eof) {
        return Err(ParseError::at_end(text, "the rest of the JSON"));
    }
    let whole = whole.unwrap_or_default();
    // A list of numbers on one line is a state.
    let is_state = |list: &Vec<Value>| {
        !list.is_empty() && list.iter().all(Value::is_number) && !text.trim().contains('\n')
    };
    let events = match &whole {
        Value::Object(object) => object.get("events").and_then(Value::as_array),
        whole => whole.as_array().filter(|list| !is_state(list)),
    };
    if let Some(events) = events {
        for (number, event) in (1..).zip(events) {
            let expected = || format!("{STEP} as element {number}");
            let added = reader.add(event, number);
            added.ok_or_else(|| ParseError::about(text, text.trim(), expected()))?;
        }
        return Ok(reader.steps);
    }
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let value: Option<Value> = serde_json::from_str(line).ok();
        let added = value.and_then(|value| reader.add(&value, number));
        added.ok_or_else(|| ParseError::about(text, line.trim(), format!("JSON with {STEP}")))?;
    }
    Ok(reader.steps)
}

#[derive(Default)]
struct JsonReader {
    steps: Vec<Step>,
    /// The places of nodes with identifiers.
    places: HashMap<String, Place<'static>>,
}

impl JsonReader {
    /// Adds a step; events of other types only tell places. `None` if it is neither.
    fn add(&mut self, value: &Value, line: usize) -> Option<()> {
        let Value::Object(object) = value else {
            let place = Place::Text { text: text_of(value)? };
            self.steps.push(Step { place, line, stated: [None; 3] });
            return Some(());
        };
        let id = object.get("id").map(Value::to_string);
        let place = place_of(object);
        if let (Some(id), Some(place)) = (&id, &place) {
            self.places.insert(id.clone(), place.clone());
        }
        let kind = object.get("type").and_then(Value::as_str);
        if kind.is_none_or(|kind| matches!(kind, "expanding" | "expanded")) {
            let known = || self.places.get(id.as_ref()?).cloned();
            let stated = ["g", "h", "f"].map(|name| object.get(name).and_then(Value::as_f64));
            self.steps.push(Step { place: place.or_else(known)?, line, stated });
        }
        Some(())
    }
}

/// A state as text.
fn text_of(value: &Value) -> Option<Cow<'static, str>> {
    match value {
        Value::String(text) => Some(text.clone().into()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Array(parts) => {
            let parts: Option<Vec<_>> = parts.iter().map(text_of).collect();
            Some(parts?.join(",").into())
        }
        _ => None,
    }
}

fn place_of(object: &Map<String, Value>) -> Option<Place<'static>> {
    let whole = |name: &str| u32::try_from(object.get(name)?.as_u64()?).ok();
    if let Some(state) = object.get("state") {
        return Some(Place::Text { text: text_of(state)? });
    }
    if let Some(vertex) = whole("vertex") {
        return Some(Place::Vertex { vertex });
    }
    Some(Place::Cell { x: whole("x")?, y: whole("y")? })
}
