//! Traces of every domain and game in the forms of other tools.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use tremaux::trace::png;
use tremaux_core::Limits;
use tremaux_registry::{
    AnalysisRequest, DOMAINS, GAMES, GameTable, HeuristicCache, SolveRequest, Source, game,
};
use tremaux_testkit::read_dot;
use tremaux_trace::picture::Theme;
use tremaux_trace::{Trace, TraceSelection, dot, drawing, write_page, write_posthoc};

/// A trace of the example of every domain and game.
fn traces() -> Vec<(String, Trace)> {
    let selection = TraceSelection::default().with_events(4000);
    let limits = Limits::default().with_nodes(2000);
    let mut traces = Vec::new();
    for domain in DOMAINS.iter().filter(|domain| domain.has_states()) {
        let info = domain.info();
        let found = domain.instances(Source::One(info.example), &[]).expect("an example");
        let mut search = found[0]
            .start(&SolveRequest::default(), &HeuristicCache::default())
            .expect("the default");
        let mut trace = Trace::new(search.trace_header(selection));
        let _ = search.advance_recorded(&limits, selection, &mut trace);
        let _ = search.end_recording(&mut trace);
        traces.push((info.name.to_owned(), trace));
    }
    let three = [("players", "3".to_owned())];
    let several = game("dots-and-boxes").and_then(|dots| dots.open(&three, ""));
    let examples = GAMES.iter().filter(|game| !game.info().is_hidden);
    let examples = examples.map(|game| game.open(&[], game.info().example));
    for played in examples.chain([several]) {
        let played = played.expect("an example");
        let info = played.info();
        let request = AnalysisRequest { depth: Some(3), ..AnalysisRequest::default() };
        let mut table = GameTable::new(1 << 16).expect("a small table");
        let mut trace = Trace::new(played.trace_header(&request, selection));
        let _ = played.analyze_recorded(
            &request,
            &mut table,
            &limits,
            selection,
            &mut trace,
            &mut |_| {},
        );
        traces.push((info.name.to_owned(), trace));
    }
    traces
}

/// Validates a value against a schema; supports the keywords below.
fn faults(schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        let is_right = match keyword.as_str() {
            "type" => {
                let names = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                names.iter().any(|name| match name.as_str().expect("a name") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "number" => value.is_number(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "null" => value.is_null(),
                    other => panic!("the type {other}"),
                })
            }
            "const" => value == rule,
            "enum" => rule.as_array().expect("a list").contains(value),
            "required" => {
                let names = rule.as_array().expect("a list").iter();
                names.map(|it| it.as_str().expect("a name")).all(|it| value.get(it).is_some())
            }
            "properties" | "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (name, of_name) in value.as_object().into_iter().flatten() {
                    let own = known.and_then(|known| known.get(name));
                    let rule = if keyword == "properties" { own } else { Some(rule) };
                    if own.is_some() != (keyword == "properties") {
                        continue;
                    }
                    let place = format!("{place}/{name}");
                    match rule {
                        Some(Value::Bool(false)) => found.push(format!("{place} is unknown")),
                        Some(rule) => found.extend(faults(rule, of_name, &place)),
                        None => {}
                    }
                }
                true
            }
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(faults(rule, item, &format!("{place}/{at}")));
                }
                true
            }
            other => panic!("the keyword {other}"),
        };
        if !is_right {
            found.push(format!("{place}: {value} against {keyword} {rule}"));
        }
    }
    found
}

#[test]
fn posthoc_files_are_what_their_description_says() {
    let schema: Value =
        serde_json::from_str(include_str!("../posthoc.schema.json")).expect("a schema");
    for (name, trace) in traces() {
        let mut file = Vec::new();
        write_posthoc(&trace, &mut file).expect("memory takes everything");
        let mut value: Value = serde_json::from_slice(&file).expect("JSON");
        assert_eq!(faults(&schema, &value, ""), Vec::<String>::new(), "{name}");
        let events = value["events"].as_array().expect("events");
        let count = |kind: &str| events.iter().filter(|event| event["type"] == kind).count() as u64;
        let counts = trace.counts.expect("the end");
        assert_eq!(count("source"), 1, "{name}");
        if counts.recorded == counts.events {
            assert_eq!(count("expanding"), counts.expanded + counts.nodes, "{name}");
        }
        let is_grid = name == "grid";
        assert_eq!(value["views"].get("main").is_some(), is_grid, "{name}");
        assert_eq!(events[0].get("x").is_some(), is_grid, "{name}");
        // Check that the schema detects faults.
        value["events"][0]["type"] = "sideways".into();
        value["more"] = 1.into();
        assert_eq!(faults(&schema, &value, "").len(), 2, "{name}");
    }
}

#[test]
fn dot_output_is_in_the_language_for_every_domain_and_game() {
    for (name, trace) in traces() {
        let middle = trace.until(trace.steps.len() / 2);
        for (trace, theme) in [(&trace, Theme::LIGHT), (&middle, Theme::DARK)] {
            let text = dot(trace, theme, 80);
            let graph = read_dot(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert!(graph.nodes.len() > 1, "{name}");
            // Lines end at nodes that are drawn.
            let shapes = [" [label=<", " [shape=ellipse", " [shape=box"];
            let drawn: usize = shapes.iter().map(|shape| text.matches(shape).count()).sum();
            assert_eq!(graph.nodes.len(), drawn, "{name}");
        }
    }
}

#[test]
fn graphviz_accepts_every_domain_and_game() {
    if Command::new("dot").arg("-V").stderr(Stdio::null()).status().is_err() {
        println!("skipped: there is no `dot` here");
        return;
    }
    for (name, trace) in traces() {
        let middle = trace.until(trace.steps.len() / 2);
        for (trace, theme) in [(&trace, Theme::LIGHT), (&middle, Theme::DARK)] {
            let text = dot(trace, theme, 80);
            let mut child = Command::new("dot")
                .arg("-Tsvg")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("it was there a moment ago");
            let mut input = child.stdin.take().expect("a pipe");
            let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
            let output = child.wait_with_output().expect("its output");
            writer.join().expect("no panic").expect("it reads everything");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && said.is_empty(), "{name}: {said}");
            let drawn = String::from_utf8_lossy(&output.stdout);
            assert!(drawn.matches("<g id=\"node").count() > 1, "{name}");
        }
    }
}

#[test]
fn pictures_and_pages_of_every_domain_and_game_are_made() {
    for (name, trace) in traces() {
        for theme in [Theme::LIGHT, Theme::DARK] {
            let svg = drawing::svg(&trace, drawing::Style { theme, most_nodes: 30 });
            let image = png(&svg, 0.5).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(image.starts_with(b"\x89PNG"), "{name}");
        }
        let mut page = Vec::new();
        write_page(&trace, &mut page).expect("memory takes everything");
        let page = String::from_utf8(page).expect("text");
        // It loads nothing from the network, and no text of the trace can end its script.
        assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "{name}");
        let given = page.split_once("id=\"trace\">").expect("the trace").1;
        let given = given.split_once("</script>").expect("its end").0;
        let given: Value = serde_json::from_str(given).expect("JSON");
        let events = given["events"].as_array().expect("events");
        assert_eq!(events.len(), trace.steps.len(), "{name}");
    }
}
