//! The forms in which runs are written.

use serde_json::json;
use tremaux_core::Limits;
use tremaux_referee::Run;
use tremaux_registry::{HeuristicCache, RegistryError, SolveRequest};
use tremaux_trace::{Trace, write_page, write_posthoc};

use super::{instance, judged, trace};

/// The same steps in every form are judged alike.
#[test]
fn every_form_of_the_same_run_is_read() {
    let grid = instance("grid", "S..#G/.#.../...#G", &[]);
    let graph = instance("graph", "", &[("example", "romania")]);
    let tiles = instance("tiles", "1 2 3 / 4 0 6 / 7 5 8", &[]);
    for instance in [grid, graph, tiles] {
        let request = SolveRequest {
            algorithm: Some("a-star".to_owned()),
            heuristic: Some(instance.default_choice().heuristic.to_owned()),
            ..SolveRequest::default()
        };
        let bytes = trace(&*instance, &request);
        let mut posthoc = Vec::new();
        let whole = Trace::read(&bytes[..]).unwrap();
        write_posthoc(&whole, &mut posthoc).unwrap();
        let text = String::from_utf8(posthoc).unwrap();
        let mut page = Vec::new();
        write_page(&whole, &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        let mut lines = vec![json!({ "header": whole.header }).to_string()];
        lines.extend(whole.steps.iter().map(|step| json!(step.event).to_string()));
        let mut runs = vec![Run::from_trace(&bytes[..]).unwrap()];
        runs.push(Run::from_text(&lines.join("\n")).unwrap());
        lines[2].pop();
        let broken = Run::from_text(&lines.join("\n"));
        let Err(RegistryError::Instance { error, .. }) = broken else { panic!() };
        assert_eq!(error.line, 3);
        runs.push(Run::from_text(&text).unwrap());
        runs.push(Run::from_text(&page).unwrap());
        let within = page.find("\"events\"").unwrap() + 10;
        let cut = &page[..within];
        let Err(RegistryError::Instance { error, .. }) = Run::from_text(cut) else { panic!() };
        assert_eq!(error.line, cut.lines().count());
        let mut search = instance.start(&request, &HeuristicCache::default()).unwrap();
        let mut visited = Vec::new();
        search.advance_visiting(&Limits::default(), &mut |state, _| visited.push(state.to_owned()));
        let is_text = visited.first().is_some_and(|state| !state.contains('\n'));
        if is_text {
            runs.push(Run::from_text(&visited.join("\n")).unwrap());
            let json: Vec<String> = visited.iter().map(|it| format!("{it:?}")).collect();
            runs.push(Run::from_text(&json.join("\n")).unwrap());
            runs.push(Run::from_text(&format!("[{}]", json.join(", "))).unwrap());
            runs.push(Run::from_text(&format!("state\n{}\n", json.join("\n"))).unwrap());
        }
        for run in &runs {
            let verdict = judged(&*instance, run, "a-star").unwrap();
            assert!(verdict.ok && run.steps.len() == runs[0].steps.len(), "{}", verdict.message);
        }
        assert!(runs.len() >= 3);
    }
}

#[test]
fn wrong_runs_are_refused_with_their_place() {
    for (text, line) in [
        ("", 1),
        ("{\"state\": \"a\"}\n{\"stat\": \"b\"}\n", 2),
        ("[\"a\", null]", 1),
        ("{\"events\": [\n{\"type\": \"expanding\", \"vertex\": 0},\n", 2),
        ("<!DOCTYPE html>\n<p>", 1),
        ("\"a\"\nb\n", 2),
        ("x,y\n1,2\n1,z\n", 3),
        ("state,g\na,0\nb,much\n", 3),
        ("x,y\n1\n", 2),
    ] {
        let Err(RegistryError::Instance { error, .. }) = Run::from_text(text) else {
            panic!("{text}")
        };
        assert_eq!(error.line, line, "{text}: {error}");
    }
    assert!(Run::from_trace(&b"TREMAUX\n"[..]).is_err());
    let graph = instance("graph", "a b 1", &[]);
    let error = judged(&*graph, &Run::from_text("a\n\nc\n").unwrap(), "a-star").unwrap_err();
    assert!(error.to_string().contains("line 3"), "{error}");
    for by in ["a-sta", "a-star(ties=new)", "a-star(tie=fifo)", "a-star(depth=-1)", "("] {
        assert!(judged(&*graph, &Run::from_text("a").unwrap(), by).is_err(), "{by}");
    }
}
