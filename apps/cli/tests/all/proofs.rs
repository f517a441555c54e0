//! Proofs in files: what the program writes is accepted by both checkers, and nothing false is.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use tremaux_core::Random;
use tremaux_registry::{HeuristicCache, SolveRequest, Source, Status, TableSource, domain};

use crate::support::{self, command, output, run, run_of};

/// Instances: arguments of `solve`, and whether the second checker knows their kind.
const INSTANCES: &[(&[&str], bool)] = &[
    (&["tiles", "1 2 3 / 4 0 6 / 7 5 8", "--algorithm", "a-star"], true),
    (&["tiles", "8 1 3 / 4 0 2 / 7 6 5", "--algorithm", "a-star"], true),
    (&["tiles", "4 1 2 3 / 0 5 6 7", "--goal", "blank-first", "--algorithm", "a-star"], true),
    (&["tiles", "1 2 3 / 4 5 6 / 8 7 0", "--goal", "blank-last", "--algorithm", "a-star"], true),
    // Searched again, with a table of all tiles.
    (&["tiles", "3 0 / 2 1", "--algorithm", "ida-star", "--heuristic", "pdb"], true),
    (&["tiles", "5 0 4 / 2 1 3", "--algorithm", "ida-star", "--heuristic", "pdb"], true),
    (&["grid", "S.9G/.#.#/...."], true),
    (&["grid", "S....#../.##..#../..#.2#../..#...G.", "--movement", "eight-no-corners"], true),
    (&["grid", "S....#../.##..#../..#.2#../..#...G.", "--movement", "eight-always"], true),
    (&["grid", "S..#G/.#.../...#G", "--movement", "eight-one-side", "--costs", "10/14"], true),
    (&["grid", "S.#G/..#./..#."], true),
    (&["grid", "S.../...."], true),
    (&["graph", "a b 4; a c 1; c b 2; b d 1"], true),
    (&["graph", "a b 0.3; a c 0.1; c b 0.1; c b 0.2; b d 0.25; d a 1"], true),
    (&["graph", "a b 1; b a 2; c d 1", "--from", "a", "--to", "c,d"], true),
    (&["pancake", "4 1 3 2", "--algorithm", "a-star"], false),
    (&["pancake", "3 6 1 5 2 4", "--algorithm", "a-star"], false),
    (&["jugs", "jugs 8 5 3; start 8 0 0; goal 4 4 0"], false),
    (&["jugs", "jugs 5 3; goal any 4; tap; cost water"], false),
    (&["jugs", "jugs 6 4; goal any 3; tap"], false),
    (
        &["rivers", "who missionary*3 cannibal*3; boat 2; never more cannibal than missionary"],
        false,
    ),
    (&["rivers", "who A=1 B=2 C=5 D=10; boat 2; cost slowest"], false),
    (&["rivers", "who a b; boat 1"], false),
    (&["word-ladder", "COLD -> WARM"], false),
    (&["lights-out", "#.# / .#. / #.."], false),
    (&["lights-out", "torus #.# / .#. / #.."], false),
    (&["peg-solitaire", "board triangle 4; empty a2; goal any"], false),
    (&["peg-solitaire", "board english; pegs d2 c3 d3 e3 d4 d5; goal d4"], false),
    // By parity, by a sum, and by what is closed.
    (&["peg-solitaire", "oo../..../....; goal d3"], false),
    (&["peg-solitaire", "board english; pegs c7 d7 e7; goal d1"], false),
    (&["peg-solitaire", "o.o./..../o.o.; goal any"], false),
    (&["lights-out", "#.... / ..... / ..... / ..... / ....."], false),
];

/// The lines of the proof of an instance.
fn proof_of(arguments: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let path = path.to_str().expect("text");
    let solved = run(&[&["solve"], arguments, &["--proof", path]].concat());
    assert!(matches!(solved.status, 0 | 1), "{arguments:?}: {}", solved.err);
    let checked = run(&["check", path]);
    assert!(checked.status == 0 && checked.out.contains(": accepted: "), "{}", checked.out);
    let text = std::fs::read_to_string(path).expect("a proof");
    text.lines().map(str::to_owned).collect()
}

/// Whether the first checker accepts a proof, or the line that it refuses.
fn judged(lines: &[String]) -> Result<(), u64> {
    let text = lines.join("\n");
    tremaux_check::check(text.as_bytes()).map(|_| ()).map_err(|refused| refused.line)
}

/// What the second checker says of many proofs.
fn judged_in_python(proofs: &[Vec<String>]) -> Vec<Result<(), u64>> {
    const SCRIPT: &str = "import sys, json; sys.path.insert(0, sys.argv[1]); import check\n\
                          for line in sys.stdin:\n    \
                          try: check.check(json.loads(line)); print(0)\n    \
                          except check.Refused as refused: print(refused.line)\n";
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut input = tempfile::tempfile().expect("a file");
    proofs.iter().for_each(|proof| writeln!(input, "{}", json!(proof)).expect("it is written"));
    std::io::Seek::rewind(&mut input).expect("a file");
    let mut python = command("python3");
    python.args(["-B", "-c", SCRIPT]).arg(documents).stdin(input);
    let ran = run_of(output(&mut python));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines = ran.out.lines().map(|line| line.parse().expect("a line"));
    lines.map(|line| if line == 0 { Ok(()) } else { Err(line) }).collect()
}

/// Changes one thing in a proof.
fn mutate(proof: &[String], random: &mut Random) -> Vec<String> {
    let mut lines = proof.to_vec();
    let at = match random.below(4) {
        0 => 0,
        1 => lines.len() - 1,
        _ => random.scaled(lines.len() as u64) as usize,
    };
    if random.below(8) == 0 {
        drop(lines.remove(at));
        return lines;
    }
    let Ok(mut value) = serde_json::from_str::<Value>(&lines[at]) else { return lines };
    change(&mut value, random);
    lines[at] = value.to_string();
    lines
}

/// Changes a number or a text somewhere in a value, or leaves a part out.
fn change(value: &mut Value, random: &mut Random) {
    match value {
        Value::Number(number) => {
            let now = number.as_u64().unwrap_or(0);
            *value = json!(match random.below(3) {
                0 => now.saturating_sub(1),
                1 => now + 1,
                _ => random.below(20),
            });
        }
        Value::String(text) => *text = changed(text, random),
        Value::Array(list) if !list.is_empty() => {
            let at = random.scaled(list.len() as u64) as usize;
            match random.below(8) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                2 => list.swap(0, at),
                _ => change(&mut list[at], random),
            }
        }
        Value::Object(map) => {
            let names: Vec<String> = map.keys().cloned().collect();
            let name = &names[random.scaled(names.len() as u64) as usize];
            match random.below(8) {
                0 => drop(map.remove(name)),
                _ => change(&mut map[name], random),
            }
        }
        _ => {}
    }
}

/// A text with two letters exchanged, or one of them another.
fn changed(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return "a".to_owned();
    }
    let [one, other] = [0, 1].map(|_| random.scaled(letters.len() as u64) as usize);
    match random.below(3) {
        0 => letters.swap(one, other),
        1 => letters[one] = letters[other],
        _ => {
            const LETTERS: &[u8] = b"0123456789.#abcdLRUDnesw ";
            let letter = LETTERS[random.scaled(LETTERS.len() as u64) as usize];
            letters[one] = char::from(letter);
        }
    }
    letters.into_iter().collect()
}

/// The cost of a cheapest plan of the problem that a proof states, by the engines: `Some(None)` if
/// there is no plan, and `None` if the problem cannot be asked in their own texts.
fn optimum(header: &Value) -> Option<Option<f64>> {
    let kind = header["kind"].as_str().expect("a kind");
    let text = |name: &str| header[name].as_str().expect("a text").to_owned();
    let texts = |name: &str| -> Vec<String> {
        let list = header[name].as_array().expect("a list").iter();
        list.map(|it| it.as_str().map_or_else(|| it.to_string(), str::to_owned)).collect()
    };
    let (mut options, mut many): (Vec<(&'static str, String)>, _) = (Vec::new(), String::new());
    let instance = match kind {
        "graph" => {
            for arc in header["arcs"].as_array().expect("arcs") {
                let plain = |it: &Value| it.to_string().replace('"', "");
                if [0, 1].iter().any(|at| !is_word(arc[*at].as_str().expect("a name"))) {
                    return None;
                }
                let parts = [plain(&arc[0]), plain(&arc[1]), plain(&arc[2])];
                many.push_str(&format!("{}\n", parts.join(" ")));
            }
            options.extend([("from", text("from")), ("to", texts("to").join(","))]);
            many
        }
        "grid" => {
            let costs = &header["costs"];
            let costs = costs.as_str().map_or_else(|| texts("costs").join("/"), str::to_owned);
            options.extend([("movement", text("movement")), ("costs", costs)]);
            marked(&texts("rows"), &text("from"), &texts("to"))?
        }
        "tiles" => {
            options.push(("goal", text("goal")));
            text("board")
        }
        "word-ladder" => {
            if texts("words").iter().any(|word| *word != word.to_uppercase() || !is_word(word)) {
                return None;
            }
            options.push(("words", texts("words").join("\n")));
            format!("{} {}", text("from"), text("to"))
        }
        "pancake" => text("stack"),
        "peg-solitaire" => {
            let pegs = text("pegs");
            let board = match text("lattice").as_str() {
                "square" => String::new(),
                _ => format!("board triangle {}; ", pegs.split('/').count()),
            };
            let goal = texts("goal").join(" ");
            let goal = if goal.is_empty() { "any" } else { &goal };
            format!("{board}{pegs}; goal {goal}")
        }
        "jugs" => text("jugs"),
        "rivers" => text("river"),
        _ => text("lights"),
    };
    let entry = domain(kind).expect("a domain");
    let instances = entry.instances(Source::One(&instance), &options);
    let instances = instances.ok()?;
    let request = SolveRequest { algorithm: Some("dijkstra".into()), ..SolveRequest::default() };
    let cache = HeuristicCache::new(TableSource::default());
    let mut search = instances[0].start(&request, &cache).expect("a search");
    let _ = search.advance(&tremaux_core::Limits::default());
    let report = search.report().expect("a report");
    assert!(report.status != Status::Limit);
    Some(report.cost.map(|cost| cost.as_f64()))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphabetic())
}

/// Rows with the start and the goals in them, which have no weight then.
fn marked(rows: &[String], from: &str, to: &[String]) -> Option<String> {
    let mut rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let cell = |text: &str| -> (usize, usize) {
        let (x, y) = text.split_once(',').expect("a cell");
        (x.parse().expect("a column"), y.parse().expect("a row"))
    };
    for (letter, text) in to.iter().map(|it| ('G', &**it)).chain([('S', from)]) {
        let (x, y) = cell(text);
        match rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            None | Some('#') => {}
            Some(there @ ('.' | '1' | 'G')) => {
                *there = if (*there, letter) == ('G', 'S') { 'X' } else { letter };
            }
            Some(_) => return None,
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    Some(rows.join("\n"))
}

/// Whether the claim of a proof is true; `None` if the engines cannot be asked.
fn is_true(proof: &[String]) -> Option<bool> {
    let [header, claim] = [0, proof.len() - 1]
        .map(|at| serde_json::from_str::<Value>(&proof[at]).expect("accepted lines are JSON"));
    let cost = claim["cost"].as_str().map_or_else(
        || claim["cost"].as_f64(),
        |text| {
            let (units, roots) = text.split_once('+').unwrap_or((text, "0"));
            let roots: f64 = roots.trim_end_matches("√2").parse().ok()?;
            Some(units.parse::<f64>().ok()? + roots * std::f64::consts::SQRT_2)
        },
    );
    let is_true = match (claim["claim"].as_str(), optimum(&header)?) {
        (Some("no-plan"), best) => best.is_none(),
        (Some("bound"), best) => best.is_none_or(|best| cost.expect("a cost") <= best + 1e-9),
        (Some("plan"), best) => best.is_some_and(|best| cost.expect("a cost") >= best - 1e-9),
        (_, best) => best.is_some_and(|best| (cost.expect("a cost") - best).abs() < 1e-9),
    };
    Some(is_true)
}

#[test]
fn both_checkers_accept_what_is_true_and_nothing_else() {
    let mut random = Random::new(7);
    let (mut both, mut accepted, mut count) = (Vec::new(), 0, 0);
    for (arguments, is_known_twice) in INSTANCES {
        let proof = proof_of(arguments);
        assert_eq!(is_true(&proof), Some(true), "{arguments:?}");
        let mutants = (0..400).map(|_| mutate(&proof, &mut random)).filter(|it| *it != proof);
        for mutant in mutants.collect::<Vec<_>>() {
            count += 1;
            if judged(&mutant).is_ok() {
                let is_true = is_true(&mutant);
                accepted += usize::from(is_true.is_some());
                assert!(is_true.unwrap_or(true), "{arguments:?}:\n{}", mutant.join("\n"));
            }
            if *is_known_twice {
                both.push(mutant);
            }
        }
        if *is_known_twice {
            both.push(proof);
        }
    }
    assert!(count > 5000 && accepted > 100, "{accepted} of {count}");
    for (proof, python) in both.iter().zip(judged_in_python(&both)) {
        assert_eq!(judged(proof), python, "{}", proof.join("\n"));
    }
}

/// An entry of a table that is raised by more than a move costs is refused, whichever it is.
#[test]
fn entries_of_tables_that_are_too_high_are_refused() {
    let proof = proof_of(&["tiles", "3 0 / 2 1", "--algorithm", "ida-star", "--heuristic", "pdb"]);
    let [table, tiles, entries]: [String; 3] = serde_json::from_str(&proof[1]).expect("a table");
    assert_eq!((&*table, &*tiles, entries.len()), ("table", "1 2 3", 256));
    // Half of the 24 boards; the others, and places that are none, have the greatest entry.
    let reached = (0..entries.len()).filter(|at| entries.as_bytes()[*at] != b'~');
    let raised = reached.map(|at| {
        let mut entries = entries.clone().into_bytes();
        entries[at] += 2;
        let entries = String::from_utf8(entries).expect("text");
        let mut proof = proof.clone();
        proof[1] = json!([table, tiles, entries]).to_string();
        proof
    });
    let raised: Vec<Vec<String>> = raised.collect();
    assert_eq!(raised.len(), 12);
    for (proof, python) in raised.iter().zip(judged_in_python(&raised)) {
        assert_eq!((judged(proof), python), (Err(2), Err(2)), "{}", proof[1]);
    }
}

/// Files whose claims are false, by hand: each a way in which a checker could be taken in.
#[test]
fn false_proofs_are_refused() {
    let tiles = "{\"proof\":1,\"kind\":\"tiles\",\"board\":\"1 2 3 / 4 5 6 / 0 7 8\",\
                 \"goal\":\"1 2 3 / 4 5 6 / 7 8 0\"}";
    let graph = "{\"proof\":1,\"kind\":\"graph\",\"from\":\"a\",\"to\":[\"c\"],\
                 \"arcs\":[[\"a\",\"b\",2],[\"b\",\"c\",2],[\"a\",\"c\",5]]}";
    let around = "{\"proof\":1,\"kind\":\"graph\",\"from\":\"a\",\"to\":[\"c\"],\
                  \"arcs\":[[\"a\",\"b\",0],[\"b\",\"a\",0],[\"b\",\"c\",1]]}";
    let hidden = json!({ "$serde_json::private::RawValue": around }).to_string();
    let heaps = json!({ "proof": 1, "kind": "nim", "rule": "normal", "position": "9 ".repeat(65) });
    let heaps = heaps.to_string();
    let tall = "/".repeat(27) + "#".repeat(600).as_str() + "o";
    let tall = json!({ "proof": 1, "kind": "peg-solitaire", "pegs": tall, "lattice": "square",
                       "goal": [] })
    .to_string();
    let false_proofs: &[(&[&str], u64)] = &[
        // Nothing is closed, and nothing claimed.
        (&[tiles], 2),
        (&[tiles, r#"{"claim":"bound","cost":3,"heuristic":"manhattan"}"#], 2),
        (&[tiles, r#"{"claim":"no-plan"}"#], 2),
        (&[tiles, r#"{"claim":"no-plan","by":"parity"}"#], 2),
        // An estimate that the checker does not know, and fields that it would ignore.
        (&[tiles, r#"{"claim":"bound","cost":2,"heuristic":"perfect"}"#], 2),
        (&[tiles, r#"{"claim":"bound","cost":2,"h":9}"#], 2),
        (
            &[
                &tiles.replace("\"goal\"", "\"weight\":2,\"goal\""),
                r#"{"claim":"plan","cost":2,"plan":["R","R"]}"#,
            ],
            1,
        ),
        // The plan is no plan, or does not cost so much.
        (&[tiles, r#"{"claim":"plan","cost":2,"plan":["R","L"]}"#], 2),
        (&[tiles, r#"{"claim":"plan","cost":1,"plan":["R","R"]}"#], 2),
        (&[tiles, r#"{"claim":"plan","cost":3,"plan":["D","R","R"]}"#], 2),
        (&[graph, r#"{"claim":"optimal","cost":5,"plan":["c"]}"#], 2),
        // A cost that is too low for the start or that no path has, a goal among the closed states.
        (&[graph, r#"["a",1]"#, r#"{"claim":"bound","cost":5}"#], 3),
        (&[graph, r#"["a",0]"#, r#"["b",2]"#, r#"["c",4]"#, r#"{"claim":"bound","cost":5}"#], 4),
        (&[graph, r#"["a",0]"#, r#"["b",3]"#, r#"["c",5]"#, r#"{"claim":"bound","cost":5}"#], 2),
        (&[graph, r#"["a",0]"#, r#"["b",5]"#, r#"["b",3]"#, r#"{"claim":"bound","cost":5}"#], 2),
        (&[graph, r#"["a",-9]"#, r#"{"claim":"bound","cost":5}"#], 2),
        (&[graph, r#"["a",0]"#, r#"["a",9]"#, r#"{"claim":"bound","cost":5}"#], 2),
        // States that lead to each other for nothing, and to the goal.
        (&[around, r#"["a",0]"#, r#"["b",0]"#, r#"{"claim":"no-plan"}"#], 3),
        (&[around, r#"["a",0]"#, r#"["b",0]"#, r#"{"claim":"bound","cost":2}"#], 3),
        // More after the claim, costs that are none, and another version.
        (&[around, r#"{"claim":"bound","cost":0}"#, r#"{"claim":"no-plan"}"#], 3),
        (&[around, r#"{"claim":"bound","cost":1e0}"#], 2),
        (&[around, r#"{"claim":"bound","cost":"99999999999999"}"#], 2),
        (&[&around.replace("\"proof\":1", "\"proof\":2"), r#"{"claim":"bound","cost":0}"#], 1),
        (&[&around.replace("\"b\",0", "\"b\",-1"), r#"{"claim":"bound","cost":0}"#], 1),
        // Fields that hide others, or whose text a reader of JSON would open.
        (&[around, r#"{"claim":"bound","cost":9,"cost":0}"#], 2),
        (&[&hidden, r#"{"claim":"bound","cost":0}"#], 1),
        (&[around, r#"["a",{"$serde_json::private::RawValue":"0"}]"#, r#"{"claim":"no-plan"}"#], 2),
        // More than a small file should ask for, and names that two holes would share.
        (&[&heaps, r#"{"claim":"value","first":"wins"}"#], 1),
        (&[&tall, r#"{"claim":"no-plan"}"#], 1),
    ];
    let proofs: Vec<Vec<String>> = false_proofs
        .iter()
        .map(|(lines, _)| lines.iter().map(|line| (*line).to_owned()).collect())
        .collect();
    for ((proof, (_, line)), python) in
        proofs.iter().zip(false_proofs).zip(judged_in_python(&proofs))
    {
        assert_eq!(judged(proof), Err(*line), "{}", proof.join("\n"));
        assert_eq!(python, Err(*line), "{}", proof.join("\n"));
    }
}

/// What IDA* finds is searched again.
#[test]
fn searches_are_repeated() {
    let proof = proof_of(&["tiles", "8 1 3 / 4 0 2 / 7 6 5"]);
    assert_eq!(proof.len(), 2, "{proof:?}");
    let changed = |from: &str, to: &str| [proof[0].clone(), proof[1].replace(from, to)].to_vec();
    let mutants = [
        changed("\"cost\":14", "\"cost\":12"),
        changed("\"optimal\"", "\"bound\""),
        changed(",\"heuristic\":\"linear-conflict\"", ""),
        changed("\"search\"", "\"sight\""),
        proof.clone(),
    ];
    let expected = [Err(2), Err(2), Ok(()), Err(2), Ok(())];
    assert_eq!(mutants.each_ref().map(|it| judged(it)), expected);
    assert_eq!(judged_in_python(&mutants), expected);
    let dear = r#"{"claim":"bound","cost":15,"heuristic":"manhattan","by":"search"}"#;
    assert_eq!(judged(&[proof[0].clone(), dear.to_owned()]), Err(2));
}

/// Values of games: of both players' replies, of one player's, and false ones, with the plies to a
/// win too low or too high.
#[test]
fn values_of_games_have_proofs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let path = path.to_str().expect("text");
    let games: &[(&[&str], &str, Option<u32>)] = &[
        (&["tic-tac-toe"], "draws", None),
        (&["tic-tac-toe", "xx./oo./..."], "wins", Some(1)),
        (&["tic-tac-toe", "x.o/.o./x.."], "wins", Some(1)),
        (&["nim", "2 3"], "wins", Some(5)),
        (&["nim", "1 2 3 : 2", "--rule", "misere"], "wins", Some(5)),
        (&["mnk", "--size", "3x3", "--row", "2"], "wins", Some(3)),
        (&["connect-four", "--size", "4x3"], "draws", None),
        // Moves, which the game writes as a board.
        (&["connect-four", "--size", "5x4", "2233"], "wins", Some(3)),
        (&["hex", "--size", "3"], "wins", Some(5)),
    ];
    let mut random = Random::new(3);
    let mut both = Vec::new();
    for (arguments, first, plies) in games {
        let ran = run(&[&["analyze"], *arguments, &["--exact", "--proof", path]].concat());
        assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.err);
        let text = std::fs::read_to_string(path).expect("a proof");
        let proof: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(judged(&proof), Ok(()), "{arguments:?}");
        assert!(text.contains(&format!("\"first\":\"{first}\"")), "{arguments:?}");
        let claim = |first: &str, plies: Option<u32>| {
            let plies = plies.map_or(String::new(), |plies| format!(",\"plies\":{plies}"));
            format!("{{\"claim\":\"value\",\"first\":\"{first}\"{plies}}}")
        };
        assert_eq!(proof.last(), Some(&claim(first, *plies)), "{arguments:?}");
        let others = ["wins", "draws", "loses"].into_iter().filter(|it| it != first);
        let mut wrong: Vec<String> = others.map(|other| claim(other, *plies)).collect();
        let around = |plies: u32| [plies - 1, plies + 1];
        wrong.extend(around(plies.unwrap_or(1)).map(|plies| claim(first, Some(plies))));
        for other in wrong {
            let mut lines = proof.clone();
            *lines.last_mut().expect("a claim") = other;
            assert_eq!(judged(&lines), Err(lines.len() as u64), "{arguments:?}: {lines:?}");
            both.push(lines);
        }
        for _ in 0..20 {
            let mutant = mutate(&proof[1..], &mut random);
            let mutant = [&proof[..1], &mutant].concat();
            let is_true = mutant
                .last()
                .is_some_and(|it| *it == claim(first, None) || *it == claim(first, *plies));
            assert!(judged(&mutant).is_err() || is_true, "{}", mutant.join("\n"));
            both.push(mutant);
        }
    }
    both.retain(|proof| !proof[0].contains("\"hex\"") && proof.len() < 400);
    for (proof, python) in both.iter().zip(judged_in_python(&both)) {
        assert_eq!(judged(proof), python, "{}", proof.join("\n"));
    }
}

/// That a sudoku has one solution, or none; not that it has one of several.
#[test]
fn solutions_of_sudokus_have_proofs() {
    let mut random = Random::new(5);
    let mut both = Vec::new();
    for (arguments, claim) in [
        (&["sudoku", "3.1....2.....4.."][..], "only-solution"),
        (&["sudoku", "--example", "easy"], "only-solution"),
        (&["sudoku", "12....34........"], "no-solution"),
    ] {
        let proof = proof_of(arguments);
        assert!(proof[1].contains(&format!("\"claim\":\"{claim}\"")), "{}", proof[1]);
        let turned = match claim {
            "no-solution" => r#"{"claim":"only-solution","solution":"1234432121433412"}"#,
            _ => r#"{"claim":"no-solution"}"#,
        };
        assert_eq!(judged(&[proof[0].clone(), turned.to_owned()]), Err(2));
        both.extend((0..100).map(|_| mutate(&proof, &mut random)));
    }
    for (proof, python) in both.iter().zip(judged_in_python(&both)) {
        assert_eq!(judged(proof), python, "{}", proof.join("\n"));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let path = path.to_str().expect("text");
    let several = run(&["solve", "sudoku", "12..............", "--proof", path]);
    assert!(several.err.contains("there may be other solutions"), "{}", several.err);
    assert!(!folder.path().join("proof").exists());
}

/// Strategies of poker: accepted, and nothing beyond the value of the game, which is known: Kuhn
/// 1950, and for Leduc hold'em what all algorithms converge to.
#[test]
fn equilibria_have_proofs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let path = path.to_str().expect("text");
    let mut random = Random::new(11);
    // The value in millionths, a king that folds, and whether the second checker knows the game.
    let games = [
        ("kuhn-poker", -55_555, r#"{"fold":1000000,"call":0}"#, true),
        ("leduc-poker", -85_606, r#"{"fold":1000000,"call":0,"raise":0}"#, false),
    ];
    for (game, value, folds, is_known_twice) in games {
        let ran = run(&["analyze", game, "--nodes", "200000", "--proof", path]);
        assert_eq!(ran.status, 3, "{}", ran.err);
        let text = std::fs::read_to_string(path).expect("a proof");
        let proof: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(judged(&proof), Ok(()), "{text}");
        let decides = |line: &String| line.starts_with("[\"K ? check bet\"");
        let at = proof.iter().position(decides).expect("a decision");
        let mut folding = proof.clone();
        folding[at] = format!("[\"K ? check bet\",{folds}]");
        assert_eq!(judged(&folding), Err(proof.len() as u64), "{game}");
        let mutants: Vec<_> = (0..200).map(|_| mutate(&proof, &mut random)).collect();
        for mutant in mutants.iter().filter(|it| judged(it).is_ok()) {
            let claim: Value = serde_json::from_str(&mutant[mutant.len() - 1]).expect("a claim");
            let bound = |name: &str| claim[name].as_i64().expect("a number");
            let is_true = bound("at_least") <= value && bound("at_most") >= value;
            assert!(is_true, "{}", mutant.join("\n"));
        }
        if is_known_twice {
            for (proof, python) in mutants.iter().zip(judged_in_python(&mutants)) {
                assert_eq!(judged(proof), python, "{}", proof.join("\n"));
            }
        }
    }
}

/// Whatever algorithm finds the answer, also of those that close no states.
#[test]
fn any_algorithm_has_a_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let [map, proof] = ["map.map", "proof"].map(file);
    let made = run(&["generate", "map", "--kind", "caves", "--size", "40x40", "--output", &map]);
    assert_eq!(made.status, 0, "{}", made.err);
    let mut claims = BTreeMap::<String, u32>::new();
    for algorithm in ["auto", "jps", "jps-plus", "balanced-a-star", "a-star", "dijkstra"] {
        let arguments = ["path", &map, "--from", "5,5", "--to", "30,31", "--algorithm", algorithm];
        let found = run(&[&arguments[..], &["--proof", &proof]].concat());
        assert!(matches!(found.status, 0 | 1), "{algorithm}: {}", found.err);
        let checked = run(&["check", &proof]);
        assert_eq!(checked.status, 0, "{algorithm}: {}", checked.out);
        *claims.entry(checked.out).or_default() += 1;
    }
    assert_eq!(claims.len(), 1, "{claims:?}");
}

#[test]
fn what_has_no_proof_is_refused_before_the_search() {
    let kinds = "grid, graph, tiles, pancake, jugs, rivers, word-ladder, lights-out";
    // Boxes of two rows and three columns.
    let oblong = ".".repeat(36);
    for arguments in [&["solve", "sudoku", &oblong][..], &["solve", "queens", "8"]] {
        let refused = run(&[arguments, &["--proof", "/nowhere/proof"]].concat());
        assert!(refused.status == 2, "{}", refused.err);
    }
    let refused = run(&["solve", "topspin", "3 1 2 4 5 6 7 8", "--proof", "/nowhere/proof"]);
    assert!(refused.status == 2 && refused.err.contains(kinds), "{}", refused.err);
    let real = ["solve", "graph", "a b 0.1234567", "--proof", "/nowhere/proof"];
    let refused = run(&real);
    assert!(refused.status == 2 && refused.err.contains("six decimals"), "{}", refused.err);
}

#[test]
fn the_status_says_what_became_of_the_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let [right, wrong] = ["right", "wrong"].map(|name| folder.path().join(name));
    let [right, wrong] = [&right, &wrong].map(|path| path.to_str().expect("text"));
    assert_eq!(run(&["solve", "pancake", "2 1", "--proof", right]).status, 0);
    let text = std::fs::read_to_string(right).expect("a proof");
    std::fs::write(wrong, text.replace("\"cost\":1", "\"cost\":2")).expect("it is written");
    assert_eq!(run(&["check", right]).status, 0);
    let refused = run(&["check", right, wrong]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.out.contains("wrong: refused: line 2: the plan costs 1, not 2"),
        "{}",
        refused.out
    );
    assert_eq!(run(&["check", right, wrong, "/nowhere/proof"]).status, 2);
    let told = run(&["check", wrong, "--format", "json"]);
    let told: Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!((&told["accepted"], &told["line"]), (&json!(false), &json!(2)));
    let told = run(&["check", right, wrong, "--format", "json"]);
    let told: Value = serde_json::from_str(&told.out).expect("JSON");
    let claim = "pancake: a plan of 1 move costs 1, and none costs less (searched again: 0 states)";
    assert_eq!(told[0]["claim"], claim);
    let packed = folder.path().join("packed.gz");
    let packed = packed.to_str().expect("text");
    assert_eq!(run(&["solve", "pancake", "2 1", "--proof", packed]).status, 0);
    assert!(std::fs::read(packed).expect("a file").starts_with(&[0x1f, 0x8b]));
    assert_eq!(run(&["check", packed]).status, 0);
    let piped = support::run_with_input(&["check", "-"], text.as_bytes());
    assert_eq!((piped.status, piped.out.starts_with("-: accepted: pancake: ")), (0, true));
}
