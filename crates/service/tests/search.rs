//! Searches that follow a pointer: edits of a text that is kept, and the cells that were seen.

use std::cell::RefCell;

use serde_json::{Value, json};
use tremaux_core::CancelToken;
use tremaux_service::{Ceilings, Reply, Viewer, answer};

/// The events of a request.
#[derive(Default)]
struct Events(RefCell<Vec<(String, Value)>>, CancelToken);

impl Viewer for Events {
    fn cancel(&self) -> &CancelToken {
        &self.1
    }

    fn reply(&self, _reply: Reply) {}

    fn event(&self, name: &str, json: String) {
        let value = serde_json::from_str(&json).expect("JSON");
        self.0.borrow_mut().push((name.to_owned(), value));
    }
}

fn search(question: &Value) -> Result<Vec<(String, Value)>, String> {
    let (events, body) = (Events::default(), question.to_string());
    answer("search", body.as_bytes(), &Ceilings::default(), &events)
        .map_err(|refusal| refusal.to_string())?;
    Ok(events.0.into_inner())
}

#[test]
fn a_kept_text_is_edited_and_nothing_else_is() {
    let cost = |instance: Value| -> Result<Value, String> {
        let question = json!({"domain": "grid", "algorithm": "dijkstra", "instance": instance});
        Ok(search(&question)?.pop().expect("a report").1["report"]["cost"].clone())
    };
    assert_eq!(cost(json!({"keep": "one", "text": "S...G"})), Ok(json!(4)));
    let edits = json!([[4, b'.'], [2, b'G']]);
    assert_eq!(cost(json!({"kept": "one", "edits": edits})), Ok(json!(2)));
    // What is kept stays as it was.
    assert_eq!(cost(json!({"kept": "one", "edits": []})), Ok(json!(4)));
    for (wrong, why) in [
        (json!({"kept": "two", "edits": []}), "not kept"),
        (json!({"kept": "one", "edits": [[5, b'.']]}), "outside"),
        (json!({"kept": "one", "edits": [[0, 255]]}), "outside"),
        (json!({"kept": "one"}), "match"),
    ] {
        let error = cost(wrong).expect_err(why);
        assert!(error.contains(why), "{error}");
    }
    for nth in 0..8 {
        let _ = cost(json!({"keep": format!("other {nth}"), "text": "SG"}));
    }
    assert!(cost(json!({"kept": "one", "edits": []})).is_err(), "the oldest goes");
}

#[test]
fn each_cell_is_as_the_recorded_steps_leave_it() {
    let grid = "S..#...../.#.#.###./.#...#.../.####.#../.......#G";
    for algorithm in ["a-star", "dijkstra", "breadth-first", "ida-star", "depth-first-graph", "jps"]
    {
        let question = json!({"domain": "grid", "instance": grid, "algorithm": algorithm,
            "options": {"movement": "eight-no-corners"}, "columns": 9});
        let found = search(&question).expect(algorithm);
        let cells = found.iter().find(|(name, _)| name == "cells").expect(algorithm);
        let cells = cells.1.as_str().expect("digits");
        let mut steps = question.clone();
        steps["columns"] = Value::Null;
        steps["steps"] = json!(10_000);
        let (mut expected, mut places) = (vec!['0'; cells.len()], Vec::new());
        let recorded = search(&steps).expect(algorithm).into_iter();
        for (_, events) in recorded.filter(|(name, _)| name == "steps") {
            for event in events.as_array().expect("a list") {
                let id = event["id"].as_u64().unwrap_or(0) as usize;
                if let (Some(x), Some(y)) = (event["x"].as_u64(), event["y"].as_u64()) {
                    places.resize(places.len().max(id + 1), 0);
                    places[id] = (9 * y + x) as usize;
                }
                match event["type"].as_str().expect("a name") {
                    "generated" => expected[places[id]] = '1',
                    "expanded" => expected[places[id]] = '2',
                    "pruned" if expected[places[id]] != '2' => expected[places[id]] = '3',
                    "left" => expected[places[id]] = '3',
                    "iteration" => expected.fill('0'),
                    _ => {}
                }
            }
        }
        assert!(cells.contains('2'), "{algorithm}");
        assert_eq!(cells, expected.into_iter().collect::<String>(), "{algorithm}");
    }
}
